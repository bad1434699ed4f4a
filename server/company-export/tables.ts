import type { DB } from '#server/db/tables.ts'

/** A table whose rows are exported. */
export type ExportedTable = {
  /** What is exported, separated by spaces; every other column is named in `leftOut`. */
  columns: string
  /** Columns that no export holds, each with the reason. */
  leftOut?: Readonly<Record<string, string>>
  /** By what the rows are ordered in the file, in SQL. */
  order: string
  /** What the file holds in place of a column's value, in SQL over the row `t`. */
  exported?: Readonly<Record<string, string>>
  /** What an import stores in place of the file's value, in SQL over the row `t`. */
  imported?: Readonly<Record<string, string>>
  /** Rows refer to other rows of the same table in any order: one statement stores them all. */
  atOnce?: true
}

const SIGN_IN = 'Sign-ins belong to an installation. People are invited to the other one.'
const SECRET = 'It lets somebody in.'
const USAGE = 'What was used of one installation; the other one counts for itself.'
const OPERATOR = 'The operator of each installation decides it.'
const COMPUTED = 'PostgreSQL computes it.'
const DERIVED = 'Triggers make it from other tables.'
const PASSING = 'It lasts only while something is under way.'
const NO_COMPANY = 'It holds nothing of a company.'

const charges = (lines: string): ExportedTable => ({
  columns: `account_id id finance_id currency exchange_rate ${lines} total`,
  order: 'id',
})

/** E-mails that were under way are ended: the first installation may have sent them since. */
const mailUnderWay = `t.state in ('waiting', 'sending')`

/**
 * Every table of a company whose rows are exported, in the order in which an import stores them: those that others refer
 * to come first. A new table or column is neither exported nor left out until it is named here, as a test demands.
 */
