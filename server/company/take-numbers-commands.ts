import {
  MAX_PAPER_NUMBER,
  type HousePaper,
  isHousePaper,
  type NumberedPaper,
  numberedPapers,
  paperKinds,
} from '#contract/numbering.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import {
  houseBlOnceStored,
  type HousePrefixes,
  isOfHouses,
  isOfOtherMode,
  kindsHeldBy,
  numberOn,
  ownNumber,
  paperOfHouseBl,
  paperOfOtherMode,
} from './house-number.ts'
import { housePrefixes, isUsedByAnyJob, type SharedNumber, sharedNumber } from './house-number-commands.ts'
import * as jobNumbers from './job-number-records.ts'
import * as records from './numbering-records.ts'

const MAX_TAKEN = 1000

/** What papers that are about to be made need of a job. */
export type NumberRequest = {
  jobId: string
  kinds: readonly NumberedPaper[]
  /** They print the job's House B/L, whichever paper it is the number of. */
  printsHouseBl: boolean
  /** They print the House B/L of the job's houses. */
  printsHouses: boolean
}

/** What becomes of a job on which nothing stands yet, where a number would be taken for it. */
export type EmptyJobPolicy = 'take' | 'refuse' | 'leave out'

export type TakenNumber = {
  kind: NumberedPaper
  number: string
  /** No document prints it yet. */
  isNew: boolean
}

export type TakenNumbers = {
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

/**
 * Gives jobs all the numbers that their papers need, before the first of them is made. Until they are used, `holder`
 * has to let go of them; asking again with the same holder takes nothing more. Papers of another mode of transport
 * are left out, and house papers of a master job. A number stays with its job, whatever becomes of the document.
 */
export async function takeNumbers(
  session: Session,
  holder: string,
  requests: readonly NumberRequest[],
  ofEmptyJobs: EmptyJobPolicy,
): Promise<TakenNumbers[]> {
  const { db, accountId } = session
  const jobs = await jobNumbers.lockNumberedJobs(
    db,
    accountId,
    requests.map(({ jobId }) => jobId),
  )
  const prefixes = await housePrefixes(session)
  const plans = requests.map(request => {
    const job = jobs.get(request.jobId)
    if (!job) throw notFound('job')
    const fitting = request.kinds.filter(
      kind => !isOfOtherMode(job, kind) && !isOfHouses(job, kind, prefixes),
    )
    const kinds =
      job.isEmpty && ofEmptyJobs === 'leave out'
        ? fitting.filter(kind => !isToBeSpent(job, kind, holder, prefixes))
        : fitting
    return { ...request, job, kinds }
  })
  if (ofEmptyJobs === 'refuse')
    for (const { job, kinds } of plans) {
      const spent = kinds.filter(kind => isToBeSpent(job, kind, holder, prefixes))
      if (job.isEmpty && spent.length > 0) throw emptyJob(job, spent)
    }
  for (const kind of paperKinds)
    for (const { job, kinds } of plans)
      if (kinds.includes(kind)) await takeNumber(session, job, kind, { holder, prefixes })
  const taken: TakenNumbers[] = []
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
    const houseBl = houseBlOnceStored(job, [...kinds, ...kindsHeldBy(job, holder)], prefixes)
    const houseBlOfOther = paperOfOtherMode({ ...job, hbl: houseBl }, prefixes)
    const house = numbers.filter(({ kind }) => isHousePaper(kind)).map(({ number }) => number)
    if (printsHouseBl && houseBl) house.push(houseBl)
    const shared = await sharedNumber(session, job, house)
    taken.push({ jobId: job.id, numbers, houseBl, houseBlOfOther, isEmpty: job.isEmpty, shared })
  }
  return taken
}

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
    if (!(await jobNumbers.insertJobNumber(db, accountId, { jobId: job.id, ...kept }))) return false
    job.numbers.push({ ...kept, isUsed: false })
    return true
  }
  if (!number) {
    if (own) {
      await jobNumbers.deleteJobNumber(db, accountId, { jobId: job.id, kind })
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
  await jobNumbers.addHolder(db, accountId, { jobId: job.id, kind }, holder)
  own.heldBy = [...own.heldBy, holder]
}

async function nextFreeNumber(
  session: Session,
  kind: NumberedPaper,
  keep: (number: string) => Promise<boolean>,
): Promise<void> {
  const { db, accountId } = session
  for (let attempt = 0; attempt < MAX_TAKEN; attempt += 1) {
    const number = await records.takeNumber(db, accountId, kind)
    if (number === null) throw usedUp(kind)
    // A typed number, or a series that was set back, may have used it already.
    if (isHousePaper(kind) && (await isUsedByAnyJob(session, number))) continue
    if (await keep(number)) return
  }
  throw new AppError(
    'in_use',
    `The next ${MAX_TAKEN} numbers of this series are in use. Set a higher next number under Company.`,
  )
}

const usedUp = (kind: NumberedPaper) =>
  new AppError(
    'in_use',
    `The numbers of the series “${numberedPapers[kind].label}” are used up: ${MAX_PAPER_NUMBER} was its last. ` +
      'Give it another prefix and a lower next number under Company.',
  )

function emptyJob({ jobId }: jobNumbers.LockedJob, kinds: readonly NumberedPaper[]): AppError {
  const labels = kinds.map(kind => numberedPapers[kind].label.toLowerCase())
  return new AppError(
    'job_empty',
    `Job ${jobId} has no parties, goods or route yet. A number would be used for: ${labels.join(', ')}. ` +
      `Fill in the job, or send allowEmptyJob to make the document anyway.`,
  )
}
