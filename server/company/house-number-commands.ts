import { type HousePaper } from '#contract/numbering.ts'
import { isHousePaper } from '#contract/numbering.ts'
import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { getJobById } from '#server/jobs/records.ts'
import { foldedNumber, houseNumberIn, type HousePrefixes } from './house-number.ts'
import type { LockedJob } from './job-number-records.ts'
import * as records from './numbering-records.ts'

export type SharedNumber = {
  /** As the other job has it. */
  number: string
  /** The Job Id of another job that bears it. */
  jobId: number
  /** This job's series gave it the number: the other one has to be changed. */
  isOwn: boolean
}

export async function housePrefixes({ db, accountId }: Session): Promise<HousePrefixes> {
  const series = await records.numberSeriesOf(db, accountId)
  const prefixOf = (kind: HousePaper) => series.find(one => one.kind === kind)?.prefix ?? ''
  return { houseBill: prefixOf('houseBill'), houseAirWaybill: prefixOf('houseAirWaybill') }
}

/** Which of these house numbers of a job another job bears as well; null where each is its own. */
export async function sharedNumber(
  { db, accountId }: Session,
  job: LockedJob,
  numbers: readonly string[],
): Promise<SharedNumber | null> {
  for (const number of new Set(numbers)) {
    const other = (await records.jobsWithNumber(db, accountId, number)).find(({ id }) => id !== job.id)
    const isOwn = job.numbers.some(one => isHousePaper(one.kind) && !one.isTyped && one.number === number)
    if (!other) continue
    const theirs = houseNumberIn(other.houseBl)
    const isSame = theirs !== null && foldedNumber(theirs) === foldedNumber(number)
    return { number: isSame ? theirs : number, jobId: other.jobId, isOwn }
  }
  return null
}

/** The other jobs that bear a job's House B/L. */
export async function otherJobsOfHouseBl({ db, accountId }: Session, id: string) {
  const job = await getJobById(db, accountId, id, { withStakeholders: false })
  if (!job) throw notFound('job')
  const number = houseNumberIn(job.hbl)
  if (number === null) return []
  const others = await records.jobsWithNumber(db, accountId, number)
  return others.filter(other => other.id !== id).map(({ houseBl: _, ...other }) => other)
}

/** Why no numbered house paper is made of a job that shares its number; null where the number is its own. */
export const refusalForSharedNumber = (shared: SharedNumber | null): string | null =>
  shared && !shared.isOwn
    ? `Job ${shared.jobId} already has the number ${shared.number}. ` +
      `Change this job’s House BL, or clear it to use the next number of the series.`
    : null

export const isUsedByAnyJob = async ({ db, accountId }: Session, number: string) =>
  (await records.jobsWithNumber(db, accountId, number)).length > 0
