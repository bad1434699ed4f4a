import { jobStatuses, labelOf, weightUnits } from '#contract/choices.ts'
import type { MissingValue } from '#contract/generation.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { organisationIn } from '#contract/job-parties.ts'
import { foldedNumber } from '#server/company/house-number.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { portLabels } from '#server/templates/fields/field-groups.ts'
import { fieldText } from '#server/templates/fields/field-text.ts'
import { figureWithUnit } from '#server/templates/fields/measures.ts'
import { masterToCheck } from './master-to-check.ts'
import { atStart, inSentence } from './missing-words.ts'

type ToCheck = Omit<MissingValue, 'templateIds'>
type Check = (printed: ReadonlySet<string>, source: TemplateSource) => ToCheck[]

const printsAny = (printed: ReadonlySet<string>, name: RegExp) => [...printed].some(one => name.test(one))

/** What cannot both be true of one job, such as an arrival before the departure. */
export const contradictionsToCheck: Check = (printed, source) => [
  ...cancelled(printed, source),
  ...arrivalBeforeDeparture(printed, source),
  ...departurePassed(printed, source),
  ...readyAfterDeparture(printed, source),
  ...pickedUpBeforeDeparture(printed, source),
  ...netOverGross(printed, source),
  ...arrivalNoticeTooLate(printed, source),
  ...samePort(printed, source),
  ...calledAtTwice(printed, source),
  ...sameBills(printed, source),
  ...masterToCheck(printed, source),
  ...shipperAsConsignee(printed, source),
]

const CANCELLED = jobStatuses.find(({ label }) => label === 'Cancelled')?.value

/** A paper of a cancelled job that does not say so itself; what prints nothing of the job is no paper of it. */
export const cancelled: Check = (printed, { job: { statusId } }) =>
  statusId === CANCELLED &&
  !printed.has('Shipment.Status') &&
  [...printed].some(name => !/^(Company|User|Today)\b/.test(name))
    ? [
        {
          label: jobFieldLabels.statusId,
          message: 'The job is cancelled',
          place: { screen: 'details', field: 'statusId' },
        },
      ]
    : []

/** A departure that is still offered or confirmed, and which was due before today, the company's day. */
const departurePassed: Check = (printed, { job: { etd }, today }) => {
  if (!etd || etd >= today || !printed.has('Shipment.Etd')) return []
  if (!printsAny(printed, /^Numbers\.(Quotation|Booking)$/)) return []
  return [
    {
      label: jobFieldLabels.etd,
      message: `The ETD, ${fieldText('date', etd)}, has passed`,
      place: { screen: 'details', field: 'etd' },
    },
  ]
}

const arrivalBeforeDeparture: Check = (printed, { job: { eta, etd } }) => {
  // Days as yyyy-MM-dd.
  if (!eta || !etd || eta >= etd || !printsAny(printed, /^Shipment\.(Eta|Etd)$/)) return []
  return [
    {
      label: jobFieldLabels.eta,
      message: `The ETA, ${fieldText('date', eta)}, is before the ETD, ${fieldText('date', etd)}`,
      place: { screen: 'details', field: 'eta' },
    },
  ]
}

const arrivalNoticeTooLate: Check = (printed, source) =>
  printed.has('Numbers.ArrivalNotice') ? arrivalPassed(source) : []

/** An arrival that a notice is still to announce, and which was due before today, the company's day. */
export const arrivalPassed = ({ job: { eta }, today }: Pick<TemplateSource, 'job' | 'today'>): ToCheck[] =>
  eta && eta < today
    ? [
        {
          label: jobFieldLabels.eta,
          message: `The ETA, ${fieldText('date', eta)}, has passed`,
          place: { screen: 'details', field: 'eta' },
        },
      ]
    : []

const readyAfterDeparture: Check = (printed, { job: { swbro, etd } }) => {
  if (!swbro || !etd || swbro <= etd || !printsAny(printed, /^Shipment\.(ReadyOn|Etd)$/)) return []
  return [
    {
      label: jobFieldLabels.swbro,
      message: `The cargo is ready on ${fieldText('date', swbro)}, after the ETD, ${fieldText('date', etd)}`,
      place: { screen: 'details', field: 'swbro' },
    },
  ]
}

/** A shipment that has not left has no delivery order to hand out. */
const pickedUpBeforeDeparture: Check = (printed, { job: { dopubtco, etd } }) => {
  if (
    !dopubtco ||
    !etd ||
    dopubtco >= etd ||
    !printsAny(printed, /^Shipment\.(DeliveryOrderPickedUpOn|Etd)$/)
  )
    return []
  return [
    {
      label: jobFieldLabels.dopubtco,
      message: `The D/O was picked up on ${fieldText('date', dopubtco)}, before the ETD, ${fieldText('date', etd)}`,
      place: { screen: 'details', field: 'dopubtco' },
    },
  ]
}

