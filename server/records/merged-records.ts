import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * The organisation that stands in the place of one that was merged into another, by the id of that one or of its party;
 * null where it was not.
 */
export async function keptInsteadOf(db: Db, accountId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select kept_organisation(m.kept_id) as id from contact_merges m
    where m.account_id = ${accountId} and m.undone_at is null and (m.merged_id = ${id} or m.merged_party_id = ${id})
    limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The organisation that a party is of; null where there is no such party. */
export async function organisationOfParty(
  db: Db,
  accountId: string,
  partyId: string,
): Promise<string | null> {
  const party = await db
    .selectFrom('parties')
    .select('organisation_id')
    .where('account_id', '=', accountId)
    .where('id', '=', partyId)
    .executeTakeFirst()
  return party?.organisation_id ?? null
}

/**
 * For each party that is named the one that stands in its place: itself, or that of the contact into which its own was
 * merged. `standing` are those that are there; what is left out was never there or was deleted.
 */
export async function partiesInstead(
  db: Db,
  accountId: string,
  named: readonly string[],
  standing: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(standing.map(id => [id, id]))
  const missing = [...new Set(named)].filter(id => !found.has(id))
  if (missing.length === 0) return found
  const { rows } = await sql<{ id: string; kept: string }>`
    select named.id, p.id as kept from unnest(${sql.val(missing)}::uuid[]) as named (id)
    join parties p on p.account_id = ${accountId} and p.id = kept_party(named.id)
    where p.id <> named.id`.execute(db)
  for (const { id, kept } of rows) found.set(id, kept)
  return found
}

/** Of organisations that were merged into others: the one that stands in the place of each. */
export async function organisationsInstead(
  db: Db,
  accountId: string,
  named: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ id: string; kept: string }>`
    select m.merged_id as id, kept_organisation(m.merged_id) as kept from contact_merges m
    where m.account_id = ${accountId} and m.undone_at is null
      and m.merged_id = any (${sql.val([...named])}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, kept }) => [id, kept]))
}
