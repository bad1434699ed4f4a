import { useState } from 'react'
import type { ChangedField, HistoryEntry } from '#contract/history.ts'
import { useMay } from '#web/lib/membership.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { EarlierJobDialog } from './EarlierJobDialog.tsx'
import './history.css'
import { type EntryActions, HistoryLine } from './HistoryLine.tsx'
import { dayText } from './moments.ts'
import { useRestore } from './queries.ts'

type Props = {
  label: string
  entries: readonly HistoryEntry[]
  /** The list is of many records: each change says of which. */
  namesRecords?: boolean
  /** The list is of one job, which can be restored as a whole. */
  isOfJob?: boolean
  /** The version of a record that this person sees, where it is known. */
  versionOf?: (entry: HistoryEntry) => number | undefined
}

/** Changes by day, the latest first. */
export function HistoryList({ label, entries, namesRecords = false, isOfJob = false, versionOf }: Props) {
  const [restored, setRestored] = useState<HistoryEntry>()
  const restore = useRestore()
  const mayChangeJobs = useMay('jobs:write')

  const putBack = async (entry: HistoryEntry, { field, label: name, oldText }: ChangedField) => {
    const isMeant = await askMessage({
      title: `Do you want to restore ${name}?`,
      description: `${name} will be ${oldText ? `“${oldText}”` : 'empty'} again. This is recorded as a new change.`,
      ok: 'Restore',
    })
    if (!isMeant) return
    try {
      await restore.mutateAsync({ entry: entry.id, fields: [field], version: versionOf?.(entry) })
      notify.done(`${name} was restored.`)
    } catch (failure) {
      notify.failedBecause(`${name} could not be restored.`, failure)
    }
  }
  const bringBack = async (entry: HistoryEntry) => {
    const name = entry.record.name ?? entry.record.label
    try {
      await restore.mutateAsync({ entry: entry.id })
      notify.done(`${name} was restored.`)
    } catch (failure) {
      notify.failedBecause(`${name} could not be restored.`, failure)
    }
  }
  const actions: EntryActions = {
    putBack: (entry, field) => void putBack(entry, field),
    bringBack: entry => void bringBack(entry),
    ...(isOfJob && mayChangeJobs && { restoreJob: setRestored }),
  }
  return (
    <div className="history" role="region" aria-label={label}>
      {byDay(entries).map(({ day, entries: ofDay }) => (
        <section key={day}>
          <h2 className="history__date">{day}</h2>
          <ol className="history__lines">
            {ofDay.map((entry, index) => {
              const above = ofDay[index - 1]
              return (
                <HistoryLine
                  key={entry.id}
                  entry={entry}
                  continues={above?.at === entry.at && above.by?.id === entry.by?.id}
                  namesRecord={namesRecords}
                  actions={actions}
                />
              )
            })}
          </ol>
        </section>
      ))}
      {restored && <EarlierJobDialog entry={restored} onClose={() => setRestored(undefined)} />}
    </div>
  )
}

function byDay(entries: readonly HistoryEntry[]) {
  const days: { day: string; entries: HistoryEntry[] }[] = []
  for (const entry of entries) {
    const day = dayText(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
