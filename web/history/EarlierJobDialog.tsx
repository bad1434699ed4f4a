import { useQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '#contract/history.ts'
import { momentText } from '#web/lib/format.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { earlierJobQuery, useRestore } from './queries.ts'

const shown = (text: string) => text || '(empty)'

const explain = (error: unknown) =>
  isProblem(error, 'changed_meanwhile')
    ? 'Somebody has changed the job in the meantime. This is what would change now.'
    : `The job could not be restored. ${messageOf(error)}`

/** What bringing the job back to its state after a change would change, to be looked at before it is done. */
export function EarlierJobDialog({ entry, onClose }: { entry: HistoryEntry; onClose: () => void }) {
  const { data, error, refetch } = useQuery(earlierJobQuery(entry.id))
  const restore = useRestore()
  const differences = data?.differences ?? []

  const run = async (hasLeft: () => boolean) => {
    try {
      await restore.mutateAsync({ entry: entry.id, wholeJob: true, version: data?.version })
      if (hasLeft()) return
      notify.done('The job was restored.')
      onClose()
    } catch (problem) {
      await refetch()
      throw problem
    }
  }
  return (
    <FormDialog
      title={`Restore the job as it was after the change of ${momentText(entry.at)}`}
      size="lg"
      onClose={onClose}
      onSubmit={run}
      isUnsaved={false}
      submit="Restore"
      isDisabled={differences.length === 0}
      explain={explain}
    >
      {error && !data && (
        <FailedState title="The job could not be compared." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <FormSkeleton fields={3} />}
      {data && differences.length === 0 && (
        <EmptyState
          title="The job is the same as it was after this change."
          hint="There is nothing to restore."
        />
      )}
      {differences.length > 0 && (
        <>
          <p>
            This is recorded as a new change, which can be undone too. Documents stay as they are: they have
            their own earlier versions.
          </p>
          <table className="history-fields">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Now</th>
                <th scope="col">After restoring</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ record, label, now, earlier }) => (
                <tr key={`${record} ${label}`}>
                  <th scope="row">{record ? `${record}: ${label}` : label}</th>
                  <td>{shown(now)}</td>
                  <td>{shown(earlier)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </FormDialog>
  )
}
