import { checkPassword, nameText } from '#server/identity/forms.ts'
import type { Refusal, Values } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { passwordMistake } from '#server/identity/passwords/password-rules.ts'
import { checkCode } from '#server/identity/passwords/second-factor.ts'
import {
  findSecondFactor,
  prepareSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#server/identity/store/second-factor.ts'
import {
  findUserBySubject,
  type IdentityUser,
  renameUser,
  setPassword,
} from '#server/identity/store/users.ts'
import { newTotpSecret, totpAddress } from '#server/identity/passwords/totp.ts'
import type { Origin } from '#server/identity/store/events.ts'

export async function changeName(
  { pool }: IdentityDependencies,
  { subject }: IdentityUser,
  typed: string,
  origin: Origin,
): Promise<Refusal | undefined> {
  const name = nameText.safeParse(typed)
  if (!name.success)
    return { mistakes: { name: name.error.issues[0]?.message ?? 'This is not a valid name.' } }
  await renameUser(pool, subject, name.data, origin)
  return undefined
}

/** Whoever finds a browser signed in cannot take the account over: what matters asks for the password. */
export async function verifyCurrentPassword(
  dependencies: IdentityDependencies,
  user: IdentityUser,
  values: Values,
  origin: Origin,
): Promise<Refusal | undefined> {
  const secret = values['current'] ?? ''
  const refusal = await checkPassword(dependencies, { folded: user.subject, user, secret, origin })
  if (!refusal) return undefined
  return refusal.retryAfter === undefined ? { mistakes: { current: 'This is not your password.' } } : refusal
}

/** What shows the person by halves is not enough to give the second half up. */
export async function verifyBothFactors(
  dependencies: IdentityDependencies,
  user: IdentityUser,
  values: Values,
  origin: Origin,
): Promise<Refusal | undefined> {
  const refusal = await verifyCurrentPassword(dependencies, user, values, origin)
  if (refusal) return refusal
  const proof = await checkCode(dependencies, { subject: user.subject, code: values['code'] ?? '', origin })
  return typeof proof === 'object' ? proof : undefined
}

export async function changePassword(
  dependencies: IdentityDependencies,
  user: IdentityUser,
  values: Values,
  origin: Origin,
): Promise<Refusal | undefined> {
  const refusal = await verifyCurrentPassword(dependencies, user, values, origin)
  if (refusal) return refusal
  const password = values['password'] ?? ''
  const own = [user.email, user.displayName, user.company ?? '', dependencies.productName]
  const mistake = await passwordMistake(password, own)
  if (mistake) return { mistakes: { password: mistake } }
  await setPassword(dependencies.pool, user.subject, await dependencies.passwords.hash(password))
  return undefined
}

type Shown = { address: string; secret: string }

const shown = ({ productName }: IdentityDependencies, { email }: IdentityUser, secret: string): Shown => ({
  secret,
  address: totpAddress(secret, productName, email),
})

/**
 * Where addresses are proved, an app is set up on a proved one alone: otherwise a stranger who had made the sign-in
 * could keep the owner of its address out with it.
 */
export async function requireVerifiedAddress(
  { pool, signUp }: IdentityDependencies,
  { subject }: IdentityUser,
): Promise<Refusal | undefined> {
  if (!signUp.provesAddresses || (await findUserBySubject(pool, subject))?.emailVerified) return undefined
  return {
    mistakes: {
      '': 'Verify your e-mail address first: open the application, which sends you a code, and come back.',
    },
  }
}

/** A new secret for the person's app, not in use before a first code was shown. */
export async function newSecondFactor(
  dependencies: IdentityDependencies,
  user: IdentityUser,
): Promise<Shown> {
  const secret = newTotpSecret()
  await prepareSecondFactor(dependencies.pool, user.subject, dependencies.seal.close(secret))
  return shown(dependencies, user, secret)
}

/** From now on a code is asked for; answers the recovery codes. */
export async function enableSecondFactor(
  dependencies: IdentityDependencies,
  user: IdentityUser,
  code: string,
  origin: Origin,
): Promise<{ codes: string[] } | { refusal: Refusal; factor: Shown } | 'nothing to confirm'> {
  const { pool, seal } = dependencies
  const factor = await findSecondFactor(pool, user.subject)
  if (!factor || factor.since) return 'nothing to confirm'
  const proof = await checkCode(dependencies, { subject: user.subject, code, origin })
  if (typeof proof === 'object')
    return { refusal: proof, factor: shown(dependencies, user, seal.open(factor.secret)) }
  if (!(await startSecondFactor(pool, user.subject))) return 'nothing to confirm'
  return { codes: await renewRecoveryCodes(pool, user.subject) }
}
