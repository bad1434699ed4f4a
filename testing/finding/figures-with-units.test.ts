import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import { plainText } from '#server/word/finding/writings.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { madeTemplate } from './made-template.ts'

type Fields = FieldValues['fields']

const line = (text: string) => paragraph(text)
const grid = (...rows: readonly (readonly string[])[]) =>
  table(
    rows.map(texts => row(texts.map(text => cell(paragraph(text), { width: 2_000 })))),
    { widths: (rows[0] ?? []).map(() => 2_000) },
  )
const places = async (body: string, fields: Fields) =>
  (await readPage(templateFile({ body }), findable, { fields, lists: {} })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.placeholder}`,
  )

const job = {
  ...{ 'Shipment.GrossWeight': 12_800, 'Shipment.WeightUnit': 'KG' },
  ...{ 'Shipment.Volume': 125.77, 'Shipment.VolumeUnit': 'Cubic Meter' },
}
/** The next job keeps tonnes. */
const next = { 'Shipment.GrossWeight': 12.8005, 'Shipment.WeightUnit': 'TON' }

describe('a weight whose unit stays text is printed in that unit for every job', () => {
  test.each([
    { where: 'behind it', body: line('Gross weight: 12800 KGS'), printed: 'Gross weight: 12800.5 KGS' },
    { where: 'before it', body: line('Gross weight KGS 12,800.00'), printed: 'Gross weight KGS 12,800.50' },
    {
      where: 'in brackets',
      body: line('Gross weight 12800 (kilos)'),
      printed: 'Gross weight 12800.5 (kilos)',
    },
    { where: 'in its label', body: line('Gross weight (kg): 12800'), printed: 'Gross weight (kg): 12800.5' },
    { where: 'in its heading', body: grid(['Weight, kg'], ['12800']), printed: 'Weight, kg\n12800.5' },
    {
      where: 'in the heading of its column',
      body: grid(['Container', 'KGS'], ['KSOU4182075', '6720'], ['', '12800']),
      printed: 'Container\nKGS\nKSOU4182075\n6720\n12800.5',
    },
    {
      where: 'in the cell beside it',
      body: grid(['Gross weight', '12800', 'KGS']),
      printed: 'Gross weight\n12800.5\nKGS',
    },
  ])('$where', async ({ body, printed }) => {
    const { page, linesFor } = await madeTemplate({ body }, { fields: job })
    expect(page.places.map(({ kind }) => kind)).toEqual(['found'])
    expect(plainText((await linesFor({ fields: next })).join('\n'))).toBe(printed)
  })

  test('where its unit becomes a field too, both are the next job’s', async () => {
    const { linesFor } = await madeTemplate({ body: line('Gross weight 12800 kg') }, { fields: job })
    expect((await linesFor({ fields: next })).map(plainText)).toEqual(['Gross weight 12.8005 t'])
    const capitals = await madeTemplate({ body: line('Gross weight 12800 KG') }, { fields: job })
    expect(await capitals.linesFor({ fields: next })).toEqual(['Gross weight 12.8005 TON'])
  })

  test('of items, their sum and a column of units', async () => {
    const body = grid(
      ['Goods', 'Packages', 'Gross', ''],
      ['Yarn', '480', '5040', 'KGS'],
      ['Cloth', '220', '780', 'KGS'],
      ['TOTAL', '', '5820 KGS', ''],
    )
    const item = (Name: string, NumberOfPacks: number, GrossWeight: number, WeightUnit: string) => ({
      ...{ Name, NumberOfPacks, GrossWeight, WeightUnit },
    })
    const { linesFor } = await madeTemplate(
      { body },
      {
        fields: { 'ItemTotals.GrossWeight': 5820, 'ItemTotals.WeightUnit': 'KG' },
        lists: { Items: [item('Yarn', 480, 5040, 'KG'), item('Cloth', 220, 780, 'KG')] },
      },
    )
    expect(
      await linesFor({
        fields: { 'ItemTotals.GrossWeight': 31.5, 'ItemTotals.WeightUnit': 'TON' },
        lists: { Items: [item('Tea', 900, 31.5, 'TON')] },
      }),
    ).toEqual(['Goods', 'Packages', 'Gross', 'Tea', '900', '31500', 'KGS', 'TOTAL', '31500 KGS'])
  })
})

test('a volume whose unit stays text is asked, with its unit where that stands behind it', async () => {
  expect(await places(line('Volume: 125.77 CBM'), job)).toEqual([
    'asked 125.77 CBM: {{Shipment.Volume | unit:"#,##0.00##"}}',
  ])
  expect(await places(line('Volume (cbm): 125.77'), job)).toEqual([
    'asked 125.77: {{Shipment.Volume | number:"#,##0.00##"}}',
  ])
  expect(await places(line('Volume: 125.77 m³'), job)).toEqual([
    'found 125.77 m³: {{Shipment.Volume | unit:"#,##0.00##"}}',
  ])
})

test('a rounded figure is asked where its unit alone tells it', async () => {
  const fields = { ...job, 'Shipment.GrossWeight': 12_800.4, 'Shipment.Volume': 125.766 }
  expect(await places(line('1100 packages (12800 KGS / 125.77 CBM)'), fields)).toEqual([
    'asked 12800: {{Shipment.GrossWeight | kilograms:"0"}}',
    'asked 125.77 CBM: {{Shipment.Volume | unit:"#,##0.00"}}',
  ])
  expect(await places(line('12801 KGS, 125.77'), fields)).toEqual([])
})

test('a weight of a job that says no unit is asked where the page says one', async () => {
  expect(await places(line('Gross weight: 12800 KGS'), { 'Shipment.GrossWeight': 12_800 })).toEqual([
    'asked 12800: {{Shipment.GrossWeight | number:"0.####"}}',
  ])
})

test.each([
  'Gross weight: 12800 lbs',
  'Gross weight: 12800 CBM',
  'Volume: 125.77 cft',
  'Weight (lbs): 12800',
])('a figure in another unit is none of the job’s: %s', async text => {
  expect(await places(line(text), job)).toEqual([])
})

test('a number of packages is no weight, nor the other way round', async () => {
  const fields = { ...job, 'Shipment.NumberOfPackages': 12_800 }
  expect(await places(line('12800 KGS'), fields)).toEqual([
    'found 12800: {{Shipment.GrossWeight | kilograms:"0.####"}}',
  ])
})

test('what is charged is in kilograms, whatever the job keeps its weight in', async () => {
  const fields = {
    ...{ 'Quote.TransportMode': 'Air', 'Shipment.ChargeableWeight': 640.5, 'Shipment.WeightUnit': 'TON' },
  }
  const found = 'found 640.5 kg: {{Shipment.ChargeableWeight | unit:"#,##0.0###"}}'
  expect(await places(line('Chargeable weight: 640.5 kg'), fields)).toEqual([found])
  const inKilograms = { ...fields, 'Shipment.WeightUnit': 'KG' }
  expect(await places(line('Chargeable weight: 640.5 kg'), inKilograms)).toEqual([found])
})
