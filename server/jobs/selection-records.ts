import type { ExpressionBuilder } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/** What a job itself says, under the wire's names; for a query whose jobs go by `j`. */
export const jobHead = [
  'j.id',
  'j.job_number as jobId',
  'j.name',
  'j.status as statusId',
  'j.ready_on as swbro',
  'j.vessel_name as vesselName',
  'j.vessel_flag as vesselFlag',
  'j.voyage_number as voyage',
  'j.etd',
  'j.eta',
  'j.customer_instructions as customerInstructions',
  'j.shipping_instructions_sent_on as sisttao',
  'j.gross_weight as grossWeight',
  'j.net_weight as netWeight',
  'j.weight_unit as weightUnit',
  'j.volume',
  'j.volume_unit as volumeUnit',
  'j.number_of_packages as numberOfPackages',
  'j.documents_received_on as documentsReceivedDate',
  'j.master_bl as mbl',
  'j.house_bl as hbl',
  'j.documents_emailed_to_customer_on as dettco',
  'j.documents_submitted_to_carrier_on as dsttco',
  'j.igm',
  'j.index_number as indexNumber',
  'j.shed_number as shedNumber',
  'j.delivery_order_picked_up_on as dopubtco',
  'j.direction',
  'j.place_of_receipt as placeOfReceipt',
  'j.place_of_delivery as placeOfDelivery',
  'j.incoterm',
  'j.incoterm_place as incotermPlace',
  'j.freight_payment as freightPayment',
  'j.freight_payable_at as freightPayableAt',
  'j.number_of_originals as originals',
  'j.place_of_issue as placeOfIssue',
  'j.issued_on as dateOfIssue',
  'j.on_board_on as onBoardDate',
  'j.service',
  'j.departed_on as atd',
  'j.arrived_on as ata',
  'j.free_days as freeDays',
  'j.valid_until as validUntil',
  'j.documents_cut_off as documentsCutOff',
  'j.vgm_cut_off as vgmCutOff',
  'j.cargo_cut_off as cargoCutOff',
  'j.received_at_cfs_on as receivedAtCfs',
  'j.handling_information as handlingInformation',
  'j.value_for_carriage as valueForCarriage',
  'j.value_for_customs as valueForCustoms',
  'j.insurance_amount as insuranceAmount',
  'j.waybill_charges as waybillCharges',
  'j.rate_class as rateClass',
  'j.waybill_rate as waybillRate',
  'j.valuation_charge as valuationCharge',
  'j.waybill_tax as waybillTax',
  'j.charges_due_agent as chargesDueAgent',
  'j.charges_due_carrier as chargesDueCarrier',
  'j.empty_depot as emptyDepot',
  'j.container_terminal as containerTerminal',
  'j.release_valid_until as releaseValidUntil',
  'j.attached_documents as attachedDocuments',
  'j.cost_split as costSplit',
  'j.cost_share_by_hand as costShareByHand',
  'j.master_job_id as masterShipmentId',
  'j.owner_id as ownerId',
  'j.template_name as templateName',
  'j.shipment_date as shipmentDate',
  'j.version',
] as const

/** A time as the wire has it, in SQL; JSON that the database writes has its seconds, too. */
export const localTimeOf = (column: string) => `left(to_json(${column}) #>> '{}', 16)`

/** What its quote says, before the names of its ports and after them. */
export const jobQuote = {
  columns: [
    'j.commodity',
    'j.transport_mode as transportMode',
    'j.quote_type as quoteType',
    'j.load_type as clType',
    'j.loading_port_id as loadingPortId',
    'j.via_port_id as viaPortId',
    'j.discharge_port_id as dischargePortId',
    'j.destination_port_id as destinationPortId',
  ],
  finance: ['j.finance_id as financeId'],
} as const

/** Both, flat. */
export const flatJob = [...jobHead, ...jobQuote.columns, ...jobQuote.finance] as const

type PortColumn = 'loading_port_id' | 'via_port_id' | 'discharge_port_id' | 'destination_port_id'

// Four look-ups by primary key cost less to plan than four joins.
const portName = (eb: ExpressionBuilder<DB & { j: DB['jobs'] }, 'j'>, column: PortColumn) =>
  eb
    .selectFrom('ports')
    .select('ports.name')
    .whereRef('ports.account_id', '=', 'j.account_id')
    .whereRef('ports.id', '=', `j.${column}`)

export const portNames = (eb: ExpressionBuilder<DB & { j: DB['jobs'] }, 'j'>) => [
  portName(eb, 'loading_port_id').as('loadingPort'),
  portName(eb, 'via_port_id').as('viaPort'),
  portName(eb, 'discharge_port_id').as('dischargePort'),
  portName(eb, 'destination_port_id').as('destinationPort'),
]
