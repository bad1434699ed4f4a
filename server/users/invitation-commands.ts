import type { Role } from '#contract/permissions.ts'
import type { Invitation } from '#contract/users.ts'
import type { Database, Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { SignInMade, UserDirectory } from '#server/identity/directory/directory.ts'
import { limitPerson } from '#server/identity/limits/attempt-limits.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { AsUser } from '#server/route.ts'
import { requireVerifiedAddress } from './address-commands.ts'
import { roleOfNew } from './commands.ts'
import { requireSignIn } from './ended-sign-ins.ts'
import { invitationMail } from './invitation-mail.ts'
import * as joining from './joining-records.ts'
import { hashOfSecret, joinAddress, newSecret } from './link-secrets.ts'
import * as records from './records.ts'

export type InvitationDependencies = {
  database: Database
  directory: UserDirectory
  /** undefined: no mail server is configured, and links are shown to whoever invites. */
  invitationMailer: Mailer | undefined
  /** Counts a recipient of the company's; throws `too_many_requests` where there were too many within the hour. */
  countRecipient: (session: Session) => Promise<void>
  productName: string
  publicUrl: string
}

const DAYS = 7
const MINUTES = DAYS * 24 * 60

type NewPerson = { displayName: string; email: string; role?: Role | undefined }
type Listed = { colleague: records.Colleague; invitation: Invitation }

/** Lists a person at once, with a sign-in of that password where they have none yet; they join by accepting. */
export async function addColleague(
  dependencies: InvitationDependencies,
  asUser: AsUser,
  { password, ...person }: NewPerson & { password?: string | undefined },
): Promise<records.Colleague> {
  const { directory } = dependencies
  if (directory.keepsPasswords && password === undefined)
    throw invalid('password', 'Give a password, or invite this person, who chooses one then.')
  const { colleague } = await list(dependencies, asUser, person, chosenBy =>
    directory.add({ ...person, password: password ?? '', chosenBy }),
  )
  return colleague
}

/** Lists a person at once, who has the link by which they come in by e-mail. */
export function inviteColleague(
  dependencies: InvitationDependencies,
  asUser: AsUser,
  person: NewPerson,
): Promise<Listed> {
  return list(dependencies, asUser, person, () => dependencies.directory.invite(person))
}

/** A new link for somebody whose first one was lost or is too old, who has declined, or has left. */
export async function inviteAgain(
  dependencies: InvitationDependencies,
  asUser: AsUser,
  id: string,
): Promise<Invitation> {
  const { email } = await asUser(async session => requireInvitable(session, id))
  await refuseTooMany(dependencies, email)
  const secret = newSecret()
  const known = await asUser(async session => {
    const { db, accountId, userId } = session
    await requireProof(dependencies, session)
    await requireSignIn(session)
    const colleague = await requireInvitable(session, id)
    await dependencies.countRecipient(session)
    await joining.renewInvitation(db, accountId, { id, invitedBy: userId })
    await saveLink(dependencies, session, id, secret)
    return { colleague, ...(await inviter(session)) }
  })
  return send(dependencies, { ...known, secret })
}

async function requireInvitable({ db, accountId }: Session, id: string): Promise<records.Colleague> {
  const colleague = await records.lockColleague(db, accountId, id)
  if (!colleague) throw notFound('user')
  if (!colleague.active)
    throw new AppError('in_use', `${colleague.displayName}’s access was removed. Restore it first.`)
  if (colleague.joining === 'joined')
    throw new AppError(
      'in_use',
      `${colleague.displayName} has already joined. If they have forgotten their password, they can use “Forgot your password?” on the sign-in page.`,
    )
  return colleague
}

/**
 * Answers in the same way whether or not somebody signs in with this address: who does keeps their own password and
 * has an invitation. The sign-in is made before the row that lists the person, and goes again where that fails.
 */
async function list(
  dependencies: InvitationDependencies,
  asUser: AsUser,
  { displayName, email, role: wanted }: NewPerson,
  makeSignIn: (by: string) => Promise<SignInMade>,
): Promise<Listed> {
  const by = await asUser(async session => {
    roleOfNew(session.role, wanted)
    await requireProof(dependencies, session)
    await refuseListed(session, { email, subject: null })
    await dependencies.countRecipient(session)
    return session.userId
  })
  const signIn = await makeSignIn(by)
  const secret = newSecret()
  const listed = await removingOnFailure(dependencies, signIn, async () => {
    // After the password was looked at: one that is too weak is no invitation.
    await refuseTooMany(dependencies, email)
    return asUser(async session => {
      const { db, accountId, userId } = session
      await joining.lockPeople(db, accountId)
      await requireSignIn(session)
      const known = await joining.findListedPerson(db, accountId, { email, subject: signIn.subject })
      if (known) return { known }
      const person = { id: crypto.randomUUID(), displayName, email, role: roleOfNew(session.role, wanted) }
      await joining.insertListedPerson(db, accountId, {
        ...person,
        subject: signIn.subject,
        signInMadeHere: signIn.made,
        invitedBy: userId,
      })
      await saveLink(dependencies, session, person.id, secret)
      return { person, ...(await inviter(session)) }
    })
  })
  if ('known' in listed)
    throw await takenMeanwhile(dependencies, asUser, { email, signIn, known: listed.known })
  const { person, ...names } = listed
  const colleague = {
    ...person,
    subject: signIn.subject ?? '',
    active: true,
    joining: 'invited' as const,
    version: 1,
  }
  return { colleague, invitation: await send(dependencies, { colleague, secret, ...names }) }
}

/** Nobody is left who could sign in to nothing. */
async function removingOnFailure<Result>(
  { directory }: InvitationDependencies,
  { made, subject }: SignInMade,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (made && subject) await directory.remove(subject)
    throw error
  }
}

