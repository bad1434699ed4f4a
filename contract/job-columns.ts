import { type JobField, jobFields } from './job-fields.ts'
import { itemLabels } from './items.ts'
import { partyRoleLabels } from './parties.ts'
import { builtInKinds } from './reference-kinds.ts'
import { keysOf, recordOf } from './typed-objects.ts'

/** The dashboard's columns in the specification's order, by the key that sorts them. */
export const jobColumns = {
  jobId: 'Id',
  name: 'Name',
  status: 'Status',
  consignee: 'Consignee',
  transportMode: 'Transport Mode',
  loadType: 'Load Type',
  etd: 'ETD',
  eta: 'ETA',
  shipper: 'Shipper',
  agent: 'Agent',
  carrier: 'Carrier',
  commodity: 'Commodity',
  quoteType: 'Quote Type',
  loadingPort: 'Loading Port',
  destinationPort: 'Destination Port',
  viaPort: 'Via Port',
  dischargePort: 'Discharge Port',
  grossWeight: 'Gross Weight',
  netWeight: 'Net Weight',
  volume: 'Volume',
  numberOfPackages: 'No. of Packages',
  mbl: 'MBL',
  hbl: 'HBL',
  igm: 'IGM',
  indexNumber: 'Index Number',
  shedNumber: 'Shed Number',
} as const
export type JobColumn = keyof typeof jobColumns

/** Columns beyond the specification's, hidden at first. */
export const furtherJobColumns = {
  direction: 'Direction',
  master: 'Master Job',
  voyage: 'Voyage',
  owner: 'Owner',
} as const

/** Fields that few jobs have, or that few people watch: a row of the list holds those alone that are filled in. */
export const seldomListed = [
  'vesselName',
  'swbro',
  'sisttao',
  'documentsReceivedDate',
  'dettco',
  'dsttco',
  'dopubtco',
  'valueForCarriage',
  'valueForCustoms',
  'insuranceAmount',
] as const
export type SeldomListed = (typeof seldomListed)[number]

/** Why these fields have no column of their own. */
export const withoutColumn: Readonly<Partial<Record<JobField, string>>> = {
  weightUnit: 'It stands behind the weights.',
  volumeUnit: 'It stands behind the volume.',
  templateName: 'It stands before the name.',
  customerInstructions: 'A long text: a page of jobs would carry it fifty times.',
  handlingInformation: 'A long text: a page of jobs would carry it fifty times.',
  attachedDocuments: 'A long text: a page of jobs would carry it fifty times.',
  waybillCharges: 'It says what one paper prints.',
  ...recordOf(
    ['rateClass', 'waybillRate', 'valuationCharge', 'waybillTax', 'chargesDueAgent', 'chargesDueCarrier'],
    () => 'A box of one paper; what a job charges stands in its finances.',
  ),
  costSplit: 'It stands above the houses of a consolidation.',
  costShareByHand: 'It stands in the houses of a consolidation.',
}

/** The columns whose key is not their field's name. */
export const columnOfField = {
  statusId: 'status',
  masterShipmentId: 'master',
  ownerId: 'owner',
  'quote.clType': 'loadType',
  'quote.loadingPortId': 'loadingPort',
  'quote.viaPortId': 'viaPort',
  'quote.dischargePortId': 'dischargePort',
  'quote.destinationPortId': 'destinationPort',
} as const

/** Columns that are hidden at first and by which the list is not sorted. */
export const listedJobColumns = {
  containers: 'Containers',
  containerTypes: 'Container Types',
  seals: 'Seals',
  vgm: 'VGM Declared',
  emptyPickedUp: 'Empty Picked Up',
  gatedIn: 'Gated In',
  loaded: 'Loaded',
  discharged: 'Discharged',
  gatedOut: 'Gated Out',
  emptyReturned: 'Empty Returned',
  notifyParty: partyRoleLabels.notifyParty,
  secondNotifyParty: partyRoleLabels.secondNotifyParty,
  customer: partyRoleLabels.customer,
  haulier: partyRoleLabels.haulier,
  warehouse: partyRoleLabels.warehouse,
  bookings: builtInKinds.booking,
  purchaseOrders: builtInKinds.purchaseOrder,
  customerReferences: builtInKinds.customerReference,
  commercialInvoices: builtInKinds.commercialInvoice,
  lettersOfCredit: builtInKinds.letterOfCredit,
  customsDeclarations: builtInKinds.customsDeclaration,
  agentReferences: builtInKinds.agentReference,
  otherReferences: 'Other References',
  marks: itemLabels.marksAndNumbers,
  hsCodes: 'HS Codes',
  unNumbers: 'UN Numbers',
  placeOfReceipt: jobFields.placeOfReceipt.label,
  placeOfDelivery: jobFields.placeOfDelivery.label,
  incoterm: jobFields.incoterm.label,
  incotermPlace: jobFields.incotermPlace.label,
  freightPayment: jobFields.freightPayment.label,
  freightPayableAt: jobFields.freightPayableAt.label,
  originals: jobFields.originals.label,
  placeOfIssue: jobFields.placeOfIssue.label,
  dateOfIssue: jobFields.dateOfIssue.label,
  onBoardDate: jobFields.onBoardDate.label,
  service: jobFields.service.label,
  atd: jobFields.atd.label,
  ata: jobFields.ata.label,
  freeDays: jobFields.freeDays.label,
  validUntil: jobFields.validUntil.label,
  documentsCutOff: jobFields.documentsCutOff.label,
  vgmCutOff: jobFields.vgmCutOff.label,
  cargoCutOff: jobFields.cargoCutOff.label,
  receivedAtCfs: jobFields.receivedAtCfs.label,
  vesselFlag: jobFields.vesselFlag.label,
  emptyDepot: jobFields.emptyDepot.label,
  containerTerminal: jobFields.containerTerminal.label,
  releaseValidUntil: jobFields.releaseValidUntil.label,
  vesselName: jobFields.vesselName.label,
  swbro: jobFields.swbro.label,
  sisttao: jobFields.sisttao.label,
  documentsReceivedDate: jobFields.documentsReceivedDate.label,
  dettco: jobFields.dettco.label,
  dsttco: jobFields.dsttco.label,
  dopubtco: jobFields.dopubtco.label,
  valueForCarriage: jobFields.valueForCarriage.label,
  valueForCustoms: jobFields.valueForCustoms.label,
  insuranceAmount: jobFields.insuranceAmount.label,
} as const

export type JobSortKey = JobColumn | keyof typeof furtherJobColumns
export const jobSortKeys = [...keysOf(jobColumns), ...keysOf(furtherJobColumns)]
export type JobColumnKey = JobSortKey | keyof typeof listedJobColumns
export const jobColumnKeys = [...jobSortKeys, ...keysOf(listedJobColumns)]
export const jobSorts = jobSortKeys.flatMap(column => [column, `-${column}`] as const)
export type JobSort = (typeof jobSorts)[number]
export const DEFAULT_JOB_SORT = '-jobId' satisfies JobSort
