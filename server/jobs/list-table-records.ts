import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { seldomListed } from '#contract/job-columns.ts'
import { type ContainerStage, containerStages } from '#contract/container-stages.ts'
import { type FurtherPart, furtherParts, type JobTableRow, membersOfPart } from '#contract/job-table.ts'
import { furtherRoles } from '#contract/parties.ts'
import type { BuiltInKind } from '#contract/reference-kinds.ts'
import { keysOf, recordOf } from '#contract/typed-objects.ts'
import { containerHolder } from '#server/records/container-holder-records.ts'
import type { Db } from '#server/db/db.ts'
import { jobColumns } from './columns.ts'
import { ifChanged, pageOf, revisionOf } from './list-page-records.ts'
import type { ListParameter, ListShape } from './list-parameters.ts'
import { localTimeOf } from './selection-records.ts'

/** A page of JobTableRows as JSON; null where there are none, or the remembered page still holds. */
export type TablePage = { revision: string; text: string | null; count: number | null; total: number | null }

const seldomColumns = seldomListed.map(field => `j.${jobColumns[field]}`).join(', ')
const seldom = seldomListed.map(field => `'${field}', j.${jobColumns[field]}`).join(', ')

const kindsOfColumns = {
  bookings: 'booking',
  purchaseOrders: 'purchaseOrder',
  customerReferences: 'customerReference',
  commercialInvoices: 'commercialInvoice',
  lettersOfCredit: 'letterOfCredit',
  customsDeclarations: 'customsDeclaration',
  agentReferences: 'agentReference',
} as const satisfies Partial<Record<keyof JobTableRow, BuiltInKind>>

const listedCompanies = ['consignee', 'shipper', 'agent', 'carrier'] as const

const columns: { readonly [Name in keyof Required<JobTableRow>]: string } = {
  id: 'j.id',
  jobId: 'j.job_number',
  name: 'j.name',
  statusId: 'j.status',
  direction: 'j.direction',
  etd: 'j.etd',
  eta: 'j.eta',
  grossWeight: 'j.gross_weight',
  netWeight: 'j.net_weight',
  weightUnit: 'j.weight_unit',
  volume: 'j.volume',
  volumeUnit: 'j.volume_unit',
  numberOfPackages: 'j.number_of_packages',
  mbl: 'j.master_bl',
  hbl: 'j.house_bl',
  igm: 'j.igm',
  indexNumber: 'j.index_number',
  shedNumber: 'j.shed_number',
  voyage: 'j.voyage_number',
  templateName: 'j.template_name',
  commodity: 'j.commodity',
  transportMode: 'j.transport_mode',
  quoteType: 'j.quote_type',
  clType: 'j.load_type',
  placeOfReceipt: 'j.place_of_receipt',
  placeOfDelivery: 'j.place_of_delivery',
  incoterm: 'j.incoterm',
  incotermPlace: 'j.incoterm_place',
  freightPayment: 'j.freight_payment',
  freightPayableAt: 'j.freight_payable_at',
  originals: 'j.number_of_originals',
  placeOfIssue: 'j.place_of_issue',
  dateOfIssue: 'j.issued_on',
  onBoardDate: 'j.on_board_on',
  service: 'j.service',
  atd: 'j.departed_on',
  ata: 'j.arrived_on',
  freeDays: 'j.free_days',
  validUntil: 'j.valid_until',
  documentsCutOff: localTimeOf('j.documents_cut_off'),
  vgmCutOff: localTimeOf('j.vgm_cut_off'),
  cargoCutOff: localTimeOf('j.cargo_cut_off'),
  receivedAtCfs: 'j.received_at_cfs_on',
  vesselFlag: 'j.vessel_flag',
  emptyDepot: 'j.empty_depot',
  containerTerminal: 'j.container_terminal',
  releaseValidUntil: 'j.release_valid_until',
  // Made for the few jobs that have something of it: what nobody fills in makes a page no bigger and no slower.
  seldom: `case when num_nonnulls(${seldomColumns}) > 0 then json_strip_nulls(json_build_object(${seldom})) end`,
  loadingPort: 'loading.name',
  viaPort: 'via.name',
  dischargePort: 'discharge.name',
  destinationPort: 'destination.name',
  consignee: 'parts.consignee',
  shipper: 'parts.shipper',
  agent: 'parts.agent',
  carrier: 'parts.carrier',
  parties: 'parts.further',
  master: `case when master.id is not null then
    json_build_object('id', master.id, 'jobId', master.job_number, 'name', master.name) end`,
  owner: 'owner.display_name',
  containers: 'boxes.numbers',
  containerTypes: 'boxes.types',
  seals: 'boxes.seals',
  ...recordOf(containerStages, stage => `stages."${stage}"`),
  ...recordOf(keysOf(kindsOfColumns), column => `refs."${column}"`),
  otherReferences: 'refs.others',
  marks: 'cargo.marks',
  hsCodes: 'cargo.hs_codes',
  unNumbers: 'cargo.un_numbers',
}

