import { UNDO_DAYS } from '#contract/job-changes.ts'
import { may } from '#contract/permissions.ts'
import type { Database, Session } from '#server/db/db.ts'
import { lockAccount } from '#server/jobs/records.ts'
import type { MailDependencies } from '#server/mails/commands.ts'
import { copyNextPart } from './copying.ts'
import { makeNextPart, type QueuedChange } from './making-later.ts'
import { permissionToMake } from './making.ts'
import { type ChangeableColumn, settle } from './plan.ts'
import { lastChangedBy, readPerson } from './reason-records.ts'
import * as records from './records.ts'
import { refusalsOf } from './refusals.ts'
import { takeBackNextPart } from './taking-back.ts'
import { columnLabels, namesRecord, textOf } from './words.ts'

/** So few that nobody waits long for a job that is among them. */
const JOBS_IN_ONE_PART = 100

/** Changes the next jobs of a change, all that is said of each of them or nothing; whether some are left. */
export async function doNextPart(session: Session, id: string): Promise<boolean> {
  const { db, accountId } = session
  await records.waitForTurn(db, accountId)
  const change = await records.lockChange(db, accountId, id, UNDO_DAYS)
  if (change?.state !== 'underWay') return false
  if (change.makes !== null)
    return change.undoOf === null
      ? copyNextPart(session, id)
      : takeBackNextPart(session, id, { makes: change.makes, undoOf: change.undoOf })
  // As with a save: two at once could each name a master that closes a circle with the other's.
  if (await records.namesMasters(db, accountId, id)) await lockAccount(db, accountId)
  const jobs = await records.takeWaiting(db, accountId, id, JOBS_IN_ONE_PART)
  if (jobs.length === 0) {
    await records.refuseRest(db, accountId, id, 'It was not found any more.')
    return false
  }
  const outcomes = await settleAll(session, jobs, change.undoOf !== null)
  await records.changeJobs(
    db,
    accountId,
    outcomes.filter(({ state }) => state === 'changed'),
  )
  return records.noteOutcomes(db, accountId, id, outcomes)
}

/** An undo leaves out the fields that somebody has changed since, any other change the whole job. */
async function settleAll(
  session: Session,
  jobs: readonly records.WaitingJob[],
  isUndo: boolean,
): Promise<records.Outcome[]> {
  const { db, accountId } = session
  const settled = jobs.map(job => ({ job, ...settle(job.fields, job) }))
  const people = await lastChangedBy(
    db,
    accountId,
    settled.flatMap(({ job, stays }) => stays.map(column => ({ id: job.id, column }))),
  )
  const refusals = await refusalsOf(
    session,
    settled.map(({ job: { id }, fields }) => ({ id, fields })),
  )
  return settled.map(({ job, fields, stays }) => {
    const { id } = job
    const reasons = stays.map(column => {
      const now = textOf(column, job[column], new Map())
      const by = people.get(`${id} ${column}`) ?? 'Somebody'
      const value = namesRecord(column) || now === '' ? '' : ` to ${now}`
      return `${by} has changed ${columnLabels[column]}${value} since.`
    })
    const kept: typeof fields = { ...fields }
    for (const { column, reason } of refusals.get(id) ?? []) {
      reasons.push(reason)
      delete kept[column]
    }
    const reason = reasons.length > 0 ? reasons.join(' ') : null
    const columns = Object.keys(kept) as ChangeableColumn[]
    if (reason !== null && (!isUndo || columns.length === 0))
      return { id, state: 'refused', fields: job.fields, reason }
    if (columns.length === 0) return { id, state: 'same', fields: {}, reason }
    return { id, state: 'changed', fields: kept, reason }
  })
}

/** Does one part of a change in the background, and puts what is left of it into the queue again. */
export async function continueChange(
  database: Database,
  queued: QueuedChange,
  makings: MailDependencies,
): Promise<void> {
  const { account, change, person } = queued
  const maker = await database.asAccount(account, person, async session => {
    const { db, accountId } = session
    const who = await readPerson(db, accountId, person)
    const known = await records.lockChange(db, accountId, change, UNDO_DAYS)
    if (known?.state !== 'underWay') return null
    const isLater = known.undoOf === null && (known.makes === 'documents' || known.makes === 'mail')
    const needed = [permissionToMake[known.makes ?? 'copy'], 'jobs:write'] as const
    if (!who?.isActive || needed.some(permission => !may(who.role, permission, who.adjustments))) {
      const reason = `${who?.name ?? 'Whoever began this'} may not do this any more.`
      await records.refuseRest(db, accountId, change, reason)
      return null
    }
    if (isLater) return who
    if (await doNextPart(session, change)) await records.enqueue(db, change, 0)
    return null
  })
  if (maker) await makeNextPart(database, queued, { ...makings, maker })
}

/** After the last attempt: what is left is named as not done. */
export const giveUp = (database: Database, { account, change, person }: QueuedChange): Promise<void> =>
  database.asAccount(account, person, async ({ db, accountId }) => {
    const known = await records.lockChange(db, accountId, change, UNDO_DAYS)
    if (known?.state === 'underWay')
      await records.refuseRest(db, accountId, change, 'The server could not change it. Try again.')
  })
