import { sql } from 'kysely'
import {
  failedOutcomes,
  type SignInEvent,
  type SignInOutcome,
  type SignInSearch,
} from '#contract/sign-ins.ts'
import type { Db } from '#server/db/db.ts'
import { paged } from '#server/db/sql-fragments.ts'
import { endOf, startOf } from './period-records.ts'

/** The latest first; those of people whom the company does not have are nobody's to see. */
export async function listSignIns(
  db: Db,
  accountId: string,
  { user, from, to, failed }: SignInSearch,
  page: { offset: number; limit: number },
): Promise<{ rows: SignInEvent[]; total: number }> {
  let events = db
    .selectFrom('sign_in_events as e')
    .innerJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'e.account_id').onRef('u.id', '=', 'e.user_id'),
    )
    .where('e.account_id', '=', accountId)
  if (user) events = events.where('e.user_id', '=', user)
  if (from) events = events.where(sql<boolean>`e.at >= ${startOf(from)}`)
  if (to) events = events.where(sql<boolean>`e.at < ${endOf(to)}`)
  if (failed === 'true') events = events.where('e.outcome', 'in', [...failedOutcomes])
  const selected = events
    .leftJoin('users as b', join =>
      join
        .onRef('b.account_id', '=', 'e.account_id')
        .onRef('b.id', '=', 'e.by_user_id')
        .onRef('b.id', '<>', 'e.user_id'),
    )
    .select([
      'e.id',
      'e.at',
      'e.outcome',
      'e.address',
      'e.user_agent as userAgent',
      'u.id as userId',
      'u.display_name as userName',
      'b.id as byId',
      'b.display_name as byName',
    ])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
  const rows = await paged(selected, page).execute()
  const { total } = await events.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return {
    total,
    rows: rows.map(({ userId, userName, byId, byName, at, outcome, ...row }) => ({
      ...row,
      at: at.toISOString(),
      outcome: outcome as SignInOutcome,
      user: { id: userId, displayName: userName },
      by: byId && byName !== null ? { id: byId, displayName: byName } : null,
    })),
  }
}
