import { sql, type Insertable } from 'kysely'
import type { Client } from 'pg'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'
import type { Author } from './bulk-records.ts'

type Tables = {
  [Table in
    | 'organisations'
    | 'parties'
    | 'contacts'
    | 'notes'
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

export const portsByCode = (db: Db, codes: readonly string[]) =>
  db.selectFrom('world_ports').select(['id', 'code', 'name']).where('code', 'in', codes).execute()

type Colleague = { id: string; subject: string; displayName: string; email: string; role: string }

/** Takes somebody who has a sign-in into the company, as if they had accepted; nothing where they are in one. */
export async function takeIn(owner: Client, { accountId, userId }: Author, one: Colleague): Promise<void> {
  await owner.query('begin')
  await owner.query(
    `select set_config('app.account_id', $1, true), set_config('app.user_id', $2, true), note_verified_address($3, $4)`,
    [accountId, userId, one.subject, one.email],
  )
  await owner.query(
    `with member as (
       insert into memberships (subject, account_id, user_id) values ($2, $1, $3) on conflict do nothing returning user_id
     )
     insert into users (account_id, id, subject, display_name, email, role, joined_at, sign_in_made_here)
     select $1, user_id, $2, $4, $5, $6, now(), true from member`,
    [accountId, one.subject, one.id, one.displayName, one.email, one.role],
  )
  await owner.query('commit')
}

/** Everybody of the company who may own jobs. */
export async function peopleOf(owner: Client, accountId: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from users where account_id = $1 and role <> 'viewer' and joined_at is not null order by created_at, id`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}
