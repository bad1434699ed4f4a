import { sql } from 'kysely'
import type { Organisation } from '#contract/organisations.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { matching } from '#server/organisations/matching-records.ts'
import { selectOrganisations } from '#server/organisations/records.ts'

/** The ids of the organisations that the list shows, in its order. */
export async function organisationIds(
  db: Db,
  accountId: string,
  search: string | undefined,
): Promise<string[]> {
  const pattern = search === undefined ? null : containing(search)
  const { rows } = await sql<{ id: string }>`
    select o.id from organisations o where o.account_id = ${accountId} and ${matching('o', pattern)}
    order by lower(o.name), o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of the ids that there are, in their order. */
export async function organisationsOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Organisation[]> {
  const found = await selectOrganisations(db, accountId)
    .where('o.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(found.map(one => [one.id, one]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
