import type { z } from 'zod'
import type { DefaultParty, setDefaultParty } from '#contract/default-parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { deleteRow, insertRow } from '#server/records/row-records.ts'
import { findOrganisation, refuseMergedAway } from './commands.ts'
import * as records from './default-records.ts'

type Asked = z.output<NonNullable<typeof setDefaultParty.body>>

const table = 'organisation_default_parties'

export async function listDefaults(session: Session, organisationId: string): Promise<DefaultParty[]> {
  const { id } = await findOrganisation(session, organisationId)
  return records.defaultsOf(session.db, session.accountId, id)
}

export async function listRolesByDefault(session: Session, organisationId: string) {
  const { id } = await findOrganisation(session, organisationId)
  return records.rolesByDefault(session.db, session.accountId, id)
}

async function loadDefault({ db, accountId }: Session, id: string): Promise<DefaultParty> {
  const found = await records.getDefault(db, accountId, id)
  if (!found) throw notFound('default party')
  return found
}

/** Takes the place of whom the contact had for these roles; whom it has already changes nothing. */
export async function setDefault(
  session: Session,
  { organisationId, whenRole, role, partyId }: Asked,
): Promise<{ stored: DefaultParty; created: boolean }> {
  const other = await records.organisationStandingFor(session.db, session.accountId, partyId)
  const { id, created } = await putDefault(session, {
    ...{ id: crypto.randomUUID(), organisation_id: organisationId, when_role: whenRole, role },
    default_organisation_id: other,
  })
  return { stored: await loadDefault(session, id), created }
}

type Wanted = Omit<records.DefaultRow, 'default_organisation_id'> & { default_organisation_id: string | null }

/** A replaced default is two entries in the history, as a replaced party of a job is: one went and another came. */
export async function putDefault(
  session: Session,
  { default_organisation_id: other, ...wanted }: Wanted,
): Promise<{ id: string; created: boolean }> {
  const { db, accountId } = session
  const held = await records.holdOrganisations(db, accountId, [
    wanted.organisation_id,
    ...(other ? [other] : []),
  ])
  if (!held.has(wanted.organisation_id)) {
    await refuseMergedAway(session, wanted.organisation_id)
    throw notFound('contact')
  }
  if (!other || !held.has(other)) throw invalid('partyId', 'There is no such party.')
  if (wanted.when_role === wanted.role)
    throw invalid('role', 'The contact has this role itself. Choose another role to fill.')
  const current = await records.findDefault(db, accountId, wanted)
  if (current?.default_organisation_id === other) return { id: current.id, created: false }
  if (current) await deleteRow(db, table, accountId, current.id)
  await insertRow(db, table, { account_id: accountId, ...wanted, default_organisation_id: other })
  return { id: wanted.id, created: true }
}

export async function removeDefault({ db, accountId }: Session, id: string): Promise<undefined> {
  if (!(await deleteRow(db, table, accountId, id))) throw notFound('default party')
}
