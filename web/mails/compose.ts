import { entriesOf } from '#contract/typed-objects.ts'
import { addressMistake } from '#contract/mail-addresses.ts'
import { missingAttachment, promisesAttachment, type RenderedMail } from '#contract/mail-templates.ts'
import type { Document } from '#contract/documents.ts'
import type { DocumentFormat } from '#contract/generation.ts'
import { type RecipientKind, type StampField, stampFields } from '#contract/mail-states.ts'
import type { MailAddressInput, MailInput, NamedNumber, MailDetails } from '#contract/mails.ts'
import type { OriginalOrCopy } from '#contract/original-or-copy.ts'
import { momentText } from '#web/lib/format.ts'
import { personText } from './mail-words.ts'
import type { Missing } from './MissingList.tsx'

/** A mail as far as it is written. */
export type ComposedMail = {
  /** The e-mail template that it began from; '' for none. */
  templateId: string
  /** Numbers of papers that the template's text was given. */
  numbers?: readonly NamedNumber[]
  /** Each as a person writes it: "Sana Mir <sana@indus.example>". */
  to: string[]
  cc: string[]
  /** Whom the other recipients do not see. */
  bcc: string[]
  subject: string
  text: string
  documentIds: string[]
  /** Documents of the houses of a consolidation. */
  fromHouses: { id: string; name: string; size: number }[]
  /** The document templates from which documents are made when it is sent. */
  madeFrom: string[]
  format: DocumentFormat
  /** By template, as what its paper is made; a copy where nothing is chosen. */
  originalsAndCopies?: Readonly<Record<string, OriginalOrCopy>>
  /** Attachments of an earlier mail. */
  forwarded: { id: string; name: string; size: number }[]
  stamp: StampField | ''
  /** null: the day on which it is sent. */
  stampDate: string | null
  /** Over a date that stands. */
  replaceDate: boolean
  /** It was sent under this id as `content`, and no answer has come: sent again unchanged it is the same e-mail. */
  pressed?: { id: string; content: string }
}

export const emptyMail: ComposedMail = {
  templateId: '',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  text: '',
  documentIds: [],
  fromHouses: [],
  madeFrom: [],
  format: 'pdf',
  forwarded: [],
  stamp: '',
  stampDate: null,
  replaceDate: false,
}

/** A draft of before there was Bcc, or the documents of houses, has none. */
export type KeptMail = Omit<ComposedMail, 'bcc' | 'fromHouses'> &
  Partial<Pick<ComposedMail, 'bcc' | 'fromHouses'>>

const isTexts = (value: unknown) => Array.isArray(value) && value.every(one => typeof one === 'string')

/** Whether what a browser kept is still a mail as it is written today. */
export function isComposedMail(fields: Record<string, unknown>): fields is KeptMail {
  const { to, cc, bcc = [], subject, text, documentIds, madeFrom, forwarded, stamp } = fields
  const { fromHouses = [] } = fields
  return (
    [to, cc, bcc, documentIds, madeFrom].every(isTexts) &&
    typeof subject === 'string' &&
    typeof text === 'string' &&
    Array.isArray(forwarded) &&
    Array.isArray(fromHouses) &&
    (stamp === '' || stampFields.some(field => field === stamp))
  )
}

/** What a template makes of a mail; documents of the job that were chosen stay. */
export const fromTemplate = (
  before: ComposedMail,
  templateId: string,
  rendered: RenderedMail,
): ComposedMail => ({
  ...before,
  templateId,
  to: rendered.to.map(personText),
  cc: rendered.cc.map(personText),
  bcc: rendered.bcc.map(personText),
  subject: rendered.subject,
  text: rendered.text,
  numbers: rendered.numbers,
  madeFrom: rendered.attachments.map(one => one.templateId),
  stamp: rendered.stamp ?? '',
  stampDate: null,
  replaceDate: false,
})

/** The text of an earlier mail and its attachments, to other people. */
export function forwardOf(mail: MailDetails): ComposedMail {
  const of = (kind: 'to' | 'cc') =>
    mail.recipients
      .filter(one => one.kind === kind)
      .map(personText)
      .join(', ')
  const heading = [
    `From: ${personText(mail.from)}`,
    `Sent: ${momentText(mail.sentAt ?? mail.madeAt)}`,
    `To: ${of('to')}`,
    of('cc') && `Cc: ${of('cc')}`,
    `Subject: ${mail.subject}`,
  ].filter(Boolean)
  return {
    ...emptyMail,
    subject: /^fwd?:/i.test(mail.subject) ? mail.subject : `Fwd: ${mail.subject}`,
    text: `\n\nForwarded e-mail\n${heading.join('\n')}\n\n${mail.text}`,
    forwarded: mail.attachments.map(({ id, name, size }) => ({ id, name, size })),
  }
}

