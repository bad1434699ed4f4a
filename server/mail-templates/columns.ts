import type { mailTemplateFields } from '#contract/mail-templates.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of an e-mail template on the wire. */
export const mailTemplateColumns = {
  name: 'name',
  purpose: 'purpose',
  subject: 'subject',
  text: 'body',
  to: 'to_roles',
  cc: 'cc_roles',
  bcc: 'bcc_roles',
  stamp: 'stamp',
} as const satisfies Record<keyof typeof mailTemplateFields, keyof DB['mail_templates']>
