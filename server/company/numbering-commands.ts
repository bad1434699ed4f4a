import type { Job } from '#contract/jobs.ts'
import type { NumberedPaper } from '#contract/numbering.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import { getJobById, updateJob } from '#server/jobs/records.ts'
import { requireLockedJob } from '#server/records/require-job.ts'
import * as records from './numbering-records.ts'

/** These bear the job's House B/L, which people may also type. */
const houseBills: readonly NumberedPaper[] = ['houseBill', 'houseAirWaybill']

const MOST_TAKEN = 1000

/** The numbers that the job's papers bear already. */
export async function givenNumbers(
  { db, accountId }: Session,
  job: Pick<Job, 'id' | 'hbl'>,
): Promise<Partial<Record<NumberedPaper, string>>> {
  const given = await records.numbersOfJob(db, accountId, job.id)
  const { hbl } = job
  return hbl ? { ...given, ...Object.fromEntries(houseBills.map(kind => [kind, hbl])) } : given
}

/**
 * Gives a job's papers of these kinds the next numbers where they have none; a house bill's number becomes the
 * job's House B/L. A number stays with its job, whatever becomes of the document.
 */
export async function allotNumbers(
  session: Session,
  jobId: string,
  kinds: readonly NumberedPaper[],
): Promise<void> {
  if (kinds.length === 0) return
  const { db, accountId } = session
  // Two documents made at once for one job get one number.
  await requireLockedJob(session, jobId)
  for (const kind of kinds) {
    const job = await getJobById(db, accountId, jobId, { withStakeholders: false })
    if (!job) throw notFound('job')
    const given = await givenNumbers(session, job)
    if (given[kind]) continue
    const number = await nextFreeNumber(session, jobId, kind)
    if (houseBills.includes(kind)) await updateJob(db, accountId, { id: jobId, hbl: number })
  }
}

async function nextFreeNumber(
  { db, accountId }: Session,
  jobId: string,
  kind: NumberedPaper,
): Promise<string> {
  for (let attempt = 0; attempt < MOST_TAKEN; attempt += 1) {
    const number = await records.takeNumber(db, accountId, kind)
    // A typed number, or a series that was set back, may have used it already.
    if (houseBills.includes(kind) && (await records.isHouseBlTaken(db, accountId, number))) continue
    if (await records.keepNumber(db, accountId, { jobId, kind, number })) return number
  }
  throw new AppError(
    'in_use',
    `The next ${MOST_TAKEN} numbers of this series are in use. Set a higher next number under Company.`,
  )
}
