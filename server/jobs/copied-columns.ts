import type { CopiedPart } from '#contract/job-copies.ts'
import { keysOf } from '#contract/typed-objects.ts'
import type { DB } from '#server/db/tables.ts'

/**
 * What a copy does with a column: it takes it always or with a part of the job, has a value of its own there, or leaves
 * it empty.
 */
type Decision = 'always' | CopiedPart | 'its own' | 'left'
type CopiedTables =
  | 'jobs'
  | 'job_parties'
  | 'items'
  | 'finances'
  | 'origin_charges'
  | 'freight_charges'
  | 'destination_charges'

const chargeHead = {
  account_id: 'its own',
  id: 'its own',
  finance_id: 'its own',
  currency: 'charges',
  exchange_rate: 'charges',
  total: 'charges',
} as const

/** A new column does not compile until it stands here. */
const decisions = {
  jobs: {
    account_id: 'its own',
    id: 'its own',
    job_number: 'its own',
    finance_id: 'its own',
    copied_from_number: 'its own',
    // In Progress, of whoever copies it, made today.
    status: 'its own',
    owner_id: 'its own',
    shipment_date: 'its own',
    created_at: 'its own',
    version: 'its own',

    name: 'always',
    direction: 'always',
    transport_mode: 'always',
    load_type: 'always',
    quote_type: 'always',
    commodity: 'always',
    // What this customer always wants; what concerns one shipment has fields of its own.
    customer_instructions: 'always',

    loading_port_id: 'ports',
    via_port_id: 'ports',
    discharge_port_id: 'ports',
    destination_port_id: 'ports',

    // They say how much cargo there is, so they come with it.
    gross_weight: 'items',
    net_weight: 'items',
    weight_unit: 'items',
    volume: 'items',
    volume_unit: 'items',
    number_of_packages: 'items',

    // What was agreed with this customer on this route.
    place_of_receipt: 'ports',
    place_of_delivery: 'ports',
    incoterm: 'always',
    incoterm_place: 'always',
    freight_payment: 'always',
    freight_payable_at: 'always',
    service: 'always',
    waybill_charges: 'always',

    // What is charged, as the charges themselves.
    rate_class: 'charges',
    waybill_rate: 'charges',
    valuation_charge: 'charges',
    waybill_tax: 'charges',
    charges_due_agent: 'charges',
    charges_due_carrier: 'charges',

    // Of the same cargo, and at the same ports.
    handling_information: 'items',
    empty_depot: 'ports',
    container_terminal: 'ports',

    // What one shipment was worth, and what came with it, is no other shipment's.
    value_for_carriage: 'left',
    value_for_customs: 'left',
    insurance_amount: 'left',
    attached_documents: 'left',
    release_valid_until: 'left',
    number_of_originals: 'left',
    place_of_issue: 'left',
    issued_on: 'left',
    on_board_on: 'left',
    departed_on: 'left',
    arrived_on: 'left',
    free_days: 'left',
    valid_until: 'left',
    documents_cut_off: 'left',
    vgm_cut_off: 'left',
    cargo_cut_off: 'left',
    received_at_cfs_on: 'left',
    ready_on: 'left',
    etd: 'left',
    eta: 'left',
    vessel_name: 'left',
    vessel_flag: 'left',
    voyage_number: 'left',
    shipping_instructions_sent_on: 'left',
    documents_received_on: 'left',
    documents_emailed_to_customer_on: 'left',
    documents_submitted_to_carrier_on: 'left',
    delivery_order_picked_up_on: 'left',
    master_bl: 'left',
    house_bl: 'left',
    igm: 'left',
    index_number: 'left',
    shed_number: 'left',
    // A copy travels by itself until somebody consolidates it.
    master_job_id: 'left',
    own_columns: 'left',
    columns_of_master: 'left',
    // How the costs of a consolidation are split belongs to that one.
    cost_split: 'left',
    cost_share_by_hand: 'left',
    cost_share_of: 'left',
    // Another name for every template.
    template_name: 'left',
  },
  job_parties: {
    account_id: 'its own',
    id: 'its own',
    job_id: 'its own',
    role: 'parties',
    party_id: 'parties',
  },
  items: {
    account_id: 'its own',
    id: 'its own',
    job_id: 'its own',
    position: 'its own',
    version: 'its own',
    name: 'items',
    description: 'items',
    quantity: 'items',
    packing_mode: 'items',
    gross_weight: 'items',
    net_weight: 'items',
    weight_unit: 'items',
    number_of_packs: 'items',
    marks_and_numbers: 'items',
    hs_code: 'items',
    length: 'items',
    width: 'items',
    height: 'items',
    dimension_unit: 'items',
    volume: 'items',
    un_number: 'items',
    hazard_class: 'items',
    packing_group: 'items',
    proper_shipping_name: 'items',
    flashpoint: 'items',
    marine_pollutant: 'items',
    limited_quantity: 'items',
  },
  finances: { account_id: 'its own', id: 'its own', version: 'its own', total: 'charges' },
  origin_charges: {
    ...chargeHead,
    bl_fee: 'charges',
    custom_clearance: 'charges',
    documentation: 'charges',
    handling: 'charges',
    other_charges: 'charges',
    pick_up: 'charges',
    port_charges: 'charges',
    thc: 'charges',
  },
  freight_charges: {
    ...chargeHead,
    lcl: 'charges',
    fcl20: 'charges',
    fcl40: 'charges',
    fsc: 'charges',
    ssc: 'charges',
    fsc_basis: 'charges',
    ssc_basis: 'charges',
    other_freight_charges: 'charges',
    minimum_air_charges: 'charges',
    minus45: 'charges',
    plus45: 'charges',
    plus100: 'charges',
    plus250: 'charges',
    plus300: 'charges',
    plus500: 'charges',
    plus1000: 'charges',
    other_air_charges: 'charges',
  },
  destination_charges: {
    ...chargeHead,
    delivery_order: 'charges',
    documentation: 'charges',
    insurance: 'charges',
    other_destination_charges: 'charges',
    splitting: 'charges',
    thc: 'charges',
    yard_documentation: 'charges',
    yard_fed: 'charges',
    yard_r_and_d: 'charges',
  },
} as const satisfies { [Table in CopiedTables]: Record<keyof DB[Table], Decision> }

/** The other tables that keep something of a job: none of it is taken. */
export const tablesLeft: Readonly<Partial<Record<keyof DB, string>>> = {
  containers: 'They carried one shipment.',
  job_references: 'They are numbers of one shipment.',
  item_containers: 'They stand between items and the containers of one shipment.',
  documents: 'Papers of one shipment.',
  notes: 'They were written about one shipment.',
  note_mentions: 'They stand in its notes.',
  mails: 'They were sent about one shipment.',
  currency_change_amounts: 'It is what can be undone of a change, which the copy came after.',
  contact_merge_jobs: 'It is what can be undone of a merge, which the copy came after.',
  job_numbers: 'A number belongs to one job.',
  history: 'The copy begins its own.',
  job_change_jobs: 'What was done to other jobs.',
  imports: 'They brought in items of one shipment.',
  job_index: 'Triggers make it from the job.',
}

export const copiedTables = keysOf(decisions)

/** The columns of a table that a copy takes, with these parts of the job. */
export function takenColumns(table: CopiedTables, parts: ReadonlySet<CopiedPart>): string[] {
  const taken: ReadonlySet<string> = new Set(['always', ...parts])
  return Object.entries(decisions[table]).flatMap(([column, decision]) =>
    taken.has(decision) ? [column] : [],
  )
}
