import { Direction, JobStatus, TransportMode } from '#contract/choices.ts'
import type { SummaryJob } from './records.ts'

/** The calendar day that many days after another. */
const plusDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

export const DAYS_AHEAD = 7
const DAYS_TO_CARRIER = 3

/** Cancelled, Completed and Closed each say that nobody waits for anything any more. */
export const reportedStatuses = [JobStatus.inProgress] as const

type Side = 'import' | 'export' | 'unset'
const sideOf = ({ direction }: Pick<SummaryJob, 'direction'>): Side =>
  direction === Direction.import ? 'import' : direction === Direction.export ? 'export' : 'unset'

const everySide: readonly Side[] = ['import', 'export', 'unset']
/** Work at the destination. For an export it is the agent's there; who says no direction may mean an import. */
const atDestination: readonly Side[] = ['import', 'unset']
/** Work before departure. For an import it is the agent's at the origin. */
const atOrigin: readonly Side[] = ['export']

type Line = {
  title: string
  /** Something should have happened by now: what the list's filter “overdue” finds (server/jobs/overdue-records.ts). */
  isOverdue?: true
  /** How the subject counts them: "3 leaving". */
  short: string
  /** In which directions the forwarder has to do something about it. */
  for: readonly Side[]
  holds: (job: SummaryJob, day: string) => boolean
}

const hasLeft = ({ etd }: SummaryJob, day: string) => etd !== null && etd < day
const arrivesSoon = ({ eta }: SummaryJob, day: string) =>
  eta !== null && eta >= day && eta <= plusDays(day, DAYS_AHEAD)
/** Soon to leave, or on the way: once the goods are there, nobody needs what they should have left with. */
const leavesWithin = ({ etd, eta }: SummaryJob, day: string, days: number) =>
  etd !== null && etd <= plusDays(day, days) && (eta === null || eta >= day)
/** Lorries carry consignment notes, not bills of lading. */
const needsBill = ({ transportMode }: SummaryJob) => transportMode !== TransportMode.road

/** What a forwarder's day is about, in the order of its haste. */
const lines: readonly Line[] = [
  {
    // The importer's goods leave the origin, the exporter's leave here: both tell their customers.
    title: 'Leaving today',
    short: 'leaving',
    for: everySide,
    holds: ({ etd }, day) => etd === day,
  },
  {
    // An exporter's customer asks for it as well; there is nothing to do, so it is no alarm.
    title: 'Arriving today',
    short: 'arriving',
    for: everySide,
    holds: ({ eta }, day) => eta === day,
  },
  {
    // Who hands out the delivery order is whoever is at the destination.
    isOverdue: true,
    title: 'Overdue: ETA is past and the delivery order is not picked up',
    short: 'overdue',
    for: atDestination,
    holds: ({ eta, pickedUpOn }, day) => eta !== null && eta < day && pickedUpOn === null,
  },
  {
    // The importer gets whichever bill there is from the agent, and needs one to know of.
    isOverdue: true,
    title: 'Overdue: ETD is past and there is no bill of lading',
    short: 'without a bill of lading',
    for: atDestination,
    holds: (job, day) => hasLeft(job, day) && needsBill(job) && !job.houseBl && !job.masterBl,
  },
  {
    // The carrier issues one for whatever it has taken aboard. A house's stands on its master job.
    isOverdue: true,
    title: 'Overdue: ETD is past and there is no master bill of lading',
    short: 'without a master bill of lading',
    for: atOrigin,
    holds: (job, day) => hasLeft(job, day) && needsBill(job) && !job.masterBl && !job.ofMaster.masterBl,
  },
  {
    // The exporter issues it, but not for a direct shipment: only a house of a master job needs one for certain.
    isOverdue: true,
    title: 'Overdue: ETD is past and there is no house bill of lading',
    short: 'without a house bill of lading',
    for: atOrigin,
    holds: (job, day) => hasLeft(job, day) && needsBill(job) && job.isHouse && !job.houseBl,
  },
  {
    // The agent at the destination must know in time; of a consolidation it may be told once, on the master job.
    title: `Shipping instructions not sent, leaving within ${DAYS_AHEAD} days or left already`,
    short: 'without shipping instructions',
    for: atOrigin,
    holds: (job, day) =>
      leavesWithin(job, day, DAYS_AHEAD) && !job.instructionsSentOn && !job.ofMaster.instructionsSentOn,
  },
  {
    // The exporter delivers them at the carrier's; those of a consolidation go with its master job.
    title: `Documents not submitted to the carrier, leaving within ${DAYS_TO_CARRIER} days or left already`,
    short: 'without documents at the carrier',
    for: atOrigin,
    holds: (job, day) =>
      leavesWithin(job, day, DAYS_TO_CARRIER) && !job.isHouse && job.documentsSubmittedOn === null,
  },
  {
    // The agent at the destination informs the consignee.
    title: `Arrival notice not sent, arriving within ${DAYS_AHEAD} days`,
    short: 'without an arrival notice',
    for: atDestination,
    holds: (job, day) => arrivesSoon(job, day) && job.documentsEmailedOn === null,
  },
  {
    // They come from the origin and are needed for customs at the destination.
    title: `Documents not received, arriving within ${DAYS_AHEAD} days`,
    short: 'without documents',
    for: atDestination,
    holds: (job, day) => arrivesSoon(job, day) && job.documentsReceivedOn === null,
  },
]

/** The lines of a day's summary, each with its jobs. */
export const linesOf = (jobs: readonly SummaryJob[], day: string) =>
  lines
    .map(line => ({
      ...line,
      jobs: jobs.filter(job => line.for.includes(sideOf(job)) && line.holds(job, day)),
    }))
    .filter(line => line.jobs.length > 0)
