import { createHash, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Statements } from '#server/db/role-pool.ts'
import { emailText, mistakesOf, nameText } from '#server/identity/forms.ts'
import type { Refusal, Values } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { passwordMistake } from '#server/identity/passwords/password-rules.ts'
import { mayFoundCompany, signUpRestriction } from './sign-up-rules.ts'
import { startAddressCode, tryAddressCode } from '#server/identity/store/codes.ts'
import { noteSignIn, type Origin } from '#server/identity/store/events.ts'
import { StateStore } from '#server/identity/store/state.ts'
import {
  claimSignIn,
  findUserByEmail,
  goesToOwner,
  type IdentityUser,
  insertUser,
  isInvited,
  mayFoundByLink,
  takeOverUser,
} from '#server/identity/store/users.ts'
import { limitNetwork, limitPerson } from '#server/identity/limits/attempt-limits.ts'

const signUpForm = z.object({ email: emailText, name: nameText, company: nameText, password: z.string() })

export const CODE_MINUTES = 10
// As long as the page may be open; each code within it has its own end.
const PENDING_MINUTES = 60

type NewUser = Omit<IdentityUser, 'subject'>

/** Where it is done and from where: the sign-in under way, and the secret of a link where the person has one. */
export type SignUpVisit = { uid: string; secret: string | undefined; origin: Origin }

/** `sentTo`: a code is on its way there, and must be entered first. `refused` says why this person may not sign up. */
export type SignUpOutcome = { subject: string } | { sentTo: string } | { refused: string } | Refusal

const pendingOf = (statements: Statements) => new StateStore(statements, 'SignUp')

/**
 * Who was made by an earlier sending of the same form: Enter pressed twice sends it twice. Only the browser that holds
 * this sign-in under way gets there, and only with the address and the password of that time.
 */
async function madeBefore(
  { pool, passwords }: IdentityDependencies,
  uid: string,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const made = (await pendingOf(pool).find(uid))?.['made']
  const known = made === undefined ? undefined : await findUserByEmail(pool, email)
  if (known === undefined || known.subject !== made) return undefined
  return (await passwords.matches(known.passwordHash, password)) ? known.subject : undefined
}

/** Whether somebody has signed up in this sign-in, which may have ended with that. */
export const hasSignedUp = async ({ pool }: IdentityDependencies, uid: string): Promise<boolean> =>
  (await pendingOf(pool).find(uid))?.['made'] !== undefined

export async function beginSignUp(
  dependencies: IdentityDependencies,
  values: Values,
  visit: SignUpVisit,
): Promise<SignUpOutcome> {
  const { pool, passwords, productName, signUp } = dependencies
  const form = signUpForm.safeParse(values)
  const { email = '', name = '', company = '', password = '' } = values
  const weakness = await passwordMistake(password, [email, name, company, productName])
  if (!form.success || weakness)
    return {
      mistakes: {
        ...(weakness ? { password: weakness } : undefined),
        ...(form.error && mistakesOf(form.error)),
      },
    }
  const refusal = await limitNetwork(pool, 'signUp', visit.origin)
  if (refusal) return refusal
  const { data } = form
  if (!(await maySignUp(dependencies, data.email, visit.secret)))
    return { refused: signUpRestriction(signUp) ?? 'Signing up is not possible here.' }
  const user = {
    email: data.email,
    displayName: data.name,
    company: data.company,
    passwordHash: await passwords.hash(data.password),
  }
  if (signUp.provesAddresses) {
    const tooMany = await limitPerson(pool, 'link', user.email)
    if (tooMany) return tooMany
    await pendingOf(pool).upsert(visit.uid, { user }, PENDING_MINUTES * 60)
    await sendCode(dependencies, visit.uid, user.email)
    return { sentTo: user.email }
  }
  const subject = await pool.transaction(async statements => {
    const made = await insertUser(statements, user)
    if (made !== null)
      await pendingOf(statements).upsert(visit.uid, { made, email: user.email }, PENDING_MINUTES * 60)
    return made
  })
  if (subject === null) {
    const before = await madeBefore(dependencies, visit.uid, data)
    if (before !== undefined) return { subject: before }
    return {
      mistakes: {
        email:
          'This e-mail address has already signed up. Sign in instead. If somebody else chose its password, choose your own by “Forgot your password?” on the sign-in page.',
      },
    }
  }
  await noteSignIn(pool, { subject, outcome: 'signed_up', origin: visit.origin })
  return { subject }
}

