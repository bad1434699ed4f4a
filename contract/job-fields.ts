import {
  choice,
  costSplits,
  directions,
  freightPayments,
  incoterms,
  jobStatuses,
  loadTypes,
  quoteTypes,
  rateClasses,
  services,
  transportModes,
  volumeUnits,
  waybillChargesChoices,
  weightUnits,
} from './choices.ts'
import { field, fieldsUnder, labelsOf } from './field.ts'
import { amount, count, date, id, localTime, measure, nameLine, nameText, text } from './values.ts'

/** What a person writes on the job itself; the specification's names, in camelCase, in the order of the screen. */
export const jobFields = {
  name: field('Name', nameLine()),
  statusId: field('Status', choice(jobStatuses), jobStatuses),
  direction: field('Direction', choice(directions), directions),
  swbro: field('Ready on', date, 'date'),
  vesselName: field('Vessel Name', nameLine()),
  /** Its nationality in words; second registers such as Madeira are no countries. */
  vesselFlag: field('Vessel Flag', nameLine(100)),
  /** By air the flight. */
  voyage: field('Voyage', nameLine(100)),
  etd: field('ETD', date, 'date'),
  eta: field('ETA', date, 'date'),
  customerInstructions: field('Customer Instructions', text(20_000)),
  sisttao: field('Shipping instructions sent to the agent on', date, 'date'),
  grossWeight: field('Gross weight', measure),
  netWeight: field('Net weight', measure),
  weightUnit: field('Weight unit', choice(weightUnits), weightUnits),
  volume: field('Volume', measure),
  volumeUnit: field('Volume unit', choice(volumeUnits), volumeUnits),
  numberOfPackages: field('Number of packages', count),
  documentsReceivedDate: field('Documents received on', date, 'date'),
  mbl: field('Master BL', nameLine(100)),
  hbl: field('House BL', nameLine(100)),
  dettco: field('Documents emailed to customer on', date, 'date'),
  dsttco: field('Documents submitted to carrier on', date, 'date'),
  igm: field('IGM', nameLine(100)),
  indexNumber: field('Index number', nameLine(100)),
  shedNumber: field('Shed Number', nameLine(100)),
  dopubtco: field('D/O picked up by customer on', date, 'date'),
  placeOfReceipt: field('Place of Receipt', nameLine()),
  placeOfDelivery: field('Place of Delivery', nameLine()),
  /** Incoterms 2020; the quote type beside it decides which charges there are. */
  incoterm: field('Incoterm', choice(incoterms), incoterms),
  incotermPlace: field('Incoterm Place', nameLine()),
  /** Who pays the carrier: the shipper before, or the consignee after. */
  freightPayment: field('Freight Terms', choice(freightPayments), freightPayments),
  freightPayableAt: field('Freight Payable at', nameLine()),
  /** How many originals of the bill of lading are issued. */
  originals: field('Number of Originals', count),
  placeOfIssue: field('Place of Issue', nameLine()),
  dateOfIssue: field('Date of Issue', date, 'date'),
  /** The day on which the cargo was loaded, as the bill of lading states it. */
  onBoardDate: field('On-board Date', date, 'date'),
  /** How the carrier takes over and hands over the containers. */
  service: field('Service', choice(services), services),
  /** When it really left, and arrived. */
  atd: field('ATD', date, 'date'),
  ata: field('ATA', date, 'date'),
  /** Days at destination before storage or demurrage is charged. */
  freeDays: field('Free Days', count),
  /** Until when each must be with the carrier, on the clock of the port. */
  documentsCutOff: field('Documents Cut-off', localTime, 'localTime'),
  vgmCutOff: field('VGM Cut-off', localTime, 'localTime'),
  /** At the container yard (CY) or freight station (CFS). */
  cargoCutOff: field('Cargo Cut-off', localTime, 'localTime'),
  /** Of a quotation. */
  validUntil: field('Valid until', date, 'date'),
  /** The day on which the cargo was delivered to the container freight station, to be packed with others'. */
  receivedAtCfs: field('Received at CFS', date, 'date'),
  /** For the whole consignment, as an air waybill and a declaration of dangerous goods state it. */
  handlingInformation: field('Handling Information', text(2000)),
  /** In the company's currency; an air waybill says NVD, NCV and XXX where they are empty. */
  valueForCarriage: field('Declared Value for Carriage', measure),
  valueForCustoms: field('Declared Value for Customs', measure),
  insuranceAmount: field('Amount of Insurance', measure),
  /**
   * Of a house air waybill. The class is printed in both ways. What is empty where the charges are shown comes from the
   * job's freight charges.
   */
  waybillCharges: field('Charges on the Air Waybill', choice(waybillChargesChoices), waybillChargesChoices),
  rateClass: field('Rate Class', choice(rateClasses), rateClasses),
  /** In the company's currency, as the amounts below; per kilogram, or with class M the minimum charge. */
  waybillRate: field('Rate / Charge', measure),
  valuationCharge: field('Valuation Charge', measure),
  waybillTax: field('Waybill Tax', measure),
  chargesDueAgent: field('Other Charges due Agent', measure),
  chargesDueCarrier: field('Other Charges due Carrier', measure),
  /** Where containers are picked up empty for an export, and returned empty after an import. */
  emptyDepot: field('Empty Container Depot', nameLine()),
  /** Where containers are delivered full for an export, and collected full of an import. */
  containerTerminal: field('Container Terminal', nameLine()),
  releaseValidUntil: field('Delivery Order valid until', date, 'date'),
  /** To a consignment note, and by the shipper to the instructions. */
  attachedDocuments: field('Documents attached', text(2000)),
  /** By what the costs of a consolidation are shared among its houses. */
  costSplit: field('Cost Split', choice(costSplits), costSplits),
  /** A house's share of its master's costs where they are split by hand, in the company's currency. */
  costShareByHand: field('Cost Share by hand', amount),
  /** The consolidation that this job is a house of. */
  masterShipmentId: field('Master Job', id.nullable(), 'named'),
  /** Whoever looks after the job; its maker, unless somebody else is named. */
  ownerId: field('Owner', id.nullable(), 'named'),
  /** What the job is called where it is offered as a template for new jobs; null where it is none. */
  templateName: field('Template Name', nameText(80).nullable()),
}

export const quoteFields = {
  commodity: field('Commodity', text()),
  transportMode: field('Mode of Transport', choice(transportModes), transportModes),
  quoteType: field('Quote Type', choice(quoteTypes), quoteTypes),
  clType: field('Load Type', choice(loadTypes), loadTypes),
  loadingPortId: field('Port of Loading', id.nullable(), 'named'),
  viaPortId: field('Via Port', id.nullable(), 'named'),
  dischargePortId: field('Port of Discharge', id.nullable(), 'named'),
  destinationPortId: field('Port of Destination', id.nullable(), 'named'),
}

/** What each field of a job, its quote's too, is called wherever people read it. */
export const jobFieldLabels = labelsOf({ ...jobFields, ...fieldsUnder('quote', quoteFields) })
export type JobField = keyof typeof jobFieldLabels

/**
 * What a house has from its master unless it differs; by the names in which a job is saved. Those of the carrier's
 * containers and of the voyage belong to the master bill, so the houses under it share them.
 */
export const inheritedFields = [
  'vesselName',
  'vesselFlag',
  'voyage',
  'etd',
  'eta',
  'atd',
  'ata',
  'onBoardDate',
  'mbl',
  'quote.loadingPortId',
  'quote.viaPortId',
  'quote.dischargePortId',
  'quote.destinationPortId',
  'shipmentCarriers',
] as const
export type InheritedField = (typeof inheritedFields)[number]
