import { z } from 'zod'
import { cleanHead } from './clean-text.ts'
import { endpoint } from './endpoint.ts'
import { field, schemasOf } from './field.ts'
import { missingValue } from './generation.ts'
import { stampFields } from './mail-states.ts'
import { namedNumber } from './mails.ts'
import { partyRoleLabels, partyRoles } from './parties.ts'
import { templateProblem } from './templates.ts'
import { headText, id, idParams, instant, nameText, plainText, requiredText, version } from './values.ts'

const path = '/api/mailtemplate'
const tag = 'E-mail templates'

export const mailPurposes = [
  'preAlert',
  'arrivalNotice',
  'bookingConfirmation',
  'deliveryOrder',
  'customsDocuments',
  'shippingInstructions',
  'carrierDocuments',
  'statusUpdate',
  'other',
] as const
export type MailPurpose = (typeof mailPurposes)[number]

export const mailPurposeLabels: Record<MailPurpose, string> = {
  preAlert: 'Pre-alert',
  arrivalNotice: 'Arrival notice',
  bookingConfirmation: 'Booking confirmation',
  deliveryOrder: 'Delivery order ready',
  customsDocuments: 'Documents for customs',
  shippingInstructions: 'Shipping instructions to the agent',
  carrierDocuments: 'Documents to the carrier',
  statusUpdate: 'Status update',
  other: 'Other',
}

/** Whom a mail can be for: a job's parties. Where nobody has the role of the customer, the consignee or shipper is meant. */
export const addresseeRoles = ['customer', ...partyRoles.filter(role => role !== 'customer')] as const
export type AddresseeRole = (typeof addresseeRoles)[number]

export const addresseeRoleLabels: Record<AddresseeRole, string> = partyRoleLabels

const LONGEST_TEXT = 20_000
const MAX_DOCUMENTS = 20

const once = <Value>(list: readonly Value[]) => new Set(list).size === list.length
const roles = z
  .array(z.enum(addresseeRoles))
  .max(addresseeRoles.length)
  .refine(once, 'Name each party only once.')

/** What the template itself keeps. */
export const mailTemplateFields = {
  name: field('Name', nameText(200)),
  purpose: field('Purpose', z.enum(mailPurposes)),
  /** One line in the language of the Word templates. */
  subject: field(
    'Subject',
    headText(500).refine(text => !/[\r\n]/.test(text), 'This must be one line.'),
  ),
  /** Plain text in the language of the Word templates. */
  text: field('Text', requiredText(LONGEST_TEXT)),
  to: field('To', roles),
  cc: field('Cc', roles),
  /** A copy that the other recipients do not see. */
  bcc: field('Bcc', roles),
  /** The date of the job that is proposed to be set when the mail is sent. */
  stamp: field('Date that is set', z.enum(stampFields).nullable()),
}

const content = {
  ...schemasOf(mailTemplateFields),
  /** The document templates whose documents are attached. */
  documentTemplateIds: z.array(id).max(MAX_DOCUMENTS).refine(once, 'Name each template only once.'),
}

export const mailTemplate = z.object({
  id,
  ...content,
  /** Comes with the product, and can be reset to its default. */
  isReadyMade: z.boolean(),
  /** Supplied with the product, and changed. */
  isChanged: z.boolean(),
  /** What cannot be filled in its subject and text. */
  problems: z.array(templateProblem),
  /** 0 as long as a supplied one is unchanged. */
  version,
})
export type MailTemplate = z.infer<typeof mailTemplate>

export const mailTemplateInput = z.object({
  ...content,
  /** Nobody where it is absent. */
  bcc: content.bcc.optional(),
  id: id.optional(),
})
export type MailTemplateInput = z.input<typeof mailTemplateInput>

export const listMailTemplates = endpoint({
  method: 'GET',
  path,
  summary: "The company's e-mail templates: the supplied ones in the order of the work, then its own by name",
  tag,
  access: 'templates:read',
  reply: z.array(mailTemplate),
})

export const createMailTemplate = endpoint({
  method: 'POST',
  path,
  summary: 'Add an e-mail template',
  tag,
  access: 'templates:write',
  body: mailTemplateInput,
  reply: mailTemplate,
  status: 201,
})

