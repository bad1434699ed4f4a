import type { Database, Db, Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import {
  mayFoundCompany,
  type SignUpRules,
  signUpRestriction,
} from '#server/identity/sign-up/sign-up-rules.ts'
import type { Identity } from '#server/identity/provider/tokens.ts'
import { askForBeginning } from '#server/preferences/records.ts'
import { addressIsVerified } from './address-records.ts'
import { changeColleague } from './commands.ts'
import * as records from './founding-records.ts'
import { type Visitor, pendingInvitations } from './joining-commands.ts'
import { hashOfSecret } from './link-secrets.ts'
import { registerAccount } from './records.ts'

export type FoundingDependencies = {
  database: Database
  signUp: SignUpRules
  /**
   * Runs `register` in a transaction with what every company begins with; `register` answers whether it made the
   * account, and nothing is kept where it did not.
   */
  foundCompany: (register: (db: Db, accountId: string) => Promise<boolean>) => Promise<void>
}

/** `own`: found a company though an invitation waits. */
export type EntryRequest = Visitor & { own: boolean }

/**
 * Brings whoever has signed in into their company: the one they have, the one that a claim of their provider stands
 * for, or a new one where they may found it. Throws `invitation_waiting`, `email_unverified` and `sign_up_refused`.
 */
export async function enterCompany(dependencies: FoundingDependencies, entry: EntryRequest): Promise<void> {
  const { database } = dependencies
  const { identity } = entry
  const waiting = await pendingInvitations(database, entry)
  const isIn = await database.asUser(
    identity.subject,
    async session => {
      await takeRoleOfClaim(session, identity)
      return true
    },
    { origin: entry.origin },
  )
  if (isIn || (await database.transaction(db => joinByClaim(db, identity))) === 'joined') return
  const [first] = waiting
  if (first && !entry.own)
    throw new AppError(
      'invitation_waiting',
      `${first.company} has invited you. Accept or decline the invitation, or register a company of your own anyway.`,
      { company: first.company },
    )
  const link = entry.secret === undefined ? null : hashOfSecret(entry.secret)
  if (!link) await requireMayFound(dependencies, identity)
  await dependencies.foundCompany(async (db, accountId) => {
    const { subject, email, name, company, companyClaim } = identity
    if ((await joinByClaim(db, identity)) === 'joined') return false
    if (link && !(await records.takeFoundingLink(db, link, email))) {
      // A call beside this one may have used it for this very person.
      if (await database.asUser(subject, async () => true, { readsOnly: true })) return false
      await requireMayFound(dependencies, identity)
    }
    const isNew = await registerAccount(db, { accountId, subject, email, name, company: company ?? name })
    if (isNew) await askForBeginning(db)
    if (isNew && companyClaim) await records.claimCompany(db, companyClaim)
    return isNew
  })
}

async function requireMayFound(
  { database, signUp }: FoundingDependencies,
  identity: Identity,
): Promise<void> {
  const { subject, email } = identity
  if (!mayFoundCompany(signUp, email))
    throw new AppError('sign_up_refused', signUpRestriction(signUp) ?? 'New companies cannot register here.')
  if (signUp.mode === 'open' || (await database.transaction(db => addressIsVerified(db, subject, email))))
    return
  throw new AppError(
    'email_unverified',
    `Companies are registered here by people whose e-mail address is confirmed, and ${email || 'yours'} is not yet. Have a code sent there, enter it, and try again.`,
  )
}

async function joinByClaim(db: Db, { subject, email, name, companyClaim, role }: Identity) {
  if (!companyClaim) return 'none'
  return records.joinCompanyByClaim(db, { value: companyClaim, subject, email, name, role: role ?? 'staff' })
}

/** The provider's word on the role counts at each sign-in, but never takes the last Administrator away. */
async function takeRoleOfClaim(session: Session, { role }: Identity): Promise<void> {
  if (!role || role === session.role) return
  try {
    await changeColleague(session, { id: session.userId, role }, undefined)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'in_use')) throw error
  }
}
