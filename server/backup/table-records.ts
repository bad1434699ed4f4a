import { once } from 'node:events'
import type pg from 'pg'
import { to, from } from 'pg-copy-streams'
import type { Readable, Writable } from 'node:stream'

/** A table as it is copied: out of a database, and into one of the same schema. */
export type Table = {
  name: string
  /** In the table's order. Generated columns are left out, since PostgreSQL computes them. */
  columns: string[]
  /** The column that says which company a row belongs to; null where rows belong to none. */
  accountColumn: string | null
  /** The other tables that its foreign keys point at. */
  refersTo: string[]
}

export type AppliedMigration = { name: string; checksum: string | null; appliedAt: string }

/** A sequence: `value` is what it gave last, or gives first where `isCalled` is false. */
export type SequenceValue = { name: string; value: string; isCalled: boolean }

type Client = Pick<pg.Client, 'query' | 'escapeIdentifier' | 'escapeLiteral'>

/**
 * The product's tables, those that others refer to first, so that rows may be copied in in this order while foreign keys
 * are checked. `schema_migrations` is left out, since it describes the schema and not what people keep. So are the
 * queue's own tables, in a schema of their own: what is due in it is found in the product's tables again.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'accountColumn'>>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns,
       array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
             order by 1) as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migrations'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                       and d.deptype = 'e')
     order by c.relname`,
  )
  return referredFirst(rows.map(row => ({ ...row, accountColumn: accountColumnOf(row) })))
}

function accountColumnOf({ name, columns }: { name: string; columns: string[] }): string | null {
  if (name === 'accounts') return 'id'
  return columns.includes('account_id') ? 'account_id' : null
}

function referredFirst(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) => !placed.has(name) && refersTo.every(one => placed.has(one)),
    )
    if (next.length === 0)
      throw new Error(
        `These tables refer to each other in a circle, so that none can be copied first: ${tables
          .filter(({ name }) => !placed.has(name))
          .map(({ name }) => name)
          .join(', ')}.`,
      )
    ordered.push(...next)
    for (const { name } of next) placed.add(name)
  }
  return ordered
}

/**
 * The rows of a table in COPY's text format: UTF-8, one line for each row, columns in the order of `columns`. With
 * `accountId` (a UUID), only the rows of that company; the table must have an `accountColumn` then. The stream has to be
 * read to its end, and `untilReady` awaited, before the client is asked for anything else.
 */
export function copyOut(client: Client, table: Table, filter: { accountId?: string } = {}): Readable {
  const columns = table.columns.map(column => client.escapeIdentifier(column)).join(', ')
  const rows = `select ${columns} from public.${client.escapeIdentifier(table.name)}`
  return client.query(to(`copy (${rows}${condition(client, table, filter.accountId)}) to stdout`))
}

function condition(client: Client, { name, accountColumn }: Table, accountId: string | undefined): string {
  if (accountId === undefined) return ''
  if (accountColumn === null) throw new Error(`The rows of ${name} belong to no company.`)
  return ` where ${client.escapeIdentifier(accountColumn)} = ${client.escapeLiteral(accountId)}::uuid`
}

/** Takes what `copyOut` gave; the rows are stored once the stream has finished. */
export function copyIn(client: Client, { name, columns }: Pick<Table, 'name' | 'columns'>): Writable {
  const list = columns.map(column => client.escapeIdentifier(column)).join(', ')
  return client.query(from(`copy public.${client.escapeIdentifier(name)} (${list}) from stdin`))
}

/** Resolves once the client may be asked for something else: COPY's streams end a moment before. */
export async function untilReady(client: pg.Client): Promise<void> {
  const { readyForQuery } = client as unknown as { readyForQuery: boolean }
  if (!readyForQuery) await once(client, 'drain')
}

/** Null where no migration was ever applied. */
export async function listAppliedMigrations(client: Client): Promise<AppliedMigration[] | null> {
  const found = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as found`,
  )
  if (!found.rows[0]?.found) return null
  // A schema from before checksums were kept has no such column.
  const { rows } = await client.query<AppliedMigration>(
    `select name, to_jsonb(m) ->> 'checksum' as checksum, applied_at::text as "appliedAt"
     from public.schema_migrations m order by name`,
  )
  return rows
}

/** What the sequences of the product's tables gave last. Read after the rows, it is never behind them. */
export async function readSequences(client: Client): Promise<SequenceValue[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by 1`,
  )
  const values: SequenceValue[] = []
  for (const { name } of names) {
    const { rows } = await client.query<Omit<SequenceValue, 'name'>>(
      `select last_value::text as value, is_called as "isCalled" from public.${client.escapeIdentifier(name)}`,
    )
    for (const row of rows) values.push({ name, ...row })
  }
  return values
}

export async function setSequences(client: Client, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query(`select setval($1::regclass, $2::bigint, $3)`, [
      `public.${client.escapeIdentifier(name)}`,
      value,
      isCalled,
    ])
}
