import { z } from 'zod'
import { MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'
import { requiredText } from '#contract/values.ts'
import type { Mistakes } from './form-pages.ts'
import type { Passwords } from './passwords.ts'
import { findUserByEmail, insertUser, type Pool } from './store-users.ts'

export type Outcome = { subject: string } | { mistakes: Mistakes }

const LONGEST_PASSWORD = 200

const signUpForm = z.object({
  email: z
    .string()
    .trim()
    .max(320, 'At most 320 characters.')
    .pipe(z.email('This must be an e-mail address.')),
  name: requiredText(200),
  company: requiredText(200),
  password: z
    .string()
    .min(MINIMUM_PASSWORD_LENGTH, `At least ${MINIMUM_PASSWORD_LENGTH} characters.`)
    .max(LONGEST_PASSWORD, `At most ${LONGEST_PASSWORD} characters.`),
})

function mistakesOf(error: z.ZodError): Mistakes {
  const mistakes: Mistakes = {}
  for (const { path, message } of error.issues) mistakes[String(path[0])] ??= message
  return mistakes
}

export async function signUp(
  pool: Pool,
  passwords: Passwords,
  values: Record<string, string>,
): Promise<Outcome> {
  const form = signUpForm.safeParse(values)
  if (!form.success) return { mistakes: mistakesOf(form.error) }
  const { data } = form
  const subject = await insertUser(pool, {
    email: data.email,
    displayName: data.name,
    company: data.company,
    passwordHash: await passwords.hash(data.password),
  })
  if (subject !== null) return { subject }
  return { mistakes: { email: 'Somebody signed up with this e-mail address before. Sign in instead.' } }
}

/** The place to count failures by person and address, once they are limited. */
export async function signIn(
  pool: Pool,
  passwords: Passwords,
  values: Record<string, string>,
): Promise<Outcome> {
  const { email: typed = '', password: secret = '' } = values
  const user = await findUserByEmail(pool, typed.replaceAll('\0', '').trim())
  if ((await passwords.matches(user?.passwordHash ?? null, secret)) && user) return { subject: user.subject }
  return { mistakes: { '': 'The e-mail address or the password is not right.' } }
}
