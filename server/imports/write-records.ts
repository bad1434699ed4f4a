import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ChangedRecord } from './target.ts'
import type { Values } from './values.ts'

/** The columns that any of the records has. */
export const columnsIn = (records: readonly { values: Values }[], known: readonly string[]) =>
  known.filter(column => records.some(({ values }) => (values[column] ?? null) !== null))

/** Rows as a table of the columns' own types. */
export const rowsOf = (table: string, rows: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

export const listed = (columns: readonly string[], from?: string) =>
  sql.join(
    columns.map(column => sql`, ${sql.ref(from ? `${from}.${column}` : column)}`),
    sql``,
  )

/** Changes all these records in one statement, each to its own values and its next version. */
export async function changeColumns(
  db: Db,
  accountId: string,
  { table, known }: { table: 'jobs' | 'organisations' | 'items'; known: readonly string[] },
  records: readonly ChangedRecord[],
): Promise<void> {
  if (records.length === 0) return
  const touched = known.filter(column => records.some(({ fields }) => fields[column]))
  const sets = touched.map(column => {
    const isNamed = sql`jsonb_exists(c.fields, ${sql.lit(column)})`
    return sql`${sql.ref(column)} = case when ${isNamed} then ${sql.ref(`r.${column}`)} else ${sql.ref(`t.${column}`)} end, `
  })
  const rows = records.map(({ id, fields }) => ({
    id,
    ...Object.fromEntries(known.flatMap(column => (fields[column] ? [[column, fields[column][1]]] : []))),
  }))
  await sql`
    update ${sql.table(table)} t set ${sql.join(sets, sql``)} version = t.version + 1
    from ${rowsOf(table, rows)} as r
    join unnest(${sql.val(records.map(({ id }) => id))}::uuid[],
      ${sql.val(records.map(({ fields }) => JSON.stringify(fields)))}::jsonb[]) as c (id, fields) on c.id = r.id
    where t.account_id = ${accountId} and t.id = r.id`.execute(db)
}
