import type { z } from 'zod'
import { type Enquiry, type Question, HONEYPOT_FIELD } from '#contract/enquiries.ts'
import { addressMistake } from '#contract/mail-addresses.ts'
import { AppError } from '#server/errors.ts'
import type { Pool } from '#server/identity/store/users.ts'
import { limitNetwork } from '#server/identity/limits/attempt-limits.ts'
import type { Mailer } from '#server/mail/mailer.ts'

export type EnquiryDependencies = {
  pool: Pool
  mailer: Mailer
  /** Who reads what visitors write. */
  to: string
  logError: (error: unknown, what: string) => void
}

/** Where an enquiry came from, for the limit. */
export type Sender = { address: string }

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

async function pass(
  { pool, mailer, to, logError }: EnquiryDependencies,
  { address }: Sender,
  mail: { subject: string; email: string; lines: readonly (string | undefined)[]; text: string },
): Promise<void> {
  const refusal = await limitNetwork(pool, 'enquiry', { address, userAgent: undefined })
  if (refusal)
    throw new AppError(
      'too_many_requests',
      `Too many messages came from your network. Write to ${to} instead, or try again later.`,
    )
  const head = mail.lines.filter(line => line !== undefined).join('\n')
  try {
    await mailer.send({
      to,
      // An answer goes to who asked.
      ...(addressMistake(mail.email) === null && { replyTo: mail.email }),
      subject: oneLine(mail.subject),
      text: `${head}\n\n${mail.text}`,
    })
  } catch (error) {
    logError(error, 'a visitor’s message could not be passed on')
    throw new AppError(
      'unavailable',
      `Your message could not be sent just now. Write to ${to} instead, or try again in a moment.`,
    )
  }
}

// Thanked like everybody: a program that learns of its failure tries another way.
const isTrapped = (form: Enquiry | Question) => (form[HONEYPOT_FIELD] ?? '') !== ''

/** Passes the contact form on by mail; resolves once the message is in safe hands. */
export async function receiveEnquiry(
  dependencies: EnquiryDependencies,
  form: Enquiry,
  sender: Sender,
): Promise<void> {
  if (isTrapped(form)) return
  const { name, email, phone, subject, message } = form
  await pass(dependencies, sender, {
    subject: `Contact form: ${subject}`,
    email,
    lines: [
      `Name: ${oneLine(name)}`,
      `E-mail: ${oneLine(email)}`,
      phone ? `Phone: ${oneLine(phone)}` : undefined,
      `Subject: ${oneLine(subject)}`,
    ],
    text: message,
  })
}

/** The same for a question that the frequent ones do not answer. */
export async function receiveQuestion(
  dependencies: EnquiryDependencies,
  form: Question,
  sender: Sender,
): Promise<void> {
  if (isTrapped(form)) return
  await pass(dependencies, sender, {
    subject: `Question from ${form.name}`,
    email: form.email,
    lines: [`Name: ${oneLine(form.name)}`, `E-mail: ${oneLine(form.email)}`],
    text: form.question,
  })
}

/** What each form is wrong about, by field. */
export type FormMistakes = Record<string, string>

export function mistakesIn(error: z.ZodError): FormMistakes {
  const mistakes: FormMistakes = {}
  for (const { path, message } of error.issues) mistakes[String(path[0])] ??= message
  return mistakes
}
