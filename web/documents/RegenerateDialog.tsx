import { useState } from 'react'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'
import { isProblem } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { emptyJobQuestion } from '#web/templates/queries.ts'
import { useRegenerate } from './outdated.ts'

type Props = {
  jobId: string
  document: Document
  outdated: OutdatedDocument
  onClose: () => void
  onMade: (id: string) => void
}

/** Says in what a generated document would differ now, and makes it again. */
export function RegenerateDialog({ jobId, document, outdated, onClose, onMade }: Props) {
  const regenerate = useRegenerate(jobId)
  const [mayBlank, setMayBlank] = useState(false)

  const submit = async (hasLeft: () => boolean, allowEmptyJob = false): Promise<void> => {
    try {
      const made = await regenerate(document, { blankUnknown: mayBlank, allowEmptyJob })
      if (hasLeft()) return
      onMade(made.id)
      notify.done(`${made.name} was made again. Its earlier version is kept for 30 days.`)
      onClose()
    } catch (error) {
      if (hasLeft()) throw error
      if (isProblem(error, 'job_empty') && (await askMessage(emptyJobQuestion))) return submit(hasLeft, true)
      setMayBlank(isProblem(error, 'template_unusable'))
      throw error
    }
  }
  return (
    <FormDialog
      title={`Make ${document.name} again?`}
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={false}
      submit={mayBlank ? 'Make again with blanks' : 'Make again'}
      hasSubmitFocus
    >
      <p className="again__cause">{causeOf(outdated)}</p>
      {outdated.changes.length > 0 && <Changes changes={outdated.changes} />}
    </FormDialog>
  )
}

const causeOf = ({ cause, changes }: OutdatedDocument) =>
  cause === 'template'
    ? `Its template has been replaced since it was made${changes.length > 0 ? ', and the job has changed' : ''}.`
    : 'The job has changed since it was made.'

const Changes = ({ changes }: { changes: OutdatedDocument['changes'] }) => (
  <table className="again__changes">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">In the document</th>
        <th scope="col">Now</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ label, was, is }, index) => (
        <tr key={`${index} ${label}`}>
          <th scope="row">{label}</th>
          {/* Of a list it is known only that its rows have changed. */}
          {was === is ? (
            <td colSpan={2}>changed</td>
          ) : (
            <>
              <td>{was || '(empty)'}</td>
              <td>{is || '(empty)'}</td>
            </>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
