import { z } from 'zod'
import { nameText as personName } from '#contract/values.ts'
import type { Mistakes } from '#server/identity/pages/page-form.ts'
import type { Refusal, Values } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from './dependencies.ts'
import { noteSignIn, type Origin } from '#server/identity/store/events.ts'
import { findSecondFactor } from '#server/identity/store/second-factor.ts'
import { findByTypedAddress, type IdentityUser } from '#server/identity/store/users.ts'
import { beginAttempt } from '#server/identity/limits/attempt-limits.ts'

/** Who has shown who they are; `needsCode`: by half. */
export type Outcome = { subject: string; needsCode?: boolean } | Refusal

export const emailText = z
  .string()
  .trim()
  .max(320, 'At most 320 characters.')
  .pipe(z.email('This must be an e-mail address.'))

export const nameText = personName(200)

export function mistakesOf(error: z.ZodError): Mistakes {
  const mistakes: Mistakes = {}
  for (const { path, message } of error.issues) mistakes[String(path[0])] ??= message
  return mistakes
}

export async function signIn(
  dependencies: IdentityDependencies,
  values: Values,
  origin: Origin,
): Promise<Outcome> {
  const { email: typed = '', password: secret = '' } = values
  const { folded, user: found } = await findByTypedAddress(
    dependencies.pool,
    typed.replaceAll('\0', '').trim(),
  )
  // A text that is not an e-mail address belongs to nobody, and gets the same answer after the same time.
  const user = emailText.safeParse(typed).success ? found : undefined
  const refusal = await checkPassword(dependencies, { folded, user, secret, origin })
  if (refusal) return refusal
  const { subject } = user as IdentityUser
  const factor = await findSecondFactor(dependencies.pool, subject)
  if (factor?.since) return { subject, needsCode: true }
  await noteSignIn(dependencies.pool, { subject, outcome: 'signed_in', origin })
  return { subject }
}

type Check = { folded: string; user: IdentityUser | undefined; secret: string; origin: Origin }

/** Undefined: this is the user's password. Costs the same for people who do not exist. */
export async function checkPassword(
  { pool, passwords }: IdentityDependencies,
  { folded, user, secret, origin }: Check,
): Promise<Refusal | undefined> {
  const subject = user?.subject ?? null
  const attempt = await beginAttempt({ pool, proof: 'password', subject, folded, origin })
  if ('mistakes' in attempt) return attempt
  if (await passwords.matches(user?.passwordHash ?? null, secret)) {
    await attempt.succeed()
    return undefined
  }
  await attempt.fail('wrong_password')
  return { mistakes: { '': 'The e-mail address or the password is wrong.' } }
}
