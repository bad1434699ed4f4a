import { expect, test } from 'vitest'
import { templateChange, templateInput, templateText, templateValues } from './form.ts'

const papers = [{ value: 'b', label: 'House Bill' }]

test('a new template is sent whole, what is empty as nothing', () => {
  const values = { ...templateValues(undefined), name: 'Reminder' }
  expect(templateInput(values)).toEqual({
    name: 'Reminder',
    purpose: 'other',
    subject: '',
    text: '',
    to: ['customer'],
    cc: [],
    bcc: [],
    documentTemplateIds: [],
    stamp: null,
  })
})

test('a change says only what was changed', () => {
  const values = { ...templateValues(undefined), subject: null, cc: ['agent' as const] }
  expect(templateChange(values, ['cc', 'subject', 'stamp'])).toEqual({
    subject: '',
    cc: ['agent'],
    stamp: null,
  })
})

test.each([
  ['subject', 'Reminder', 'Reminder'],
  ['purpose', 'preAlert', 'Pre-alert'],
  ['to', ['customer', 'agent'], 'Customer, Agent'],
  ['documentTemplateIds', ['b'], 'House Bill'],
  ['stamp', 'dettco', 'Documents emailed to customer on'],
] as const)('the value of %s is told as the dialog shows it', (field, value, text) => {
  expect(templateText(field, value, papers)).toBe(text)
})
