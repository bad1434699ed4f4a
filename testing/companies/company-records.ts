import type { Client } from 'pg'
import type { Company } from './companies.ts'

/**
 * Enters companies in one transaction, without the history that each would get; needs an administrator of PostgreSQL.
 * What they are found by is written as for any other.
 */
export async function enterCompanies(
  owner: Client,
  accountId: string,
  companies: readonly Company[],
): Promise<void> {
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query(
    `with given as materialized (
       select gen_random_uuid() as organisation_id, gen_random_uuid() as id, gen_random_uuid() as link_id, each.*
       from json_to_recordset($2) as each
         (name text, telephone text, email text, website text, city text, "countryId" text)
     ), named as (
       insert into organisations (account_id, id, name) select $1, organisation_id, name from given
     ), acting as (
       insert into parties (account_id, id, organisation_id) select $1, gen_random_uuid(), organisation_id from given
     )
     insert into contacts
       (account_id, id, link_id, organisation_id, telephone, email, website, city, country_id)
     select $1, id, link_id, organisation_id, telephone, email, website, city, "countryId" from given`,
    [accountId, JSON.stringify(companies)],
  )
  await owner.query(
    'select refresh_organisation_index($1, array_agg(id)) from organisations where account_id = $1',
    [accountId],
  )
  await owner.query('commit')
  await owner.query('analyze organisations, parties, contacts, organisation_index')
}
