import type { InheritedField, jobFields, quoteFields } from '#contract/job-fields.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of a job on the wire. */
export const jobColumns = {
  name: 'name',
  statusId: 'status',
  swbro: 'ready_on',
  vesselName: 'vessel_name',
  voyage: 'voyage_number',
  etd: 'etd',
  eta: 'eta',
  customerInstructions: 'customer_instructions',
  sisttao: 'shipping_instructions_sent_on',
  grossWeight: 'gross_weight',
  netWeight: 'net_weight',
  weightUnit: 'weight_unit',
  volume: 'volume',
  volumeUnit: 'volume_unit',
  numberOfPackages: 'number_of_packages',
  documentsReceivedDate: 'documents_received_on',
  mbl: 'master_bl',
  hbl: 'house_bl',
  dettco: 'documents_emailed_to_customer_on',
  dsttco: 'documents_submitted_to_carrier_on',
  igm: 'igm',
  indexNumber: 'index_number',
  shedNumber: 'shed_number',
  dopubtco: 'delivery_order_picked_up_on',
  direction: 'direction',
  placeOfReceipt: 'place_of_receipt',
  placeOfDelivery: 'place_of_delivery',
  incoterm: 'incoterm',
  incotermPlace: 'incoterm_place',
  freightPayment: 'freight_payment',
  freightPayableAt: 'freight_payable_at',
  originals: 'number_of_originals',
  placeOfIssue: 'place_of_issue',
  dateOfIssue: 'issued_on',
  onBoardDate: 'on_board_on',
  service: 'service',
  atd: 'departed_on',
  ata: 'arrived_on',
  freeDays: 'free_days',
  validUntil: 'valid_until',
  documentsCutOff: 'documents_cut_off',
  vgmCutOff: 'vgm_cut_off',
  cargoCutOff: 'cargo_cut_off',
  masterShipmentId: 'master_job_id',
  ownerId: 'owner_id',
  templateName: 'template_name',
} as const satisfies Record<keyof typeof jobFields, keyof DB['jobs']>

/** The quote is one with its job's row. */
export const quoteColumns = {
  commodity: 'commodity',
  transportMode: 'transport_mode',
  quoteType: 'quote_type',
  clType: 'load_type',
  loadingPortId: 'loading_port_id',
  viaPortId: 'via_port_id',
  dischargePortId: 'discharge_port_id',
  destinationPortId: 'destination_port_id',
} as const satisfies Record<keyof typeof quoteFields, keyof DB['jobs']>

export const quotePorts = ['loadingPortId', 'viaPortId', 'dischargePortId', 'destinationPortId'] as const

/** Each of what a house has from its master, as the database names it where a house differs. */
export const inheritedColumns = {
  vesselName: 'vessel_name',
  voyage: 'voyage_number',
  etd: 'etd',
  eta: 'eta',
  atd: 'departed_on',
  ata: 'arrived_on',
  onBoardDate: 'on_board_on',
  mbl: 'master_bl',
  'quote.loadingPortId': 'loading_port_id',
  'quote.viaPortId': 'via_port_id',
  'quote.dischargePortId': 'discharge_port_id',
  'quote.destinationPortId': 'destination_port_id',
  shipmentCarriers: 'carrier',
} as const satisfies Record<InheritedField, keyof DB['jobs'] | 'carrier'>
