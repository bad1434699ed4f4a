import { sql } from 'kysely'
import type { SimilarOrganisation } from '#contract/lookups.ts'
import type { Db } from '#server/db/db.ts'
import { type OrganisationRow, shown } from './lookup-records.ts'

export type SimilarRow = OrganisationRow & Pick<SimilarOrganisation, 'alike'>

type Wanted = Partial<Record<'name' | 'telephone' | 'mobile' | 'email' | 'website', string | undefined>>

/**
 * The organisations of which this one may be a second entry: those that are like it in most ways first, then those whose
 * name is closest.
 */
export async function similarOrganisations(
  db: Db,
  accountId: string,
  { name, telephone, mobile, email, website }: Wanted,
  limit: number,
): Promise<SimilarRow[]> {
  const telephones = [telephone, mobile].filter(Boolean).join(', ')
  const { rows } = await shown<SimilarRow>(
    accountId,
    sql`alike as (
      select *, array_remove(array[case when by_name then 'name' end, case when by_telephone then 'telephone' end,
        case when by_domain then 'domain' end], null) as ways
      from organisations_alike(${name ?? ''}, ${telephones}, ${[email ?? '', website ?? '']})
    ), chosen as (
      select alike.organisation_id, alike.ways, pa.id as party_id, null::bigint as newest,
        row_number() over (order by cardinality(ways) desc, closeness desc, alike.organisation_id) as place
      from alike join parties pa on pa.account_id = ${accountId} and pa.organisation_id = alike.organisation_id
      order by place limit ${limit}
    )`,
    sql`chosen.ways as alike,`,
  ).execute(db)
  return rows
}