/** Whether it is of any use: to found a company, or to accept an invitation to one. */
async function maySignUp(
  { pool, signUp }: IdentityDependencies,
  email: string,
  secret: string | undefined,
): Promise<boolean> {
  if (mayFoundCompany(signUp, email)) return true
  if (secret !== undefined && (await mayFoundByLink(pool, secret, email))) return true
  return isInvited(pool, email)
}

/** For whom a code was sent in this sign-in; undefined where that is too long ago. */
export async function pendingSignUp(
  { pool }: IdentityDependencies,
  uid: string,
): Promise<NewUser | undefined> {
  return (await pendingOf(pool).find(uid))?.['user'] as NewUser | undefined
}

export async function sendAnotherCode(
  dependencies: IdentityDependencies,
  { uid, origin }: SignUpVisit,
  email: string,
): Promise<Refusal | undefined> {
  const refusal =
    (await limitNetwork(dependencies.pool, 'linkAddress', origin)) ??
    (await limitPerson(dependencies.pool, 'link', email))
  if (!refusal) await sendCode(dependencies, uid, email)
  return refusal
}

const codeOf = (uid: string) => `sign-up:${uid}`
const hashOf = (uid: string, code: string) => createHash('sha256').update(`${uid}:${code}`).digest()

/** Whoever signs in with this address already is told so in the e-mail, and no code is accepted. */
async function sendCode(dependencies: IdentityDependencies, uid: string, email: string): Promise<void> {
  const { pool, productName, publicUrl, mailer } = dependencies
  const known = await findUserByEmail(pool, email)
  const isTaken = known !== undefined && !(await goesToOwner(pool, known))
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await startAddressCode(pool, {
    person: codeOf(uid),
    email,
    hash: isTaken ? randomBytes(32) : hashOf(uid, code),
    minutes: CODE_MINUTES,
  })
  await mailer.send(
    isTaken
      ? {
          to: email,
          subject: `This address already has a sign-in to ${productName}`,
          text: `Somebody, probably you, wanted to sign up for ${productName} with this e-mail address. It already has a sign-in.

Sign in: ${publicUrl}/login
Choose a password, if you have none or have forgotten it: ${publicUrl}/identity/password

If it was not you, you do not need to do anything.
`,
        }
      : {
          to: email,
          subject: `Your code for ${productName}`,
          text: `Your code is ${code}.

Enter it on the page where you sign up for ${productName}, within ${CODE_MINUTES} minutes. If it was not you who signed up, you do not need to do anything.
`,
        },
  )
}

/** Makes the sign-in of a person who has shown that they read what is sent to its address. */
export async function finishSignUp(
  dependencies: IdentityDependencies,
  { uid, origin }: SignUpVisit,
  { user, code }: { user: NewUser; code: string },
): Promise<{ subject: string } | Refusal> {
  const { pool } = dependencies
  const { email } = user
  const typed = code.replaceAll(/\s/g, '')
  const hash = hashOf(uid, typed)
  // In one transaction: the code sent a second time waits until the first has made its sign-in.
  const { outcome, subject } = await pool.transaction(async statements => {
    const tried = await tryAddressCode(statements, { person: codeOf(uid), email, hash })
    if (tried !== 'right') return { outcome: tried }
    const owned = (await insertUser(statements, user)) ?? (await takeOver(statements, user))
    if (owned === undefined) return { outcome: tried }
    await claimSignIn(statements, { subject: owned, email }, { anew: true, origin })
    const kept = { user: { ...user, passwordHash: null }, made: owned, code: hash.toString('hex') }
    await pendingOf(statements).upsert(uid, kept, CODE_MINUTES * 60)
    return { outcome: tried, subject: owned }
  })
  if (outcome === 'wrong')
    return { mistakes: { code: 'This is not the code that was sent. Use the one in the newest message.' } }
  if (outcome === 'none') {
    const before = await pendingOf(pool).find(uid)
    if (before?.['code'] === hash.toString('hex')) return { subject: String(before['made']) }
    return { mistakes: { code: 'The code is too old, or was tried too often. Send another code.' } }
  }
  if (subject === undefined)
    return { mistakes: { '': 'This e-mail address already has a sign-in. Sign in instead.' } }
  await dependencies.tokenWatch.look()
  await noteSignIn(pool, { subject, outcome: 'signed_up', origin })
  return { subject }
}

async function takeOver(statements: Statements, user: NewUser): Promise<string | undefined> {
  const known = await findUserByEmail(statements, user.email)
  if (!known || !(await goesToOwner(statements, known))) return undefined
  await takeOverUser(statements, known.subject, user)
  return known.subject
}
