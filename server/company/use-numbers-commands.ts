import { isHousePaper, type NumberedPaper, numberedPapers, paperKinds } from '#contract/numbering.ts'
import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { updateJob } from '#server/jobs/records.ts'
import type { AsUser } from '#server/route.ts'
import { houseBlOnceStored, type HousePrefixes, kindsHeldBy, ownNumber } from './house-number.ts'
import { housePrefixes } from './house-number-commands.ts'
import * as jobNumbers from './job-number-records.ts'
import * as records from './numbering-records.ts'
import type { NumberRequest, TakenNumber } from './take-numbers-commands.ts'

/** The House B/L of jobs once the papers are stored for which `holder` has taken numbers, by job. */
export async function houseBlsOnceStored(
  session: Session,
  holder: string,
  jobIds: readonly string[],
): Promise<Map<string, string | null>> {
  const prefixes = await housePrefixes(session)
  const jobs = await jobNumbers.readNumberedJobs(session.db, session.accountId, jobIds)
  return new Map(jobs.map(job => [job.id, houseBlOnceStored(job, kindsHeldBy(job, holder), prefixes)]))
}

/**
 * In the transaction that stores a document: the numbers that it prints are used from now on, and the job bears the
 * number of its house paper. Answers those that no document printed before. Call it before anything is stored that
 * refers to the job, whose row it locks.
 */
export async function markNumbersUsed(
  session: Session,
  holder: string,
  { jobId, printsHouses, ...request }: NumberRequest,
): Promise<TakenNumber[]> {
  if (request.kinds.length === 0 && !request.printsHouseBl && !printsHouses) return []
  const { db, accountId } = session
  const houseIds = printsHouses ? await jobNumbers.housesOf(db, accountId, jobId) : []
  const jobs = await jobNumbers.lockNumberedJobs(db, accountId, [jobId, ...houseIds])
  const job = jobs.get(jobId)
  if (!job) throw notFound('job')
  const prefixes = await housePrefixes(session)
  for (const id of houseIds) {
    const house = jobs.get(id)
    if (house) await markUsedOn(session, holder, house, { kinds: [], printsHouseBl: true, prefixes })
  }
  return markUsedOn(session, holder, job, { ...request, prefixes })
}

async function markUsedOn(
  { db, accountId }: Session,
  holder: string,
  job: jobNumbers.LockedJob,
  {
    kinds,
    printsHouseBl,
    prefixes,
  }: Omit<NumberRequest, 'jobId' | 'printsHouses'> & { prefixes: HousePrefixes },
): Promise<TakenNumber[]> {
  const { id: jobId } = job
  const held = kindsHeldBy(job, holder)
  const houseBl = houseBlOnceStored(job, held, prefixes)
  const isPrinted = (kind: NumberedPaper, number: string) =>
    kinds.includes(kind) || (printsHouseBl && isHousePaper(kind) && number === houseBl)
  const printed = job.numbers.filter(({ kind, number }) => held.includes(kind) && isPrinted(kind, number))
  const first = printed.filter(({ isUsed }) => !isUsed)
  for (const { kind } of first) await jobNumbers.markNumberUsed(db, accountId, { jobId, kind })
  if (houseBl !== job.hbl && printed.some(({ number }) => number === houseBl))
    await updateJob(db, accountId, { id: jobId, hbl: houseBl })
  return first.filter(({ isTyped }) => !isTyped).map(({ kind, number }) => ({ kind, number, isNew: true }))
}

/** Lets go of the numbers that a holder took: those that no document prints and nobody else holds are given back. */
export async function releaseNumbers(session: Session, holder: string): Promise<void> {
  const { db, accountId } = session
  const jobs = await jobNumbers.lockNumberedJobs(
    db,
    accountId,
    await jobNumbers.jobsHeldBy(db, accountId, holder),
  )
  await jobNumbers.removeHolder(db, accountId, holder)
  for (const kind of paperKinds)
    for (const job of jobs.values()) {
      const own = ownNumber(job, kind)
      if (!own || own.isUsed || own.heldBy.some(other => other !== holder)) continue
      if (!own.heldBy.includes(holder)) continue
      await jobNumbers.deleteJobNumber(db, accountId, { jobId: job.id, kind })
      if (!own.isTyped) await records.returnNumber(db, accountId, kind, own.number)
    }
}

/** Runs what takes numbers under a holder of its own. What of them was not used by then is given back. */
export async function withNumberHolder<Result>(
  asUser: AsUser,
  work: (holder: string) => Promise<Result>,
): Promise<Result> {
  const holder = crypto.randomUUID()
  try {
    return await work(holder)
  } finally {
    // Where this fails, the numbers stay with their jobs and are used by the next documents.
    await asUser(session => releaseNumbers(session, holder)).catch(() => undefined)
  }
}

/** In words, for the history: "House bill of lading HBL-00042". */
export const describeNumbers = (numbers: readonly Pick<TakenNumber, 'kind' | 'number'>[]): string =>
  numbers.map(({ kind, number }) => `${numberedPapers[kind].label} ${number}`).join(', ')
