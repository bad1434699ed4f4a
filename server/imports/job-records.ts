import { sql } from 'kysely'
import { JobStatus } from '#contract/choices.ts'
import { type BuiltInKind, builtInKindCodes } from '#contract/reference-kinds.ts'
import { fieldsOfKind } from '#contract/field.ts'
import { jobFields } from '#contract/job-fields.ts'
import { partyRoles } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { jobColumns, quoteColumns, quotePorts } from '#server/jobs/columns.ts'
import { isBare, removeJobs } from '#server/jobs/removal-records.ts'
import { adoptPorts } from '#server/ports/records.ts'
import type { ChangedRecord, MadeRecord, Target } from './target.ts'
import { referenceNumbers } from './reference-numbers.ts'
import type { Value, Values } from './values.ts'
import { changeColumns, columnsIn, listed, rowsOf } from './write-records.ts'

export const partyColumn = (role: string) => `party:${role}`
/** A job's references of one kind, as one text. */
const referenceColumn = (kind: BuiltInKind) => `reference:${kind}`
/** All that an import writes; the master and the links to other records are not among it. */
export const jobColumnOf: Readonly<Record<string, string>> = {
  ...jobColumns,
  ...quoteColumns,
  ...Object.fromEntries(partyRoles.map(role => [role, partyColumn(role)])),
  ...Object.fromEntries(builtInKindCodes.map(kind => [kind, referenceColumn(kind)])),
}
const written = [...Object.values(jobColumns), ...Object.values(quoteColumns)].filter(
  column => column !== 'master_job_id',
)
const portColumns = quotePorts.map(field => quoteColumns[field])

const localTimeColumns = fieldsOfKind(jobFields, 'localTime').map(field => jobColumns[field])

/** Times as a file's cells are read. */
const withoutSeconds = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    localTimeColumns.map(column => [
      column,
      values[column] == null ? null : String(values[column]).slice(0, 16),
    ]),
  ),
})

async function load(
  db: Db,
  accountId: string,
  ids: readonly string[],
  lock = sql``,
): Promise<Map<string, Values>> {
  // In one order, so that two that share jobs cannot wait for each other.
  const { rows } = await sql<{ id: string; values: Values; parts: Values | null; refs: Values | null }>`
    select j.id, to_jsonb(j) as values,
      (select jsonb_object_agg('party:' || jp.role, jp.party_id) from job_parties jp
        where jp.account_id = j.account_id and jp.job_id = j.id) as parts,
      (select jsonb_object_agg('reference:' || x.kind, x.numbers) from (
        select kind, string_agg(number, ', ' order by position) as numbers from job_references
        where account_id = j.account_id and job_id = j.id and own_kind_id is null group by kind) x) as refs
    from jobs j where j.account_id = ${accountId} and j.id = any (${sql.val([...ids])}::uuid[])
    order by j.id ${lock}`.execute(db)
  return new Map(
    rows.map(({ id, values, parts, refs }) => [id, { ...withoutSeconds(values), ...parts, ...refs }]),
  )
}

async function ownPorts(db: Db, accountId: string, values: readonly Values[]): Promise<void> {
  const ids = new Set(values.flatMap(one => portColumns.flatMap(column => String(one[column] ?? '') || [])))
  if (ids.size > 0) await adoptPorts(db, accountId, [...ids])
}

type Part = { job_id: string; role: string; party_id: string }

async function writeParties(db: Db, accountId: string, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  await sql`
    insert into job_parties (account_id, id, job_id, role, party_id)
    select ${accountId}, gen_random_uuid(), r.job_id, r.role, p.id from ${rowsOf('job_parties', parts)} as r
    join parties p on p.account_id = ${accountId} and p.id = kept_party(r.party_id)
    on conflict (account_id, job_id, role) do update set id = excluded.id, party_id = excluded.party_id`.execute(
    db,
  )
}

type References = { id: string; kind: BuiltInKind; before: Value; after: Value }

/** Adds the numbers that are new of each kind, in their order, and takes away those that are there no more. */
async function writeReferences(db: Db, accountId: string, all: readonly References[]): Promise<void> {
  const changed = all.map(({ id, kind, before, after }) => {
    const [were, are] = [referenceNumbers(before), referenceNumbers(after)]
    return {
      ...{ id, kind },
      gone: were.filter(one => !are.includes(one)),
      added: are.filter(one => !were.includes(one)),
    }
  })
  const rowsIn = (part: 'gone' | 'added') => {
    const rows = changed.flatMap(one => one[part].map(number => ({ id: one.id, kind: one.kind, number })))
    const columns = (['id', 'kind', 'number'] as const).map(column => rows.map(row => row[column]))
    return { count: rows.length, columns: columns.map(column => sql.val(column)) }
  }
  const [gone, added] = [rowsIn('gone'), rowsIn('added')]
  if (gone.count > 0)
    await sql`
      delete from job_references x
      using unnest(${gone.columns[0]}::uuid[], ${gone.columns[1]}::text[], ${gone.columns[2]}::text[]) as n (job_id, kind, number)
      where x.account_id = ${accountId} and x.job_id = n.job_id and x.kind = n.kind and x.number = n.number`.execute(
      db,
    )
  if (added.count > 0)
    await sql`
      insert into job_references (account_id, id, job_id, kind, number)
      select ${accountId}, gen_random_uuid(), n.job_id, n.kind, n.number
      from unnest(${added.columns[0]}::uuid[], ${added.columns[1]}::text[], ${added.columns[2]}::text[]) with ordinality
        as n (job_id, kind, number, turn)
      order by n.turn`.execute(db)
}

