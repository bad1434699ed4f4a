import { z } from 'zod'
import { cleanHead } from './clean-text.ts'
import { originalOrCopy } from './original-or-copy.ts'
import { endpoint } from './endpoint.ts'
import { documentFormats } from './generation.ts'
import { mailKinds, mailStates, recipientKinds, recipientStates, stampFields } from './mail-states.ts'
import { addressMistake, LONGEST_ADDRESS } from './mail-addresses.ts'
import { paperKinds } from './numbering.ts'
import { date, headText, id, idParams, instant, nameText, paging, requiredText, version } from './values.ts'

const path = '/api/mail'
const tag = 'E-mail'

export const recipient = z.object({
  kind: z.enum(recipientKinds),
  name: z.string().nullable(),
  address: z.string(),
  state: z.enum(recipientStates),
  /** What the mail server answered last, in its own words. */
  reply: z.string().nullable(),
})
export type MailRecipient = z.infer<typeof recipient>

export const mailAttachment = z.object({
  id,
  name: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.int(),
  /** The job's document or the template that it was made from; null where that is gone or it was neither. */
  documentId: id.nullable(),
  templateId: id.nullable(),
})
export type MailAttachment = z.infer<typeof mailAttachment>

export const mailStamp = z.object({
  field: z.enum(stampFields),
  date: z.string().nullable(),
  replace: z.boolean(),
  /** What came of it; null while the mail is not sent. 'kept': a date stood there already. */
  outcome: z.enum(['set', 'kept']).nullable(),
})
export type MailStamp = z.infer<typeof mailStamp>

/** A mail as lists show it. */
export const mail = z.object({
  id,
  /** null: a mail that belongs to no job, such as a test. */
  shipmentId: id.nullable(),
  /** The job's number and name. */
  job: z.object({ jobId: z.int(), name: z.string().nullable() }).nullable(),
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  subject: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  replyTo: z.string().nullable(),
  recipients: z.array(recipient),
  attachments: z.array(mailAttachment),
  /** Who pressed the button. */
  by: z.object({ id, displayName: z.string() }).nullable(),
  madeAt: instant,
  /** When the mail server took it, for one recipient at least. */
  sentAt: instant.nullable(),
  /** When it is tried next; null where it is not. */
  nextAttemptAt: instant.nullable(),
  attempts: z.int(),
  /** Why it is not sent (yet), in words for people. */
  trouble: z.string().nullable(),
  /** Bytes of the whole message. */
  size: z.int(),
  version,
})
export type Mail = z.infer<typeof mail>

export const mailDetails = mail.extend({
  messageId: z.string(),
  /** The text as it was written; the message carries it as plain text and as HTML made from it. */
  text: z.string(),
  html: z.string(),
  stamps: z.array(mailStamp),
})
export type MailDetails = z.infer<typeof mailDetails>

export const oneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text)
export const ONE_LINE = 'This must be one line.'

export const mailAddressInput = z.object({
  name: z
    .string()
    .overwrite(cleanHead)
    .max(200, 'At most 200 characters.')
    .refine(oneLine, ONE_LINE)
    .nullish(),
  address: z
    .string()
    .max(LONGEST_ADDRESS)
    .superRefine((text, context) => {
      const message = addressMistake(text)
      if (message) context.addIssue({ code: 'custom', message })
    }),
})
export type MailAddressInput = z.infer<typeof mailAddressInput>

/** How many attachments an e-mail has at most. */
export const MAX_ATTACHMENTS = 50

/**
 * A document of the job or of one of its houses, a template filled with the job's values now, or an attachment of an
 * earlier mail of the job.
 */
export const attachmentInput = z.union([
  z.strictObject({ documentId: id }),
  z.strictObject({
    templateId: id,
    format: z.enum(documentFormats),
    name: nameText(255).optional(),
    blankUnknown: z.boolean().optional(),
    allowEmptyJob: z.boolean().optional(),
    /** Where the template prints it; a copy unless the call says otherwise. */
    originalOrCopy: originalOrCopy.optional(),
  }),
  z.strictObject({ mailAttachmentId: id }),
])
export type AttachmentInput = z.infer<typeof attachmentInput>

