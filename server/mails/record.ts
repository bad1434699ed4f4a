import { mailSettingFields } from '#contract/mail-settings.ts'
import { type RecordKind, historyOnly } from '#server/records/describe.ts'
import { settingsColumns as columns } from './columns.ts'
import { mailWords } from './history-words.ts'

export const mailRecord: RecordKind = {
  table: 'mails',
  type: 'mail',
  label: 'E-mail',
  name: { column: 'subject' },
  fields: { subject: historyOnly('subject', 'Subject'), state: historyOnly('state', 'State', 'mailState') },
  restore: { because: 'What was sent cannot be unsent.' },
  wording: { words: ({ changes, name }) => mailWords(changes, name) },
}

const { senderName, replyTo } = mailSettingFields

export const mailSettingsRecord: RecordKind = {
  table: 'mail_settings',
  type: 'mailSettings',
  label: 'E-mail settings',
  name: null,
  fields: {
    [columns.senderName]: historyOnly('senderName', senderName.label),
    [columns.replyTo]: historyOnly('replyTo', replyTo.label),
  },
  restore: { because: 'Enter them again on their own screen, which shows the consequences.' },
}
