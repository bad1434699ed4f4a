import { partyRoles } from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { foldText } from '#server/search-text.ts'
import type { Matched } from './matching.ts'
import { type JobLooks, jobsLike } from './similar-job-records.ts'

const textOf = ({ row }: Matched, field: string) => String(row.values.get(field) ?? '').trim()
const folded = (text: string | null) => foldText(text ?? '').trim()

/**
 * Names beside rows that would make new jobs the job that they may mean: its name or Master BL, and one more thing, are
 * the same. Several houses share a Master BL, and names such as “Cotton” come again.
 */
export async function withSimilarJobs(
  { db, accountId }: Session,
  matched: readonly Matched[],
): Promise<Matched[]> {
  const unknown = matched.filter(({ row, recordId }) => recordId === null && !row.values.has('hbl'))
  const texts = (field: string) => [
    ...new Set(unknown.map(one => textOf(one, field).toLowerCase()).filter(text => text !== '')),
  ]
  const [names, masterBls] = [texts('name'), texts('mbl')]
  if (names.length + masterBls.length === 0) return [...matched]
  const isUnknown = new Set(unknown)
  const jobs = await jobsLike(db, accountId, { names, masterBls })
  const byName = Map.groupBy(jobs, job => folded(job.name))
  const byMasterBl = Map.groupBy(jobs, job => folded(job.mbl))
  return matched.map(one => {
    if (!isUnknown.has(one)) return one
    const near = new Set([
      ...(byName.get(folded(textOf(one, 'name')) || NO_TEXT) ?? []),
      ...(byMasterBl.get(folded(textOf(one, 'mbl')) || NO_TEXT) ?? []),
    ])
    const like = [...near].find(job => isAlike(one, job))
    return like ? { ...one, like: { jobNumber: like.jobNumber, name: like.name } } : one
  })
}

/** No job is called so: what is empty is like nothing. */
const NO_TEXT = '\0'

const DAY_MS = 86_400_000
const MOST_DAYS_APART = 7

/** The same goods that leave in another week are another job. */
function isFarApart(one: string, other: string | null): boolean {
  if (one === '' || other === null) return false
  return Math.abs(Date.parse(one) - Date.parse(other)) > MOST_DAYS_APART * DAY_MS
}

function isAlike(one: Matched, job: JobLooks): boolean {
  const isSame = (field: string, value: string | null) =>
    textOf(one, field) !== '' && folded(textOf(one, field)) === folded(value)
  if (isFarApart(textOf(one, 'etd'), job.etd)) return false
  const said = [
    isSame('name', job.name),
    isSame('mbl', job.mbl),
    isSame('etd', job.etd),
    isSame('vesselName', job.vesselName) && isSame('voyage', job.voyage),
    ...partyRoles.map(role => isSame(role, job.parties[role] ?? null)),
  ]
  return said.filter(Boolean).length > 1
}
