import type { WhatIsMade } from '#contract/job-makings.ts'
import type { Session } from '#server/db/db.ts'
import { markDeleted } from '#server/documents/records.ts'
import { onlyChangedBy, removeJobs } from '#server/jobs/removal-records.ts'
import { lockAccount } from '#server/jobs/records.ts'
import { quoted } from '#server/records/versions.ts'
import * as making from './making-records.ts'
import * as records from './records.ts'

const JOBS_IN_ONE_PART = 100

type TakenBack = { makes: WhatIsMade; undoOf: string }

/** Deletes what an action made for the next of its jobs, where nobody has changed it since; whether some are left. */
export async function takeBackNextPart(
  session: Session,
  id: string,
  { makes, undoOf }: TakenBack,
): Promise<boolean> {
  const { db, accountId } = session
  const { jobs } = await making.nextToMake(db, accountId, id, JOBS_IN_ONE_PART)
  await making.noteAction(db, id)
  const outcomes =
    makes === 'copy' ? await deleteCopies(session, undoOf, jobs) : await deleteDocuments(session, jobs)
  return records.noteOutcomes(db, accountId, id, outcomes)
}

const outcome = (jobId: string, reason: string | null, isAnyGone: boolean): records.Outcome => ({
  ...{ id: jobId, state: isAnyGone ? 'changed' : reason === null ? 'same' : 'refused', fields: {}, reason },
})

async function deleteCopies(
  { db, accountId }: Session,
  undoOf: string,
  jobs: readonly making.JobToMake[],
): Promise<records.Outcome[]> {
  await lockAccount(db, accountId)
  const copies = jobs.flatMap(({ making: kept }) => kept?.made ?? [])
  const ids = copies.map(copy => copy.id)
  const gone = await removeJobs(db, accountId, ids, onlyChangedBy(undoOf))
  const people = await making.changedByOthers(
    db,
    accountId,
    undoOf,
    ids.filter(one => !gone.has(one)),
  )
  return jobs.map(({ jobId, making: kept }) => {
    const left = (kept?.made ?? []).filter(copy => !gone.has(copy.id))
    const reasons = left.map(
      copy => `${people.get(copy.id) ?? 'Somebody'} has changed the copy ${copy.name} since: it stays.`,
    )
    return outcome(jobId, reasons.join(' ') || null, left.length < (kept?.made ?? []).length)
  })
}

async function deleteDocuments(
  { db, accountId }: Session,
  jobs: readonly making.JobToMake[],
): Promise<records.Outcome[]> {
  const documents = jobs.flatMap(({ making: kept }) => kept?.made ?? [])
  const states = await making.lockMadeDocuments(db, accountId, documents)
  const outcomes: records.Outcome[] = []
  for (const { jobId, making: kept } of jobs) {
    const made = kept?.made ?? []
    const asMade = made.filter(({ id }) => states.get(id) === 'asMade')
    for (const { id } of asMade) await markDeleted(db, accountId, id)
    const reasons = made
      .filter(({ id }) => states.get(id) === 'changed')
      .map(({ name }) => `${quoted(name)} was changed since: it stays.`)
    outcomes.push(outcome(jobId, reasons.join(' ') || null, asMade.length > 0))
  }
  return outcomes
}
