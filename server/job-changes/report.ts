import type { JobChangeReport } from '#contract/job-changes.ts'
import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { namesOfJobs, namesOfOwners } from '#server/jobs/chosen-records.ts'
import { changeableColumns } from './plan.ts'
import { countWarned, findChange, listChangedJobs, type StoredChange } from './report-records.ts'
import { changeWords, columnLabels, textOf } from './words.ts'

export const noSuchChange = () => notFound('change of many jobs')

export async function loadChange({ db, accountId, userId }: Session, id: string): Promise<StoredChange> {
  const found = await findChange(db, accountId, id)
  // A preview is nobody else's business: nothing has happened yet.
  if (!found || (found.state === 'previewed' && found.madeBy !== userId)) throw noSuchChange()
  return found
}

export async function reportOf(session: Session, id: string): Promise<JobChangeReport> {
  const { db, accountId } = session
  const stored = await loadChange(session, id)
  const jobs = await listChangedJobs(db, accountId, id)
  const idsIn = (column: 'master_job_id' | 'owner_id', named: string | null | undefined) => [
    ...new Set(
      [...jobs.flatMap(({ fields }) => fields[column] ?? []), named].filter(one => typeof one === 'string'),
    ),
  ]
  const names = new Map([
    ...(await namesOfJobs(db, accountId, idsIn('master_job_id', stored.change.masterShipmentId))),
    ...(await namesOfOwners(db, accountId, idsIn('owner_id', stored.change.ownerId))),
  ])
  const { change, total, changed, same, refused, undoOf } = stored
  const words = changeWords(change, names)
  return {
    id,
    state: stored.state,
    makes: change.make?.what ?? null,
    words: undoOf === null ? words : `Undo of ${words}`,
    by: { id: stored.madeBy, displayName: stored.by },
    at: stored.at.toISOString(),
    ...{ total, waiting: total - changed - same - refused, changed, same, refused },
    warned: stored.state === 'ended' ? 0 : await countWarned(db, accountId, id),
    ...{ undoOf, undoneBy: stored.undoneBy },
    undoableUntil: stored.undoableUntil?.toISOString() ?? null,
    jobs: jobs.map(({ fields, disorder, making, ...job }) => ({
      ...job,
      warning: disorder
        ? `ETA ${disorder.eta} would be before ETD ${disorder.etd}.`
        : (job.state === 'waiting' && making?.warning) || null,
      lines: making?.lines ?? [],
      made: (making?.made ?? []).map(({ kind, id: madeId, name }) => ({ kind, id: madeId, name })),
      fields: changeableColumns.flatMap(column => {
        const values = fields[column]
        if (!values) return []
        const [old, after] = values.map(value => textOf(column, value, names))
        return [{ label: columnLabels[column], old: old ?? '', new: after ?? '' }]
      }),
    })),
  }
}
