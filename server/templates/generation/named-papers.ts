import { labelOf, TransportMode, transportModes } from '#contract/choices.ts'
import type { LockedJob } from '#server/company/job-number-records.ts'
import type { NamedPaper } from '#server/templates/fields/paper-fields.ts'

type Refusal = { code: 'other_mode' | 'no_dangerous_goods'; message: string }

/** What is to be done by another mode, a sentence. */
type OfOthers = Readonly<Record<number, string>>

const OR_MODE = 'or change the job’s Mode of Transport.'
const IF_WRONG = 'If its mode is wrong, change the job’s Mode of Transport.'

const insteadOfWaybill: OfOthers = {
  [TransportMode.air]: `Make a house air waybill, ${OR_MODE}`,
  [TransportMode.road]: `Make a CMR consignment note, ${OR_MODE}`,
}
const orHaulier = `choose the Haulier of its way by road, ${OR_MODE}`

// SOLAS, chapter VI, regulation 2, is of containers that a ship loads.
const ONLY_BY_SEA = `Only containers by sea need one. ${IF_WRONG}`

const papers: Readonly<Record<NamedPaper, { name: string; mode: number; instead: OfOthers }>> = {
  seaWaybill: { name: 'sea waybill', mode: TransportMode.sea, instead: insteadOfWaybill },
  vgmDeclaration: {
    name: 'VGM declaration',
    mode: TransportMode.sea,
    instead: {
      [TransportMode.air]: ONLY_BY_SEA,
      [TransportMode.road]: ONLY_BY_SEA,
    },
  },
  dangerousGoodsNote: {
    name: 'dangerous goods note',
    mode: TransportMode.sea,
    instead: {
      [TransportMode.air]: `By air the shipper fills in IATA’s declaration for dangerous goods. ${IF_WRONG}`,
      [TransportMode.road]: `By road the CMR consignment note tells of dangerous goods. ${IF_WRONG}`,
    },
  },
  consignmentNote: {
    name: 'CMR consignment note',
    mode: TransportMode.road,
    instead: {
      [TransportMode.sea]: `Make a house bill of lading, ${orHaulier}`,
      [TransportMode.air]: `Make a house air waybill, ${orHaulier}`,
    },
  },
}

/**
 * Why a template that is one of these papers makes nothing for a job; null where it does. One that is several is made
 * where one of them is.
 */
export function refusalOfNamedPaper(job: LockedJob, named: readonly NamedPaper[]): Refusal | null {
  const refusals = named.map(paper => refusalOf(job, paper))
  return refusals.includes(null) ? null : (refusals[0] ?? null)
}

/**
 * A job whose mode nobody has chosen has any of them, and a haulier carries to and from a ship or an aircraft under a
 * consignment note.
 */
function refusalOf(job: LockedJob, paper: NamedPaper): Refusal | null {
  const { jobId, transportMode } = job
  const { name, mode, instead } = papers[paper]
  const isHauled = paper === 'consignmentNote' && job.hasHaulier
  if (transportMode !== null && transportMode !== mode && !isHauled) {
    const [made, goes] = [mode, transportMode].map(one => labelOf(transportModes, one).toLowerCase())
    const message = `A ${name} is made for a ${made} job, and job ${jobId} goes by ${goes}. ${instead[transportMode]}`
    return { code: 'other_mode', message }
  }
  if (paper === 'dangerousGoodsNote' && !job.hasDangerousGoods)
    return {
      code: 'no_dangerous_goods',
      message: `Job ${jobId} has no dangerous goods: none of its items has a UN number. A ${name} lists nothing else.`,
    }
  return null
}
