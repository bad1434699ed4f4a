import { sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Organisation, OrganisationInput } from '#contract/organisations.ts'
import type { Db } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { changesOf, historySince, reversed, type Change } from '#server/records/changes-records.ts'
import type { Page } from '#server/route.ts'
import { contactColumns, organisationColumns } from './columns.ts'
import { matching } from './matching-records.ts'

/** Organisations in the contract's shape, each with its party and its contacts. */
export function selectOrganisations(db: Db, accountId: string) {
  return db
    .selectFrom('organisations as o')
    .where('o.account_id', '=', accountId)
    .select(eb => [
      'o.id',
      'o.name',
      'o.description',
      'o.contact_name as contactName',
      'o.tax_number as taxNumber',
      'o.payment_terms as paymentTerms',
      'o.scac',
      'o.iata_prefix as iataPrefix',
      'o.iata_agent_code as iataAgentCode',
      'o.account_number as accountNumber',
      'o.version',
      jsonArrayFrom(
        eb
          .selectFrom('parties as p')
          .select(['p.id', 'p.organisation_id as relatedId'])
          .whereRef('p.account_id', '=', 'o.account_id')
          .whereRef('p.organisation_id', '=', 'o.id'),
      ).as('parties'),
      jsonArrayFrom(
        eb
          .selectFrom('contacts as c')
          .whereRef('c.account_id', '=', 'o.account_id')
          .whereRef('c.organisation_id', '=', 'o.id')
          .select(link => [
            'c.link_id as id',
            'c.id as contactId',
            'c.organisation_id as organisationId',
            jsonBuildObject({
              id: link.ref('c.id'),
              name: link.ref('c.name'),
              role: link.ref('c.role'),
              buildingName: link.ref('c.building_name'),
              buildingNo: link.ref('c.building_no'),
              city: link.ref('c.city'),
              code: link.ref('c.post_code'),
              countryId: link.ref('c.country_id'),
              county: link.ref('c.county'),
              description: link.ref('c.description'),
              email: link.ref('c.email'),
              fax: link.ref('c.fax'),
              mobile: link.ref('c.mobile'),
              skype: link.ref('c.skype'),
              street: link.ref('c.street'),
              telephone: link.ref('c.telephone'),
              twitter: link.ref('c.twitter'),
              website: link.ref('c.website'),
            }).as('contact'),
          ])
          .orderBy('c.position'),
      ).as('organisationContacts'),
    ])
}

export function getOrganisation(db: Db, accountId: string, id: string): Promise<Organisation | undefined> {
  return selectOrganisations(db, accountId).where('o.id', '=', id).executeTakeFirst()
}

/** By name; `search` looks into name, description, tax number and SCAC. */
export async function findOrganisations(
  db: Db,
  accountId: string,
  { search, offset, limit }: { search: string | undefined; offset: number; limit: number },
): Promise<Page<Organisation>> {
  const pattern = search === undefined ? null : containing(search)
  const matches = matching('o', pattern)
  const rows = await selectOrganisations(db, accountId)
    .where(matches)
    .orderBy(sql`lower(o.name)`)
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('organisations as o')
    .select(sql<number>`count(*)`.as('total'))
    .where('o.account_id', '=', accountId)
    .where(matches)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** False where an organisation of this id stands already. */
export async function insertOrganisation(
  db: Db,
  accountId: string,
  organisation: OrganisationInput & { id: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('organisations')
    .values({ account_id: accountId, id: organisation.id, ...toColumns(organisation, organisationColumns) })
    .onConflict(conflict => conflict.columns(['account_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await db
    .insertInto('parties')
    .values({
      account_id: accountId,
      id: organisation.parties?.[0]?.id ?? crypto.randomUUID(),
      organisation_id: organisation.id,
    })
    .execute()
  await saveContacts(db, accountId, organisation)
  return true
}

/** Saves what the input mentions; the caller has locked the organisation. */
export async function updateOrganisation(
  db: Db,
  accountId: string,
  organisation: OrganisationInput & { id: string },
): Promise<void> {
  await saveContacts(db, accountId, organisation)
  await db
    .updateTable('organisations')
    .set(eb => ({ ...toColumns(organisation, organisationColumns), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', organisation.id)
    .execute()
}

async function saveContacts(
  db: Db,
  accountId: string,
  organisation: OrganisationInput & { id: string },
): Promise<void> {
  for (const link of organisation.organisationContacts ?? []) {
    const values = toColumns(link.contact ?? {}, contactColumns)
    const existing = await db
      .selectFrom('contacts')
      .select('id')
      .where('account_id', '=', accountId)
      .where('organisation_id', '=', organisation.id)
      .where(eb =>
        eb.or([
          eb('link_id', '=', link.id ?? null),
          eb('id', '=', link.contact?.id ?? link.contactId ?? null),
        ]),
      )
      .executeTakeFirst()
    if (!existing)
      await db
        .insertInto('contacts')
        .values({
          account_id: accountId,
          id: link.contact?.id ?? link.contactId ?? crypto.randomUUID(),
          link_id: link.id ?? crypto.randomUUID(),
          organisation_id: organisation.id,
          ...values,
        })
        .execute()
    else if (Object.keys(values).length > 0)
      await db
        .updateTable('contacts')
        .set(values)
        .where('account_id', '=', accountId)
        .where('id', '=', existing.id)
        .execute()
  }
}

/** The organisation to which a link belongs, its contact taken off; undefined where there is no such link. */
export async function deleteContact(db: Db, accountId: string, linkId: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('contacts')
    .where('account_id', '=', accountId)
    .where('link_id', '=', linkId)
    .returning('organisation_id')
    .executeTakeFirst()
  if (!row) return undefined
  await db
    .updateTable('organisations')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', row.organisation_id)
    .execute()
  return row.organisation_id
}

/** The numbers of a few jobs that name the organisation, the newest first. */
export async function jobsNaming(db: Db, accountId: string, organisationId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('parties as p')
    .innerJoin('job_parties as jp', join =>
      join.onRef('jp.account_id', '=', 'p.account_id').onRef('jp.party_id', '=', 'p.id'),
    )
    .innerJoin('jobs as j', join =>
      join.onRef('j.account_id', '=', 'jp.account_id').onRef('j.id', '=', 'jp.job_id'),
    )
    .select('j.job_number as number')
    .distinct()
    .where('p.account_id', '=', accountId)
    .where('p.organisation_id', '=', organisationId)
    .orderBy('number', 'desc')
    .limit(4)
    .execute()
  return rows.map(row => row.number)
}

/** Its party and contacts go with it; the caller has locked it and no job names it. */
export async function deleteOrganisation(db: Db, accountId: string, id: string): Promise<void> {
  for (const table of ['contacts', 'parties'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).where('organisation_id', '=', id).execute()
  await db.deleteFrom('organisations').where('account_id', '=', accountId).where('id', '=', id).execute()
}

export async function organisationChangesSince(
  db: Db,
  accountId: string,
  organisation: Organisation,
  version: number,
): Promise<Change[]> {
  const rows = await historySince(db, accountId, {
    id: organisation.id,
    version,
    recordTypes: ['organisations', 'contacts'],
    besides: organisation.organisationContacts.map(link => link.contactId),
  })
  return rows.flatMap(row => {
    if (row.recordType === 'organisations') return changesOf([row], reversed(organisationColumns))
    const position = organisation.organisationContacts.findIndex(link => link.contactId === row.recordId)
    return changesOf([row], reversed(contactColumns)).map(change => ({
      ...change,
      field: `organisationContacts.${position}.contact.${change.field}`,
    }))
  })
}
