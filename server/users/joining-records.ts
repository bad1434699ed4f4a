import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Db } from '#server/db/db.ts'

/** Who asks: as the identity provider calls them, and the hash of a link's secret where they came by one. */
export type Requester = { subject: string; email: string; link: Buffer | null }

export type PendingInvitation = {
  id: string
  company: string
  invitedBy: string | null
  email: string
  role: Role
  invitedAt: Date
}

export async function listPendingInvitations(
  db: Db,
  { subject, email, link }: Requester,
): Promise<PendingInvitation[]> {
  const { rows } = await sql<PendingInvitation>`
    select id, company, invited_by as "invitedBy", email, role, invited_at as "invitedAt"
    from waiting_invitations(${subject}, ${email}, ${link})`.execute(db)
  return rows
}

const outcomeOf = async <Outcome extends string>(
  db: Db,
  call: RawBuilder<{ outcome: Outcome }>,
): Promise<Outcome> => {
  const [row] = (await call.execute(db)).rows
  if (!row) throw new Error('The database gave no outcome.')
  return row.outcome
}

export const acceptInvitation = (
  db: Db,
  { subject, email, link }: Requester,
  { id, name }: { id: string; name: string },
) =>
  outcomeOf(
    db,
    sql<{ outcome: 'accepted' | 'none' | 'in company' }>`
      select accept_invitation(${subject}, ${email}, ${name}, ${link}, ${id}) as outcome`,
  )

/** False where no such invitation waits for this person. */
export async function declineInvitation(
  db: Db,
  { subject, email, link }: Requester,
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select decline_invitation(${subject}, ${email}, ${link}, ${id}) as done`.execute(db)
  return rows[0]?.done ?? false
}

export const leaveCompany = (db: Db, subject: string) =>
  outcomeOf(
    db,
    sql<{ outcome: 'left' | 'none' | 'alone' | 'last administrator' }>`
      select leave_company(${subject}) as outcome`,
  )

/** The company that this person is away from and comes back to, beside the one that is named. */
export async function ownCompany(db: Db, subject: string, but: string): Promise<string | null> {
  const { rows } = await sql<{ company: string }>`
    select company from own_company(${subject}, ${but})`.execute(db)
  return rows[0]?.company ?? null
}

export type LinkedInvitation = { company: string; invitedBy: string | null; email: string; role: Role }

export async function invitationOfLink(db: Db, link: Buffer): Promise<LinkedInvitation | undefined> {
  const { rows } = await sql<LinkedInvitation>`
    select company, invited_by as "invitedBy", email, role from invitation_of_link(${link})`.execute(db)
  return rows[0]
}

/** Keeps the link of an invitation; it takes the place of the person's earlier one. */
export async function saveInvitationLink(
  db: Db,
  accountId: string,
  { id, hash, mailed, minutes }: { id: string; hash: Buffer; mailed: boolean; minutes: number },
): Promise<void> {
  const link = {
    secret_hash: hash,
    mailed,
    expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
  }
  await db
    .insertInto('invitation_links')
    .values({ account_id: accountId, id, ...link })
    .onConflict(conflict => conflict.columns(['account_id', 'id']).doUpdateSet(link))
    .execute()
}

/** Nobody else adds people to this company until the transaction ends. */
export async function lockPeople(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people:${accountId}`}, 0))`.execute(db)
}

export type ListedPerson = { id: string; displayName: string; joined: boolean }

/** Whoever is listed in the company by this e-mail address or sign-in, in whatever state. */
export async function findListedPerson(
  db: Db,
  accountId: string,
  { email, subject }: { email: string; subject: string | null },
): Promise<ListedPerson | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'display_name as displayName', sql<boolean>`joined_at is not null`.as('joined')])
    .where('account_id', '=', accountId)
    .where('subject', 'not like', 'api-token:%')
    .where(eb =>
      eb.or([
        sql<boolean>`lower(email) = lower(${email})`,
        ...(subject === null ? [] : [eb('subject', '=', subject)]),
      ]),
    )
    .executeTakeFirst()
}

export type NewListedPerson = {
  id: string
  /** null: known once the person accepts. */
  subject: string | null
  signInMadeHere: boolean
  displayName: string
  email: string
  role: Role
  invitedBy: string
}

// No identity provider gives such a subject; it stands until somebody accepts.
const nobodyYet = (id: string) => `invitation:${id}`

export async function insertListedPerson(db: Db, accountId: string, person: NewListedPerson): Promise<void> {
  await db
    .insertInto('users')
    .values({
      account_id: accountId,
      id: person.id,
      subject: person.subject ?? nobodyYet(person.id),
      sign_in_made_here: person.signInMadeHere,
      display_name: person.displayName,
      email: person.email,
      role: person.role,
      invited_by: person.invitedBy,
      invited_at: sql<Date>`now()`,
    })
    .execute()
}

/** Gives a sign-in that was just made to a person whom somebody listed by the same address at that moment. */
export async function linkSignIn(
  db: Db,
  accountId: string,
  { id, subject }: { id: string; subject: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ subject, sign_in_made_here: true })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('subject', '=', nobodyYet(id))
    .where('joined_at', 'is', null)
    .execute()
}

/** An invitation that was declined, or that somebody left, waits again. */
export async function renewInvitation(
  db: Db,
  accountId: string,
  { id, invitedBy }: { id: string; invitedBy: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      declined_at: null,
      left_at: null,
      invited_by: invitedBy,
      invited_at: sql<Date>`now()`,
      version: sql`version + 1`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Whether nobody knows this person's password beside them but somebody present here with that role, or a higher one. */
export async function isPasswordTrusted(
  db: Db,
  accountId: string,
  { subject, role }: { subject: string; role: Role },
): Promise<boolean> {
  const { rows } = await sql<{ so: boolean }>`
    select password_is_trusted(${subject}, ${accountId}, ${role}) as so`.execute(db)
  return rows[0]?.so ?? false
}

/** Whether somebody else has chosen the password by which this person signs in. */
export async function isPasswordSetByOthers(db: Db, subject: string): Promise<boolean> {
  const { rows } = await sql<{ so: boolean }>`select password_is_others(${subject}) as so`.execute(db)
  return rows[0]?.so ?? false
}

/** Whether the sign-in of that generation, by which this session's person came, was not ended meanwhile. */
export async function signInGoesOn(db: Db, generation: number): Promise<boolean> {
  const { rows } = await sql<{ so: boolean }>`select sign_in_goes_on(${generation}) as so`.execute(db)
  return rows[0]?.so ?? false
}

/** Takes somebody who lost access back to the company that they are away from, if there is one. */
export async function returnToOwnCompany(db: Db, id: string): Promise<void> {
  await sql`select send_home(${id})`.execute(db)
}

/** Whether the company's Administrators may set this colleague's password. */
export async function maySetPassword(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may_set_password(${id}) as may`.execute(db)
  return rows[0]?.may ?? false
}

/** The history of whatever company this transaction enters tells from where. */
export async function recordOrigin(
  db: Db,
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<void> {
  await sql`select set_config('app.address', ${address}, true),
    set_config('app.user_agent', ${(userAgent ?? '').slice(0, 300)}, true)`.execute(db)
}
