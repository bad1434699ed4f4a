import {
  type HousePaper,
  isHousePaper,
  type NumberedPaper,
  numberedPapers,
  paperKinds,
} from '#contract/numbering.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import { getJobById, updateJob } from '#server/jobs/records.ts'
import type { AsUser } from '#server/route.ts'
import {
  type HousePrefixes,
  houseBlAfter,
  isOfOtherMode,
  numberOn,
  ownNumber,
  paperOfOtherMode,
  paperOfHouseBl,
} from './house-number.ts'
import * as jobNumbers from './job-number-records.ts'
import * as records from './numbering-records.ts'

const MOST_TAKEN = 1000

/** What papers that are about to be made need of a job. */
export type NumberWish = {
  jobId: string
  kinds: readonly NumberedPaper[]
  /** They print the job's House B/L, whichever paper it is the number of. */
  printsHouseBl: boolean
  /** They print the House B/L of the job's houses. */
  printsHouses: boolean
}

/** What becomes of a job on which nothing stands yet, where a number would be taken for it. */
export type OfEmptyJobs = 'take' | 'refuse' | 'leave out'

export type TakenNumber = {
  kind: NumberedPaper
  number: string
  /** No document prints it yet. */
  isNew: boolean
}

export type Taken = {
  jobId: string
  numbers: TakenNumber[]
  /** The job's House B/L once the papers are stored. */
  houseBl: string | null
  /** The paper of another mode of transport whose number that House B/L is. */
  houseBlOfOther: HousePaper | null
  isEmpty: boolean
  /** A house number of these that another job bears as well; null where each is this job's alone. */
  shared: SharedNumber | null
}

