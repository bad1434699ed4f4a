import { copiedParts, MOST_COPIED_ITEMS } from '#contract/job-copies.ts'
import { keysOf } from '#contract/typed-objects.ts'
import type { Session } from '#server/db/db.ts'
import { insertCopy, jobsOfTooManyItems } from '#server/jobs/copy-records.ts'
import { lockAccount } from '#server/jobs/records.ts'
import * as making from './making-records.ts'
import * as records from './records.ts'

/** So few that whoever makes a job meanwhile does not wait long for a number. */
const COPIES_IN_ONE_PART = 20

/** Copies the next jobs of an action; whether some are left. */
export async function copyNextPart(session: Session, id: string): Promise<boolean> {
  const { db, accountId } = session
  const { make, jobs } = await making.nextToMake(db, accountId, id, COPIES_IN_ONE_PART)
  if (make?.what !== 'copy') throw new Error('This action makes no copies.')
  const { take = {} } = make
  const parts = new Set(keysOf(copiedParts).filter(part => take[part] ?? true))
  const tooMany = await jobsOfTooManyItems(db, accountId, {
    ids: jobs.map(({ jobId }) => jobId),
    most: MOST_COPIED_ITEMS,
  })
  await making.noteAction(db, id)
  // The numbers of the account before any job, as whoever makes one takes them.
  await lockAccount(db, accountId)
  const outcomes: records.Outcome[] = []
  for (const { jobId } of jobs) {
    const items = parts.has('items') ? tooMany.get(jobId) : undefined
    const copy =
      items === undefined
        ? await insertCopy(db, accountId, jobId, { id: crypto.randomUUID(), parts })
        : undefined
    const reason =
      items === undefined ? 'It was not found any more.' : `It has ${items} items, too many to copy.`
    outcomes.push(
      copy
        ? {
            ...{ id: jobId, state: 'changed', fields: {}, reason: null },
            making: { made: [{ kind: 'job', id: copy.id, name: String(copy.jobId) }] },
          }
        : { id: jobId, state: 'refused', fields: {}, reason },
    )
  }
  return records.noteOutcomes(db, accountId, id, outcomes)
}