const furtherMembers = new Set(furtherParts.flatMap(membersOfPart))
const usual = keysOf(columns).filter(name => !furtherMembers.has(name))

const selectionOf = (parts: readonly FurtherPart[]) =>
  sql.raw([...usual, ...parts.flatMap(membersOfPart)].map(name => `${columns[name]} as "${name}"`).join(', '))

const companies = sql.raw(
  listedCompanies
    .map(role => `max(coalesce(o.name, '')) filter (where jp.role = '${role}') as ${role}`)
    .join(', '),
)
const roles = (named: readonly string[]) => sql.join(named.map(role => sql.lit(role)))

const references = sql.raw(
  keysOf(kindsOfColumns)
    .map(
      column =>
        `string_agg(x.number, ', ' order by x.position) filter (where x.kind = '${kindsOfColumns[column]}') as "${column}"`,
    )
    .join(', '),
)

const stageColumns: Record<ContainerStage, { known: string; day: string }> = {
  vgm: { known: 'c.vgm', day: 'c.vgm_date' },
  emptyPickedUp: { known: 'c.empty_picked_up_on', day: 'c.empty_picked_up_on' },
  gatedIn: { known: 'c.gated_in_on', day: 'c.gated_in_on' },
  loaded: { known: 'c.loaded_on', day: 'c.loaded_on' },
  discharged: { known: 'c.discharged_on', day: 'c.discharged_on' },
  gatedOut: { known: 'c.gated_out_on', day: 'c.gated_out_on' },
  emptyReturned: { known: 'c.empty_returned_on', day: 'c.empty_returned_on' },
}
const stages = sql.raw(
  containerStages
    .map(stage => {
      const { known, day } = stageColumns[stage]
      return `json_build_object('done', count(${known}), 'of', count(*), 'last', max(${day})) as "${stage}"`
    })
    .join(', '),
)

const MOST_OF_ITEMS = 500
/** What the items say in a column, each text once and on one line, in the order of the items. */
const ofItems = (column: string, separator: string) => {
  const said = `nullif(btrim(regexp_replace(${column}, '\\s+', ' ', 'g')), '')`
  return `(select case when length(whole) > ${MOST_OF_ITEMS} then left(whole, ${MOST_OF_ITEMS - 1}) || '…' else whole end
    from (
      select string_agg(text, '${separator}' order by first) as whole
      from (
        select text, min(place) as first
        from unnest(array_agg(${said} order by i.position)) with ordinality as said (text, place)
        where text is not null
        group by text
      ) as once
    ) as joined)`
}
const cargo = sql.raw(
  `${ofItems('i.marks_and_numbers', '; ')} as marks, ${ofItems('i.hs_code', ', ')} as hs_codes,
    ${ofItems('i.un_number', ', ')} as un_numbers`,
)

/** The table's rows leave the database as the text that the caller gets: nothing reads them in between. */
export function writeTable(
  db: Db,
  parameter: ListParameter,
  shape: ListShape,
): { compile(): CompiledQuery<TablePage> } {
  const { page, total } = pageOf(parameter, shape)
  const ofAccount = parameter('accountId')
  const statement = sql<TablePage>`
    with state as ${revisionOf(parameter)},
    page as ${page},
    ${tableRows(ofAccount, total, shape.further)},
    found as (
      select json_agg(row order by position)::text as text, count(*)::int as count, max(total) as total from listed
    )
    select state.revision,
      ${ifChanged(parameter, sql`(select text from found)`)} as text,
      ${ifChanged(parameter, sql`(select count from found)`)} as count,
      ${ifChanged(parameter, sql`(select total from found)`)} as total
    from state`
  return { compile: () => statement.compile(db) }
}

