import { type CompiledQuery, sql } from 'kysely'
import { fieldsOfKind } from '#contract/field.ts'
import { jobFields } from '#contract/job-fields.ts'
import { furtherRoles, type ListedRole, listedRoles, partyWire } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { type ParameterOf, preparedStatements } from '#server/db/prepared.ts'
import { documentSelection } from '#server/documents/records.ts'
import { itemSelection } from '#server/items/records.ts'
import { selectOrganisations } from '#server/organisations/records.ts'
import { WrittenRecord } from '#server/written-record.ts'
import { differingFields } from './differing-records.ts'
import { revisionOf } from './list-page-records.ts'
import { jobHead, jobQuote, localTimeOf } from './selection-records.ts'

export type WrittenRow = { text: string; version: number }

type Parameter = ParameterOf<{ accountId: string; id: string }>

const localTimes = new Set<string | undefined>(fieldsOfKind(jobFields, 'localTime'))

/** 'j.job_number as jobId', as SQL writes it. */
function selected(selection: string): string {
  const [column = '', name = column.split('.')[1]] = selection.split(' as ')
  return `${localTimes.has(name) ? localTimeOf(column) : column} as "${name}"`
}

const columns = (selections: readonly string[]) => sql.raw(selections.map(selected).join(', '))

const PORTS = {
  loading: 'loadingPort',
  via: 'viaPort',
  discharge: 'dischargePort',
  destination: 'destinationPort',
}

const portNames = sql.raw(
  Object.entries(PORTS)
    .map(([column, name]) => `max(ports.name) filter (where ports.id = j.${column}_port_id) as "${name}"`)
    .join(', '),
)
const ownPorts = sql.raw(
  Object.keys(PORTS)
    .map(column => `j.${column}_port_id`)
    .join(', '),
)
const nameColumns = sql.raw(
  Object.values(PORTS)
    .map(name => `named."${name}"`)
    .join(', '),
)

const ofEachRole = (write: (role: ListedRole) => string) => sql.raw(listedRoles.map(write).join(', '))

const linkedField = sql.raw(
  `case role ${listedRoles.map(role => `when '${role}' then '${partyWire[role].field}'`).join(' ')} end`,
)

const linksOfRoles = ofEachRole(
  role => `json_agg(link) filter (where role = '${role}') as "${partyWire[role].list}"`,
)
const linkLists = ofEachRole(
  role => `coalesce(links."${partyWire[role].list}", '[]') as "${partyWire[role].list}"`,
)

const listed = sql.join(listedRoles.map(role => sql.lit(role)))
const furtherInOrder = sql.lit(furtherRoles.join(' '))

// As new Date(date).toISOString() writes it.
const documentDate = `to_char(documents.date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date`
const documentColumns = documentSelection.map(one =>
  one === 'documents.date' ? documentDate : selected(one),
)

const organisationOf = (db: Db, parameter: Parameter, stakeholders: string) =>
  stakeholders === 'with stakeholders'
    ? sql`(select to_json(organisation) from (${selectOrganisations(db, parameter('accountId')).where(
        sql.ref('o.id'),
        '=',
        sql.ref('p.organisation_id'),
      )}) as organisation)`
    : sql`null`

