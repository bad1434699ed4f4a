import type { JoinLink, WaitingInvitation } from '#contract/joining.ts'
import { type Database, type Db, TOKEN_SUBJECT } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { UserDirectory } from '#server/identity/directory/directory.ts'
import type { Identity } from '#server/identity/provider/tokens.ts'
import type { Origin } from '#server/identity/store/events.ts'
import { noteVerifiedAddress } from './address-records.ts'
import { foundingLinkIsGood } from './founding-records.ts'
import * as records from './joining-records.ts'
import { hashOfSecret } from './link-secrets.ts'

/** Who does something about the companies that they are in, and from where. */
export type Visitor = { identity: Identity; secret?: string | undefined; origin: Origin }

const isToken = (subject: string) => subject.startsWith(TOKEN_SUBJECT)

/** Throws `not_allowed` for a program's token, which is in no company by a person's choice. */
export function requirePerson({ subject }: Identity): void {
  if (isToken(subject))
    throw new AppError('not_allowed', 'People do this for themselves, and API tokens cannot.')
}

const askerOf = ({ identity: { subject, email }, secret }: Omit<Visitor, 'origin'>): records.Requester => ({
  subject,
  email,
  link: secret === undefined ? null : hashOfSecret(secret),
})

/** Runs in a transaction that knows what the provider says of the person's address, and from where they come. */
const asVisitor = <Result>(
  database: Database,
  { identity: { subject, email, emailVerified }, origin }: Visitor,
  work: (db: Db) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async db => {
    await records.recordOrigin(db, origin)
    if (emailVerified) await noteVerifiedAddress(db, subject, email)
    return work(db)
  })

/** A company lets nobody in by a sign-in that people elsewhere know the password of. */
async function refuseForeignPassword(db: Db, subject: string): Promise<void> {
  if (await records.isPasswordSetByOthers(db, subject))
    throw new AppError(
      'not_found',
      'There is no invitation for this sign-in. If one was sent to you, somebody else chose your password: choose your own under My account first, and then open the invitation again.',
    )
}

export async function pendingInvitations(database: Database, visitor: Visitor): Promise<WaitingInvitation[]> {
  if (isToken(visitor.identity.subject)) return []
  const waiting = await asVisitor(database, visitor, async db => {
    const found = await records.listPendingInvitations(db, askerOf(visitor))
    // By a link, whoever comes expects what it stands for.
    if (found.length === 0 && visitor.secret !== undefined)
      await refuseForeignPassword(db, visitor.identity.subject)
    return found
  })
  return waiting.map(({ invitedAt, ...one }) => ({ ...one, invitedAt: invitedAt.toISOString() }))
}

export async function accept(database: Database, visitor: Visitor, id: string): Promise<void> {
  requirePerson(visitor.identity)
  const { name } = visitor.identity
  const outcome = await asVisitor(database, visitor, async db => {
    const accepted = await records.acceptInvitation(db, askerOf(visitor), { id, name })
    if (accepted === 'none') await refuseForeignPassword(db, visitor.identity.subject)
    return accepted
  })
  if (outcome === 'none') throw notFound('invitation')
  if (outcome === 'in company')
    throw new AppError(
      'in_use',
      'You belong to a company with other people. Leave it first (POST /api/register/leave, or “Leave company” under My account), and then accept.',
    )
}

export async function decline(database: Database, visitor: Visitor, id: string): Promise<void> {
  requirePerson(visitor.identity)
  const done = await asVisitor(database, visitor, db => records.declineInvitation(db, askerOf(visitor), id))
  if (!done) throw notFound('invitation')
}

const whyNotLeft = {
  none: 'You do not belong to a company that you could leave.',
  alone:
    'You are the only person in this company, and nobody could open it any more. It is kept for you when you accept an invitation to another.',
  'last administrator':
    'You are the only Administrator of this company. Make somebody else Administrator first, and then leave.',
}

export async function leave(database: Database, visitor: Visitor): Promise<void> {
  requirePerson(visitor.identity)
  const outcome = await asVisitor(database, visitor, db => records.leaveCompany(db, visitor.identity.subject))
  if (outcome !== 'left') throw new AppError('in_use', whyNotLeft[outcome])
}

export type LinkDependencies = { database: Database; directory: UserDirectory }

export async function readLink({ database, directory }: LinkDependencies, secret: string): Promise<JoinLink> {
  const hash = hashOfSecret(secret)
  const found = await database.transaction(async db => ({
    invitation: await records.invitationOfLink(db, hash),
    foundsCompany: await foundingLinkIsGood(db, hash),
  }))
  if (found.invitation) {
    const choosePasswordAt = (await directory.passwordPage?.(secret)) ?? null
    return { kind: 'invitation', ...found.invitation, choosePasswordAt }
  }
  if (found.foundsCompany) return { kind: 'company' }
  throw new AppError(
    'not_found',
    'This link was used, is older than seven days, or was replaced by a newer one. Ask the person who sent it for a new one.',
  )
}
