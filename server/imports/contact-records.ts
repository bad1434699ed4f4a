import { sql } from 'kysely'
import { contactColumns, organisationColumns } from '#server/organisations/columns.ts'
import type { Db } from '#server/db/db.ts'
import type { ChangedRecord, MadeRecord, Target } from './target.ts'
import type { Value, Values } from './values.ts'
import { changeColumns, columnsIn, listed, rowsOf } from './write-records.ts'

const own = Object.values(organisationColumns)
const { name: _, role: __, description: ___, ...address } = contactColumns
const ofAddress = Object.values(address)
export const addressColumn = (column: string) => `address:${column}`

/** Which column keeps which field; what an organisation has not itself is of its first address. */
export const contactColumnOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(address).map(([field, column]) => [field, addressColumn(column)])),
  ...organisationColumns,
}

async function load(
  db: Db,
  accountId: string,
  ids: readonly string[],
  lock = sql``,
): Promise<Map<string, Values>> {
  const { rows } = await sql<{ id: string; values: Values; address: Values | null }>`
    select o.id, to_jsonb(o) as values, (select to_jsonb(c) from contacts c
      where c.account_id = o.account_id and c.organisation_id = o.id order by c.position limit 1) as address
    from organisations o where o.account_id = ${accountId} and o.id = any (${sql.val([...ids])}::uuid[])
    order by o.id ${lock}`.execute(db)
  return new Map(
    rows.map(({ id, values, address: first }) => [
      id,
      {
        ...values,
        ...Object.fromEntries(ofAddress.map(column => [addressColumn(column), first?.[column] ?? null])),
        'address:id': first?.['id'] ?? null,
      },
    ]),
  )
}

const addressOf = (values: Values) =>
  Object.fromEntries(
    ofAddress.flatMap(column => {
      const value = values[addressColumn(column)]
      return value === undefined ? [] : [[column, value]]
    }),
  )

async function makeAddresses(
  db: Db,
  accountId: string,
  records: readonly { organisation_id: string; values: Record<string, Value> }[],
): Promise<void> {
  if (records.length === 0) return
  const columns = columnsIn(records, ofAddress)
  const rows = records.map(({ organisation_id, values }) => ({ ...values, organisation_id }))
  await sql`
    insert into contacts (account_id, id, link_id, organisation_id ${listed(columns)})
    select ${accountId}, gen_random_uuid(), gen_random_uuid(), r.organisation_id ${listed(columns, 'r')}
    from ${rowsOf('contacts', rows)} as r`.execute(db)
}

async function make(db: Db, accountId: string, records: readonly MadeRecord[]): Promise<void> {
  const columns = columnsIn(records, own)
  const rows = records.map(({ id, values }) => ({ ...values, id }))
  await sql`
    insert into organisations (account_id, id ${listed(columns)})
    select ${accountId}, r.id ${listed(columns, 'r')} from ${rowsOf('organisations', rows)} as r`.execute(db)
  const parties = records.map(({ id, values }) => ({
    id: values['party:id'] ?? crypto.randomUUID(),
    organisation_id: id,
  }))
  await sql`
    insert into parties (account_id, id, organisation_id)
    select ${accountId}, r.id, r.organisation_id from ${rowsOf('parties', parties)} as r`.execute(db)
  const addresses = records.map(({ id, values }) => ({ organisation_id: id, values: addressOf(values) }))
  await makeAddresses(
    db,
    accountId,
    addresses.filter(({ values }) => Object.values(values).some(value => value !== null)),
  )
}

async function change(db: Db, accountId: string, records: readonly ChangedRecord[]): Promise<void> {
  const after = records.map(({ id, fields }) => ({
    organisation_id: id,
    values: addressOf(
      Object.fromEntries(Object.entries(fields).map(([column, [, value]]) => [column, value])),
    ),
  }))
  const touched = after.filter(({ values }) => Object.keys(values).length > 0)
  const standing = await load(
    db,
    accountId,
    touched.map(({ organisation_id }) => organisation_id),
  )
  const idOf = (organisation: string) => standing.get(organisation)?.['address:id'] ?? null
  await makeAddresses(
    db,
    accountId,
    touched.filter(({ organisation_id }) => idOf(organisation_id) === null),
  )
  for (const { organisation_id, values } of touched) {
    const id = idOf(organisation_id)
    if (typeof id !== 'string') continue
    await db
      .updateTable('contacts')
      .set(values)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
  }
  await changeColumns(db, accountId, { table: 'organisations', known: own }, records)
}

/** A contact goes where it is as it was made, and no job names it. */
async function remove(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organisations o
    where o.account_id = ${accountId} and o.id = any (${sql.val([...ids])}::uuid[]) and o.version = 1
      and not exists (select from parties p join job_parties jp on jp.account_id = p.account_id and jp.party_id = p.id
        where p.account_id = o.account_id and p.organisation_id = o.id)
    order by o.id for update of o`.execute(db)
  if (rows.length === 0) return new Set()
  const untouched = sql`any (${sql.val(rows.map(({ id }) => id))}::uuid[])`
  for (const table of ['contacts', 'parties'])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and organisation_id = ${untouched}`.execute(
      db,
    )
  await sql`delete from organisations where account_id = ${accountId} and id = ${untouched}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export const contactTarget: Target = {
  load,
  lock: (db, accountId, ids) => load(db, accountId, ids, sql`for update of o`),
  table: 'organisations',
  make,
  change,
  remove,
}

export type ContactMatch = { id: string; name: string; city: string | null }

/** The contacts of these ids or names. */
export async function findContacts(
  db: Db,
  accountId: string,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<ContactMatch[]> {
  const { rows } = await sql<ContactMatch>`
    select o.id, coalesce(o.name, '') as name, (select c.city from contacts c
      where c.account_id = o.account_id and c.organisation_id = o.id order by c.position limit 1) as city
    from organisations o where o.account_id = ${accountId}
      and (o.id = any (${sql.val([...ids])}::uuid[])
        or lower(o.name) = any (${sql.val(names.map(name => name.toLowerCase()))}::text[]))`.execute(db)
  return rows
}
