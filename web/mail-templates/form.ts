import { labelsOf } from '#contract/field.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import {
  addresseeRoleLabels,
  addresseeRoles,
  mailPurposeLabels,
  mailPurposes,
  type MailTemplate,
  mailTemplateFields,
  type MailTemplateInput,
} from '#contract/mail-templates.ts'
import { stampFields } from '#contract/mail-states.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { valueText } from '#web/ui/record-form/value-text.ts'

type Content = Omit<MailTemplateInput, 'id' | 'bcc'> & Pick<MailTemplate, 'bcc'>
type Field = keyof Content

export type MailTemplateValues = Omit<Content, 'name' | 'subject' | 'text' | 'stamp'> &
  Record<'name' | 'subject' | 'text', string | null> & { stamp: NonNullable<Content['stamp']> | '' }

export const labels: Readonly<Record<Field, string>> = {
  ...labelsOf(mailTemplateFields),
  documentTemplateIds: 'Attached',
  stamp: 'Date to set on the job when it is sent',
}
const fields = keysOf(labels)

type Choice<Value extends string = string> = { value: Value; label: string }

export const purposes = mailPurposes.map(value => ({ value, label: mailPurposeLabels[value] }))
export const roles = addresseeRoles.map(value => ({ value, label: addresseeRoleLabels[value] }))
export const stamps: readonly Choice<MailTemplateValues['stamp']>[] = [
  { value: '', label: 'Nothing' },
  ...stampFields.map(value => ({ value, label: jobFieldLabels[value] })),
]

/** A document template that can be attached, by its id. */
export type Paper = Choice

export const templateValues = (template: MailTemplate | undefined): MailTemplateValues => ({
  name: template?.name ?? null,
  purpose: template?.purpose ?? 'other',
  subject: template?.subject ?? null,
  text: template?.text ?? null,
  to: template?.to ?? ['customer'],
  cc: template?.cc ?? [],
  bcc: template?.bcc ?? [],
  documentTemplateIds: template?.documentTemplateIds ?? [],
  stamp: template?.stamp ?? '',
})

/** What the server stores of what is typed. */
export const templateInput = ({ name, subject, text, stamp, ...lists }: MailTemplateValues): Content => ({
  ...lists,
  name: name ?? '',
  subject: subject ?? '',
  text: text ?? '',
  stamp: stamp || null,
})

/** The part of it that a person changed. */
export function templateChange(values: MailTemplateValues, changed: readonly Field[]): Partial<Content> {
  const input = templateInput(values)
  return Object.fromEntries(
    fields.filter(field => changed.includes(field)).map(field => [field, input[field]]),
  )
}

/** A value as the dialog shows it; `papers` are the document templates. */
export function templateText(field: Field, value: unknown, papers: readonly Paper[]): string {
  const choices: Partial<Record<Field, readonly Choice[]>> = {
    purpose: purposes,
    to: roles,
    cc: roles,
    bcc: roles,
    documentTemplateIds: papers,
    stamp: stamps,
  }
  const textOf = (one: unknown) =>
    choices[field]?.find(choice => choice.value === one)?.label ?? valueText(one)
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)
}
