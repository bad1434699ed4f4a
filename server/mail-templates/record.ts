import { mailTemplateFields } from '#contract/mail-templates.ts'
import { type RecordKind, told } from '#server/records/describe.ts'
import { mailTemplateColumns as columns } from './columns.ts'

const { name, purpose, subject, text, to, cc, stamp } = mailTemplateFields

export const mailTemplateRecord: RecordKind = {
  table: 'mail_templates',
  type: 'mailTemplate',
  label: 'E-mail Template',
  name: { column: 'name' },
  fields: {
    [columns.name]: told('name', name.label),
    [columns.subject]: told('subject', subject.label),
    [columns.text]: told('text', text.label),
    [columns.to]: told('to', to.label),
    [columns.cc]: told('cc', cc.label),
    [columns.stamp]: told('stamp', stamp.label),
    [columns.purpose]: told('purpose', purpose.label),
  },
  restore: { because: 'A ready-made one is reset on its own screen, and a deleted one restored there.' },
}
