import { Button } from '@mantine/core'
import type { ChangedField, HistoryEntry } from '#contract/history.ts'

type Props = {
  entry: HistoryEntry
  onPutBack: (field: ChangedField) => void
  /** Absent where the list is not of one job, or this person may not change jobs. */
  onRestoreJob?: () => void
}

const shown = (text: string) => text || '(empty)'

/** What one change did to each field, from where it came, and the way back. */
export function EntryDetails({ entry, onPutBack, onRestoreJob }: Props) {
  const { changes, origin } = entry
  const canPutBack = changes.some(({ restorable }) => restorable)
  return (
    <div className="history-details">
      {changes.length > 0 && (
        <table className="history-fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              {canPutBack && <th scope="col">Restore</th>}
            </tr>
          </thead>
          <tbody>
            {changes.map(change => (
              <tr key={change.field}>
                <th scope="row">{change.label}</th>
                <td>{shown(change.oldText)}</td>
                <td>{shown(change.newText)}</td>
                {canPutBack && (
                  <td>
                    {change.restorable && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Restore ${change.label}: ${shown(change.oldText)}`}
                        onClick={() => onPutBack(change)}
                      >
                        Restore
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {origin && (
        <p className="history-details__origin">
          From {origin.address}
          {origin.userAgent && ` with ${origin.userAgent}`}
        </p>
      )}
      {onRestoreJob && (
        <Button
          className="history-details__restore"
          size="compact-sm"
          variant="default"
          onClick={onRestoreJob}
        >
          Restore the job as it was after this change
        </Button>
      )}
    </div>
  )
}
