import {
  type Choice,
  dimensionUnits,
  directions,
  freightPayments,
  hazardClasses,
  incoterms,
  jobStatuses,
  loadTypes,
  packingGroups,
  packingModeChoices,
  quoteTypes,
  services,
  transportModes,
  volumeUnits,
  weightUnits,
} from './choices.ts'
import type { ImportKind } from './import-kinds.ts'
import { itemLabels } from './items.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { organisationLabels } from './organisations.ts'
import { partyRoleLabels } from './parties.ts'
import { builtInKinds } from './reference-kinds.ts'
import { keysOf } from './typed-objects.ts'

export type ImportType =
  | 'text'
  | 'measure'
  | 'count'
  | 'date'
  | 'choice'
  | 'country'
  /** A company, a port or a colleague, by name or code. */
  | 'party'
  | 'port'
  | 'person'
  /** By which the record is found, and which no import changes. */
  | 'key'

export type ImportField = {
  label: string
  type: ImportType
  /** What the trade writes over such a column, in small letters without points. */
  synonyms: readonly string[]
  choices?: readonly Choice[]
}
export type ImportFields = Readonly<Record<string, ImportField>>

const words = (list: string) =>
  list
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
const of = (label: string, type: ImportType, synonyms = '', choices?: readonly Choice[]): ImportField => ({
  label,
  type,
  synonyms: words(synonyms),
  ...(choices && { choices }),
})

