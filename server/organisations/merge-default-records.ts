import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { orMadeMeanwhile } from '#server/db/deadlocks.ts'
import type { DefaultRow } from './default-records.ts'

/** What a merge does with a default party: how it was, and how it is then; null: the kept one has another for these roles. */
export type MergedDefault = { was: DefaultRow; is: DefaultRow | null }

/** Default parties of an organisation that is merged into another, and those that name it; the caller has locked both. */
export async function defaultsToMerge(
  db: Db,
  accountId: string,
  keptId: string,
  mergedId: string,
): Promise<MergedDefault[]> {
  const { rows } = await sql<DefaultRow & { goes: boolean }>`
    select d.id, d.organisation_id, d.when_role, d.role, d.default_organisation_id,
      d.organisation_id = ${mergedId} and exists (
        select from organisation_default_parties k
        where k.account_id = d.account_id and k.organisation_id = ${keptId}
          and k.when_role = d.when_role and k.role = d.role) as goes
    from organisation_default_parties d
    where d.account_id = ${accountId} and (d.organisation_id = ${mergedId} or d.default_organisation_id = ${mergedId})
    order by d.id`.execute(db)
  const kept = (id: string) => (id === mergedId ? keptId : id)
  return rows.map(({ goes, ...was }) => ({
    was,
    is: goes
      ? null
      : {
          ...was,
          organisation_id: kept(was.organisation_id),
          default_organisation_id: kept(was.default_organisation_id),
        },
  }))
}

/** Rows come and go, so that each entry of the history tells a whole default party. */
async function replaceRows(
  db: Db,
  accountId: string,
  gone: readonly DefaultRow[],
  come: readonly DefaultRow[],
): Promise<void> {
  if (gone.length > 0)
    await sql`
      delete from organisation_default_parties
      where account_id = ${accountId} and id = any (${sql.val(gone.map(({ id }) => id))}::uuid[])`.execute(db)
  if (come.length > 0)
    await orMadeMeanwhile(
      sql`
        insert into organisation_default_parties (account_id, id, organisation_id, when_role, role, default_organisation_id)
        select ${accountId}, r.id, r.organisation_id, r.when_role, r.role, r.default_organisation_id
        from ${rowsOf(come)} as r`.execute(db),
    )
}

const rowsOf = (rows: readonly DefaultRow[]) =>
  sql`jsonb_populate_recordset(null::organisation_default_parties, ${JSON.stringify(rows)}::jsonb)`

export const moveDefaults = (db: Db, accountId: string, defaults: readonly MergedDefault[]): Promise<void> =>
  replaceRows(
    db,
    accountId,
    defaults.map(({ was }) => was),
    defaults.flatMap(({ is }) => is ?? []),
  )

/**
 * Puts those back that still are as the merge left them, once the merged organisation is there again. Answers those of
 * its own that were changed since, or whose contact is gone.
 */
export async function moveDefaultsBack(
  db: Db,
  accountId: string,
  mergedId: string,
  defaults: readonly MergedDefault[],
): Promise<DefaultRow[]> {
  if (defaults.length === 0) return []
  const { rows: now } = await sql<DefaultRow>`
    select d.id, d.organisation_id, d.when_role, d.role, d.default_organisation_id
    from organisation_default_parties d
    join ${rowsOf(defaults.map(({ was }) => was))} as r on r.id = d.id
    where d.account_id = ${accountId}`.execute(db)
  // The merge is not noted as undone yet: its own id still leads to the kept one.
  const { rows: instead } = await sql<{ named: string; id: string }>`
    select named.id as named, o.id
    from unnest(${sql.val([...new Set(defaults.map(({ was }) => was.default_organisation_id))])}::uuid[]) as named (id)
    join organisations o on o.account_id = ${accountId}
      and o.id = case when named.id = ${mergedId} then named.id else kept_organisation(named.id) end
    order by o.id for key share of o`.execute(db)
  const present = new Map(now.map(row => [row.id, row]))
  const standing = new Map(instead.map(({ named, id }) => [named, id]))
  const [gone, come, left]: [DefaultRow[], DefaultRow[], DefaultRow[]] = [[], [], []]
  for (const { was, is } of defaults) {
    const stands = present.get(was.id)
    const isAsLeft = is ? stands !== undefined && isSame(stands, is) : stands === undefined
    const other = standing.get(was.default_organisation_id)
    if (isAsLeft && other) {
      if (is) gone.push(is)
      come.push({ ...was, default_organisation_id: other })
    } else if (was.organisation_id === mergedId) left.push(was)
  }
  await replaceRows(db, accountId, gone, come)
  return left
}

const isSame = (one: DefaultRow, other: DefaultRow) =>
  one.organisation_id === other.organisation_id &&
  one.when_role === other.when_role &&
  one.role === other.role &&
  one.default_organisation_id === other.default_organisation_id