// "Offset 0": parties are looked up by key, where PostgreSQL would read all of a company that has some hundreds.
const selectWritten = (db: Db, parameter: Parameter, shape: string) =>
  sql<WrittenRow>`
    select j.version, (select to_json(job)::text from (select
      ${columns(jobHead)},
      (select to_json(quote) from (select ${columns(jobQuote.columns)}, ${nameColumns}, ${columns(jobQuote.finance)}) as quote) as quote,
      ${linkLists},
      coalesce(links."shipmentParties", '[]') as "shipmentParties",
      (select coalesce(json_agg(item), '[]') from (
        select ${columns(itemSelection)} from items
        where items.account_id = j.account_id and items.job_id = j.id order by items.position) as item) as items,
      (select coalesce(json_agg(document), '[]') from (
        select ${sql.raw(documentColumns.join(', '))} from documents
        where documents.account_id = j.account_id and documents.job_id = j.id and documents.deleted_at is null
        order by documents.date desc, documents.id) as document) as documents,
      (select coalesce(json_agg(house), '[]') from (
        select house.id, house.job_number as "jobId", house.name, ${differingFields('house')} as differs
        from jobs as house
        where house.account_id = j.account_id and house.master_job_id = j.id order by house.job_number) as house
      ) as houses,
      (select json_build_object('id', master.id, 'jobId', master.job_number, 'name', master.name)
        from jobs as master where master.account_id = j.account_id and master.id = j.master_job_id) as master,
      ${differingFields('j')} as differs,
      (select json_build_object('id', owner.id, 'displayName', owner.display_name, 'email', owner.email)
        from users as owner where owner.account_id = j.account_id and owner.id = j.owner_id) as owner
    ) as job) as text
    from jobs as j
    cross join lateral (select ${portNames} from ports
      where ports.account_id = j.account_id and ports.id in (${ownPorts})) as named
    cross join lateral (select ${linksOfRoles},
      json_agg(link order by strpos(${furtherInOrder}, role)) filter (where role not in (${listed})) as "shipmentParties"
    from (select role, case when role in (${listed})
        then json_build_object('id', id, 'shipmentId', job_id, ${linkedField}, party_id, 'party', party)
        else json_build_object('id', id, 'shipmentId', job_id, 'role', role, 'partyId', party_id, 'party', party)
      end as link
    from (
      select jp.id, jp.job_id, jp.role, jp.party_id,
        json_build_object('id', p.id, 'relatedId', p.organisation_id,
          'organisation', ${organisationOf(db, parameter, shape)}) as party
      from job_parties as jp
      cross join lateral (select p.id, p.organisation_id from parties as p
        where p.account_id = jp.account_id and p.id = jp.party_id offset 0) as p
      where jp.account_id = j.account_id and jp.job_id = j.id
      offset 0) as parts) as linked) as links
    where j.account_id = ${parameter('accountId')} and j.id = ${parameter('id')}`

const jobStatements = preparedStatements<{ accountId: string; id: string }, WrittenRow>(
  (db, parameter, shape) => {
    const statement = selectWritten(db, parameter, shape)
    return { compile: () => statement.compile(db) }
  },
)

export type RevisedRow = { revision: string } & (WrittenRow | { text: null; version: null })

const revisedStatements = preparedStatements<{ accountId: string; id: string }, RevisedRow>(
  (db, parameter, shape) => {
    const statement = sql<RevisedRow>`
      select state.revision, written.version, written.text
      from ${revisionOf(parameter)} as state left join (${selectWritten(db, parameter, shape)}) as written on true`
    return { compile: () => statement.compile(db) }
  },
)

const revisionStatements = preparedStatements<{ accountId: string }, { revision: string }>(
  (db, parameter) => ({ compile: () => sql<{ revision: string }>`${revisionOf(parameter)}`.compile(db) }),
)

/** The revision of the company's data. */
export const revisionNow = (accountId: string): CompiledQuery<{ revision: string }> =>
  revisionStatements('', { accountId })

/** Reads one job with all that is its own; `withStakeholders`: the companies too. */
export const writtenJob = (
  accountId: string,
  id: string,
  { withStakeholders }: { withStakeholders: boolean },
): CompiledQuery<WrittenRow> =>
  jobStatements(withStakeholders ? 'with stakeholders' : 'without stakeholders', { accountId, id })

/** The same with the revision of the company's data, at which nothing of it has changed since. */
export const revisedJob = (
  accountId: string,
  id: string,
  { withStakeholders }: { withStakeholders: boolean },
): CompiledQuery<RevisedRow> =>
  revisedStatements(withStakeholders ? 'with stakeholders' : 'without stakeholders', { accountId, id })

export const recordOfRow = ([row]: readonly WrittenRow[]): WrittenRecord | null =>
  row ? new WrittenRecord(row.text, row.version) : null