const jobs: ImportFields = {
  jobId: of('Id', 'key', 'job id, job no, job number, job, file no, file number, job ref'),
  name: of(jobFields.name.label, 'text', 'job name, title, subject, shipment'),
  statusId: of(jobFields.statusId.label, 'choice', 'job status, state', jobStatuses),
  direction: of(jobFields.direction.label, 'choice', 'import/export, imp/exp, trade, type', directions),
  consignee: of(partyRoleLabels.consignee, 'party', 'consignee name, cnee, importer, buyer, receiver'),
  shipper: of(
    partyRoleLabels.shipper,
    'party',
    'shipper/exporter, exporter, shipper name, seller, supplier, consignor',
  ),
  agent: of(
    partyRoleLabels.agent,
    'party',
    'overseas agent, forwarding agent, destination agent, agent name',
  ),
  carrier: of(
    partyRoleLabels.carrier,
    'party',
    'shipping line, line, airline, carrier name, steamship line, ssl',
  ),
  clearingAgent: of(partyRoleLabels.clearingAgent, 'party', 'customs broker, broker, cha, clearing'),
  notifyParty: of(
    partyRoleLabels.notifyParty,
    'party',
    'notify, notify party 1, first notify party, also notify',
  ),
  secondNotifyParty: of(
    partyRoleLabels.secondNotifyParty,
    'party',
    'notify party 2, 2nd notify party, second notify, also notify party',
  ),
  customer: of(partyRoleLabels.customer, 'party', 'bill to, billed to, invoice to, payer, client, debtor'),
  haulier: of(
    partyRoleLabels.haulier,
    'party',
    'trucker, trucking company, haulage, cartage company, road carrier',
  ),
  warehouse: of(partyRoleLabels.warehouse, 'party', 'cfs, depot, warehouse name'),
  transportMode: of(
    quoteFields.transportMode.label,
    'choice',
    'transport mode, mode, mot, sea/air',
    transportModes,
  ),
  clType: of(quoteFields.clType.label, 'choice', 'fcl/lcl, container load, service type', loadTypes),
  quoteType: of(
    quoteFields.quoteType.label,
    'choice',
    'incoterm, incoterms, terms, delivery terms',
    quoteTypes,
  ),
  commodity: of(
    quoteFields.commodity.label,
    'text',
    'goods, cargo, description of goods, goods description, cargo description, commodities',
  ),
  loadingPortId: of(
    quoteFields.loadingPortId.label,
    'port',
    'pol, loading port, load port, port of lading, origin, origin port, airport of departure, from',
  ),
  viaPortId: of(quoteFields.viaPortId.label, 'port', 'via, transhipment port, transshipment port, ts port'),
  dischargePortId: of(
    quoteFields.dischargePortId.label,
    'port',
    'pod, discharge port, port of unloading, airport of destination',
  ),
  destinationPortId: of(
    quoteFields.destinationPortId.label,
    'port',
    'destination, final destination, destination port, place of delivery, fpod, to',
  ),
  vesselName: of(jobFields.vesselName.label, 'text', 'vessel, ship, mother vessel, vsl'),
  voyage: of(jobFields.voyage.label, 'text', 'voy, voyage no, voyage number, flight, flight no, voy no'),
  etd: of(
    jobFields.etd.label,
    'date',
    'etd pol, departure, departure date, sailing date, sailing, estimated departure, estimated time of departure',
  ),
  eta: of(
    jobFields.eta.label,
    'date',
    'eta pod, arrival, arrival date, estimated arrival, estimated time of arrival',
  ),
  mbl: of(
    jobFields.mbl.label,
    'text',
    'mbl, mbl no, master b/l, master b/l no, master bl no, mawb, mawb no, ocean bl, obl, carrier bl',
  ),
  hbl: of(
    jobFields.hbl.label,
    'text',
    'hbl, hbl no, house b/l, house b/l no, house bl no, hawb, hawb no, b/l no, bl no, b/l number, bill of lading, bl, b/l',
  ),
  grossWeight: of(
    jobFields.grossWeight.label,
    'measure',
    'gross wt, gw, g/w, gross weight kg, gross weight (kg), gross weight (kgs), weight, wt, gross kgs, kgs',
  ),
  netWeight: of(
    jobFields.netWeight.label,
    'measure',
    'net wt, nw, n/w, net weight kg, net weight (kg), net kgs',
  ),
  weightUnit: of(jobFields.weightUnit.label, 'choice', 'weight uom, wt unit', weightUnits),
  volume: of(
    jobFields.volume.label,
    'measure',
    'cbm, m3, volume cbm, volume (cbm), volume (m3), measurement, vol',
  ),
  volumeUnit: of(jobFields.volumeUnit.label, 'choice', 'volume uom, vol unit', volumeUnits),
  numberOfPackages: of(
    jobFields.numberOfPackages.label,
    'count',
    'packages, no of packages, pkgs, no of pkgs, pieces, pcs, colli, package count, cartons',
  ),
  igm: of(jobFields.igm.label, 'text', 'igm no, igm number'),
  indexNumber: of(jobFields.indexNumber.label, 'text', 'index, index no'),
  shedNumber: of(jobFields.shedNumber.label, 'text', 'shed, shed no'),
  ownerId: of(
    jobFields.ownerId.label,
    'person',
    'operator, handled by, op in charge, responsible, salesperson',
  ),
  swbro: of(jobFields.swbro.label, 'date', 'cargo ready, cargo ready date, ready date'),
  customerInstructions: of(
    jobFields.customerInstructions.label,
    'text',
    'instructions, remarks, notes, comments, special instructions',
  ),
  sisttao: of(jobFields.sisttao.label, 'date'),
  documentsReceivedDate: of(jobFields.documentsReceivedDate.label, 'date', 'documents received'),
  dettco: of(jobFields.dettco.label, 'date'),
  dsttco: of(jobFields.dsttco.label, 'date'),
  placeOfReceipt: of(jobFields.placeOfReceipt.label, 'text', 'receipt, por'),
  placeOfDelivery: of(jobFields.placeOfDelivery.label, 'text', 'final place of delivery, delivery place'),
  incoterm: of(jobFields.incoterm.label, 'choice', 'incoterm 2020, incoterms 2020', incoterms),
  incotermPlace: of(jobFields.incotermPlace.label, 'text', 'named place, incoterms place'),
  freightPayment: of(
    jobFields.freightPayment.label,
    'choice',
    'prepaid/collect, freight prepaid collect, freight terms, payment of freight, ppd/coll',
    freightPayments,
  ),
  freightPayableAt: of(jobFields.freightPayableAt.label, 'text', 'payable at'),
  originals: of(jobFields.originals.label, 'count', 'no of originals, originals, number of original bls'),
  placeOfIssue: of(jobFields.placeOfIssue.label, 'text', 'issued at'),
  dateOfIssue: of(jobFields.dateOfIssue.label, 'date', 'issue date, bl date, b/l date, issued on'),
  onBoardDate: of(jobFields.onBoardDate.label, 'date', 'shipped on board, shipped on board date, on board'),
  service: of(jobFields.service.label, 'choice', 'service mode, movement, move type, cy/cy', services),
  atd: of(jobFields.atd.label, 'date', 'actual departure, actual time of departure, departed'),
  ata: of(jobFields.ata.label, 'date', 'actual arrival, actual time of arrival, arrived'),
  freeDays: of(jobFields.freeDays.label, 'count', 'free time, free time days'),
  validUntil: of(jobFields.validUntil.label, 'date', 'validity, valid to, quote valid until'),
  dopubtco: of(jobFields.dopubtco.label, 'date', 'd/o date, delivery order date'),
  booking: of(
    builtInKinds.booking,
    'text',
    'booking no, booking number, booking ref, booking reference, bkg, bkg no, carrier booking',
  ),
  purchaseOrder: of(
    builtInKinds.purchaseOrder,
    'text',
    'po, p/o, po no, po number, purchase order no, purchase order number, order no, order number',
  ),
  commercialInvoice: of(
    builtInKinds.commercialInvoice,
    'text',
    'invoice, invoice no, invoice number, commercial invoice no, ci no',
  ),
  letterOfCredit: of(
    builtInKinds.letterOfCredit,
    'text',
    'lc, l/c, lc no, l/c no, lc number, l/c number, letter of credit no, documentary credit',
  ),
  customsDeclaration: of(
    builtInKinds.customsDeclaration,
    'text',
    'customs declaration no, declaration no, customs entry, entry no, mrn, gd no',
  ),
  customerReference: of(
    builtInKinds.customerReference,
    'text',
    'customer reference, customer ref, customer ref no, client ref, client reference, your ref, cust ref',
  ),
}