export const updateMailTemplate = endpoint({
  method: 'PUT',
  path,
  summary: 'Change the given fields of an e-mail template',
  tag,
  access: 'templates:write',
  body: z
    .object({ ...content })
    .partial()
    .extend({ id }),
  reply: mailTemplate,
})

export const deleteMailTemplate = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete an e-mail template; it can be restored',
  tag,
  access: 'templates:write',
  params: idParams,
  status: 204,
})

export const listDeletedMailTemplates = endpoint({
  method: 'GET',
  path: `${path}/deleted`,
  summary: 'The deleted e-mail templates, latest first',
  tag,
  access: 'templates:write',
  reply: z.array(z.object({ id, name: z.string(), deletedAt: instant, deletedBy: z.string().nullable() })),
})

export const restoreMailTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/restore`,
  summary: 'Restore a deleted e-mail template',
  tag,
  access: 'templates:write',
  params: idParams,
  reply: mailTemplate,
})

export const resetMailTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/reset`,
  summary: 'Reset a supplied e-mail template to its default',
  tag,
  access: 'templates:write',
  params: idParams,
  reply: mailTemplate,
})

const filledText = {
  subject: z.string(),
  text: z.string(),
  /** The text as the mail's HTML part will show it. */
  html: z.string(),
  /** Places that cannot be filled, which print nothing. */
  problems: z.array(templateProblem),
  /** What the text prints and the job lacks. */
  missing: z.array(missingValue.omit({ templateIds: true })),
}

export const previewMailTemplate = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  summary: 'What a subject and a text would be for a job, and what is wrong with them; saves nothing',
  tag,
  access: 'templates:read',
  body: z.object({
    subject: z.string().overwrite(cleanHead).max(500),
    text: plainText(LONGEST_TEXT),
    shipmentId: id,
  }),
  reply: z.object(filledText),
})

const address = z.object({ name: z.string().nullable(), address: z.string() })
export type OfferedAddress = z.infer<typeof address> & { detail: string | null }

const addressedParty = z.object({
  role: z.enum(partyRoles),
  isCustomer: z.boolean(),
  organisation: z.object({ id, name: z.string().nullable() }),
  /** The main contact's first; `detail` is what a further contact does there. */
  addresses: z.array(address.extend({ detail: z.string().nullable() })),
})
export type AddressedParty = z.infer<typeof addressedParty>

export const listMailAddresses = endpoint({
  method: 'GET',
  path: '/api/mailaddress',
  summary: "The e-mail addresses of a job's parties, with those of their further contacts",
  tag,
  access: 'mail:send',
  query: z.object({ shipmentId: id }),
  reply: z.array(addressedParty),
})

const SAYS_ATTACHED = /\b(attached|enclosed)\b/i
const DENIES = /\b(no|not|nothing|none|never|without)\b/i

/** Whether a text says that something comes with it. Sentences such as “nothing is attached” do not. */
export const promisesAttachment = (text: string): boolean =>
  text.split(/[.!?\n]/).some(sentence => SAYS_ATTACHED.test(sentence) && !DENIES.test(sentence))

/** Reported for such a text while nothing is attached. */
export const missingAttachment = {
  label: 'Attachments',
  message: 'The text speaks of an attachment, and nothing is attached',
  place: null,
  check: true,
} as const

export const renderedMail = z.object({
  ...filledText,
  /** Numbers of papers that subject and text name; to be sent with the mail, which uses them. */
  numbers: z.array(namedNumber),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  /** What is to be made and attached. */
  attachments: z.array(z.object({ templateId: id, name: z.string() })),
  stamp: z.enum(stampFields).nullable(),
})
export type RenderedMail = z.infer<typeof renderedMail>

export const renderMailTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/render`,
  summary:
    'An e-mail for a job from a template: subject, text, recipients, attachments and the date it sets. It names the numbers that the job has or would be given next; none is used before the e-mail is saved',
  tag,
  access: 'mail:send',
  params: idParams,
  body: z.object({ shipmentId: id }),
  reply: renderedMail,
})
