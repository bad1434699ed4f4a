import { sql } from 'kysely'
import { failedOutcomes, type SignInEvent, type SignInSearch } from '#contract/sign-ins.ts'
import type { Db } from '#server/db/db.ts'
import { paged } from '#server/db/sql-fragments.ts'
import type { Place } from './list-records.ts'
import { endOf, startOf } from './period-records.ts'

/** Of people whom the company does not have there is nothing to see. */
function eventsOf(db: Db, accountId: string, { user, from, to, failed }: SignInSearch) {
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
  return events
}

/** The latest first. */
const selectEvents = (db: Db, accountId: string, wanted: SignInSearch) =>
  eventsOf(db, accountId, wanted)
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

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number]

const present = ({
  id,
  at,
  outcome,
  address,
  userAgent,
  userId,
  userName,
  byId,
  byName,
}: EventRow): SignInEvent => ({
  id,
  address,
  userAgent,
  at: at.toISOString(),
  outcome,
  user: { id: userId, displayName: userName },
  by: byId && byName !== null ? { id: byId, displayName: byName } : null,
})

export async function listSignIns(
  db: Db,
  accountId: string,
  wanted: SignInSearch,
  page: { offset: number; limit: number },
): Promise<{ rows: SignInEvent[]; total: number }> {
  const rows = await paged(selectEvents(db, accountId, wanted), page).execute()
  const { total } = await eventsOf(db, accountId, wanted)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { total, rows: rows.map(present) }
}

/** The next events of a walk from the latest to the oldest; `place` null begins it. */
export async function nextSignIns(
  db: Db,
  accountId: string,
  wanted: SignInSearch,
  place: Place | null,
  limit: number,
): Promise<{ rows: SignInEvent[]; place: Place | null }> {
  let events = selectEvents(db, accountId, wanted).select(sql<string>`e.at::text`.as('exactly'))
  // As text: a JavaScript date forgets the microseconds, by which rows would be told twice or never.
  if (place) events = events.where(sql<boolean>`(e.at, e.id) < (${place.at}::timestamptz, ${place.id})`)
  const rows = await events.limit(limit).execute()
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { rows: rows.map(present), place: last ? { at: last.exactly, id: last.id } : null }
}