export type SharedNumber = {
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

/**
 * Gives jobs all the numbers that their papers need, before the first of them is made. Until they are used, `holder`
 * has to let go of them; asking again with the same holder takes nothing more. Papers of another mode of transport
 * are left out. A number stays with its job, whatever becomes of the document.
 */
export async function takeNumbers(
  session: Session,
  holder: string,
  wishes: readonly NumberWish[],
  ofEmptyJobs: OfEmptyJobs,
): Promise<Taken[]> {
  const { db, accountId } = session
  const jobs = await jobNumbers.lockNumberedJobs(
    db,
    accountId,
    wishes.map(({ jobId }) => jobId),
  )
  const prefixes = await housePrefixes(session)
  const plans = wishes.map(wish => {
    const job = jobs.get(wish.jobId)
    if (!job) throw notFound('job')
    const fitting = wish.kinds.filter(kind => !isOfOtherMode(job, kind))
    const kinds =
      job.isEmpty && ofEmptyJobs === 'leave out'
        ? fitting.filter(kind => !isToBeSpent(job, kind, holder, prefixes))
        : fitting
    return { ...wish, job, kinds }
  })
  if (ofEmptyJobs === 'refuse')
    for (const { job, kinds } of plans) {
      const spent = kinds.filter(kind => isToBeSpent(job, kind, holder, prefixes))
      if (job.isEmpty && spent.length > 0) throw emptyJob(job, spent)
    }
  for (const kind of paperKinds)
    for (const { job, kinds } of plans)
      if (kinds.includes(kind)) await takeNumber(session, job, kind, { holder, prefixes })
  const taken: Taken[] = []
  for (const { job, kinds, printsHouseBl } of plans) {
    if (printsHouseBl) {
      const owner = paperOfHouseBl(job, prefixes)
      if (owner) await hold(session, job, owner, holder)
    }
    const numbers = paperKinds.flatMap(kind => {
      if (!kinds.includes(kind)) return []
      const number = numberOn(job, kind, prefixes)
      const own = ownNumber(job, kind)
      return number ? [{ kind, number, isNew: own?.number === number && !own.isUsed && !own.isTyped }] : []
    })
    const houseBl = houseBlAfter(job, [...kinds, ...kindsHeld(job, holder)], prefixes)
    const houseBlOfOther = paperOfOtherMode({ ...job, hbl: houseBl }, prefixes)
    const house = numbers.filter(({ kind }) => isHousePaper(kind)).map(({ number }) => number)
    if (printsHouseBl && houseBl) house.push(houseBl)
    const shared = await sharedNumber(session, job, house)
    taken.push({ jobId: job.id, numbers, houseBl, houseBlOfOther, isEmpty: job.isEmpty, shared })
  }
  return taken
}

async function sharedNumber(
  { db, accountId }: Session,
  job: jobNumbers.LockedJob,
  numbers: readonly string[],
): Promise<SharedNumber | null> {
  for (const number of new Set(numbers)) {
    const other = (await records.jobsBearing(db, accountId, number)).find(({ id }) => id !== job.id)
    const isOwn = job.numbers.some(one => isHousePaper(one.kind) && !one.isTyped && one.number === number)
    if (other) return { number, jobId: other.jobId, isOwn }
  }
  return null
}

/** The other jobs that bear a job's House B/L. */
export async function otherJobsOfHouseBl({ db, accountId }: Session, id: string) {
  const job = await getJobById(db, accountId, id, { withStakeholders: false })
  if (!job) throw notFound('job')
  if (!job.hbl) return []
  return (await records.jobsBearing(db, accountId, job.hbl)).filter(other => other.id !== id)
}

/** The House B/L of jobs once the papers are stored for which `holder` has taken numbers, by job. */
export async function houseBlsHeld(
  session: Session,
  holder: string,
  jobIds: readonly string[],
): Promise<Map<string, string | null>> {
  const prefixes = await housePrefixes(session)
  const jobs = await jobNumbers.readNumberedJobs(session.db, session.accountId, jobIds)
  return new Map(jobs.map(job => [job.id, houseBlAfter(job, kindsHeld(job, holder), prefixes)]))
}

/** Why no numbered house paper is made of a job that shares its number; null where the number is its own. */
export const refusalOfShared = (shared: SharedNumber | null): string | null =>
  shared && !shared.isOwn
    ? `Job ${shared.jobId} bears the number ${shared.number} already. ` +
      `Change this job’s House BL, or clear it to use the next number of the series.`
    : null

const kindsHeld = ({ numbers }: jobNumbers.LockedJob, holder: string) =>
  numbers.filter(one => one.heldBy.includes(holder)).map(({ kind }) => kind)

/** Whether a paper of this kind would be the first to print its number, and nobody has agreed to that yet. */
function isToBeSpent(
  job: jobNumbers.LockedJob,
  kind: NumberedPaper,
  holder: string,
  prefixes: HousePrefixes,
): boolean {
  const number = numberOn(job, kind, prefixes)
  if (!number) return true
  const own = ownNumber(job, kind)
  return own?.number === number && !own.isUsed && !own.isTyped && !own.heldBy.includes(holder)
}

async function takeNumber(
  session: Session,
  job: jobNumbers.LockedJob,
  kind: NumberedPaper,
  { holder, prefixes }: { holder: string; prefixes: HousePrefixes },
): Promise<void> {
  const { db, accountId } = session
  const own = ownNumber(job, kind)
  const number = numberOn(job, kind, prefixes)
  const keep = async (text: string, isTyped: boolean) => {
    const kept = { kind, number: text, isTyped, heldBy: [holder] }
    if (!(await jobNumbers.keepNumber(db, accountId, { jobId: job.id, ...kept }))) return false
    job.numbers.push({ ...kept, isUsed: false })
    return true
  }
  if (!number) {
    if (own) {
      await jobNumbers.dropNumber(db, accountId, { jobId: job.id, kind })
      job.numbers.splice(job.numbers.indexOf(own), 1)
    }
    await nextFreeNumber(session, kind, text => keep(text, false))
  } else if (own) await hold(session, job, kind, holder)
  // From now on the typed House B/L is this paper's number, and not the other's.
  else await keep(number, true)
}

async function hold(
  { db, accountId }: Session,
  job: jobNumbers.LockedJob,
  kind: NumberedPaper,
  holder: string,
): Promise<void> {
  const own = ownNumber(job, kind)
  if (!own || own.heldBy.includes(holder)) return
  await jobNumbers.holdNumber(db, accountId, { jobId: job.id, kind }, holder)
  own.heldBy = [...own.heldBy, holder]
}

const isBorneElsewhere = async ({ db, accountId }: Session, number: string) =>
  (await records.jobsBearing(db, accountId, number)).length > 0

async function nextFreeNumber(
  session: Session,
  kind: NumberedPaper,
  keep: (number: string) => Promise<boolean>,
): Promise<void> {
  const { db, accountId } = session
  for (let attempt = 0; attempt < MOST_TAKEN; attempt += 1) {
    const number = await records.takeNumber(db, accountId, kind)
    // A typed number, or a series that was set back, may have used it already.
    if (isHousePaper(kind) && (await isBorneElsewhere(session, number))) continue
    if (await keep(number)) return
  }
  throw new AppError(
    'in_use',
    `The next ${MOST_TAKEN} numbers of this series are in use. Set a higher next number under Company.`,
  )
}

function emptyJob({ jobId }: jobNumbers.LockedJob, kinds: readonly NumberedPaper[]): AppError {
  const labels = kinds.map(kind => numberedPapers[kind].label.toLowerCase())
  return new AppError(
    'job_empty',
    `Job ${jobId} has no parties, goods or route yet. A number would be used for: ${labels.join(', ')}. ` +
      `Fill in the job, or send allowEmptyJob to make the document all the same.`,
  )
}

/**
 * In the transaction that stores a document: the numbers that it prints are used from now on, and the job bears the
 * number of its house paper. Answers those that no document printed before. Call it before anything is stored that
 * refers to the job, whose row it locks.
 */
export async function spendNumbers(
  session: Session,
  holder: string,
  { jobId, printsHouses, ...wish }: NumberWish,
): Promise<TakenNumber[]> {
  if (wish.kinds.length === 0 && !wish.printsHouseBl && !printsHouses) return []
  const { db, accountId } = session
  const houseIds = printsHouses ? await jobNumbers.housesOf(db, accountId, jobId) : []
  const jobs = await jobNumbers.lockNumberedJobs(db, accountId, [jobId, ...houseIds])
  const job = jobs.get(jobId)
  if (!job) throw notFound('job')
  const prefixes = await housePrefixes(session)
  for (const id of houseIds) {
    const house = jobs.get(id)
    if (house) await spendOf(session, holder, house, { kinds: [], printsHouseBl: true, prefixes })
  }
  return spendOf(session, holder, job, { ...wish, prefixes })
}

async function spendOf(
  { db, accountId }: Session,
  holder: string,
  job: jobNumbers.LockedJob,
  {
    kinds,
    printsHouseBl,
    prefixes,
  }: Omit<NumberWish, 'jobId' | 'printsHouses'> & { prefixes: HousePrefixes },
): Promise<TakenNumber[]> {
  const { id: jobId } = job
  const held = kindsHeld(job, holder)
  const houseBl = houseBlAfter(job, held, prefixes)
  const isPrinted = (kind: NumberedPaper, number: string) =>
    kinds.includes(kind) || (printsHouseBl && isHousePaper(kind) && number === houseBl)
  const printed = job.numbers.filter(({ kind, number }) => held.includes(kind) && isPrinted(kind, number))
  const first = printed.filter(({ isUsed }) => !isUsed)
  for (const { kind } of first) await jobNumbers.noteUse(db, accountId, { jobId, kind })
  if (houseBl !== job.hbl && printed.some(({ number }) => number === houseBl))
    await updateJob(db, accountId, { id: jobId, hbl: houseBl })
  return first.filter(({ isTyped }) => !isTyped).map(({ kind, number }) => ({ kind, number, isNew: true }))
}

/** Lets go of the numbers that a holder took: those that no document prints and nobody else holds are given back. */
export async function returnNumbers(session: Session, holder: string): Promise<void> {
  const { db, accountId } = session
  const jobs = await jobNumbers.lockNumberedJobs(
    db,
    accountId,
    await jobNumbers.jobsHeldBy(db, accountId, holder),
  )
  await jobNumbers.letGo(db, accountId, holder)
  for (const kind of paperKinds)
    for (const job of jobs.values()) {
      const own = ownNumber(job, kind)
      if (!own || own.isUsed || own.heldBy.some(other => other !== holder)) continue
      if (!own.heldBy.includes(holder)) continue
      await jobNumbers.dropNumber(db, accountId, { jobId: job.id, kind })
      if (!own.isTyped) await records.returnNumber(db, accountId, kind, own.number)
    }
}

/** Runs what takes numbers under a holder of its own. What of them was not used by then is given back. */
export async function holdingNumbers<Result>(
  asUser: AsUser,
  work: (holder: string) => Promise<Result>,
): Promise<Result> {
  const holder = crypto.randomUUID()
  try {
    return await work(holder)
  } finally {
    // Where this fails, the numbers stay with their jobs and are used by the next documents.
    await asUser(session => returnNumbers(session, holder)).catch(() => undefined)
  }
}

/** In words, for the history: "House bill of lading HBL-00042". */
export const numbersInWords = (numbers: readonly Pick<TakenNumber, 'kind' | 'number'>[]): string =>
  numbers.map(({ kind, number }) => `${numberedPapers[kind].label} ${number}`).join(', ')
