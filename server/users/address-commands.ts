import { createHash, randomInt } from 'node:crypto'
import type { Database, Session } from '#server/db/db.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Origin } from '#server/identity/store/events.ts'
import type { Identity } from '#server/identity/provider/tokens.ts'
import { limitNetwork, limitPerson } from '#server/identity/limits/attempt-limits.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import * as records from './address-records.ts'
import { requirePerson } from './joining-commands.ts'
import { getMembership } from './records.ts'

export type AddressDependencies = { database: Database; mailer: Mailer; productName: string }

const CODE_MINUTES = 10

/** Throws `email_unverified` for whoever has not proved that their own address is theirs. */
export async function requireVerifiedAddress({ db }: Session): Promise<void> {
  if (await records.ownAddressIsVerified(db)) return
  throw new AppError(
    'email_unverified',
    'E-mails leave in your name once your own e-mail address is confirmed. Have a code sent there, enter it, and send the e-mail again.',
  )
}

const hashOf = (subject: string, code: string) => createHash('sha256').update(`${subject}:${code}`).digest()

/** The address that others see of this person: the company's, or the provider's before there is one. */
async function addressOf(database: Database, { subject, email }: Identity): Promise<string> {
  const membership = await database.asUser(subject, getMembership, { readsOnly: true })
  return membership?.user.email ?? email
}

export async function sendCode(
  { database, mailer, productName }: AddressDependencies,
  identity: Identity,
  origin: Origin,
): Promise<{ email: string; goodUntil: string }> {
  requirePerson(identity)
  const { subject } = identity
  const email = await addressOf(database, identity)
  if (email === '')
    throw new AppError(
      'in_use',
      'Your sign-in provider gives no e-mail address of yours that could be confirmed.',
    )
  if (await database.transaction(db => records.addressIsVerified(db, subject, email)))
    throw new AppError('already_exists', `${email} is already confirmed.`)
  const refusal =
    (await limitNetwork(database.signIn, 'linkAddress', origin)) ??
    (await limitPerson(database.signIn, 'link', email))
  if (refusal) throw new AppError('too_many_requests', refusal.mistakes[''] ?? 'Try again later.')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await database.transaction(db =>
    records.startCode(db, { subject, email, hash: hashOf(subject, code) }, CODE_MINUTES),
  )
  await mailer.send({
    to: email,
    subject: `Your code for ${productName}`,
    text: `Your code is ${code}.

Enter it where you asked for it, within ${CODE_MINUTES} minutes. If you did not ask for a code, you do not need to do anything.
`,
  })
  return { email, goodUntil: new Date(Date.now() + CODE_MINUTES * 60_000).toISOString() }
}

export async function verifyAddress(
  { database }: Pick<AddressDependencies, 'database'>,
  identity: Identity,
  code: string,
): Promise<void> {
  requirePerson(identity)
  const { subject } = identity
  const email = await addressOf(database, identity)
  // Committed though the code is wrong: the try counts.
  const outcome = await database.transaction(async db => {
    const tried = await records.tryCode(db, { subject, email, hash: hashOf(subject, code) })
    if (tried === 'right') await records.noteVerifiedAddress(db, subject, email)
    return tried
  })
  if (outcome === 'wrong')
    throw invalid('code', 'This is not the code that was sent. Use the one in the newest message.')
  if (outcome === 'none')
    throw invalid('code', 'The code is too old or was tried too often. Ask for another.')
}
