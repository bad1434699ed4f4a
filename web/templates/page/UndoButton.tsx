import { Button } from '@mantine/core'

type Props = { size: 'sm' | 'md'; mayUndo: boolean; onUndo: () => void }

/** Takes the last decision back. It keeps the focus, also where nothing is left to take back. */
export const UndoButton = ({ size, mayUndo, onUndo }: Props) => (
  <Button
    variant="subtle"
    color="gray"
    size={size}
    data-keeps-focus
    {...(!mayUndo && { 'data-disabled': true })}
    aria-disabled={!mayUndo}
    onClick={onUndo}
  >
    Undo
  </Button>
)
