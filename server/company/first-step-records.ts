import { sql } from 'kysely'
import type { FirstSteps } from '#contract/first-steps.ts'
import type { Db } from '#server/db/db.ts'

/** `starterHashes`: contents that every company begins with. */
export async function firstSteps(
  db: Db,
  accountId: string,
  starterHashes: readonly string[],
): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select s.country is not null as country, s.logo_key is not null as logo,
      exists (select from document_templates t
        where t.account_id = s.account_id and t.deleted_at is null and t.content_hash <> all(${starterHashes}::text[])
      ) as template,
      (select count(*) from (select from users u where u.account_id = s.account_id and u.deactivated_at is null limit 2) as people) > 1
        as colleague,
      exists (select from organisations o where o.account_id = s.account_id) as contact
    from company_settings s where s.account_id = ${accountId}`.execute(db)
  return rows[0] ?? { country: false, logo: false, template: false, colleague: false, contact: false }
}
