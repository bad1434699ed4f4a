import { mailTemplateFields } from '#contract/mail-templates.ts'
import { type RecordKind, historyOnly } from '#server/records/describe.ts'
import { mailTemplateColumns as columns } from './columns.ts'

const { name, purpose, subject, text, to, cc, bcc, stamp } = mailTemplateFields

export const mailTemplateRecord: RecordKind = {
  table: 'mail_templates',
  type: 'mailTemplate',
  label: 'E-mail Template',
  name: { column: 'name' },
  fields: {
    [columns.name]: historyOnly('name', name.label),
    [columns.subject]: historyOnly('subject', subject.label),
    [columns.text]: historyOnly('text', text.label),
    [columns.to]: historyOnly('to', to.label),
    [columns.cc]: historyOnly('cc', cc.label),
    [columns.bcc]: historyOnly('bcc', bcc.label),
    [columns.stamp]: historyOnly('stamp', stamp.label),
    [columns.purpose]: historyOnly('purpose', purpose.label),
  },
  restore: { because: 'A ready-made one is reset on its own screen, and a deleted one restored there.' },
}
