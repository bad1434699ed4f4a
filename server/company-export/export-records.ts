import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** For so long after its last sign of life an export counts as running. */
const ALIVE_SECONDS = 60

export type RunningExport = { begunAt: Date; by: string | null }

/** The export of the company that is running; a second one that begins waits until this transaction ends. */
export async function findRunningExport(db: Db, accountId: string): Promise<RunningExport | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export:${accountId}`}, 0))`.execute(db)
  return db
    .selectFrom('company_exports as e')
    .leftJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'e.account_id').onRef('u.id', '=', 'e.begun_by'),
    )
    .select([sql<Date>`e.begun_at`.as('begunAt'), 'u.display_name as by'])
    .where('e.account_id', '=', accountId)
    .where('e.ended_at', 'is', null)
    .where(sql<boolean>`e.alive_at > now() - make_interval(secs => ${ALIVE_SECONDS})`)
    .executeTakeFirst()
}

/** Undefined where there is no such company. */
export async function findCompanyName(db: Db, accountId: string): Promise<string | undefined> {
  const found = await db.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirst()
  return found?.name
}

/** The row stands in the history. `userId` is null where the operator exports. */
export async function insertExport(
  db: Db,
  accountId: string,
  { id, userId }: { id: string; userId: string | null },
): Promise<void> {
  await db.insertInto('company_exports').values({ account_id: accountId, id, begun_by: userId }).execute()
}

export async function noteExportAlive(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('company_exports')
    .set({ alive_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Whether a later export of the company has begun. */
export async function isSuperseded(db: Db, accountId: string, id: string): Promise<boolean> {
  const later = await db
    .selectFrom('company_exports as own')
    .innerJoin('company_exports as later', 'later.account_id', 'own.account_id')
    .select('later.id')
    .where('own.account_id', '=', accountId)
    .where('own.id', '=', id)
    .whereRef('later.begun_at', '>', 'own.begun_at')
    .executeTakeFirst()
  return later !== undefined
}

export async function noteExportEnded(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('company_exports')
    .set({ ended_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
