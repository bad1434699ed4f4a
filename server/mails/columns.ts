import type { mailSettingFields } from '#contract/mail-settings.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of the e-mail settings on the wire. */
export const settingsColumns = { senderName: 'sender_name', replyTo: 'reply_to' } as const satisfies Record<
  keyof typeof mailSettingFields,
  keyof DB['mail_settings']
>
