import { z } from 'zod'
import { nameText as personName } from '#contract/values.ts'
import type { Mistakes } from './page-form.ts'
import type { Refusal, Values } from './page-server.ts'
import type { IdentityParts } from './parts.ts'
import { passwordMistake } from './password-rules.ts'
import { noteSignIn, type Origin } from './store-events.ts'
import { findSecondFactor } from './store-second-factor.ts'
import { findUserByEmail, type IdentityUser, insertUser } from './store-users.ts'
import { beginAttempt, countForNetwork } from './waiting.ts'

/** Who has shown who they are; `needsCode`: by half. */
export type Outcome = { subject: string; needsCode?: boolean } | Refusal

export const emailText = z
  .string()
  .trim()
  .max(320, 'At most 320 characters.')
  .pipe(z.email('This must be an e-mail address.'))

export const nameText = personName(200)

const signUpForm = z.object({ email: emailText, name: nameText, company: nameText, password: z.string() })

export function mistakesOf(error: z.ZodError): Mistakes {
  const mistakes: Mistakes = {}
  for (const { path, message } of error.issues) mistakes[String(path[0])] ??= message
  return mistakes
}

export async function signUp(parts: IdentityParts, values: Values, origin: Origin): Promise<Outcome> {
  const { pool, passwords, productName } = parts
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
  const refusal = await countForNetwork(pool, 'signUp', origin)
  if (refusal) return refusal
  const { data } = form
  const subject = await insertUser(pool, {
    email: data.email,
    displayName: data.name,
    company: data.company,
    passwordHash: await passwords.hash(data.password),
  })
  if (subject === null)
    return { mistakes: { email: 'Somebody signed up with this e-mail address before. Sign in instead.' } }
  await noteSignIn(pool, { subject, outcome: 'signed_up', origin })
  return { subject }
}

export async function signIn(parts: IdentityParts, values: Values, origin: Origin): Promise<Outcome> {
  const { email: typed = '', password: secret = '' } = values
  const person = typed.replaceAll('\0', '').trim()
  const user = await findUserByEmail(parts.pool, person)
  const refusal = await checkPassword(parts, { person, user, secret, origin })
  if (refusal) return refusal
  const { subject } = user as IdentityUser
  const factor = await findSecondFactor(parts.pool, subject)
  if (factor?.since) return { subject, needsCode: true }
  await noteSignIn(parts.pool, { subject, outcome: 'signed_in', origin })
  return { subject }
}

type Check = { person: string; user: IdentityUser | undefined; secret: string; origin: Origin }

/** Undefined: this is the user's password. Costs the same for people who do not exist. */
export async function checkPassword(
  { pool, passwords }: IdentityParts,
  { person, user, secret, origin }: Check,
): Promise<Refusal | undefined> {
  const subject = user?.subject ?? null
  const attempt = await beginAttempt({ pool, person, subject, origin })
  if ('mistakes' in attempt) return attempt
  if (await passwords.matches(user?.passwordHash ?? null, secret)) {
    await attempt.succeed()
    return undefined
  }
  await attempt.fail('wrong_password')
  return { mistakes: { '': 'The e-mail address or the password is not right.' } }
}
