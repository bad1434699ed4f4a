import type { Role } from '#contract/permissions.ts'
import type { Invitation } from '#contract/users.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Invitations, UserDirectory } from '#server/identity/directory.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { AsUser } from '#server/route.ts'
import { joinCompany, joinOrRemove, refuseAbove } from './commands.ts'
import * as records from './records.ts'

export type InvitationParts = {
  directory: UserDirectory
  /** undefined: no mail server is configured. */
  invitationMailer: Mailer | undefined
  productName: string
}

const DAYS = 7
const MINUTES = DAYS * 24 * 60

type Invited = { colleague: records.Colleague; link: string; by: string; company: string }

/** Makes a colleague who has no password yet, and sends the link by which they choose one. */
export async function inviteColleague(
  parts: InvitationParts,
  asUser: AsUser,
  { role, ...person }: { displayName: string; email: string; role?: Role | undefined },
): Promise<{ colleague: records.Colleague; invitation: Invitation }> {
  const links = invitationsOf(parts.directory)
  await refuseAbove(asUser, role)
  const { subject } = await links.add(person)
  const invited = await joinOrRemove(parts.directory, subject, async (): Promise<Invited> => {
    const link = await links.link(subject, MINUTES)
    return asUser(async session => ({
      colleague: await joinCompany(session, { ...person, subject }, role),
      link,
      ...(await inviter(session)),
    }))
  })
  return { colleague: invited.colleague, invitation: await send(parts, invited) }
}

/** A new link for somebody whose first one was lost, or is too old. */
export async function inviteAgain(parts: InvitationParts, asUser: AsUser, id: string): Promise<Invitation> {
  const links = invitationsOf(parts.directory)
  const known = await asUser(async session => {
    const colleague = await records.findColleague(session.db, session.accountId, id)
    if (!colleague) throw notFound('user')
    if (!colleague.active)
      throw new AppError('in_use', `${colleague.displayName}’s access was taken away. Give it back first.`)
    return { colleague, ...(await inviter(session)) }
  })
  return send(parts, { ...known, link: await links.link(known.colleague.subject, MINUTES) })
}

async function inviter(session: Session) {
  const { user, account } = await records.getMembership(session)
  return { by: user.displayName, company: account.name }
}

function invitationsOf({ invitations }: UserDirectory): Invitations {
  if (invitations) return invitations
  throw new AppError(
    'unavailable',
    'People sign in with your own provider here, which takes nobody without a password. Add the colleague with one.',
  )
}

async function send(
  { invitationMailer, productName }: InvitationParts,
  { colleague: { email, displayName }, link, by, company }: Invited,
): Promise<Invitation> {
  const goodUntil = new Date(Date.now() + MINUTES * 60_000).toISOString()
  if (!invitationMailer) return { email, link, goodUntil }
  await invitationMailer.send({
    to: email,
    subject: `${by} invites you to ${company} on ${productName}`,
    text: `${displayName},

${by} has added you to ${company} on ${productName}. Choose your password here, and sign in with this e-mail address:

${link}

The link works once, within ${DAYS} days. After that, ask ${by} for another.
`,
  })
  return { email, link: null, goodUntil }
}