export const exportedTables: Readonly<Partial<Record<keyof DB, ExportedTable>>> = {
  accounts: {
    columns: 'id name currency job_count last_job_number created_at',
    leftOut: { claim_value: SIGN_IN },
    order: 'id',
  },
  users: {
    columns:
      'account_id id subject display_name email role version created_at deactivated_at joined_at declined_at left_at ' +
      'invited_at invited_by',
    leftOut: { sign_in_made_here: SIGN_IN },
    order: 'id',
    // Whose sign-in it was stays behind; whether a person or a program is kept.
    exported: {
      subject: `case when t.subject like 'api-token:%' then 'api-token:' else 'invitation:' end || t.id`,
    },
    imported: { joined_at: `case when t.subject like 'api-token:%' then t.joined_at end` },
    atOnce: true,
  },
  role_adjustments: { columns: 'account_id id adjustments version', order: 'id' },
  user_preferences: { columns: 'account_id user_id preferences', order: 'user_id' },
  shared_views: { columns: 'account_id id name address layout made_by version', order: 'id' },
  morning_summaries: { columns: 'account_id user_id time_zone hour last_day', order: 'user_id' },
  company_settings: {
    columns:
      'account_id building_no building_name street city county post_code country telephone fax email website ' +
      'registration_number tax_number licence_number bank_name bank_branch bank_account_name bank_account_number iban ' +
      'swift trading_terms logo_key logo_media_type logo_size logo_width logo_height version time_zone date_order paper_size ' +
      'air_divisor road_density iata_agent_code',
    leftOut: { id: COMPUTED },
    order: 'account_id',
  },
  ports: { columns: 'account_id id name code description country_id created_at', order: 'id' },
  organisations: {
    columns:
      'account_id id name description contact_name version created_at tax_number payment_terms scac iata_prefix ' +
      'iata_agent_code account_number',
    order: 'id',
  },
  parties: { columns: 'account_id id organisation_id', order: 'id' },
  contacts: {
    columns:
      'account_id id link_id organisation_id position building_name building_no city post_code country_id county ' +
      'description email fax mobile skype street telephone twitter website name role',
    order: 'id',
  },
  organisation_default_parties: {
    columns: 'account_id id organisation_id when_role role default_organisation_id',
    order: 'id',
  },
  finances: { columns: 'account_id id total version', order: 'id' },
  freight_charges: charges(
    'lcl fcl20 fcl40 fsc ssc other_freight_charges minimum_air_charges minus45 plus45 plus100 plus250 plus300 plus500 ' +
      'plus1000 other_air_charges fsc_basis ssc_basis',
  ),
  origin_charges: charges(
    'bl_fee custom_clearance documentation handling other_charges pick_up port_charges thc',
  ),
  destination_charges: charges(
    'delivery_order documentation insurance other_destination_charges splitting thc yard_documentation yard_fed ' +
      'yard_r_and_d',
  ),
  jobs: {
    columns:
      'account_id id job_number name status ready_on vessel_name etd eta customer_instructions ' +
      'shipping_instructions_sent_on gross_weight net_weight weight_unit volume volume_unit number_of_packages ' +
      'documents_received_on master_bl house_bl documents_emailed_to_customer_on documents_submitted_to_carrier_on ' +
      'igm index_number shed_number delivery_order_picked_up_on shipment_date direction master_job_id commodity ' +
      'transport_mode quote_type load_type loading_port_id via_port_id discharge_port_id destination_port_id ' +
      'finance_id version created_at voyage_number owner_id copied_from_number template_name ' +
      'place_of_receipt place_of_delivery incoterm incoterm_place freight_payment freight_payable_at ' +
      'number_of_originals place_of_issue issued_on on_board_on service departed_on arrived_on free_days valid_until ' +
      'documents_cut_off vgm_cut_off cargo_cut_off own_columns columns_of_master ' +
      'received_at_cfs_on handling_information value_for_carriage value_for_customs insurance_amount ' +
      'empty_depot container_terminal release_valid_until attached_documents cost_split cost_share_by_hand cost_share_of ' +
      'vessel_flag waybill_charges rate_class waybill_rate valuation_charge ' +
      'waybill_tax charges_due_agent charges_due_carrier',
    // A master job has no master of its own, so that houses find theirs.
    order: '(master_job_id is not null), job_number',
  },
  job_parties: { columns: 'account_id id job_id role party_id', order: 'id' },
  items: {
    columns:
      'account_id id job_id position name description quantity packing_mode gross_weight net_weight weight_unit ' +
      'number_of_packs version marks_and_numbers hs_code length width height dimension_unit volume un_number ' +
      'hazard_class packing_group proper_shipping_name flashpoint marine_pollutant limited_quantity',
    order: 'id',
  },
  containers: {
    columns:
      'account_id id job_id position number size_type seals packages cargo_weight tare_weight volume vgm vgm_method ' +
      'vgm_date vgm_signatory temperature empty_picked_up_on gated_in_on loaded_on discharged_on gated_out_on ' +
      'empty_returned_on version',
    order: 'id',
  },
  reference_kinds: { columns: 'account_id id name version', order: 'id' },
  job_references: {
    columns: 'account_id id job_id position kind number dated version',
    leftOut: { own_kind_id: COMPUTED },
    order: 'id',
  },
  item_containers: {
    columns: 'account_id id job_id item_id container_id packs gross_weight volume',
    order: 'id',
  },
  job_changes: {
    columns:
      'account_id id made_by asked change undo_of state previewed_at begun_at total changed same refused',
    order: 'previewed_at, id',
    // What was under way is not gone on with elsewhere.
    imported: { state: `'ended'` },
    atOnce: true,
  },
  job_change_jobs: {
    columns: 'account_id change_id job_id position state fields reason making',
    order: 'change_id, position',
    imported: {
      state: `case t.state when 'waiting' then 'refused' else t.state end`,
      reason: `case t.state when 'waiting' then 'It was not changed before the company was exported.' else t.reason end`,
    },
  },
  currency_changes: {
    columns: 'account_id id made_by made_at from_currency to_currency rate undo_of',
    order: 'made_at, id',
    atOnce: true,
  },
  currency_change_amounts: {
    columns:
      'account_id change_id record_type record_id finance_id old_currency new_currency old_rate new_rate old_total new_total',
    order: 'change_id, record_type, record_id',
  },
  contact_merges: {
    columns:
      'account_id id made_by made_at asked kept_id kept_name merged_id merged_name kept_party_id merged_party_id jobs people ' +
      'before undone_at undone_by undone',
    order: 'made_at, id',
  },
  contact_merge_jobs: {
    columns: 'account_id merge_id job_party_id job_id',
    order: 'merge_id, job_party_id',
  },
  imports: {
    columns:
      'account_id id kind job_id made_by file_name settings state read_at begun_at total made changed same refused undone stayed',
    leftOut: { content: PASSING },
    order: 'read_at, id',
    // What was under way is not gone on with elsewhere.
    imported: { state: `case when t.state = 'undone' then t.state else 'ended' end` },
  },
  import_rows: {
    columns: 'account_id import_id position action state record_id name fields fingerprint reason',
    order: 'import_id, position',
    imported: {
      state: `case t.state when 'waiting' then 'refused' else t.state end`,
      reason: `case t.state when 'waiting' then 'It was not imported before the company was exported.' else t.reason end`,
    },
  },
  imported_records: { columns: 'account_id kind fingerprint record_id', order: 'kind, fingerprint' },
  import_mappings: { columns: 'account_id kind headings settings', order: 'kind, headings' },
  notes: {
    columns: 'account_id id job_id text author_id written_at version mentioned_ids mentioned_names',
    order: 'id',
  },
  note_mentions: {
    columns: 'account_id user_id note_id job_id written_at read_at gone_at mailed_at',
    order: 'note_id, user_id',
  },
  number_series: { columns: 'account_id kind prefix digits next_number', order: 'kind' },
  job_numbers: {
    columns: 'account_id job_id kind number allotted_at allotted_by used_at held_by is_typed',
    order: 'job_id, kind',
  },
  returned_numbers: { columns: 'account_id kind number', order: 'kind, number' },
  document_templates: {
    columns:
      'account_id id name default_document_name type description size content_key content_hash problems date version ' +
      'deleted_at deleted_by missing left_places dismissals left_values',
    order: 'id',
  },
  document_sets: { columns: 'account_id id request_hash begun_at begun_by ended_at', order: 'id' },
  documents: {
    columns:
      'account_id id job_id name type media_type may_run_code size content_key date version deleted_at template_id ' +
      'template_version job_version content_hash deleted_by set_id numbers_given note_id original_or_copy',
    order: 'id',
  },
  document_sources: { columns: 'account_id document_id template_hash printed', order: 'document_id' },
  earlier_contents: {
    columns: 'account_id id document_id template_id content_key size replaced_at replaced_by date',
    order: 'id',
  },
  mail_settings: {
    columns: 'account_id sender_name reply_to version',
    leftOut: { id: COMPUTED },
    order: 'account_id',
  },
  mail_templates: {
    columns:
      'account_id id name purpose subject body to_roles cc_roles bcc_roles stamp version deleted_at deleted_by',
    order: 'id',
  },
  mail_template_documents: {
    columns: 'account_id mail_template_id document_template_id position',
    order: 'mail_template_id, document_template_id',
  },
  mail_template_reports: { columns: 'account_id mail_template_id key problems', order: 'mail_template_id' },
  mails: {
    columns:
      'account_id id job_id kind subject body sender_name sender_address reply_to message_id message_key message_size ' +
      'request_hash state attempts next_attempt_at trouble handed_over_at stamps made_by made_at sent_at version ' +
      'search_text',
    leftOut: { sending_by: PASSING, request_id: 'It leads to the log of the installation that sent it.' },
    order: 'id',
    imported: {
      state: `case t.state when 'waiting' then 'givenUp' when 'sending' then 'uncertain' else t.state end`,
      next_attempt_at: 'null',
      trouble: `case when ${mailUnderWay}
        then 'This e-mail was under way when the company was exported from another installation.' else t.trouble end`,
    },
  },
  mail_recipients: {
    columns: 'account_id mail_id position kind name address state reply',
    order: 'mail_id, position',
    imported: { state: `case t.state when 'waiting' then 'givenUp' else t.state end` },
  },
  mail_attachments: {
    columns: 'account_id id mail_id position name media_type size document_id template_id',
    order: 'id',
  },
  history: {
    columns:
      'account_id id at user_id record_type record_id job_id version changes organisation_id address user_agent shown ' +
      'made job_change_id import_id contact_merge_id',
    order: 'id',
    exported: {
      changes: `case when t.record_type in ('users', 'accounts') then t.changes - array['subject', 'claim_value']
        else t.changes end`,
    },
  },
  sign_in_events: {
    columns: 'account_id at user_id address user_agent outcome by_user_id',
    leftOut: { id: 'Each installation numbers its own.', subject: SIGN_IN },
    order: 'at, id',
  },
}

