import { TransportMode } from '#contract/choices.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { MissingValue } from '#contract/generation.ts'
import { isHousePaper, type NumberedPaper, numberedPapers } from '#contract/numbering.ts'
import {
  type HousePrefixes,
  isOfHouses,
  isOfOtherMode,
  type NumberedJob,
} from '#server/company/house-number.ts'
import type { LockedJob } from '#server/company/job-number-records.ts'
import type { NumberRequest, TakenNumbers } from '#server/company/take-numbers-commands.ts'
import { AppError } from '#server/errors.ts'
import type { TemplateReport } from '#server/word/report.ts'
import { papersNumberedBy } from '#server/templates/fields/number-fields.ts'
import { type NamedPaper, papersNamedBy } from '#server/templates/fields/paper-fields.ts'
import { refusalOfNamedPaper } from './named-papers.ts'

const OF_HOUSES = new Set(['Bills.HouseBl', 'Houses.HouseBl'])
const HOUSE_BL = new Set(['Shipment.HouseBl', 'Bills.HouseBl'])

/** What papers a template makes, and which numbers of a job they print. */
export type Printed = Omit<NumberRequest, 'jobId'> & { named: readonly NamedPaper[] }

/** What a template of this report prints; nothing where the document will be refused. */
export function numbersPrinted(
  { fields, problems }: Pick<TemplateReport, 'fields' | 'problems'>,
  { blankUnknown = false }: { blankUnknown?: boolean | undefined },
): Printed {
  if (problems.length > 0 && !blankUnknown)
    return { named: [], kinds: [], printsHouseBl: false, printsHouses: false }
  const names = fields.map(({ name }) => name)
  return {
    named: papersNamedBy(names),
    kinds: papersNumberedBy(names),
    printsHouseBl: names.some(name => HOUSE_BL.has(name)),
    printsHouses: names.some(name => OF_HOUSES.has(name)),
  }
}

const modeOf = { houseBill: 'a sea job', houseAirWaybill: 'an air job' }

/**
 * Why a template that prints these numbers makes nothing for a job of this mode; null where it does. A template that
 * names both house papers prints the one that fits.
 */
function refusalByMode(
  job: Pick<NumberedJob, 'jobId' | 'transportMode'>,
  kinds: readonly NumberedPaper[],
): string | null {
  const [paper, ...others] = kinds.filter(isHousePaper)
  if (!paper || others.length > 0 || !isOfOtherMode(job, paper)) return null
  const [own, mode] =
    paper === 'houseBill' ? ['houseAirWaybill' as const, 'air'] : ['houseBill' as const, 'sea']
  return (
    `A ${numberedPapers[paper].label.toLowerCase()} is made for ${modeOf[paper]}, and job ${job.jobId} goes by ${mode}. ` +
    `Make a ${numberedPapers[own].label.toLowerCase()}, or change the job’s Mode of Transport.`
  )
}

/** Where a job's House B/L is the number of a paper that jobs of its mode do not make. */
export function houseBlToCheck(
  { houseBl, houseBlOfOther: other }: TakenNumbers,
  transportMode: number | null,
): Omit<MissingValue, 'templateIds'>[] {
  if (!other) return []
  const label = jobFieldLabels.hbl
  const start = `${label} is ${houseBl}, a number of a ${numberedPapers[other].label.toLowerCase()}`
  const message =
    transportMode === null
      ? `${start}, and the job has no mode of transport`
      : transportMode === TransportMode.road
        ? `${start}, and the job goes by road: papers call it a consignment note`
        : `${start}, and the job goes by ${other === 'houseBill' ? 'air' : 'sea'}. Clear it to get a number of the right series`
  return [{ label, message, place: { screen: 'details', field: 'hbl' } }]
}

/** Why a template that prints these numbers makes nothing for a master job; null where it does. */
function refusalOfMaster(job: NumberedJob, kinds: readonly NumberedPaper[], prefixes: HousePrefixes) {
  const paper = kinds.find(kind => !isOfOtherMode(job, kind) && isOfHouses(job, kind, prefixes))
  if (!paper) return null
  const label = numberedPapers[paper].label.toLowerCase()
  return (
    `Job ${job.jobId} is a master job: a ${label} is numbered for each of its house jobs. ` +
    `Make it for them, or enter this job’s own House BL.`
  )
}

type Paper = Pick<Printed, 'kinds' | 'named'>
type Refusal = { code: 'other_mode' | 'no_dangerous_goods' | 'master_job'; message: string }

/** The first reason counts: what a paper is called comes before the number that it bears. */
function refusal(job: LockedJob, { kinds, named }: Paper, prefixes: HousePrefixes): Refusal | null {
  const ofNamed = refusalOfNamedPaper(job, named)
  if (ofNamed) return ofNamed
  const byMode = refusalByMode(job, kinds)
  if (byMode) return { code: 'other_mode', message: byMode }
  const ofMaster = refusalOfMaster(job, kinds, prefixes)
  return ofMaster ? { code: 'master_job', message: ofMaster } : null
}

/** Why a template of such papers makes nothing for a job; null where it does. */
export const refusalOfPaper = (job: LockedJob, paper: Paper, prefixes: HousePrefixes): string | null =>
  refusal(job, paper, prefixes)?.message ?? null

export function refusePaper(job: LockedJob, paper: Paper, prefixes: HousePrefixes) {
  const found = refusal(job, paper, prefixes)
  if (found) throw new AppError(found.code, found.message)
}

/** What templates need together of a job: those that make nothing for it need nothing. */
export function numberRequestFor(
  job: LockedJob,
  printed: readonly Printed[],
  prefixes: HousePrefixes,
): NumberRequest {
  const made = printed.filter(paper => refusalOfPaper(job, paper, prefixes) === null)
  return {
    jobId: job.id,
    kinds: [...new Set(made.flatMap(({ kinds }) => kinds))],
    printsHouseBl: made.some(one => one.printsHouseBl),
    printsHouses: made.some(one => one.printsHouses),
  }
}
