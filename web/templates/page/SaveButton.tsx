import { Button } from '@mantine/core'

export type Saving = {
  /** How many changes the next save makes. */
  count: number
  /** Also where only what is no field was decided. */
  isUnsaved: boolean
  isSaving: boolean
  onSave: () => void
  mayUndo: boolean
  onUndo: () => void
}

type ButtonProps = Pick<Saving, 'isUnsaved' | 'isSaving' | 'onSave'> & {
  /** For the thumb. */ isShort?: boolean
}

export const SaveButton = ({ isUnsaved, isSaving, onSave, isShort = false }: ButtonProps) => (
  <Button
    size={isShort ? 'md' : 'sm'}
    aria-label={isShort ? 'Save template' : undefined}
    disabled={!isUnsaved}
    title={isUnsaved ? 'Save (Ctrl+S)' : 'Nothing to save'}
    loading={isSaving}
    onClick={onSave}
  >
    {isShort ? 'Save' : 'Save template'}
  </Button>
)
