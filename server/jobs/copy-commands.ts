import { type CopiedPart, copiedParts, MOST_COPIED_ITEMS } from '#contract/job-copies.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { keysOf } from '#contract/typed-objects.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { idInUse } from '#server/records/repeat.ts'
import { lockAccount } from './records.ts'
import { findSource, insertCopies, listJobsNamed } from './copy-records.ts'

type Asked = { ids: readonly string[]; take?: { [Part in CopiedPart]?: boolean | undefined } | undefined }

/** Copies a job, all copies or none; `created` is false where a repeated call finds what the first one made. */
export async function copyJob(
  session: Session,
  id: string,
  { ids, take = {} }: Asked,
): Promise<{ stored: OtherJob[]; created: boolean }> {
  const { db, accountId } = session
  const source = await findSource(db, accountId, id, ids)
  if (!source) throw notFound('job')
  if (source.standing.some(({ copiedFrom }) => copiedFrom !== source.jobNumber)) throw idInUse('A job')
  const standing = new Set(source.standing.map(copy => copy.id))
  const missing = ids.filter(one => !standing.has(one))
  if (missing.length === 0) return { stored: await listJobsNamed(db, accountId, ids), created: false }
  const parts = new Set(keysOf(copiedParts).filter(part => take[part] ?? true))
  if (parts.has('items')) refuseTooManyItems(source.itemCount, ids.length)
  // A change of the company's currency converts all charges at once: what is copied must not be read before it.
  if (parts.has('charges')) await lockAccount(db, accountId)
  return {
    stored: await insertCopies(db, accountId, id, { ids: missing, answered: ids, parts }),
    created: true,
  }
}

function refuseTooManyItems(itemCount: number, copies: number): void {
  if (itemCount * copies <= MOST_COPIED_ITEMS) return
  const most = Math.floor(MOST_COPIED_ITEMS / itemCount)
  const advice = most > 0 ? `Make at most ${most} at a time, or leave the items out.` : 'Leave the items out.'
  throw invalid('ids', `The job has ${itemCount} items, too many for so many copies. ${advice}`)
}
