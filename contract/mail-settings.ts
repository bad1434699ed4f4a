import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { field, schemasOf } from './field.ts'
import { mailAddressInput } from './mails.ts'
import { nameText, version } from './values.ts'

const path = '/api/mail'
const tag = 'E-mail'

// Mail programs show the name alone: one that looks like an address would pass for another sender.
const senderName = nameText(200).refine(
  name => !/[<>@]/.test(name),
  'A sender name is no address: leave out @, < and >.',
)

/** What a company says of itself as the sender. */
export const mailSettingFields = {
  senderName: field('Sender name', senderName.nullable()),
  replyTo: field('Replies to', mailAddressInput.shape.address.nullable()),
}

export const mailSettings = z.object({
  /** Whether mails leave; without a mail server they are kept, each to be downloaded as .eml. */
  serverConfigured: z.boolean(),
  /** The address that the mail server sends for, and the name beside it unless `senderName` says another. */
  sender: z.object({ name: z.string(), address: z.string() }),
  senderName: z.string().nullable(),
  /** Where answers go; null: to the person who sends. */
  replyTo: z.string().nullable(),
  /** Whether messages are signed with DKIM. */
  signed: z.boolean(),
  /** Limits: bytes of all attachments together, recipients of one mail and of the company in an hour. */
  largestAttachments: z.int(),
  mostRecipients: z.int(),
  /** Null: unlimited. */
  mostRecipientsAnHour: z.int().nullable(),
  version,
})
export type MailSettings = z.infer<typeof mailSettings>

export const getMailSettings = endpoint({
  method: 'GET',
  path: `${path}/settings`,
  summary: 'Whether e-mail is sent from here, in whose name, and within which limits',
  tag,
  access: 'mail:read',
  reply: mailSettings,
})

export const updateMailSettings = endpoint({
  method: 'PUT',
  path: `${path}/settings`,
  summary: "The company's own sender name and address for replies",
  tag,
  access: 'mail:settings',
  body: z.object(schemasOf(mailSettingFields)).partial(),
  reply: mailSettings,
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: `${path}/test`,
  summary:
    'Send a test e-mail at once, to oneself or to the given address; answers what the mail server said',
  tag,
  access: 'mail:settings',
  body: z.object({ to: mailAddressInput.shape.address.optional() }).nullish(),
  reply: z.object({
    accepted: z.boolean(),
    to: z.string(),
    /** The mail server's words, or why it could not be asked. */
    answer: z.string(),
  }),
})
