import { attachedPapers } from './attached-papers.ts'
import { inCapitals } from './number-words.ts'
import { oneSpace } from './read-box.ts'
import type { PaperCase, PaperParty, PaperPort } from './paper-case.ts'

/*
 * What has to stand under each label of the starter papers, worked out from a case alone. A value that stands under
 * another label, a lost word or a wrong digit is found by it.
 */

const countries: Readonly<Record<string, string>> = {
  PK: 'Pakistan',
  GB: 'United Kingdom',
  CN: 'China',
  AE: 'United Arab Emirates',
}
const modes: Readonly<Record<number, string>> = { 0: 'Air', 2: 'Sea' }
const loads: Readonly<Record<number, string>> = { 0: 'FCL', 1: 'LCL' }
const terms: Readonly<Record<number, string>> = {
  1: 'ExWorks - Required pickup from shipper',
  2: 'Free on board (FOB)',
}
const weightUnits: Readonly<Record<number, string>> = { 0: 'kg', 1: 't' }

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** "2026-12-03" as papers print it. */
export const dateText = (day: string): string =>
  `${day.slice(8)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

export const figure = (value: number | undefined, decimals: number): string =>
  value === undefined
    ? ''
    : value.toLocaleString('en', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: Math.max(decimals, 4),
      })
const measure = (value: number | undefined, decimals: number, unit: string | undefined) =>
  value === undefined ? '' : `${figure(value, decimals)} ${unit ?? ''}`.trim()

const addressOf = (party?: PaperParty) =>
  [party?.street, party?.city, countries[party?.countryId ?? '']].filter(Boolean).join(', ')
const reachedBy = (party?: PaperParty) =>
  [party?.telephone && `Tel. ${party.telephone}`, party?.email].filter(Boolean).join(' ')
const inFull = (party?: PaperParty) => [party?.name ?? '', addressOf(party), reachedBy(party)]

const alsoNotify = (party?: PaperParty) =>
  party ? `Also notify ${inFull(party).filter(Boolean).join(', ')}` : ''

/** What the product gives by itself while the papers are made. */
export type ProductValues = {
  jobId: number
  companyName: string
  today: string
  houseBl: string | null
  userLine: string
}

export type Labelled = Readonly<Record<string, readonly string[]>>

/** The lines under each label, without those that are blank. */
export function linesUnderLabels(one: PaperCase, given: ProductValues): Labelled {
  const { job, quote, parties, ports = {}, read } = one
  const isAir = quote.transportMode === 0
  const port = (fields?: PaperPort) =>
    fields
      ? [fields.name, `${countries[fields.countryId] ?? ''} ${read.codes?.[fields.code] ?? fields.code}`]
      : []
  const via = ports.via ? `Via ${ports.via.name} ${read.codes?.[ports.via.code] ?? ports.via.code}` : ''
  const loading = [...port(ports.loading), via]
  // Papers without a box for the port of discharge tell it where the goods go on from there.
  const goesOn = ports.discharge && ports.discharge.code !== ports.destination?.code
  const dischargeLabel = isAir ? 'Airport of destination' : 'Port of discharge'
  const dischargeLine = goesOn ? `${dischargeLabel}: ${ports.discharge?.name} ${ports.discharge?.code}` : ''
  const destination = [...port(ports.destination), dischargeLine]
  const delivery = job.placeOfDelivery ? [job.placeOfDelivery] : port(ports.destination)
  const payment = ['Prepaid', 'Collect'][job.freightPayment ?? -1] ?? ''
  const payableAt = job.freightPayableAt ?? { Prepaid: 'Origin', Collect: 'Destination' }[payment] ?? ''
  const declared = (value: number | undefined, otherwise: string) =>
    value === undefined ? otherwise : `${figure(value, 2)} ${one.currency}`
  const paidBy = (prepaid: string, collect: string) => [{ Prepaid: prepaid, Collect: collect }[payment] ?? '']
  const incoterm = [read.incoterm ?? '', job.incotermPlace ?? '']
  const issuedAt = job.placeOfIssue ?? 'Hamburg'
  const issuedOn = dateText(job.dateOfIssue ?? given.today)
  const customer = inFull(job.direction === 1 ? parties.shipper : parties.consignee)
  const consignee = inFull(parties.consignee)
  const agent = inFull(parties.agent)
  const day = (date?: string) => [date ? dateText(date) : '']
  const moment = (time?: string) => [time ? `${dateText(time.slice(0, 10))} ${time.slice(11)}` : '']
  const departed = day(job.atd ?? job.etd)
  const packages = [figure(job.numberOfPackages, 0)]
  const volume = [measure(job.volume, 3, 'm³')]
  const load = isAir ? undefined : loads[quote.clType ?? -1]
  // A house paper does not guess what carries a job whose mode nobody has chosen.
  const carriers = [isAir ? 'Flight' : 'Vessel', 'Vessel / vehicle', 'Flight / vehicle', 'Truck']
  const carriedBy = carrierOf(one)
  const vessel = Object.fromEntries(carriers.map(label => [label, [carriedBy]]))
  const all: Record<string, readonly string[]> = {
    Shipper: inFull(parties.shipper),
    'Carrier’s booking number': [one.references?.booking ?? ''],
    'Empty containers from depot': [job.emptyDepot ?? ''],
    'Full containers to terminal': [job.containerTerminal ?? ''],
    'Container terminal': job.direction === 0 ? [job.containerTerminal ?? ''] : [],
    'Empty containers to': job.direction === 0 ? [job.emptyDepot ?? ''] : [],
    'Declared value for carriage': [declared(job.valueForCarriage, 'NVD')],
    'Declared value for customs': [declared(job.valueForCustoms, 'NCV')],
    'Amount of insurance': [declared(job.insuranceAmount, 'XXX')],
    'Insurance of the goods':
      job.insuranceAmount === undefined
        ? ['☐ to be covered by you for: ☐ covered by us']
        : ['To be covered by you for', declared(job.insuranceAmount, '')],
    Attached: [attachedPapers(one)],
    'Documents attached': [
      job.attachedDocuments ??
        '☐ Invoice ☐ Packing list ☐ Certificate of origin ☐ Export licence ☐ Dangerous goods declaration',
    ],
    '9. Additional handling information; emergency contact': [job.handlingInformation ?? ''],
    'Agent’s reference': [one.references?.agentReference ?? []].flat(),
    'Nationality of the vessel': [job.vesselFlag ?? []].flat(),
    'Shipper’s account number': [parties.shipper?.accountNumber ?? []].flat(),
    'Consignee’s account number': [parties.consignee?.accountNumber ?? []].flat(),
    'Purchase order': [one.references?.purchaseOrder ?? ''],
    'Letter of credit': [one.references?.letterOfCredit ?? ''],
    'Customs declaration': [one.references?.customsDeclaration ?? ''],
    'Cargo to be delivered to': inFull(parties.warehouse).slice(0, 2),
    'Invoice number': [one.references?.commercialInvoice ?? ''],
    'Tax number of the customer': [
      (job.direction === 1 ? parties.shipper : parties.consignee)?.taxNumber ?? '',
    ],
    Payment: ['In advance, on receipt'],
    'Payment terms': [(job.direction === 1 ? parties.shipper : parties.consignee)?.paymentTerms ?? ''],
    'Notify party': inFull(parties.notifyParty),
    'To the terminal or warehouse': inFull(parties.warehouse),
    'To the cargo terminal or warehouse': inFull(parties.warehouse),
    'Received from': inFull(parties.shipper),
    Consignee: consignee,
    'Consignee, or to the order of': consignee,
    'Held for the consignee': consignee,
    'Deliver to the order of': consignee,
    For: customer,
    'Bill to': customer,
    'To the carrier': inFull(parties.carrier),
    Carrier: inFull(parties.carrier),
    'To the agent': agent,
    'Delivering agent': agent,
    'Agent at destination': agent,
    'For delivery of the goods apply to': agent,
    'Release to clearing agent': inFull(parties.clearingAgent),
    'Port of loading': loading,
    'Airport of departure': loading,
    From: loading,
    'Port of discharge': port(ports.discharge),
    'Final destination': port(ports.destination),
    'Place of delivery': [...delivery, dischargeLine],
    'Place of receipt': [job.placeOfReceipt ?? ''],
    'Delivered to': consignee,
    Freight: [payment, payableAt],
    Charges: [payment],
    Incoterm: incoterm,
    'Number of originals': [
      job.originals === undefined ? '' : `${job.originals} (${inCapitals(job.originals)})`,
    ],
    'Bill of lading': [
      job.originals === undefined ? '☐ original ☐ waybill ☐ telex release' : `${job.originals} originals`,
    ],
    'Air waybill': ['☐ paper ☐ electronic (e-AWB)'],
    'Shipped on board': [
      ...day(job.onBoardDate),
      job.onBoardDate ? [job.vesselName, ports.loading?.name].filter(Boolean).join(', ') : '',
    ],
    'Number of packages, in words': [packagesInWords(one)],
    'To be issued at': [job.placeOfIssue ?? ''],
    'Valid until': day(job.validUntil),
    'Days in transit': [read.daysInTransit ?? ''],
    'Free time': [job.freeDays === undefined ? '' : `${job.freeDays} days`],
    'Flight date': departed,
    Documents: moment(job.documentsCutOff),
    VGM: moment(job.vgmCutOff),
    Cargo: moment(job.cargoCutOff),
    ATD: day(job.atd),
    'Arrived on': day(job.ata),
    'Number and type of containers': [read.containerTypes ?? ''],
    'Rate class': [
      read.chargeable ? (Number.parseFloat(read.chargeable.replaceAll(',', '')) < 45 ? 'N' : 'Q') : '',
    ],
    'Rate / charge': [read.waybillRate ?? ''],
    'Handling information': [
      job.handlingInformation ?? '',
      alsoNotify(parties.notifyParty),
      alsoNotify(parties.secondNotifyParty),
    ],
    'Total prepaid': paidBy('As agreed', ''),
    'Total collect': paidBy('', 'As agreed'),
    Forwarder: [given.companyName, 'Hamburg'],
    Instructions: [job.customerInstructions ?? ''],
    '1. Sender': inFull(parties.shipper),
    '2. Consignee': consignee,
    '3. Place of delivery of the goods': delivery,
    '4. Place and date of taking over the goods': [
      job.placeOfReceipt ?? ports.loading?.name ?? '',
      ...day(job.atd ?? job.etd),
    ],
    '5. Forwarder and its reference': [given.companyName, `Job ${given.jobId}`],
    '6. Consignee': consignee,
    '7. Carrier': inFull(parties.carrier),
    '10. Vessel and voyage': [job.vesselName ?? '', job.voyage ?? ''],
    '11. Port of loading': port(ports.loading),
    '12. Port of discharge': port(ports.discharge),
    '13. Destination': port(ports.destination),
    '1. Shipper': inFull(parties.shipper),
    '11. Gross weight': [measure(job.grossWeight, 2, weightUnits[job.weightUnit ?? -1])],
    '12. Volume': volume,
    '13. Instructions of the sender': [job.handlingInformation ?? '', job.customerInstructions ?? ''],
    '14. Instructions as to payment for carriage': [
      ...paidBy('Carriage paid', 'Carriage forward'),
      ...incoterm,
    ],
    '16. Carrier': inFull(parties.haulier ?? parties.carrier),
    '5. Documents attached': [
      job.attachedDocuments ?? '',
      one.references?.customsDeclaration ? `Customs declaration ${one.references.customsDeclaration}` : '',
    ],
    '20. To be paid by': paidBy('The sender', 'The consignee'),
    '21. Established in and on': [issuedAt, issuedOn],
    'Truck and trailer': [quote.transportMode === 1 ? (job.vesselName ?? '') : ''],
    'Airport of destination': port(ports.discharge),
    To: destination,
    ...vessel,
    Voyage: [job.voyage ?? ''],
    ETD: day(job.etd),
    'Sailing date': departed,
    'Departure date': departed,
    Departure: departed,
    ETA: day(job.eta),
    'Expected on': day(job.eta),
    'Cargo ready on': day(job.swbro),
    'Date of receipt': day(job.receivedAtCfs),
    'Picked up on': day(job.dopubtco),
    'House bill': [given.houseBl ?? ''],
    'Master bill': [job.mbl ?? ''],
    'House air waybill': [given.houseBl ?? ''],
    'Master air waybill': [job.mbl ?? ''],
    'Instructions of the sender': [job.customerInstructions ?? ''],
    IGM: [job.igm ?? ''],
    Index: [job.indexNumber ?? ''],
    Shed: [job.shedNumber ?? ''],
    'Lies at shed': [job.shedNumber ?? ''],
    Commodity: [quote.commodity ?? ''],
    Service: [[modes[quote.transportMode ?? -1], load].filter(Boolean).join(', '), read.service ?? ''],
    Terms: [read.incoterm ? '' : (terms[quote.quoteType ?? -1] ?? ''), incoterm.filter(Boolean).join(' ')],
    Packages: packages,
    Pieces: packages,
    'Gross weight': [measure(job.grossWeight, 2, weightUnits[job.weightUnit ?? -1])],
    Volume: volume,
    'Volume of the whole': volume,
    Measurement: volume,
    'Chargeable weight': [read.chargeable ?? ''],
    Currency: [one.currency],
    'Pay to': [read.bankDetails ?? ''],
    [`Amount due in ${one.currency}`]: [
      read.total,
      read.further.find(text => / (dollars|dinars)\b/.test(text)) ?? '',
    ],
    'Issuing agent': [`${given.companyName}, Hamburg`],
    'Place of issue': [issuedAt],
    'Date of issue': [issuedOn],
    'Place and date of issue': [issuedAt, issuedOn],
    'Executed at and on': [issuedAt, issuedOn],
    'Prepared by': given.userLine.split(', '),
  }
  return Object.fromEntries(
    Object.entries(all).map(([label, lines]) => [label, lines.map(oneSpace).filter(line => line !== '')]),
  )
}

/** The items' packages and their kind as the case reads them, or the job's own. */
export function packagesInWords({ job, read }: PaperCase): string {
  const [, count = '', kind = ''] = /^Total ([\d,]+) (.+)$/m.exec(read.packages) ?? []
  if (count !== '') return `${inCapitals(Number(count.replaceAll(',', '')))} ${kind.toUpperCase()}`
  return job.numberOfPackages
    ? `${inCapitals(job.numberOfPackages)} ${job.numberOfPackages === 1 ? 'PACKAGE' : 'PACKAGES'}`
    : ''
}

/** A flight goes by its number, where it is not in the vessel's field as of old. */
const carrierOf = ({ job, quote }: PaperCase) =>
  (quote.transportMode === 0 && job.voyage) || (job.vesselName ?? '')

/** On the papers that name a party by less than all that is known of it. */
export const shortened: Readonly<Record<string, Readonly<Record<string, (one: PaperCase) => string[]>>>> = {
  'Arrival Notice': {
    'Place of delivery': ({ job }) => [job.placeOfDelivery ?? ''],
    Shipper: ({ parties: { shipper } }) => [shipper?.name ?? '', countries[shipper?.countryId ?? ''] ?? ''],
    Vessel: one => [carrierOf(one), one.parties.carrier?.name ?? ''],
    Flight: one => [carrierOf(one), one.parties.carrier?.name ?? ''],
  },
  'Certificate of Receipt': { 'Number of originals': () => ['One'] },
  'Delivery Order': {
    'Valid until': ({ job }) => [job.releaseValidUntil ? dateText(job.releaseValidUntil) : ''],
    Vessel: one => [carrierOf(one), one.parties.carrier?.name ?? ''],
    Flight: one => [carrierOf(one), one.parties.carrier?.name ?? ''],
  },
  'Shipper’s Letter of Instruction': {
    Instructions: ({ job }) => [job.handlingInformation ?? '', job.customerInstructions ?? ''],
  },
  'Pre-alert': { Carrier: ({ parties }) => [parties.carrier?.name ?? ''] },
  'House Air Waybill': {
    Carrier: ({ parties }) => [parties.carrier?.name ?? ''],
    'Airport of destination': ({ ports, read }) =>
      ports?.discharge
        ? [
            ports.discharge.name,
            `${countries[ports.discharge.countryId]} ${read.codes?.[ports.discharge.code] ?? ports.discharge.code}`,
          ]
        : [],
  },
  'Cargo Manifest': {
    Carrier: ({ parties }) => [parties.carrier?.name ?? ''],
    'Agent at destination': ({ parties }) => [parties.agent?.name ?? '', reachedBy(parties.agent)],
  },
}