const partsOf = ({ id, values }: MadeRecord): Part[] =>
  partyRoles.flatMap(role => {
    const party = values[partyColumn(role)]
    return typeof party === 'string' ? [{ job_id: id, role, party_id: party }] : []
  })

async function make(db: Db, accountId: string, records: readonly MadeRecord[]): Promise<void> {
  await ownPorts(
    db,
    accountId,
    records.map(({ values }) => values),
  )
  const finances = records.map(() => crypto.randomUUID())
  const columns = columnsIn(records, written).filter(column => column !== 'status' && column !== 'owner_id')
  const rows = records.map(({ id, values }, index) => ({ ...values, id, finance_id: finances[index] }))
  await sql`
    with numbered as (
      update accounts set last_job_number = last_job_number + ${records.length}, job_count = job_count + ${records.length}
      where id = ${accountId} returning last_job_number - ${records.length} as before
    ), charged as (
      insert into finances (account_id, id)
      select ${accountId}, n.id from unnest(${sql.val(finances)}::uuid[]) as n (id) returning id
    )
    insert into jobs (account_id, id, job_number, finance_id, status, owner_id ${listed(columns)})
    select ${accountId}, r.id, numbered.before + wanted.turn, r.finance_id,
      coalesce(r.status, ${sql.lit(JobStatus.inProgress)}), coalesce(r.owner_id, current_person()) ${listed(columns, 'r')}
    from numbered, unnest(${sql.val(records.map(({ id }) => id))}::uuid[]) with ordinality as wanted (id, turn)
    join ${rowsOf('jobs', rows)} as r on r.id = wanted.id
    where (select count(*) from charged) >= 0
    order by wanted.turn`.execute(db)
  await writeParties(db, accountId, records.flatMap(partsOf))
  await writeReferences(
    db,
    accountId,
    records.flatMap(({ id, values }) =>
      builtInKindCodes.map(kind => ({
        id,
        kind,
        before: null,
        after: values[referenceColumn(kind)] ?? null,
      })),
    ),
  )
}

async function change(db: Db, accountId: string, records: readonly ChangedRecord[]): Promise<void> {
  const after = records.map(({ id, fields }) => ({
    id,
    values: Object.fromEntries(Object.entries(fields).map(([column, [, value]]) => [column, value])),
  }))
  await ownPorts(
    db,
    accountId,
    after.map(({ values }) => values),
  )
  const gone = records.flatMap(({ id, fields }) =>
    partyRoles.flatMap(role => {
      const party = fields[partyColumn(role)]
      return party && party[1] === null ? [{ id, role }] : []
    }),
  )
  if (gone.length > 0)
    await sql`
      delete from job_parties jp using unnest(${sql.val(gone.map(({ id }) => id))}::uuid[],
        ${sql.val(gone.map(({ role }) => role))}::text[]) as n (job_id, role)
      where jp.account_id = ${accountId} and jp.job_id = n.job_id and jp.role = n.role`.execute(db)
  await writeParties(db, accountId, after.flatMap(partsOf))
  await writeReferences(
    db,
    accountId,
    records.flatMap(({ id, fields }) =>
      builtInKindCodes.flatMap(kind => {
        const [before, wanted] = fields[referenceColumn(kind)] ?? []
        return wanted === undefined ? [] : [{ id, kind, before: before ?? null, after: wanted }]
      }),
    ),
  )
  await changeColumns(db, accountId, { table: 'jobs', known: written }, records)
}

/** A job goes where nothing has happened to it: no save, and nothing that belongs to it. */
const remove = (db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> =>
  removeJobs(db, accountId, ids, isBare)

export const jobTarget: Target = {
  load,
  lock: (db, accountId, ids) => load(db, accountId, ids, sql`for update of j`),
  table: 'jobs',
  make,
  change,
  remove,
}

export type JobMatch = { id: string; jobNumber: number; hbl: string | null; name: string | null }

/** The jobs of these numbers or house bills of lading. */
export async function findJobs(
  db: Db,
  accountId: string,
  { numbers, hbls, ids }: { numbers: readonly number[]; hbls: readonly string[]; ids: readonly string[] },
): Promise<JobMatch[]> {
  const { rows } = await sql<JobMatch>`
    select j.id, j.job_number as "jobNumber", j.house_bl as hbl, j.name from jobs j
    where j.account_id = ${accountId} and (j.job_number = any (${sql.val([...numbers])}::bigint[])
      or j.id = any (${sql.val([...ids])}::uuid[]))
    union
    select j.id, j.job_number, j.house_bl, j.name from jobs j
    where j.account_id = ${accountId} and lower(j.house_bl) = any (${sql.val(hbls.map(one => one.toLowerCase()))}::text[])`.execute(
    db,
  )
  return rows
}
