import { labelOf, transportModes } from '#contract/choices.ts'
import type { MissingValue } from '#contract/generation.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { foldedNumber } from '#server/company/house-number.ts'
import { fieldText } from '#server/templates/fields/field-text.ts'
import { inSentence } from './missing-words.ts'

type ToCheck = Omit<MissingValue, 'templateIds'>

type Shared = {
  field: keyof typeof jobFieldLabels
  /** The fields in which papers print it. */
  printedAs: RegExp
  of: (job: Job) => string | null
}

/** What the cargo of a consolidation has in common: it travels with its master, under the carrier's one bill. */
const shared: readonly Shared[] = [
  {
    field: 'quote.transportMode',
    printedAs: /^(Quote|Bills|Houses)\.TransportMode$/,
    of: ({ quote }) => labelOf(transportModes, quote.transportMode),
  },
  {
    field: 'vesselName',
    printedAs: /^(Shipment|Bills|Houses)\.VesselName$/,
    of: ({ vesselName }) => vesselName,
  },
  {
    field: 'etd',
    printedAs: /^(Shipment|Bills|Houses)\.Etd$/,
    of: ({ etd }) => (etd ? fieldText('date', etd) : null),
  },
  {
    field: 'quote.loadingPortId',
    printedAs: /^((Quote|Bills|Houses)\.LoadingPort|LoadingPort\..+)$/,
    of: ({ quote }) => quote.loadingPort,
  },
  {
    field: 'quote.dischargePortId',
    printedAs: /^((Quote|Bills|Houses)\.DischargePort|DischargePort\..+)$/,
    of: ({ quote }) => quote.dischargePort,
  },
  {
    field: 'mbl',
    printedAs: /^(Shipment|Bills|Houses)\.MasterBl$/,
    of: ({ mbl }) => mbl,
  },
]

const folded = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** House jobs that do not travel as their master does, on the master's papers that list them and on their own. */
export function masterToCheck(
  printed: ReadonlySet<string>,
  { job, houses, master }: TemplateSource,
): ToCheck[] {
  const names = [...printed]
  const differences = (house: Job, of: Job, whose: string, its: string) =>
    shared.flatMap(({ field, printedAs, of: read }) => {
      const [own, other] = [read(house)?.trim(), read(of)?.trim()]
      if (!own || !other || folded(own) === folded(other)) return []
      if (!names.some(name => printedAs.test(name))) return []
      const label = jobFieldLabels[field]
      return [{ field, label, message: `${whose}’s ${inSentence(label)} is ${own}; ${its} is ${other}` }]
    })
  const ofHouse = master
    ? differences(job, master, 'The job', `its master job’s, job ${master.jobId},`).map(
        ({ field, ...told }) => ({ ...told, place: { screen: 'details' as const, field } }),
      )
    : []
  const ofWhole = paperOfWhole(names, job, houses)
  if (!names.some(name => /^(Bills|Houses|BillTotals)(\.|$)/.test(name))) return [...ofHouse, ...ofWhole]
  const ofMaster = houses.flatMap(house =>
    differences(house, job, `House job ${house.jobId}`, 'its master job’s').map(
      ({ field, label, message }) => ({
        label: `House job ${house.jobId}, ${label}`,
        message,
        place: { screen: 'details' as const, field, shipmentId: house.id },
      }),
    ),
  )
  return [...ofHouse, ...ofWhole, ...ofMaster, ...sameNumbers(names, houses)]
}

/** A master job that bears a house number of its own may have a house paper, which is meant as rarely as it is made. */
function paperOfWhole(names: readonly string[], { jobId }: Job, houses: readonly Job[]): ToCheck[] {
  if (houses.length === 0 || !names.some(name => /^Numbers\.House(Bill|AirWaybill)$/.test(name))) return []
  const message =
    `Job ${jobId} is a master job: this paper is of the whole consolidation. ` +
    `Each of its house jobs has its own`
  return [{ label: jobFieldLabels.hbl, message, place: { screen: 'details', field: 'hbl' } }]
}

/** House jobs of one master under one number: each is another consignee's bill. */
function sameNumbers(names: readonly string[], houses: readonly Job[]): ToCheck[] {
  if (!names.some(name => /^(Bills|Houses)\.HouseBl$/.test(name))) return []
  const numbered = houses.filter(({ hbl }) => hbl?.trim())
  const byNumber = Map.groupBy(numbered, ({ hbl }) => foldedNumber(hbl ?? ''))
  return [...byNumber.values()].flatMap(([first, ...others]) =>
    others.map(house => ({
      label: `House job ${house.jobId}, ${jobFieldLabels.hbl}`,
      message: `House jobs ${first?.jobId} and ${house.jobId} have the same house BL: ${house.hbl?.trim()}. Each job needs its own number`,
      place: { screen: 'details' as const, field: 'hbl', shipmentId: house.id },
    })),
  )
}
