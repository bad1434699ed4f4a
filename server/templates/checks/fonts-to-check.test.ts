import { expect, test } from 'vitest'
import type { FontCoverage } from '#server/pdf/fonts.ts'
import { fontsOfTemplates, fontsToCheck } from './fonts-to-check.ts'

const latinAndArabic: FontCoverage = [
  [0x20, 0x24f],
  [0x627, 0x64a],
]
const values = {
  fields: { 'Shipper.Name': 'الہ', 'Consignee.Name': 'ہک', 'Notify.Name': '山', 'Agent.Name': 'Smith' },
  lists: {},
}
const template = (templateId: string, ...names: string[]) => ({ templateId, names: new Set(names) })

test('each font is told once, with the templates that print what needs it', () => {
  const templates = [
    template('one', 'Shipper.Name'),
    template('two', 'Consignee.Name', 'Agent.Name'),
    template('three', 'Agent.Name'),
    template('four', 'Notify.Name'),
  ]
  const told = fontsOfTemplates(templates, values, latinAndArabic)
  expect(told.map(({ message, templateIds }) => [message.split(':')[0], templateIds])).toEqual([
    ['The server has no font for Chinese characters', ['four']],
    ['The server has no font for “ہ”, “ک”', ['one', 'two']],
  ])
})

test('one character is spoken of as one', () => {
  const [one] = fontsToCheck(new Set(['Shipper.Name']), values, latinAndArabic)
  expect(one?.message).toContain('“ہ”: in a PDF it may be missing or print as an empty box.')
  const [two] = fontsToCheck(new Set(['Consignee.Name']), values, latinAndArabic)
  expect(two?.message).toContain('in a PDF they may be missing or print as empty boxes.')
})
