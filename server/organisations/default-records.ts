import { sql } from 'kysely'
import type { DefaultParty } from '#contract/default-parties.ts'
import { type PartyRole, partyRoles } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'

/** A default party as its table has it. */
export type DefaultRow = {
  id: string
  organisation_id: string
  when_role: PartyRole
  role: PartyRole
  default_organisation_id: string
}

const selectDefaults = (accountId: string, condition: ReturnType<typeof sql>) => sql<DefaultParty>`
  select d.id, d.organisation_id as "organisationId", d.when_role as "whenRole", d.role, p.id as "partyId",
    json_build_object('id', p.id, 'relatedId', o.id, 'name', o.name) as party
  from organisation_default_parties d
  join organisations o on o.account_id = d.account_id and o.id = d.default_organisation_id
  join parties p on p.account_id = o.account_id and p.organisation_id = o.id
  where d.account_id = ${accountId} and ${condition}`

const place = ({ whenRole, role }: DefaultParty) =>
  partyRoles.indexOf(whenRole) * partyRoles.length + partyRoles.indexOf(role)

/** All default parties of an organisation, in the order of the roles. */
export async function defaultsOf(db: Db, accountId: string, organisationId: string): Promise<DefaultParty[]> {
  const { rows } = await selectDefaults(accountId, sql`d.organisation_id = ${organisationId}`).execute(db)
  return rows.sort((one, other) => place(one) - place(other))
}

export async function getDefault(db: Db, accountId: string, id: string): Promise<DefaultParty | undefined> {
  const { rows } = await selectDefaults(accountId, sql`d.id = ${id}`).execute(db)
  return rows[0]
}

/** The roles that an organisation fills by default for others, each with how many they are; in the order of the roles. */
export async function rolesByDefault(
  db: Db,
  accountId: string,
  organisationId: string,
): Promise<{ role: PartyRole; contacts: number }[]> {
  const { rows } = await sql<{ role: PartyRole; contacts: number }>`
    select role, count(distinct organisation_id)::integer as contacts from organisation_default_parties
    where account_id = ${accountId} and default_organisation_id = ${organisationId}
      and organisation_id <> ${organisationId}
    group by role`.execute(db)
  return rows.sort((one, other) => partyRoles.indexOf(one.role) - partyRoles.indexOf(other.role))
}

/** The parties that fill other roles, by default, on a job where this party has the role. */
export async function defaultsInRole(
  db: Db,
  accountId: string,
  { partyId, role }: { partyId: string; role: PartyRole },
): Promise<{ role: PartyRole; partyId: string }[]> {
  const { rows } = await sql<{ role: PartyRole; partyId: string }>`
    select d.role, p.id as "partyId"
    from parties own
    join organisation_default_parties d on d.account_id = own.account_id and d.organisation_id = own.organisation_id
    join parties p on p.account_id = d.account_id and p.organisation_id = d.default_organisation_id
    where own.account_id = ${accountId} and own.id = ${partyId} and d.when_role = ${role}`.execute(db)
  return rows
}

/** Of the organisation that a party is of, or of that into which it was merged: its id. */
export async function organisationStandingFor(
  db: Db,
  accountId: string,
  partyId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select organisation_id as id from parties
    where account_id = ${accountId} and id = kept_party(${partyId})`.execute(db)
  return rows[0]?.id ?? null
}

/** The organisation that stands in the place of this one: itself, or what it was merged into; null for neither. */
export async function standingOrganisation(db: Db, accountId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from organisations where account_id = ${accountId} and id = kept_organisation(${id})`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Those of the organisations that are there: none of them goes until the transaction ends, and one caller at a time goes on. */
export async function holdOrganisations(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from organisations where account_id = ${accountId} and id = any (${sql.val([...ids])}::uuid[])
    order by id for no key update`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Who fills the role now; the caller has locked the organisation. */
export async function findDefault(
  db: Db,
  accountId: string,
  { organisation_id, when_role, role }: Omit<DefaultRow, 'id' | 'default_organisation_id'>,
): Promise<DefaultRow | undefined> {
  return db
    .selectFrom('organisation_default_parties')
    .select(['id', 'organisation_id', sql<PartyRole>`when_role`.as('when_role')])
    .select([sql<PartyRole>`role`.as('role'), 'default_organisation_id'])
    .where('account_id', '=', accountId)
    .where('organisation_id', '=', organisation_id)
    .where('when_role', '=', when_role)
    .where('role', '=', role)
    .executeTakeFirst()
}