const contactSynonyms: Readonly<Record<string, string>> = {
  name: 'company, company name, organisation, organization, customer, customer name, account, account name, party, firm',
  description: 'remarks, notes, comments',
  contactName: 'contact, person to contact, attention, attn, person',
  buildingNo: 'building number, house no, house number, no',
  buildingName: 'building',
  street: 'address, address 1, address line 1, street address, road',
  city: 'town, place',
  county: 'state, province, region, district',
  code: 'zip, zip code, postcode, postal code, pin code, plz',
  countryId: 'country code, country name',
  telephone: 'phone, tel, phone no, phone number, telephone no, office phone, landline',
  mobile: 'cell, cell phone, mobile no, mobile number, whatsapp',
  email: 'e-mail address, email address, mail, email id',
  website: 'web, url, homepage, web site',
}

const contacts: ImportFields = {
  contactId: of('Id', 'key', 'contact id'),
  ...Object.fromEntries(
    keysOf(organisationLabels).map(name => [
      name,
      of(organisationLabels[name], name === 'countryId' ? 'country' : 'text', contactSynonyms[name]),
    ]),
  ),
}

const items: ImportFields = {
  job: of('Job Id', 'key', 'job, job no, job number, file no, shipment'),
  jobHbl: of('House BL of the job', 'key', 'hbl, house bl, house b/l, hbl no, hawb, b/l no, bl no'),
  name: of(itemLabels.name, 'text', 'item, item name, goods, product, article, commodity, sku, part no'),
  description: of(
    itemLabels.description,
    'text',
    'goods description, description of goods, details, remarks',
  ),
  quantity: of(itemLabels.quantity, 'count', 'qty, pcs, pieces, units, quantity (pcs)'),
  modeOfPacking: of(
    itemLabels.modeOfPacking,
    'choice',
    'packing, package type, pkg type, kind of packages, packaging, type',
    packingModeChoices,
  ),
  grossWeight: of(
    itemLabels.grossWeight,
    'measure',
    'gross wt, gw, g/w, gross weight (kg), gross weight (kgs), weight, gross kgs',
  ),
  netWeight: of(
    itemLabels.netWeight,
    'measure',
    'net wt, nw, n/w, net weight (kg), net weight (kgs), net kgs',
  ),
  weightUnit: of(itemLabels.weightUnit, 'choice', 'uom, unit, weight uom', weightUnits),
  numberOfPacks: of(
    itemLabels.numberOfPacks,
    'count',
    'packages, packs, pkgs, no of pkgs, no of packages, cartons, ctns, colli',
  ),
  marksAndNumbers: of(
    itemLabels.marksAndNumbers,
    'text',
    'marks, shipping marks, marks & numbers, marks and nos, marks & nos, marks/numbers',
  ),
  hsCode: of(
    itemLabels.hsCode,
    'text',
    'hs, hs no, hs number, hs tariff, hscode, tariff, tariff code, tariff no, tariff number, commodity code, hts, hts code',
  ),
  length: of(itemLabels.length, 'measure', 'l, length of package'),
  width: of(itemLabels.width, 'measure', 'w, width of package'),
  height: of(itemLabels.height, 'measure', 'h, height of package'),
  dimensionUnit: of(itemLabels.dimensionUnit, 'choice', 'dim unit, dimensions unit', dimensionUnits),
  volume: of(
    itemLabels.volume,
    'measure',
    'cbm, m3, volume cbm, volume (cbm), volume (m3), measurement, vol',
  ),
  unNumber: of(itemLabels.unNumber, 'text', 'un, un no, unno, un-no, un nr, un id'),
  hazardClass: of(
    itemLabels.hazardClass,
    'choice',
    'class, imo class, imdg class, dg class, hazard, un class, class/division',
    hazardClasses,
  ),
  packingGroup: of(itemLabels.packingGroup, 'choice', 'pg, packing grp, pkg group', packingGroups),
  properShippingName: of(itemLabels.properShippingName, 'text', 'psn, shipping name'),
}

/** What a column of a file can be, by kind; `job` and `jobHbl` only where the file names the job of each item. */
export const importFields: Readonly<Record<ImportKind, ImportFields>> = { jobs, contacts, items }
