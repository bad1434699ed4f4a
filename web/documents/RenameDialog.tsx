import { useState } from 'react'
import type { Document } from '#contract/documents.ts'
import { extensionOf, withoutExtension } from '#contract/file-names.ts'
import { messageOf } from '#web/lib/problem.ts'
import { TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'

type Props = {
  document: Document
  /** Refused: the promise fails and the dialog stays with what was typed. */
  onRename: (name: string) => Promise<unknown>
  onClose: () => void
}

export function RenameDialog({ document, onRename, onClose }: Props) {
  const extension = document.name.slice(withoutExtension(document.name).length)
  const [name, setName] = useState<string | null>(withoutExtension(document.name))
  const [error, setError] = useState('')

  const submit = async (hasLeft: () => boolean) => {
    const typed = name?.trim() ?? ''
    if (!typed) return setError('Give the document a name.')
    // Whoever types the extension too does not mean to have it twice.
    const wanted = extensionOf(typed) === extension.toLowerCase() ? typed : typed + extension
    if (wanted === document.name) return onClose()
    try {
      await onRename(wanted)
      if (!hasLeft()) onClose()
    } catch (failure) {
      if (hasLeft()) throw failure
      setError(messageOf(failure))
    }
  }
  return (
    <FormDialog
      title="Rename document"
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={(name ?? '') !== withoutExtension(document.name)}
      submit="Rename"
    >
      <TextField
        label="Name"
        value={name}
        onChange={value => {
          setName(value)
          setError('')
        }}
        description={extension ? `It stays a ${extension} file.` : undefined}
        error={error || undefined}
        maxLength={255}
        autoFocus
      />
    </FormDialog>
  )
}
