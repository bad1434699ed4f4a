import {
  directions,
  freightPayments,
  incoterms,
  jobStatuses,
  loadTypes,
  quoteTypes,
  services,
  transportModes,
  volumeUnits,
  weightUnits,
} from './choices.ts'
import { type ImportFields, importField } from './import-field.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { partyRoleLabels } from './parties.ts'
import { kindHeadings } from './reference-kind-words.ts'
import { builtInKindCodes, builtInKinds } from './reference-kinds.ts'
import { recordOf } from './typed-objects.ts'
import { waybillImportFields } from './waybill-import-fields.ts'

/** What a column of a file of jobs can be. */
export const jobImportFields: ImportFields = {
  jobId: importField('Id', 'key', 'job id, job no, job number, job, file no, file number, job ref'),
  name: importField(jobFields.name.label, 'text', 'job name, title, subject, shipment'),
  statusId: importField(jobFields.statusId.label, 'choice', 'job status, state', jobStatuses),
  direction: importField(
    jobFields.direction.label,
    'choice',
    'import/export, imp/exp, trade, type',
    directions,
  ),
  consignee: importField(
    partyRoleLabels.consignee,
    'party',
    'consignee name, cnee, importer, buyer, receiver',
  ),
  shipper: importField(
    partyRoleLabels.shipper,
    'party',
    'shipper/exporter, exporter, shipper name, seller, supplier, consignor',
  ),
  agent: importField(
    partyRoleLabels.agent,
    'party',
    'overseas agent, forwarding agent, destination agent, agent name',
  ),
  carrier: importField(
    partyRoleLabels.carrier,
    'party',
    'shipping line, line, airline, carrier name, steamship line, ssl',
  ),
  clearingAgent: importField(partyRoleLabels.clearingAgent, 'party', 'customs broker, broker, cha, clearing'),
  notifyParty: importField(
    partyRoleLabels.notifyParty,
    'party',
    'notify, notify party 1, first notify party, also notify',
  ),
  secondNotifyParty: importField(
    partyRoleLabels.secondNotifyParty,
    'party',
    'notify party 2, 2nd notify party, second notify, also notify party',
  ),
  customer: importField(
    partyRoleLabels.customer,
    'party',
    'bill to, billed to, invoice to, payer, client, debtor',
  ),
  haulier: importField(
    partyRoleLabels.haulier,
    'party',
    'trucker, trucking company, haulage, cartage company, road carrier',
  ),
  warehouse: importField(partyRoleLabels.warehouse, 'party', 'cfs, depot, warehouse name'),
  transportMode: importField(
    quoteFields.transportMode.label,
    'choice',
    'transport mode, mode, mot, sea/air',
    transportModes,
  ),
  clType: importField(quoteFields.clType.label, 'choice', 'fcl/lcl, container load, service type', loadTypes),
  quoteType: importField(
    quoteFields.quoteType.label,
    'choice',
    'incoterm, incoterms, terms, delivery terms',
    quoteTypes,
  ),
  commodity: importField(
    quoteFields.commodity.label,
    'text',
    'goods, cargo, description of goods, goods description, cargo description, commodities',
  ),
  loadingPortId: importField(
    quoteFields.loadingPortId.label,
    'port',
    'pol, loading port, load port, port of lading, origin, origin port, airport of departure, from',
  ),
  viaPortId: importField(
    quoteFields.viaPortId.label,
    'port',
    'via, transhipment port, transshipment port, ts port',
  ),
  dischargePortId: importField(
    quoteFields.dischargePortId.label,
    'port',
    'pod, discharge port, port of unloading, airport of destination',
  ),
  destinationPortId: importField(
    quoteFields.destinationPortId.label,
    'port',
    'destination, final destination, destination port, place of delivery, fpod, to',
  ),
  vesselName: importField(jobFields.vesselName.label, 'text', 'vessel, ship, mother vessel, vsl'),
  vesselFlag: importField(jobFields.vesselFlag.label, 'text', 'flag, flag state, nationality of vessel'),
  voyage: importField(
    jobFields.voyage.label,
    'text',
    'voy, voyage no, voyage number, flight, flight no, voy no',
  ),
  etd: importField(
    jobFields.etd.label,
    'date',
    'etd pol, departure, departure date, sailing date, sailing, estimated departure, estimated time of departure',
  ),
  eta: importField(
    jobFields.eta.label,
    'date',
    'eta pod, arrival, arrival date, estimated arrival, estimated time of arrival',
  ),
  mbl: importField(
    jobFields.mbl.label,
    'text',
    'mbl, mbl no, master b/l, master b/l no, master bl no, mawb, mawb no, ocean bl, obl, carrier bl',
  ),
  hbl: importField(
    jobFields.hbl.label,
    'text',
    'hbl, hbl no, house b/l, house b/l no, house bl no, hawb, hawb no, b/l no, bl no, b/l number, bill of lading, bl, b/l',
  ),
  grossWeight: importField(
    jobFields.grossWeight.label,
    'measure',
    'gross wt, gw, g/w, gross weight kg, gross weight (kg), gross weight (kgs), weight, wt, gross kgs, kgs',
  ),
  netWeight: importField(
    jobFields.netWeight.label,
    'measure',
    'net wt, nw, n/w, net weight kg, net weight (kg), net kgs',
  ),
  weightUnit: importField(jobFields.weightUnit.label, 'choice', 'weight uom, wt unit', weightUnits),
  volume: importField(
    jobFields.volume.label,
    'measure',
    'cbm, m3, volume cbm, volume (cbm), volume (m3), measurement, vol',
  ),
  volumeUnit: importField(jobFields.volumeUnit.label, 'choice', 'volume uom, vol unit', volumeUnits),
  numberOfPackages: importField(
    jobFields.numberOfPackages.label,
    'count',
    'packages, no of packages, pkgs, no of pkgs, pieces, pcs, colli, package count, cartons',
  ),
  igm: importField(jobFields.igm.label, 'text', 'igm no, igm number'),
  indexNumber: importField(jobFields.indexNumber.label, 'text', 'index, index no'),
  shedNumber: importField(jobFields.shedNumber.label, 'text', 'shed, shed no'),
  ownerId: importField(
    jobFields.ownerId.label,
    'person',
    'operator, handled by, op in charge, responsible, salesperson',
  ),
  swbro: importField(jobFields.swbro.label, 'date', 'cargo ready, cargo ready date, ready date'),
  customerInstructions: importField(
    jobFields.customerInstructions.label,
    'text',
    'instructions, remarks, notes, comments, special instructions',
  ),
  sisttao: importField(jobFields.sisttao.label, 'date'),
  documentsReceivedDate: importField(jobFields.documentsReceivedDate.label, 'date', 'documents received'),
  dettco: importField(jobFields.dettco.label, 'date'),
  dsttco: importField(jobFields.dsttco.label, 'date'),
  placeOfReceipt: importField(jobFields.placeOfReceipt.label, 'text', 'receipt, por'),
  placeOfDelivery: importField(
    jobFields.placeOfDelivery.label,
    'text',
    'final place of delivery, delivery place',
  ),
  incoterm: importField(jobFields.incoterm.label, 'choice', 'incoterm 2020, incoterms 2020', incoterms),
  incotermPlace: importField(jobFields.incotermPlace.label, 'text', 'named place, incoterms place'),
  freightPayment: importField(
    jobFields.freightPayment.label,
    'choice',
    'prepaid/collect, freight prepaid collect, freight terms, payment of freight, ppd/coll',
    freightPayments,
  ),
  freightPayableAt: importField(jobFields.freightPayableAt.label, 'text', 'payable at'),
  originals: importField(
    jobFields.originals.label,
    'count',
    'no of originals, originals, number of original bls',
  ),
  placeOfIssue: importField(jobFields.placeOfIssue.label, 'text', 'issued at'),
  dateOfIssue: importField(jobFields.dateOfIssue.label, 'date', 'issue date, bl date, b/l date, issued on'),
  onBoardDate: importField(
    jobFields.onBoardDate.label,
    'date',
    'shipped on board, shipped on board date, on board',
  ),
  service: importField(
    jobFields.service.label,
    'choice',
    'service mode, movement, move type, cy/cy',
    services,
  ),
  atd: importField(jobFields.atd.label, 'date', 'actual departure, actual time of departure, departed'),
  ata: importField(jobFields.ata.label, 'date', 'actual arrival, actual time of arrival, arrived'),
  freeDays: importField(jobFields.freeDays.label, 'count', 'free time, free time days'),
  validUntil: importField(jobFields.validUntil.label, 'date', 'validity, valid to, quote valid until'),
  documentsCutOff: importField(
    jobFields.documentsCutOff.label,
    'localTime',
    'documents cutoff, docs cut-off, docs cutoff, doc cut off, documentation cut-off, si cut-off, si cutoff, si closing',
  ),
  vgmCutOff: importField(jobFields.vgmCutOff.label, 'localTime', 'vgm cutoff, vgm cut off, vgm closing'),
  cargoCutOff: importField(
    jobFields.cargoCutOff.label,
    'localTime',
    'cargo cutoff, cy cut-off, cy cutoff, cfs cut-off, cfs cutoff, cargo closing, cut-off, cutoff, closing',
  ),
  receivedAtCfs: importField(
    jobFields.receivedAtCfs.label,
    'date',
    'cfs receipt, cfs date, received at warehouse',
  ),
  handlingInformation: importField(
    jobFields.handlingInformation.label,
    'text',
    'handling info, handling instructions, handling',
  ),
  valueForCarriage: importField(
    jobFields.valueForCarriage.label,
    'measure',
    'value for carriage, declared value carriage',
  ),
  valueForCustoms: importField(
    jobFields.valueForCustoms.label,
    'measure',
    'value for customs, declared value customs, customs value',
  ),
  insuranceAmount: importField(
    jobFields.insuranceAmount.label,
    'measure',
    'insurance amount, insured value, sum insured',
  ),
  ...waybillImportFields,
  emptyDepot: importField(
    jobFields.emptyDepot.label,
    'text',
    'empty depot, empty pick-up depot, empty pickup depot, empty return depot',
  ),
  containerTerminal: importField(
    jobFields.containerTerminal.label,
    'text',
    'full return terminal, full container terminal',
  ),
  releaseValidUntil: importField(jobFields.releaseValidUntil.label, 'date', 'd/o valid until, d/o validity'),
  attachedDocuments: importField(
    jobFields.attachedDocuments.label,
    'text',
    'attached documents, attachments',
  ),
  dopubtco: importField(jobFields.dopubtco.label, 'date', 'd/o date, delivery order date'),
  ...recordOf(builtInKindCodes, kind =>
    importField(builtInKinds[kind], 'text', kindHeadings[kind].join(', ')),
  ),
}