/** Documents of the houses, as one e-mail to the agent of their master; what was begun is gone on with. */
export function packOf(begun: ComposedMail, documents: readonly Document[], agent: string[]): ComposedMail {
  const known = new Set(begun.fromHouses.map(({ id }) => id))
  const added = documents.filter(({ id }) => !known.has(id)).map(({ id, name, size }) => ({ id, name, size }))
  return {
    ...begun,
    to: begun.to.length > 0 ? begun.to : agent,
    fromHouses: [...begun.fromHouses, ...added],
  }
}

/** How many attachments a mail has. */
const attachedTo = ({ documentIds, fromHouses, madeFrom, forwarded }: ComposedMail) =>
  documentIds.length + fromHouses.length + madeFrom.length + forwarded.length

/** What the template's text lacked, with what it says of attachments held against those that there are now. */
export function missingFrom(told: readonly Missing[], written: ComposedMail): readonly Missing[] {
  const others = told.filter(({ message }) => message !== missingAttachment.message)
  const { templateId, text } = written
  const isBare = attachedTo(written) === 0
  return templateId && isBare && promisesAttachment(text) ? [...others, missingAttachment] : others
}

/** The numbers that the template would give now, in the place of those that the text was given. */
export function withNumbersNow(
  before: ComposedMail,
  { numbers }: Pick<RenderedMail, 'numbers'>,
): ComposedMail {
  let { subject, text } = before
  for (const { kind, number } of before.numbers ?? []) {
    const now = numbers.find(one => one.kind === kind)?.number
    if (!now || now === number) continue
    subject = subject.replaceAll(number, now)
    text = text.replaceAll(number, now)
  }
  return { ...before, subject, text, numbers }
}

const NAMED = /^\s*"?([^"<]*?)"?\s*<([^<>]*)>\s*$/

/** "Sana Mir <sana@indus.example>" in its parts. */
export function readPerson(typed: string): MailAddressInput {
  const named = NAMED.exec(typed)
  if (!named) return { name: null, address: typed.trim() }
  return { name: named[1]?.trim() || null, address: named[2]?.trim() ?? '' }
}

/** Why one of these is no recipient; '' where all are. */
export function recipientMistake(people: readonly string[]): string {
  for (const typed of people) {
    const mistake = addressMistake(readPerson(typed).address)
    if (mistake) return `“${typed}”: ${mistake}`
  }
  return ''
}

/** The first field that keeps an e-mail from being sent, and why. */
export type MailMistake = { field: RecipientKind | 'subject' | 'text'; message: string }

export function mistakeIn({ to, cc, bcc, subject, text }: ComposedMail): MailMistake | undefined {
  if (to.length === 0) return { field: 'to', message: 'Add at least one recipient in To.' }
  for (const [field, people] of entriesOf({ to, cc, bcc })) {
    const message = recipientMistake(people)
    if (message) return { field, message }
  }
  if (subject.trim() === '')
    return { field: 'subject', message: 'Write a subject: people search for e-mails by it.' }
  return text.trim() === '' ? { field: 'text', message: 'Write a text.' } : undefined
}

/** What is asked of the server, but for the id of this press of the button. */
export function inputOf(jobId: string, written: ComposedMail, allowEmptyJob = false): Omit<MailInput, 'id'> {
  const { to, cc, bcc, subject, text, documentIds, madeFrom, format, forwarded, stamp, numbers } = written
  const { originalsAndCopies } = written
  const documents = [...documentIds, ...written.fromHouses.map(({ id }) => id)]
  return {
    shipmentId: jobId,
    to: to.map(readPerson),
    cc: cc.map(readPerson),
    bcc: bcc.map(readPerson),
    subject,
    text,
    ...(numbers && numbers.length > 0 && { numbers: [...numbers] }),
    attachments: [
      ...documents.map(documentId => ({ documentId })),
      // What a template names and nobody knows was told beside it.
      ...madeFrom.map(templateId => ({
        templateId,
        format,
        blankUnknown: true,
        ...(allowEmptyJob && { allowEmptyJob }),
        ...(originalsAndCopies?.[templateId] && { originalOrCopy: originalsAndCopies[templateId] }),
      })),
      ...forwarded.map(({ id }) => ({ mailAttachmentId: id })),
    ],
    stamps: stamp ? [{ field: stamp, date: written.stampDate, replace: written.replaceDate }] : [],
  }
}

/** The date that such a mail sets by custom, where no template says so. */
export function defaultStamp(written: ComposedMail, roles: Record<string, string>): StampField | '' {
  const addressed = new Set(written.to.map(typed => roles[readPerson(typed).address.toLowerCase()]))
  if (attachedTo(written) === 0) return ''
  if (addressed.has('customer') || addressed.has('consignee')) return 'dettco'
  return addressed.has('carrier') ? 'dsttco' : ''
}
