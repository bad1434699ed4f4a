import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { madeTemplate } from './made-template.ts'

const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const box = (...texts: readonly string[]) =>
  table([row([cell(lines(...texts), { width: 3_000 }), cell(lines('Remarks'), { width: 3_000 })])], {
    widths: [3_000, 3_000],
  })
const places = async (body: string, fields: FieldValues['fields']) =>
  (await readPage(templateFile({ body }), findable, { fields, lists: {} })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.placeholder}`,
  )
const prepaid = { 'Shipment.FreightPayment': 'Prepaid' }
const collect = { 'Shipment.FreightPayment': 'Collect' }

test.each([
  { body: box('20. To be paid by', 'The sender'), other: 'The consignee' },
  { body: box('14. Instructions as to payment for carriage', 'Carriage paid'), other: 'Carriage forward' },
  { body: lines('CARRIAGE PAID'), other: 'CARRIAGE FORWARD' },
  { body: lines('Freight paid, as agreed'), other: 'Freight forward, as agreed' },
])('words that say who pays are asked, and say so of the next job: $other', async ({ body, other }) => {
  const { page, linesFor } = await madeTemplate({ body }, { fields: prepaid })
  expect(page.places.map(({ kind }) => kind)).toEqual(['asked'])
  expect(await linesFor({ fields: prepaid })).not.toContain(other)
  expect(await linesFor({ fields: collect })).toContain(other)
})

test('in a sentence and below its label', async () => {
  expect(await places(lines('Freight and charges at origin are prepaid.'), prepaid)).toEqual([
    'asked prepaid: {{Shipment.FreightPayment | lower}}',
  ])
  expect(await places(box('Charges', 'Prepaid'), prepaid)).toEqual([
    'found Prepaid: {{Shipment.FreightPayment}}',
  ])
  expect(await places(lines('Freight is collect'), collect)).toEqual([
    'asked collect: {{Shipment.FreightPayment | lower}}',
  ])
})

test('stay where a form has both, where they are a term of delivery, and where they say something else', async () => {
  const form = table(
    [row(['Charges in USD', 'Prepaid', 'Collect'].map(text => cell(paragraph(text), { width: 2_000 })))],
    { widths: [2_000, 2_000, 2_000] },
  )
  expect(await places(form, prepaid)).toEqual([])
  expect(await places(lines('Carriage paid to Karachi', 'The sender signs here'), prepaid)).toEqual([])
  expect(await places(lines('Please collect the goods', 'Charges that we collect'), collect)).toEqual([])
})

test('the originals of a bill in figures', async () => {
  const originals = (count: number) => ({ 'Shipment.NumberOfOriginals': count })
  expect(await places(lines('Bill of lading 3 originals'), originals(3))).toEqual([
    'found 3: {{Shipment.NumberOfOriginals | number:"#,##0.####"}}',
  ])
  expect(await places(lines('Against 1 original'), originals(1))).toEqual([])
})
