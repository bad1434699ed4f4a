import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { madeTemplate } from './made-template.ts'

const places = async (body: string, fields: FieldValues['fields']) =>
  (await readPage(templateFile({ body }), findable, { fields, lists: {} })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.placeholder}`,
  )
const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const inKilograms = { 'Shipment.GrossWeight': 12_800, 'Shipment.WeightUnit': 'KG' }
const inTonnes = { 'Shipment.GrossWeight': 12.8, 'Shipment.WeightUnit': 'TON' }

test.each([
  ['Gross weight: 12.8 t', 'found 12.8: {{Shipment.GrossWeight | tonnes:"#,##0.0##"}}'],
  ['Gross weight 12.800 MT', 'found 12.800: {{Shipment.GrossWeight | tonnes:"#,##0.000"}}'],
  ['Gross weight: 12.80 tonnes', 'found 12.80: {{Shipment.GrossWeight | tonnes:"#,##0.00#"}}'],
  ['Gross weight (MT): 12.8', 'found 12.8: {{Shipment.GrossWeight | tonnes:"#,##0.0##"}}'],
  ['Gross weight: 12,800 kg', 'found 12,800 kg: {{Shipment.GrossWeight | unit:"#,##0.####"}}'],
])('a weight in its unit: %s', async (line, found) => {
  expect(await places(lines(line), inKilograms)).toEqual([found])
})

test('both units in one line', async () => {
  expect(await places(lines('Gross weight 12.8 t / 12,800 kgs'), inKilograms)).toEqual([
    'found 12.8: {{Shipment.GrossWeight | tonnes:"#,##0.0##"}}',
    'found 12,800: {{Shipment.GrossWeight | kilograms:"#,##0.####"}}',
  ])
})

test('of a job that keeps tonnes, a paper in kilograms', async () => {
  expect(await places(lines('Gross weight: 12,800 kg'), inTonnes)).toEqual([
    'found 12,800: {{Shipment.GrossWeight | kilograms:"#,##0.####"}}',
  ])
  expect(await places(lines('Gross weight: 12.8 t'), inTonnes)).toEqual([
    'found 12.8 t: {{Shipment.GrossWeight | unit:"#,##0.0###"}}',
  ])
})

test('is none without its unit, with another, or of a job that says no unit', async () => {
  const page = lines(
    'Gross weight: 12.8',
    'Gross weight: 12.8 m',
    'Gross weight: 12.8 kg',
    'Freight USD 90 per t',
  )
  expect(await places(page, inKilograms)).toEqual([])
  expect(await places(lines('Gross weight: 12.8 t'), { 'Shipment.GrossWeight': 12_800 })).toEqual([])
})

test('rows of items in tonnes, with their sum, print another job’s in tonnes', async () => {
  const item = (Name: string, GrossWeight: number, NumberOfPacks: number) => ({
    ...{ Name, GrossWeight, NumberOfPacks, WeightUnit: 'KG' },
  })
  const texts = [
    ['Goods', 'Packages', 'Gross weight, t'],
    ['Yarn', '480', '5.040'],
    ['Cloth', '220', '0.780'],
    ['Total', '', '5.820'],
  ]
  const body = table(
    texts.map(one => row(one.map(text => cell(paragraph(text), { width: 3_000 })))),
    { widths: [3_000, 3_000, 3_000] },
  )
  const own = {
    fields: { 'ItemTotals.GrossWeight': 5_820, 'ItemTotals.WeightUnit': 'KG' },
    lists: { Items: [item('Yarn', 5_040, 480), item('Cloth', 780, 220)] },
  }
  const { linesFor } = await madeTemplate({ body }, own)
  expect(await linesFor(own)).toEqual(texts.flat().filter(Boolean))
  expect(
    await linesFor({
      fields: { 'ItemTotals.GrossWeight': 31_500, 'ItemTotals.WeightUnit': 'KG' },
      lists: { Items: [item('Tea', 31_500, 900)] },
    }),
  ).toEqual([...(texts[0] ?? []), 'Tea', '900', '31.500', 'Total', '31.500'])
})
