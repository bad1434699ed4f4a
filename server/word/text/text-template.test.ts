import { describe, expect, test } from 'vitest'
import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import { compileText } from './text-template.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'

const known: KnownFields = {
  fields: [
    { name: 'Shipment.HouseBl', kind: 'text', aliases: ['Hbl'] },
    { name: 'Shipment.Vessel', kind: 'text' },
    { name: 'Shipment.Eta', kind: 'date' },
    { name: 'Shipment.GrossWeight', kind: 'number' },
    { name: 'Shipment.WeightUnit', kind: 'text' },
    { name: 'Consignee.Address', kind: 'text' },
    { name: 'Company.Logo', kind: 'picture' },
  ],
  lists: [
    {
      name: 'Items',
      fields: [
        { name: 'Name', kind: 'text' },
        { name: 'Quantity', kind: 'number' },
      ],
    },
  ],
}
const values: FieldValues = {
  fields: {
    'Shipment.HouseBl': 'LDG-1',
    'Shipment.Vessel': null,
    'Shipment.Eta': '2026-12-03',
    'Shipment.GrossWeight': '18450.5',
    'Shipment.WeightUnit': 'KG',
    'Consignee.Address': '12 Quay Road\nKarachi',
  },
  lists: {
    Items: [
      { Name: 'Cotton {{Hbl}}', Quantity: '3' },
      { Name: 'Yarn', Quantity: '4' },
    ],
  },
}
const filled = (text: string) => compileText(text, 'Text', known).fill(values).text

describe('a text', () => {
  test('prints fields by any of their names, in the formats of Word templates', () => {
    expect(
      filled('B/L {{hbl}}, ETA {{Shipment.Eta | date:"yyyy-MM-dd"}}, {{Shipment.GrossWeight | weight}}'),
    ).toBe('B/L LDG-1, ETA 2026-12-03, 18,450.5\u00a0kg')
  })

  test('repeats lists, and counts and sums them; what a value holds is not read as a placeholder', () => {
    const text =
      'Goods:\n{{#Items}}\n- {{Name}}: {{Quantity}}\n{{/Items}}\nIn all {{sum Items.Quantity}} in {{count Items}}'
    expect(filled(text)).toBe('Goods:\n- Cotton {{Hbl}}: 3\n- Yarn: 4\nIn all 7 in 2')
  })

  test('chooses by conditions', () => {
    const text =
      '{{#if Shipment.Vessel}}by {{Shipment.Vessel}}{{else if Shipment.HouseBl = "LDG-1"}}one{{else}}two{{/if}}' +
      '{{#unless Shipment.Vessel}}, no vessel{{/unless}}'
    expect(filled(text)).toBe('one, no vessel')
  })

  test('loses the lines that placeholders leave blank, and keeps one of blank lines that meet', () => {
    const text =
      'Dear\n\n{{#if Shipment.Vessel}}\nThe vessel is {{Shipment.Vessel}}.\n{{/if}}\n\n{{Shipment.Vessel}}\n' +
      '{{Shipment.Vessel | before:"Vessel: "}}\nTo\n{{Consignee.Address}}\n\n\nEnd\n'
    expect(filled(text)).toBe('Dear\n\nTo\n12 Quay Road\nKarachi\n\nEnd')
  })

  test('tells which fields it prints, and what is wrong and where', () => {
    const { fields, problems, fill } = compileText(
      'A {{Shipment.HousBl}}\n{{Items.Name}} {{Hbl | moneey}} {{Company.Logo}}\n{{#if Hbl}} {{/Items}} x\n{{#Goods}}{{/Goods}}{{QR Hbl}} {{Eta',
      'Text',
      known,
    )
    expect(fields).toEqual([])
    expect(problems.map(({ kind, message, place }) => `${place}: ${kind} ${message}`)).toEqual([
      'Text, line 1: unknown “Shipment.HousBl” is not a known field; did you mean “Shipment.HouseBl”?',
      'Text, line 2: broken “Items.Name” belongs to a list; put it between “{{#Items}}” and “{{/Items}}”.',
      'Text, line 2: broken “{{Hbl | moneey}}” cannot be read. “moneey” is not a format; did you mean “money”?',
      'Text, line 2: broken “{{Company.Logo}}” cannot be read. It is a picture, which a text cannot hold.',
      'Text, line 3: broken “{{#if Hbl}}” is never closed. Write “{{/if}}” where the condition ends.',
      'Text, line 3: broken “{{/Items}}” closes nothing. “{{#if Hbl}}” must be closed first.',
      'Text, line 4: unknown “Goods” is not a known list.',
      'Text, line 4: broken “{{QR Hbl}}” cannot be read. “QR Hbl” is not a name.',
      'Text, line 4: broken “{{Eta” cannot be read. It never ends with “}}”.',
    ])
    expect(fill(values).text).toBe('A\n\n  x\n Eta')
  })

  test('tells what it could not do without', () => {
    const text =
      '{{Hbl}} {{#if Shipment.Vessel}}{{Shipment.Eta}}{{/if}} {{Shipment.GrossWeight | default:"?"}}' +
      '{{Shipment.Vessel | before:"by "}} {{#Items}}{{Name}}{{/Items}}'
    expect([...compileText(text, 'Text', known).fill(values).needed]).toEqual([
      'Shipment.HouseBl',
      'Items',
      'Items.Name',
    ])
  })

  test('that would grow without end is refused', () => {
    const rows = Array.from({ length: 100 }, () => ({ Name: 'x', Quantity: '1' }))
    const text = '{{#Items}}'.repeat(5) + '{{/Items}}'.repeat(5)
    expect(() => compileText(text, 'Text', known).fill({ fields: {}, lists: { Items: rows } })).toThrow(
      WordTemplateError,
    )
    expect(() => compileText('{{#Items}}'.repeat(50), 'Text', known)).toThrow('more than 40 deep')
    expect(() => compileText('{{Hbl}}'.repeat(1001), 'Text', known)).toThrow('more than 1000 placeholders')
  })
})
