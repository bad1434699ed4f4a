import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '#web/ui/icons.ts'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type ChangedField, type HistoryEntry, automaticAuthor } from '#contract/history.ts'
import { clockText, countText, momentText, nameOr } from '#web/lib/format.ts'
import { EntryDetails } from './EntryDetails.tsx'
import { jobChangeWords } from './job-change-words.ts'

export type EntryActions = {
  putBack: (entry: HistoryEntry, field: ChangedField) => void
  /** Puts back what the entry removed. */
  bringBack: (entry: HistoryEntry) => void
  /** Absent where the list is not of one job, or this person may not change jobs. */
  restoreJob?: (entry: HistoryEntry) => void
}

type Props = {
  entry: HistoryEntry
  /** The entry above is of the same person and moment: they are not said again. */
  continues: boolean
  /** Says to which record the change was made, with a way there. */
  namesRecord: boolean
  actions: EntryActions
}

/** One change: when, who, what; more of it opens below. */
export function HistoryLine({ entry, continues, namesRecord, actions }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const { by, words, changes, origin } = entry
  const hasDetails = changes.length > 0 || origin !== null
  const who = by?.displayName ?? automaticAuthor(entry)
  const shape = [
    'history-line',
    continues && 'history-line--continues',
    namesRecord && 'history-line--of-record',
  ]
  return (
    <li className={shape.filter(Boolean).join(' ')}>
      <time className="history-line__time" dateTime={entry.at} title={momentText(entry.at)}>
        {clockText(entry.at)}
      </time>
      {namesRecord && <RecordName entry={entry} />}
      <div className="history-line__what">
        <p className="history-line__words">
          <strong>{who}</strong> {words}
          {entry.jobChange && <WithOthers change={entry.jobChange} />}
          {entry.merge && <OfMerge merge={entry.merge} />}
          {entry.import && (
            <>
              {', '}
              <Link to="/webapp/import" search={{ id: entry.import.id }}>
                import of {entry.import.fileName}
              </Link>
            </>
          )}
        </p>
        {isOpen && (
          <div id={details}>
            <EntryDetails
              entry={entry}
              onPutBack={field => actions.putBack(entry, field)}
              {...(actions.restoreJob && { onRestoreJob: () => actions.restoreJob?.(entry) })}
            />
          </div>
        )}
      </div>
      <span className="history-line__actions">
        {entry.restorable && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Restore ${entry.record.name ?? entry.record.label}`}
            onClick={() => actions.bringBack(entry)}
          >
            Restore
          </Button>
        )}
        {hasDetails && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={`Details: ${words}`}
            rightSection={
              isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />
            }
            onClick={() => setIsOpen(!isOpen)}
          >
            Details
          </Button>
        )}
      </span>
    </li>
  )
}

/** One action changed this job and others, or was made for many and changed this one alone: the way to it. */
function WithOthers({ change: { id, others, isUndo } }: { change: NonNullable<HistoryEntry['jobChange']> }) {
  return (
    <>
      {', '}
      <Link to="/webapp/jobchange" search={{ id }}>
        {jobChangeWords({ others, isUndo })}
      </Link>
    </>
  )
}

/** Two contacts became one, or two again: the way to the one that was kept. */
function OfMerge({ merge }: { merge: NonNullable<HistoryEntry['merge']> }) {
  const { keptId, keptName, mergedName, others, isUndo } = merge
  return (
    <>
      {isUndo ? ', undo of the merge of ' : ', merge of '}
      {nameOr(mergedName)} into{' '}
      <Link to="/webapp/contact" search={{ id: keptId }}>
        {nameOr(keptName)}
      </Link>
      {others > 0 && ` with ${countText(others, 'other job')}`}
    </>
  )
}

/** The record that was changed, as a link where there is a screen for it. */
function RecordName({ entry: { record, job } }: { entry: HistoryEntry }) {
  const text = job
    ? `Job ${job.jobId} ${nameOr(job.name)}`
    : `${record.label}${record.name ? ` ${record.name}` : ''}`
  if (job)
    return (
      <Link className="history-line__record" title={text} to="/webapp/shipment" search={{ id: job.id }}>
        {text}
      </Link>
    )
  if (record.type === 'organisation')
    return (
      <Link className="history-line__record" title={text} to="/webapp/contact" search={{ id: record.id }}>
        {text}
      </Link>
    )
  if (record.type === 'company')
    return (
      <Link className="history-line__record" title={text} to="/webapp/company">
        {text}
      </Link>
    )
  return (
    <span className="history-line__record" title={text}>
      {text}
    </span>
  )
}
