import type { Organisation, OrganisationInput } from '#contract/organisations.ts'
import type { OrganisationJob } from '#contract/contact-list.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import { keptInsteadOf, organisationOfParty } from '#server/records/merged-records.ts'
import { createOnce } from '#server/records/repeat.ts'
import { lockRow } from '#server/records/row-records.ts'
import { quoted, refuseOutdated } from '#server/records/versions.ts'
import type { Page } from '#server/route.ts'
import { isCountry } from './countries.ts'
import { listJobsOf } from './list-records.ts'
import * as records from './records.ts'

export async function loadOrganisation({ db, accountId }: Session, id: string): Promise<Organisation> {
  const organisation = await records.getOrganisation(db, accountId, id)
  if (!organisation) throw notFound('contact')
  return organisation
}

/** The same by the id of its party, or by an old id: of an organisation, or of the party of one, that was merged into this one. */
export async function findOrganisation(session: Session, id: string): Promise<Organisation> {
  const { db, accountId } = session
  const organisation = await records.getOrganisation(db, accountId, id)
  if (organisation) return organisation
  const instead = (await keptInsteadOf(db, accountId, id)) ?? (await organisationOfParty(db, accountId, id))
  return loadOrganisation(session, instead ?? id)
}

/** Refuses to change what was merged into another, and names that one. */
export async function refuseMergedAway(session: Session, id: string): Promise<void> {
  const kept = await keptInsteadOf(session.db, session.accountId, id)
  const current = kept && (await records.getOrganisation(session.db, session.accountId, kept))
  if (current) throw mergedAway(current)
}

export const mergedAway = (current: Organisation) =>
  new AppError(
    'merged_away',
    `This contact was merged into ${quoted(current.name)}. Make the change there.`,
    { current },
  )

/** The jobs on which it has a role. */
export async function jobsOf(
  { db, accountId }: Session,
  id: string,
  { offset = 0, limit = DEFAULT_LIMIT }: { offset?: number | undefined; limit?: number | undefined },
): Promise<Page<OrganisationJob>> {
  const page =
    (await listJobsOf(db, accountId, id, { offset, limit })) ??
    (await listJobsOf(db, accountId, (await keptInsteadOf(db, accountId, id)) ?? id, { offset, limit }))
  if (!page) throw notFound('contact')
  return page
}

/** `created` is false where a repeated call finds what the first one made. */
export async function addOrganisation(
  session: Session,
  input: OrganisationInput,
): Promise<{ stored: Organisation; created: boolean }> {
  requireKnownCountries(input)
  for (const id of [input.id, input.parties?.[0]?.id]) if (id) await refuseMergedAway(session, id)
  const organisation = { ...input, id: input.id ?? crypto.randomUUID() }
  return createOnce({
    what: 'A contact',
    sent: input,
    insert: () => records.insertOrganisation(session.db, session.accountId, organisation),
    load: () => loadOrganisation(session, organisation.id),
  })
}

export async function changeOrganisation(
  session: Session,
  input: OrganisationInput & { id: string },
  ifMatch: number | undefined,
): Promise<Organisation> {
  requireKnownCountries(input)
  const { db, accountId } = session
  const version = await lockRow(db, 'organisations', accountId, input.id)
  if (version === null) {
    await refuseMergedAway(session, input.id)
    throw notFound('contact')
  }
  await refuseOutdatedOrganisation(session, input.id, version, ifMatch)
  await records.updateOrganisation(db, accountId, input)
  return loadOrganisation(session, input.id)
}

/** 412 where it is not the version that the caller saw; the caller has locked it. */
export const refuseOutdatedOrganisation = (
  session: Session,
  id: string,
  version: number,
  ifMatch: number | undefined,
) =>
  refuseOutdated(ifMatch, {
    title: (organisation: Organisation) => quoted(organisation.name),
    version,
    current: () => loadOrganisation(session, id),
    changesSince: (since, current) =>
      records.organisationChangesSince(session.db, session.accountId, current, since),
  })

export async function removeContact(session: Session, linkId: string): Promise<Organisation> {
  const organisationId = await records.deleteContact(session.db, session.accountId, linkId)
  if (organisationId === undefined) throw notFound('contact')
  return loadOrganisation(session, organisationId)
}

const NAMED_AT_MOST = 3

/** Refused with in_use while any job names it. */
export async function removeOrganisation(session: Session, id: string): Promise<void> {
  const { db, accountId } = session
  await refuseMergedAway(session, id)
  const stored = await loadOrganisation(session, id)
  await lockRow(db, 'organisations', accountId, id)
  const jobs = await records.jobsNaming(db, accountId, id)
  if (jobs.length > 0) {
    const named = jobs.slice(0, NAMED_AT_MOST).join(', ') + (jobs.length > NAMED_AT_MOST ? ' and others' : '')
    throw new AppError(
      'in_use',
      `“${stored.name ?? '(unnamed)'}” cannot be deleted: it is a party to job ${named}. Remove it there first.`,
    )
  }
  await records.deleteOrganisation(db, accountId, id)
}

function requireKnownCountries(input: OrganisationInput): void {
  for (const [index, link] of (input.organisationContacts ?? []).entries()) {
    const countryId = link.contact?.countryId
    if (countryId && !isCountry(countryId))
      throw invalid(
        `organisationContacts.${index}.contact.countryId`,
        `“${countryId}” is not the code of a country.`,
      )
  }
}
