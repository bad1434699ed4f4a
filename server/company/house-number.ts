import {
  type HousePaper,
  housePaperOf,
  isHousePaper,
  type NumberedPaper,
  otherHousePaper,
} from '#contract/numbering.ts'

/** A number that a job has for one kind of paper. */
export type JobNumber = {
  kind: NumberedPaper
  number: string
  /** A person typed it as House B/L; it belongs to no series. */
  isTyped: boolean
  /** A document that prints it was stored. */
  isUsed: boolean
  /** Those who make documents with it at this moment. */
  heldBy: readonly string[]
}

export type NumberedJob = {
  id: string
  jobId: number
  hbl: string | null
  transportMode: number | null
  /** It is a master job. */
  hasHouses: boolean
  /** In the order in which they were taken. */
  numbers: readonly JobNumber[]
}

/** How the numbers of each house paper begin. */
export type HousePrefixes = Readonly<Record<HousePaper, string>>

export const ownNumber = ({ numbers }: Pick<NumberedJob, 'numbers'>, kind: NumberedPaper) =>
  numbers.find(one => one.kind === kind)

/**
 * Whose number the job's House B/L is. A number that the job was given tells by itself; for a typed one the mode of
 * transport tells, then how it begins, then the paper that was made first. null where nothing tells yet.
 */
export function paperOfHouseBl(job: NumberedJob, prefixes: HousePrefixes): HousePaper | null {
  const asked = housePaperOf(job.transportMode)
  const kinds = job.numbers.map(({ kind }) => kind).filter(isHousePaper)
  const { hbl } = job
  if (hbl) {
    const bearing = kinds.filter(kind => ownNumber(job, kind)?.number === hbl)
    if (asked && bearing.includes(asked)) return asked
    if (bearing[0]) return bearing[0]
  }
  return asked ?? (hbl ? paperThatBegins(hbl, prefixes) : null) ?? kinds[0] ?? null
}

/** A House B/L without the blanks around it, which are nobody's meaning; null where nothing else was typed. */
export const houseNumberIn = (houseBl: string | null): string | null => houseBl?.trim() || null

/** What a house number is compared by: carriers and people type its blanks, and how many, in various ways. */
export const foldedNumber = (number: string): string => number.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** The paper of the other mode whose number the job's House B/L is; null where it is not one. */
export function paperOfOtherMode(job: NumberedJob, prefixes: HousePrefixes): HousePaper | null {
  const asked = housePaperOf(job.transportMode)
  if (!job.hbl) return null
  if (!asked) return paperUnderOtherName(job, prefixes)
  const other = otherHousePaper(asked)
  const own = ownNumber(job, other)
  const isGiven = own?.number === job.hbl && !own.isTyped
  return isGiven || paperThatBegins(job.hbl, prefixes) === other ? other : null
}

/** By road papers call the number a consignment note's; without a mode they call it a house bill's. */
function paperUnderOtherName(job: NumberedJob, prefixes: HousePrefixes): HousePaper | null {
  const given = job.numbers.find(one => one.number === job.hbl && !one.isTyped)?.kind
  const paper = given && isHousePaper(given) ? given : paperThatBegins(job.hbl ?? '', prefixes)
  return job.transportMode === null && paper === 'houseBill' ? null : paper
}

function paperThatBegins(number: string, { houseBill, houseAirWaybill }: HousePrefixes): HousePaper | null {
  const begins = (prefix: string) => prefix !== '' && number.toLowerCase().startsWith(prefix.toLowerCase())
  if (begins(houseBill) === begins(houseAirWaybill)) return null
  return begins(houseBill) ? 'houseBill' : 'houseAirWaybill'
}

/** The number that a paper of this kind bears on the job as things stand; null where it has to be given one. */
export function numberOn(job: NumberedJob, kind: NumberedPaper, prefixes: HousePrefixes): string | null {
  const own = ownNumber(job, kind)
  if (!isHousePaper(kind)) return own?.number ?? null
  const owner = paperOfHouseBl(job, prefixes)
  if (job.hbl && (owner === kind || owner === null)) return job.hbl
  // A typed number that was cleared, or that another paper has taken over, is nobody's.
  return own && !own.isTyped ? own.number : null
}

/**
 * Whether a number of this series is not for this job but for its houses: to the shippers of a consolidation the
 * forwarder issues a house bill each, and for the whole the carrier issues the master bill. A master job that bears a
 * house number all the same, typed or given before it had houses, keeps it.
 */
export const isOfHouses = (job: NumberedJob, kind: NumberedPaper, prefixes: HousePrefixes): boolean =>
  isHousePaper(kind) && job.hasHouses && numberOn(job, kind, prefixes) === null

/** Whether a job of this mode makes no paper of this kind. */
export function isOfOtherMode({ transportMode }: Pick<NumberedJob, 'transportMode'>, kind: NumberedPaper) {
  const asked = housePaperOf(transportMode)
  return isHousePaper(kind) && asked === otherHousePaper(kind)
}

/**
 * The job's House B/L once papers of these kinds are stored, which have their numbers. What a person typed stays; a
 * number of the other series gives way to that of the paper which the mode of transport calls for.
 */
export function houseBlOnceStored(
  job: NumberedJob,
  kinds: readonly NumberedPaper[],
  prefixes: HousePrefixes,
): string | null {
  const made = kinds.filter(isHousePaper)
  const asked = housePaperOf(job.transportMode)
  const owner = paperOfHouseBl(job, prefixes)
  const kind = [asked, owner, made[0]].find(one => one && made.includes(one))
  if (!kind) return job.hbl
  if (job.hbl && (owner !== otherHousePaper(kind) || asked !== kind)) return job.hbl
  return ownNumber(job, kind)?.number ?? job.hbl
}

/** The kinds of paper whose numbers somebody holds while making documents. */
export const kindsHeldBy = ({ numbers }: Pick<NumberedJob, 'numbers'>, holder: string): NumberedPaper[] =>
  numbers.filter(one => one.heldBy.includes(holder)).map(({ kind }) => kind)