/** Somebody listed this person while their sign-in was made here, which is theirs then, or goes. */
async function takenMeanwhile(
  { directory }: InvitationDependencies,
  asUser: AsUser,
  {
    email,
    signIn: { made, subject },
    known,
  }: { email: string; signIn: SignInMade; known: joining.ListedPerson },
): Promise<AppError> {
  if (made && subject) {
    await asUser(({ db, accountId }) => joining.linkSignIn(db, accountId, { id: known.id, subject }))
    await directory.remove(subject)
  }
  return alreadyListed(email, known)
}

async function refuseListed(
  { db, accountId }: Session,
  person: { email: string; subject: string | null },
): Promise<void> {
  const known = await joining.findListedPerson(db, accountId, person)
  if (known) throw alreadyListed(person.email, known)
}

const alreadyListed = (email: string, { displayName, joined }: joining.ListedPerson) =>
  new AppError(
    'already_exists',
    `${email} is already listed in your company, as ${displayName}.${joined ? '' : ' Send a new invitation from there if it is needed.'}`,
  )

/** Where mail leaves, only people who have proved their own address make it leave. */
const requireProof = async (
  { invitationMailer }: InvitationDependencies,
  session: Session,
): Promise<void> => {
  if (invitationMailer) await requireVerifiedAddress(session)
}

async function refuseTooMany({ database }: InvitationDependencies, email: string): Promise<void> {
  const refusal = await limitPerson(database.signIn, 'invitation', email)
  if (!refusal) return
  const error = new AppError(
    'too_many_requests',
    `Too many invitations were sent to ${email} within the last hour. ${refusal.mistakes['']?.replace('Too many attempts. ', '') ?? 'Try again later.'}`,
  )
  throw refusal.retryAfter === undefined ? error : Object.assign(error, { retryAfter: refusal.retryAfter })
}

const saveLink = (
  { invitationMailer }: InvitationDependencies,
  { db, accountId }: Session,
  id: string,
  secret: string,
): Promise<void> =>
  joining.saveInvitationLink(db, accountId, {
    id,
    hash: hashOfSecret(secret),
    mailed: invitationMailer !== undefined,
    minutes: MINUTES,
  })

async function inviter(session: Session) {
  const { user, account } = await records.getMembership(session)
  return { by: user.displayName, company: account.name }
}

type Sent = {
  colleague: records.Colleague
  secret: string
  by: string
  company: string
}

async function send(
  dependencies: InvitationDependencies,
  { colleague, secret, by, company }: Sent,
): Promise<Invitation> {
  const { directory, invitationMailer, productName, publicUrl } = dependencies
  const { email } = colleague
  const mailed = invitationMailer !== undefined
  await directory.letChoosePassword?.({ email, subject: colleague.subject, secret, minutes: MINUTES, mailed })
  const goodUntil = new Date(Date.now() + MINUTES * 60_000).toISOString()
  const link = joinAddress(publicUrl, secret)
  if (!invitationMailer) return { email, link, goodUntil }
  await invitationMailer.send(invitationMail({ to: email, by, company, link, days: DAYS, productName }))
  return { email, link: null, goodUntil }
}
