import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'

type Tables = {
  [Table in
    | 'organisations'
    | 'parties'
    | 'contacts'
    | 'finances'
    | 'jobs'
    | 'job_parties'
    | 'items'
    | 'origin_charges'
    | 'freight_charges'
    | 'destination_charges']: Insertable<DB[Table]>
}

/** Inserts rows through the same role, policies, triggers and constraints as people's requests. */
export async function insertAll<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: Tables[Table][],
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(rows[0] ?? {}).map(column => sql.ref(column)))
  // One parameter for all rows: a statement with a parameter a value takes longer to parse than to run.
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

/** Tells the company that it has so many jobs more. */
export async function countJobs(db: Db, accountId: string, count: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set(eb => ({ job_count: eb('job_count', '+', count) }))
    .where('id', '=', accountId)
    .execute()
}

export async function portIdsByCode(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('world_ports').select(['id', 'code']).where('code', 'in', codes).execute()
  return new Map(rows.map(row => [row.code, row.id]))
}