/** Tables of which no export holds a row, each with the reason. */
export const leftOutTables: Readonly<Partial<Record<keyof DB, string>>> = {
  account_revisions: DERIVED,
  address_codes: SECRET,
  api_tokens: SECRET,
  company_budgets: USAGE,
  company_exports: PASSING,
  company_limits: OPERATOR,
  ended_sessions: SIGN_IN,
  founding_links: SECRET,
  identity_browsers: SECRET,
  identity_links: SECRET,
  identity_recovery_codes: SECRET,
  identity_users: SECRET,
  installation: NO_COMPANY,
  invitation_links: SECRET,
  job_index: DERIVED,
  mail_counts: USAGE,
  memberships: SIGN_IN,
  network_budgets: NO_COMPANY,
  oidc_keys: SECRET,
  oidc_state: SECRET,
  organisation_index: DERIVED,
  product_mails: NO_COMPANY,
  sign_in_limits: NO_COMPANY,
  started_uploads: PASSING,
  verified_addresses: SIGN_IN,
  worker_pools: NO_COMPANY,
  world_ports: NO_COMPANY,
}

/** What an import stores otherwise than the export holds it, as people are told. */
export const CHANGED_BY_IMPORT = [
  'users.joined_at: people join again by accepting an invitation.',
  'mails.state, mails.next_attempt_at, mails.trouble, mail_recipients.state: e-mails that were under way are ended.',
  'imports.state, import_rows.state, import_rows.reason: imports that were under way are ended.',
  'job_changes.state, job_change_jobs.state, job_change_jobs.reason: changes of many jobs that were under way are ended.',
] as const

export const columnsOf = ({ columns }: ExportedTable): string[] => columns.split(' ')