const content = {
  shipmentId: id,
  to: z.array(mailAddressInput).min(1, 'Add at least one recipient.'),
  cc: z.array(mailAddressInput).optional(),
  bcc: z.array(mailAddressInput).optional(),
  subject: headText(500).refine(oneLine, ONE_LINE),
  /** Plain text. Blank lines part paragraphs, lines that begin with "- " are a list, addresses of pages become links. */
  text: requiredText(100_000),
  attachments: z
    .array(attachmentInput)
    .max(MAX_ATTACHMENTS, `At most ${MAX_ATTACHMENTS} attachments.`)
    .optional(),
}

/** A number of the job's papers that a mail's text names. */
export const namedNumber = z.strictObject({ kind: z.enum(paperKinds), number: z.string().max(100) })
export type NamedNumber = z.infer<typeof namedNumber>

export const mailInput = z.object({
  /** The browser makes it, once for one press of the button: the same id again answers the mail that stands. */
  id,
  ...content,
  /**
   * The numbers that the mail template's text was given. Those that still stand in the subject or the text are used
   * when the mail is kept; one that another job has meanwhile is refused with `number_given`.
   */
  numbers: z.array(namedNumber).max(paperKinds.length).optional(),
  /** Dates of the job to set when the mail server takes the mail for a recipient in To; `replace`: over a date too. */
  stamps: z
    .array(
      z.strictObject({
        field: z.enum(stampFields),
        /** Absent or null: the company's day on which the mail server takes it. */
        date: date.optional(),
        replace: z.boolean().optional(),
      }),
    )
    .max(stampFields.length)
    .refine(list => new Set(list.map(({ field }) => field)).size === list.length, 'Name each date only once.')
    .optional(),
})
export type MailInput = z.infer<typeof mailInput>

export const listMails = endpoint({
  method: 'GET',
  path,
  summary: 'The e-mails of a job, latest first',
  tag,
  access: 'mail:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(mail),
})

export const listAllMails = endpoint({
  method: 'GET',
  path: `${path}/all`,
  summary: 'All e-mails of the company, latest first; search looks at subjects, names and addresses',
  tag,
  access: 'mail:all',
  query: z.object({
    search: z.string().max(200).optional(),
    state: z.enum(mailStates).optional(),
    ...paging,
  }),
  reply: z.array(mail),
})

export const getMail = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One e-mail with its text, recipients, attachments and the dates it sets',
  tag,
  access: 'mail:read',
  params: idParams,
  reply: mailDetails,
})

export const downloadMail = endpoint({
  method: 'GET',
  path: `${path}/:id/eml`,
  summary: 'The exact message as an .eml file, which mail programs open',
  tag,
  access: 'mail:read',
  params: idParams,
  file: true,
})

export const downloadMailAttachment = endpoint({
  method: 'GET',
  path: `${path}/:id/attachment/:attachmentId`,
  summary: "One of an e-mail's attachments, as it was sent",
  tag,
  access: 'mail:read',
  params: z.object({ id, attachmentId: id }),
  file: true,
})

export const previewMail = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  summary: 'How an e-mail will arrive, as HTML and as plain text; sends and saves nothing',
  tag,
  access: 'mail:send',
  body: z.object({ shipmentId: id, subject: content.subject, text: content.text }),
  reply: z.object({
    subject: z.string(),
    from: z.object({ name: z.string(), address: z.string() }),
    replyTo: z.string().nullable(),
    html: z.string(),
    text: z.string(),
  }),
})

export const sendMail = endpoint({
  method: 'POST',
  path,
  summary:
    'Send an e-mail to people of a job; it is saved with the exact message and queued in one transaction',
  tag,
  access: 'mail:send',
  body: mailInput,
  reply: mailDetails,
  status: 201,
})

export const resendMail = endpoint({
  method: 'POST',
  path: `${path}/:id/resend`,
  summary: 'Send the same text and attachments to the same recipients again, as a new e-mail',
  tag,
  access: 'mail:send',
  params: idParams,
  /** The new mail's id: one press of the button, one mail. */
  body: z.object({ id }),
  reply: mailDetails,
  status: 201,
})

export const retryMail = endpoint({
  method: 'POST',
  path: `${path}/:id/retry`,
  summary:
    'Queue again an e-mail that was refused, given up, not sent or left uncertain, for those who have not got it; If-Match prevents doing so twice',
  tag,
  access: 'mail:send',
  params: idParams,
  reply: mailDetails,
})

export const giveUpMail = endpoint({
  method: 'POST',
  path: `${path}/:id/giveup`,
  summary: 'Stop trying to send a waiting e-mail',
  tag,
  access: 'mail:send',
  params: idParams,
  reply: mailDetails,
})