/** The rows `listed` of the jobs in `page`, with their places in it, and with these parts alone of what is not usual. */
function tableRows(ofAccount: string, total: RawBuilder<unknown>, parts: readonly FurtherPart[]) {
  const wanted = recordOf(furtherParts, part => parts.includes(part))
  const when = (isWanted: boolean, text: RawBuilder<unknown>) => (isWanted ? text : sql``)
  return sql`
    parts as (
      select jp.job_id, ${companies} ${when(
        wanted.parties,
        sql`, json_object_agg(jp.role, coalesce(o.name, '')) filter (where jp.role in (${roles(furtherRoles)})) as further`,
      )}
      from page
      join job_parties jp on jp.account_id = ${ofAccount} and jp.job_id = page.id
        ${when(!wanted.parties, sql`and jp.role in (${roles(listedCompanies)})`)}
      join parties p on p.account_id = ${ofAccount} and p.id = jp.party_id
      join organisations o on o.account_id = ${ofAccount} and o.id = p.organisation_id
      group by jp.job_id
    ),
    ${when(
      wanted.containers || wanted.containerStages,
      sql`held as (
      select j.id as job_id, ${containerHolder('j')} as holder
      from page join jobs j on j.account_id = ${ofAccount} and j.id = page.id
    ),`,
    )}
    ${when(
      wanted.containerStages,
      sql`stages as (
      select held.job_id, ${stages}
      from held join containers c on c.account_id = ${ofAccount} and c.job_id = held.holder
      group by held.job_id
    ),`,
    )}
    ${when(
      wanted.items,
      sql`cargo as (
      select i.job_id, ${cargo}
      from page join items i on i.account_id = ${ofAccount} and i.job_id = page.id
      group by i.job_id
    ),`,
    )}
    ${when(
      wanted.containers,
      sql`boxes_by_type as (
      select held.job_id, c.size_type, count(*)::int as count, min(c.position) as first,
        string_agg(c.number, ', ' order by c.position) as numbers,
        string_agg(nullif(array_to_string(c.seals, ', '), ''), ', ' order by c.position) as seals
      from held join containers c on c.account_id = ${ofAccount} and c.job_id = held.holder
      group by held.job_id, c.size_type
    ),
    boxes as (
      select job_id, string_agg(numbers, ', ' order by first) as numbers,
        string_agg(seals, ', ' order by first) as seals,
        json_agg(json_build_object('type', size_type, 'count', count) order by first) as types
      from boxes_by_type
      group by job_id
    ),`,
    )}
    ${when(
      wanted.references,
      sql`refs as (
      select x.job_id, ${references},
        string_agg(k.name || ' ' || x.number, ', ' order by x.position) as others
      from page
      join job_references x on x.account_id = ${ofAccount} and x.job_id = page.id
      left join reference_kinds k on k.account_id = ${ofAccount} and k.id = x.own_kind_id
      group by x.job_id
    ),`,
    )}
    listed as (
      select page.position, ${total} as total, (select to_json(one) from (select ${selectionOf(parts)}) as one) as row
      from page
      join jobs j on j.account_id = ${ofAccount} and j.id = page.id
      left join parts on parts.job_id = j.id
      ${when(wanted.containers, sql`left join boxes on boxes.job_id = j.id`)}
      ${when(wanted.containerStages, sql`left join stages on stages.job_id = j.id`)}
      ${when(wanted.items, sql`left join cargo on cargo.job_id = j.id`)}
      ${when(wanted.references, sql`left join refs on refs.job_id = j.id`)}
      left join ports loading on loading.account_id = ${ofAccount} and loading.id = j.loading_port_id
      left join ports via on via.account_id = ${ofAccount} and via.id = j.via_port_id
      left join ports discharge on discharge.account_id = ${ofAccount} and discharge.id = j.discharge_port_id
      left join ports destination on destination.account_id = ${ofAccount} and destination.id = j.destination_port_id
      left join jobs master on master.account_id = ${ofAccount} and master.id = j.master_job_id
      left join users owner on owner.account_id = ${ofAccount} and owner.id = j.owner_id
    )`
}

/** The rows of these jobs, in the order of their ids, with these parts of what is not usual. */
export async function tableRowsOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
  parts: readonly FurtherPart[],
): Promise<JobTableRow[]> {
  // The joins stand in the order in which they are made: to look for a better one takes PostgreSQL longer than to make them.
  await sql`select set_config('join_collapse_limit', '1', true)`.execute(db)
  const { rows } = await sql<{ row: JobTableRow }>`
    with page as (
      select id, position from unnest(${sql.val([...ids])}::uuid[]) with ordinality as wanted (id, position)
    ),
    ${tableRows(accountId, sql`0`, parts)}
    select row from listed order by position`.execute(db)
  return rows.map(({ row }) => row)
}
