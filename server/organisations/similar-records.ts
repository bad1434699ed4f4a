import { sql } from 'kysely'
import type { SimilarOrganisation } from '#contract/lookups.ts'
import type { Db } from '#server/db/db.ts'
import { type OrganisationRow, shown } from './lookup-records.ts'

export type SimilarRow = OrganisationRow & Pick<SimilarOrganisation, 'alike'>

type Wanted = Partial<
  Record<'name' | 'taxNumber' | 'telephone' | 'mobile' | 'email' | 'website', string | undefined>
>

/** Of letters and digits; “N/A” and its like are no tax number. */
const SHORTEST_TAX_NUMBER = 5

/**
 * The organisations of which this one may be a second entry: those of the same tax number first, then those that are like it in most ways, then those whose
 * name is closest.
 */
export async function similarOrganisations(
  db: Db,
  accountId: string,
  { name, taxNumber, telephone, mobile, email, website }: Wanted,
  limit: number,
): Promise<SimilarRow[]> {
  const telephones = [telephone, mobile].filter(Boolean).join(', ')
  const { rows } = await shown<SimilarRow>(
    accountId,
    sql`like_it as (
      select *, array_remove(array[case when by_name then 'name' end, case when by_telephone then 'telephone' end,
        case when by_domain then 'domain' end], null) as ways
      from organisations_alike(${name ?? ''}, ${telephones}, ${[email ?? '', website ?? '']})
    ), of_tax_number as (
      select id as organisation_id from organisations
      where account_id = ${accountId} and tax_number_key(tax_number) = tax_number_key(${taxNumber ?? ''})
        and length(tax_number_key(${taxNumber ?? ''})) >= ${sql.lit(SHORTEST_TAX_NUMBER)}
    ), alike as (
      select organisation_id, coalesce(like_it.closeness, 0) as closeness, of_tax_number is not null as is_same,
        case when of_tax_number is null then '{}' else array['taxNumber'] end || coalesce(like_it.ways, '{}') as ways
      from like_it full join of_tax_number using (organisation_id)
    ), chosen as (
      select alike.organisation_id, alike.ways, pa.id as party_id, null::bigint as newest,
        row_number() over (order by is_same desc, cardinality(ways) desc, closeness desc, alike.organisation_id) as place
      from alike join parties pa on pa.account_id = ${accountId} and pa.organisation_id = alike.organisation_id
      order by place limit ${limit}
    )`,
    sql`chosen.ways as alike,`,
  ).execute(db)
  return rows
}
