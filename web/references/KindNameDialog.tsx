import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReferenceKind } from '#contract/reference-kinds.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { useAddKind, useRenameKind } from './queries.ts'

const LONGEST_NAME = 60

type Props = {
  /** Null for a new one. */
  kind: ReferenceKind | null
  onClose: () => void
}

/** Names a kind of references of the company’s own. */
export function KindNameDialog({ kind, onClose }: Props) {
  const atFirst = kind?.name ?? ''
  const [name, setName] = useState(atFirst)
  const add = useAddKind()
  const rename = useRenameKind()
  const save = async (hasLeft: () => boolean) => {
    await (kind ? rename.mutateAsync({ kind, name }) : add.mutateAsync(name))
    if (!hasLeft()) onClose()
  }
  return (
    <FormDialog
      title={kind ? 'Rename the kind of reference' : 'Add a kind of reference'}
      size="sm"
      onClose={onClose}
      onSubmit={save}
      isUnsaved={name !== atFirst}
      isDisabled={name.trim() === ''}
    >
      <TextInput
        label="Name"
        data-autofocus
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