const shipperAsConsignee: Check = (printed, { job }) => {
  const [shipper, consignee] = [organisationIn(job, 'shipper'), organisationIn(job, 'consignee')]
  if (!shipper || shipper.id !== consignee?.id || !printsAny(printed, /^(Shipper|Consignee)\./)) return []
  return [
    {
      label: partyRoleLabels.consignee,
      message: `Shipper and consignee are the same${shipper.name ? `: ${shipper.name}` : ' organisation, which has no name'}`,
      place: { screen: 'details', field: 'consignee' },
    },
  ]
}

type Weighed = { grossWeight: number | null; netWeight: number | null; weightUnit: number | null }

/** “net weight, 12 kg, is over its gross weight, 10 kg”. */
function netOverGrossOf({ grossWeight, netWeight, weightUnit }: Weighed): string | null {
  if (grossWeight === null || netWeight === null || netWeight <= grossWeight) return null
  const told = (weight: number) => figureWithUnit(weight, labelOf(weightUnits, weightUnit))
  return `net weight, ${told(netWeight)}, is over its gross weight, ${told(grossWeight)}`
}

const netOverGross: Check = (printed, { job }) => {
  const label = jobFieldLabels.netWeight
  const found: ToCheck[] = []
  const ofJob = printsAny(printed, /^Shipment\.(Gross|Net)Weight$/) ? netOverGrossOf(job) : null
  if (ofJob)
    found.push({
      label,
      message: `The job’s ${ofJob}`,
      place: { screen: 'details', field: 'netWeight' },
    })
  if (!printsAny(printed, /^(Items|ItemTotals)\.(Gross|Net)Weight$/)) return found
  job.items.forEach((item, index) => {
    const ofItem = netOverGrossOf(item)
    if (ofItem) found.push({ label, message: `Item ${index + 1}’s ${ofItem}`, place: { screen: 'items' } })
  })
  return found
}

const samePort: Check = (printed, { job: { quote } }) => {
  const { loadingPortId, dischargePortId, loadingPort, dischargePort } = quote
  if (!loadingPortId || loadingPortId !== dischargePortId) return []
  if (!printsAny(printed, /^(Quote\.)?(Loading|Discharge)Port(\.|$)/)) return []
  const [loading, discharge] = [portLabels.Loading, portLabels.Discharge]
  const name = dischargePort ?? loadingPort
  return [
    {
      label: discharge,
      message: `${atStart(loading)} and ${inSentence(discharge)} are the same${name ? `: ${name}` : ''}`,
      place: { screen: 'details', field: 'quote.dischargePortId' },
    },
  ]
}

/** A journey that comes back to where it began, or goes on from where it ends. */
const calledAtTwice: Check = (printed, { job: { quote } }) => {
  const { loadingPortId, viaPortId, dischargePortId, destinationPortId } = quote
  const isElsewhere = dischargePortId !== null && dischargePortId !== destinationPortId
  const pairs = [
    {
      one: 'Loading',
      other: 'Via',
      isSame: loadingPortId === viaPortId,
      id: loadingPortId,
      name: quote.viaPort,
    },
    {
      one: 'Loading',
      other: 'Destination',
      isSame: loadingPortId === destinationPortId && isElsewhere,
      id: loadingPortId,
      name: quote.destinationPort,
    },
    {
      one: 'Via',
      other: 'Destination',
      isSame: viaPortId === destinationPortId && isElsewhere,
      id: viaPortId,
      name: quote.destinationPort,
    },
  ] as const
  return pairs.flatMap(({ one, other, isSame, id, name }) => {
    const isPrinted = printsAny(printed, new RegExp(`^(Quote\\.)?(${one}|${other})Port(\\.|$)`))
    if (!isSame || !id || !isPrinted) return []
    const [label, second] = [portLabels[one], portLabels[other]]
    return [
      {
        label: second,
        message: `${atStart(label)} and ${inSentence(second)} are the same${name ? `: ${name}` : ''}`,
        place: { screen: 'details' as const, field: `quote.${other.toLowerCase()}PortId` },
      },
    ]
  })
}

/** The carrier's bill and the forwarder's are two papers: one number on both is a slip of the hand. */
const sameBills: Check = (printed, { job: { hbl, mbl } }) => {
  if (!hbl?.trim() || !mbl || foldedNumber(hbl) !== foldedNumber(mbl)) return []
  if (!printsAny(printed, /^(Shipment|Bills)\.(House|Master)Bl$|^Numbers\.House(Bill|AirWaybill)$/)) return []
  return [
    {
      label: jobFieldLabels.hbl,
      message: `${jobFieldLabels.hbl} and ${jobFieldLabels.mbl} are the same: ${hbl.trim()}`,
      place: { screen: 'details', field: 'hbl' },
    },
  ]
}
