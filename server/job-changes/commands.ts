import { createHash } from 'node:crypto'
import {
  CHANGED_AT_ONCE,
  type ChosenJobs,
  type JobChange,
  type JobChangePreview,
  MAX_CHANGED_JOBS,
  UNDO_DAYS,
} from '#contract/job-changes.ts'
import type { JobSort } from '#contract/job-columns.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid } from '#server/errors.ts'
import { idsOfMatching, orderedIds, type PackedIds, unknownJobs } from '#server/jobs/chosen-records.ts'
import { filtersOf } from '#server/jobs/list-commands.ts'
import { idInUse } from '#server/records/repeat.ts'
import { type JobValues, planOf } from './plan.ts'
import { refusalsOf } from './refusals.ts'
import * as records from './records.ts'
import { loadChange, noSuchChange, reportOf } from './report.ts'

/** The background waits so long for a call that changes jobs at once, in case its server is gone. */
const LEFT_AFTER_SECONDS = 30

/** The jobs that are meant, in the order of the list; of a filter, however many it finds. */
export async function orderedJobs(
  session: Session,
  { shipmentIds, filter = {} }: ChosenJobs,
  sort: JobSort,
): Promise<PackedIds> {
  const { db, accountId } = session
  const ids = shipmentIds && (await idsOfChosen(session, { shipmentIds }))
  return orderedIds(db, accountId, { filter: await filtersOf(session, filter), ids }, sort)
}

/** The ids of the jobs that are meant, as they are chosen. */
export async function idsOfChosen(
  session: Session,
  { shipmentIds, filter = {} }: ChosenJobs,
  most = MAX_CHANGED_JOBS,
): Promise<string[]> {
  const { db, accountId } = session
  if (!shipmentIds) {
    const ids = await idsOfMatching(db, accountId, await filtersOf(session, filter), most + 1)
    if (ids.length === 0) throw invalid('filter', 'No jobs match it.')
    if (ids.length > most)
      throw invalid('filter', `More than ${most} jobs match it. Narrow it: ${most} are the most at a time.`)
    return ids
  }
  if (shipmentIds.length > most) throw invalid('shipmentIds', `At most ${most} jobs at a time.`)
  const [unknown] = await unknownJobs(db, accountId, shipmentIds)
  if (unknown !== undefined)
    throw invalid(`shipmentIds.${shipmentIds.indexOf(unknown)}`, 'There is no such job.')
  return [...new Set(shipmentIds)]
}

/** Keeps what the change would do to each job, and answers it; the same call again answers what was kept. */
export async function preview(session: Session, { id, ...asked }: JobChangePreview) {
  const { db, accountId } = session
  const { change, ...chosen } = asked
  const ids = await idsOfChosen(session, chosen)
  const jobs = await planAll(session, change, await records.readValues(db, accountId, ids))
  return keepPreview(session, { id, asked, change }, jobs)
}

type Previewed = { id: string; asked: Omit<JobChangePreview, 'id'>; change: records.KeptChange }

export async function keepPreview(
  session: Session,
  { id, asked, change }: Previewed,
  jobs: readonly records.PlannedJob[],
) {
  const { db, accountId, userId } = session
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  const isKept = await records.insertPreview(db, accountId, { id, userId, asked: hash, change }, jobs)
  if (!isKept && (await loadOwn(session, id)).asked !== hash) throw idInUse('A change')
  return { stored: await reportOf(session, id), created: isKept }
}

const loadOwn = async (session: Session, id: string) =>
  loadChange(session, id).catch(() => {
    throw idInUse('A change')
  })

async function planAll(
  session: Session,
  change: JobChange,
  jobs: readonly (JobValues & { id: string })[],
): Promise<records.PlannedJob[]> {
  const plans = jobs.map(({ id, ...values }) => ({ jobId: id, ...planOf(change, values) }))
  const refusals = await refusalsOf(
    session,
    plans.map(({ jobId, fields }) => ({ id: jobId, fields })),
  )
  return plans.map(plan => {
    const refused = refusals.get(plan.jobId) ?? []
    if (refused.length === 0) return plan
    return { ...plan, state: 'refused', fields: {}, reason: refused.map(({ reason }) => reason).join(' ') }
  })
}

/** Whether jobs are left that the call is to change before it is answered. */
export type Begun = { isLeftForCall: boolean }

/** Begins what the caller has previewed; what is begun or done already is left as it is. */
export async function begin({ db, accountId, userId }: Session, id: string): Promise<Begun> {
  const change = await records.lockChange(db, accountId, id, UNDO_DAYS)
  if (!change || (change.state === 'previewed' && change.madeBy !== userId)) throw noSuchChange()
  const isSmall = change.waiting <= CHANGED_AT_ONCE && !isMadeLater(change)
  if (change.state === 'previewed')
    await records.setUnderWay(db, accountId, id, isSmall ? LEFT_AFTER_SECONDS : 0)
  return { isLeftForCall: isSmall && change.state !== 'ended' }
}

/** Documents and e-mails take long, and are made without a transaction. */
const isMadeLater = ({ makes }: records.LockedChange) => makes === 'documents' || makes === 'mail'

const NO_WAY_BACK = {
  mail: 'E-mails that were sent cannot be taken back.',
  copy: 'Copies that were deleted do not come back. Copy the jobs again.',
  documents: 'Restore the documents from the attachments of their jobs, or generate them again.',
} as const

/** Begins to put back what the change `undoOf` changed. */
export async function beginUndo(
  { db, accountId, userId }: Session,
  undoOf: string,
  id: string,
): Promise<Begun> {
  const change = await records.lockChange(db, accountId, undoOf, UNDO_DAYS)
  if (!change || change.state === 'previewed') throw noSuchChange()
  const isSmall = change.changed <= CHANGED_AT_ONCE
  // Asked after the lock was had: a call that waited for it sees what the other one did.
  const undoneBy = await records.undoneBy(db, accountId, undoOf)
  if (undoneBy === id) return { isLeftForCall: isSmall }
  if (undoneBy !== null)
    throw new AppError('already_exists', 'This change has been undone already. The undo can be undone.')
  if (change.makes === 'mail' || (change.makes && change.undoOf !== null))
    throw invalid('id', NO_WAY_BACK[change.makes])
  if (change.state === 'underWay') throw new AppError('in_use', 'Wait until the change has ended.')
  if (change.isTooOld)
    throw invalid('id', `A change can be undone for ${UNDO_DAYS} days, and this one is older.`)
  if (change.changed === 0) throw invalid('id', 'The change changed nothing, so there is nothing to undo.')
  if (!(await records.insertUndo(db, accountId, { id, userId, undoOf }))) throw idInUse('A change')
  await records.setUnderWay(db, accountId, id, isSmall ? LEFT_AFTER_SECONDS : 0)
  return { isLeftForCall: isSmall }
}
