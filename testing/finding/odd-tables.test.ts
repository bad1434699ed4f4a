import { expect, test } from 'vitest'
import { elementsBelow, textOf } from '#server/word/file/tree.ts'
import { mergeOf } from '#server/word/finding/open-document.ts'
import { plainText } from '#server/word/finding/writings.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { parseAllParts } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { madeTemplate } from './made-template.ts'

const WIDTH = 2_400
type Merge = 'restart' | 'continue'
const one = (text: string, merge?: Merge) => cell(paragraph(text), { width: WIDTH, ...(merge && { merge }) })
const wide = (text: string, span: number) => cell(paragraph(text), { width: WIDTH * span, span })
const rowOf = (...texts: readonly string[]) => row(texts.map(text => one(text)))
const tableOf = (columns: number, ...rows: readonly string[]) =>
  table(rows, { widths: Array.from({ length: columns }, () => WIDTH) })

const items = (...entries: readonly (readonly [string, string, number, number])[]) => ({
  lists: {
    Items: entries.map(([Containers, Name, NumberOfPacks, GrossWeight]) => ({
      ...{ Containers, Name, NumberOfPacks, GrossWeight },
    })),
  },
})
const [FIRST, SECOND] = ['MSKU 123456-5', 'TGHU 765432-1']

/** The rows of all tables: each cell as it reads, “^” where the one above goes on. */
async function rowsIn(file: Buffer): Promise<string[][]> {
  const tree = (await parseAllParts(file)).get('word/document.xml')
  if (!tree) throw new Error('There is no document.')
  return elementsBelow(tree)
    .filter(({ name }) => name === 'w:tr')
    .map(line =>
      elementsBelow(line)
        .filter(({ name }) => name === 'w:tc')
        .map(found => (mergeOf(found) === 'goes on' ? '^' : textOf(found))),
    )
}

const HEADINGS = ['Container', 'Description of goods', 'Packages', 'Gross weight'] as const
const job = items(
  [FIRST, 'Cotton sheets', 1200, 18000.25],
  [FIRST, 'Bath towels', 45, 482.5],
  [SECOND, 'Pillow cases', 310, 2750],
)
const next = items(
  [SECOND, 'Rice', 71, 71.5],
  [FIRST, 'Tea', 82, 82],
  [FIRST, 'Salt', 93, 93],
  [FIRST, 'Sugar', 64, 64],
)

test('a cell that reaches over the items of a container repeats with them', async () => {
  const goods = tableOf(
    4,
    rowOf(...HEADINGS),
    row([one(FIRST, 'restart'), one('Cotton sheets'), one('1200'), one('18,000.25')]),
    row([one('', 'continue'), one('Bath towels'), one('45'), one('482.50')]),
    row([one(SECOND), one('Pillow cases'), one('310'), one('2,750.00')]),
  )
  const made = await madeTemplate({ body: goods }, job)
  expect(made.page.rows).toEqual([{ list: 'Items', table: 0, first: 1, last: 3, kept: 1, where: null }])
  expect(await rowsIn(made.fileFor(job))).toEqual([
    [...HEADINGS],
    [FIRST, 'Cotton sheets', '1200', '18,000.25'],
    ['^', 'Bath towels', '45', '482.50'],
    [SECOND, 'Pillow cases', '310', '2,750.00'],
  ])
  const paper = made.fileFor(next)
  expect(await rowsIn(paper)).toEqual([
    [...HEADINGS],
    [SECOND, 'Rice', '71', '71.50'],
    [FIRST, 'Tea', '82', '82.00'],
    ['^', 'Salt', '93', '93.00'],
    ['^', 'Sugar', '64', '64.00'],
  ])
  expect(await validationErrors(paper)).toEqual([])
})

test('a cell that reaches over all rows and says the same for every job stays one', async () => {
  const rows = ['Cotton sheets|1200|18,000.25', 'Bath towels|45|482.50', 'Pillow cases|310|2,750.00']
  const goods = tableOf(
    4,
    rowOf('Marks', ...HEADINGS.slice(1)),
    ...rows.map((line, at) =>
      row([
        one(at === 0 ? 'NO MARKS' : '', at === 0 ? 'restart' : 'continue'),
        ...line.split('|').map(text => one(text)),
      ]),
    ),
  )
  const made = await madeTemplate({ body: goods }, job)
  expect(await rowsIn(made.fileFor(next))).toEqual([
    ['Marks', ...HEADINGS.slice(1)],
    ['NO MARKS', 'Rice', '71', '71.50'],
    ['^', 'Tea', '82', '82.00'],
    ['^', 'Salt', '93', '93.00'],
    ['^', 'Sugar', '64', '64.00'],
  ])
})

test('a cell that reaches over items of two containers stays as it is, and so do its rows', async () => {
  const goods = tableOf(
    4,
    rowOf(...HEADINGS),
    row([one(FIRST, 'restart'), one('Cotton sheets'), one('1200'), one('18,000.25')]),
    row([one('', 'continue'), one('Bath towels'), one('45'), one('482.50')]),
    row([one('', 'continue'), one('Pillow cases'), one('310'), one('2,750.00')]),
  )
  const { page } = await madeTemplate({ body: goods }, job)
  expect([page.places, page.rows]).toEqual([[], []])
})

test('one container under its two headings repeats; a box of the whole job’s figures does not', async () => {
  const containers = (...entries: readonly (readonly [string, string])[]) => ({
    fields: {},
    lists: { Containers: entries.map(([Number, Seals]) => ({ Number, Seals })) },
  })
  const box = tableOf(2, rowOf('Container no.', 'Seal no.'), rowOf(FIRST, 'SL-4711'))
  const made = await madeTemplate({ body: box }, containers([FIRST, 'SL-4711']))
  expect(await rowsIn(made.fileFor(containers([SECOND, 'SL-1'], [FIRST, 'SL-2'])))).toEqual([
    ['Container no.', 'Seal no.'],
    [SECOND, 'SL-1'],
    [FIRST, 'SL-2'],
  ])
  const totals = tableOf(2, rowOf('Packages', 'Gross weight'), rowOf('1200', '18,000.25'))
  const { page } = await madeTemplate(
    { body: totals },
    {
      ...items([FIRST, 'Cotton sheets', 1200, 18000.25]),
      fields: { 'Shipment.NumberOfPackages': 1200, 'Shipment.GrossWeight': 18000.25 },
    },
  )
  expect(page.rows).toEqual([])
  expect(page.places.map(({ choices: [first] }) => first?.name)).toEqual([
    'Shipment.NumberOfPackages',
    'Shipment.GrossWeight',
  ])
})

test('a heading of two rows names its columns', async () => {
  const entries = (...weights: readonly (readonly [string, number, number])[]) => ({
    lists: {
      Items: weights.map(([Name, GrossWeight, NetWeight]) => ({
        Name,
        GrossWeight,
        NetWeight,
        WeightUnit: 'KG',
      })),
    },
  })
  const goods = tableOf(
    3,
    row([one('Goods', 'restart'), wide('Weight in kg', 2)]),
    row([one('', 'continue'), one('Net'), one('Gross')]),
    // The same figure twice: only the headings tell which is which.
    rowOf('Cotton sheets', '482.50', '482.50'),
  )
  const made = await madeTemplate({ body: goods }, entries(['Cotton sheets', 482.5, 482.5]))
  expect(made.page.places.map(({ kind, choices: [first] }) => [kind, first?.name])).toEqual([
    ['found', 'Items.Name'],
    ['found', 'Items.NetWeight'],
    ['found', 'Items.GrossWeight'],
  ])
  expect(await made.linesFor(entries(['Rice', 82, 71], ['Tea', 93, 60]))).toEqual([
    ...['Goods', 'Weight in kg', 'Net', 'Gross'],
    ...['Rice', '71.00', '82.00', 'Tea', '60.00', '93.00'],
  ])
})

test('the empty lines of a form stay below the rows that repeat, and the sums below them are found', async () => {
  const empty = Array.from({ length: 7 }, () => rowOf('', '', '', ''))
  const goods = tableOf(
    4,
    rowOf(...HEADINGS),
    rowOf(FIRST, 'Cotton sheets', '1200', '18,000.25'),
    rowOf(SECOND, 'Bath towels', '45', '482.50'),
    ...empty,
    row([wide('Total', 2), one('1245'), one('18,482.75')]),
  )
  const sums = (packages: number, weight: number) => ({
    fields: { 'ItemTotals.NumberOfPacks': packages, 'ItemTotals.GrossWeight': weight },
  })
  const two = items([FIRST, 'Cotton sheets', 1200, 18000.25], [SECOND, 'Bath towels', 45, 482.5])
  const made = await madeTemplate({ body: goods }, { ...two, ...sums(1245, 18482.75) })
  expect(await rowsIn(made.fileFor({ ...two, ...sums(1245, 18482.75) }))).toEqual(
    await rowsIn(templateFile({ body: goods })),
  )
  expect(await rowsIn(made.fileFor({ ...next, ...sums(310, 310.5) }))).toEqual([
    [...HEADINGS],
    [SECOND, 'Rice', '71', '71.50'],
    [FIRST, 'Tea', '82', '82.00'],
    [FIRST, 'Salt', '93', '93.00'],
    [FIRST, 'Sugar', '64', '64.00'],
    ...Array.from({ length: 7 }, () => ['', '', '', '']),
    ['Total', '310', '310.50'],
  ])
})

test('the total below rows that stay as they are is asked', async () => {
  const goods = tableOf(
    3,
    rowOf('Qty', 'Goods', 'Gross'),
    rowOf('480 CTNS', 'Paint brushes', '5040 KGS'),
    rowOf('40 CASES', 'Gloss paint UN 1263 as declared', '720 KGS'),
    rowOf('520', 'TOTAL', '5760 KGS'),
  )
  const item = (Name: string, NumberOfPacks: number, PackingMode: string, GrossWeight: number) => ({
    ...{ Name, NumberOfPacks, PackingMode, GrossWeight, WeightUnit: 'KG' },
  })
  const { page } = await madeTemplate(
    { body: goods },
    {
      fields: {
        ...{ 'Shipment.NumberOfPackages': 520, 'Shipment.GrossWeight': 5760, 'Shipment.WeightUnit': 'KG' },
      },
      lists: { Items: [item('Paint brushes', 480, 'Cartons', 5040), item('Gloss paint', 40, 'Cases', 720)] },
    },
  )
  expect(page.rows).toEqual([])
  expect(page.places.map(({ kind, choices: [first] }) => `${kind} ${first?.name}`)).toEqual([
    'asked Shipment.GrossWeight',
  ])
})

test('rows of a company’s own hand repeat: quantities with their kind, types and seals as they write them', async () => {
  const goods = tableOf(
    3,
    rowOf('Qty', 'Goods', 'Gross'),
    rowOf('480 CTNS', 'Paint brushes', '5040 KGS'),
    rowOf('40 CASES', 'Gloss paint', '720 KGS'),
    rowOf('520', 'TOTAL', '5760 KGS'),
  )
  const boxes = tableOf(
    4,
    rowOf('Container', 'Seal', 'KGS', 'CBM'),
    rowOf(`${FIRST} / 40HC`, 'KS-1 + HM-2', '6720', '62.05'),
    rowOf(`${SECOND} / 20GP`, 'KS-3', '6080', '63.71'),
  )
  const item = (Name: string, NumberOfPacks: number, PackingMode: string, GrossWeight: number) => ({
    ...{ Name, NumberOfPacks, PackingMode, GrossWeight, WeightUnit: 'KG' },
  })
  const container = (Number: string, Type: string, Seals: string, CargoWeight: number, Volume: number) => ({
    ...{ Number, Type, Seals, CargoWeight, Volume },
  })
  const { page, linesFor } = await madeTemplate(
    { body: goods + boxes },
    {
      fields: { 'ItemTotals.GrossWeight': 5760, 'ItemTotals.WeightUnit': 'KG' },
      lists: {
        Items: [item('Paint brushes', 480, 'Cartons', 5040), item('Gloss paint', 40, 'Cases', 720)],
        Containers: [
          container(FIRST, "40' HC", 'KS-1, HM-2', 6720, 62.046),
          container(SECOND, "20' GP", 'KS-3', 6080, 63.71),
        ],
      },
    },
  )
  expect(page.rows.map(({ list, first, last }) => [list, first, last])).toEqual([
    ['Items', 1, 2],
    ['Containers', 1, 2],
  ])
  // What no format writes just so is asked.
  expect(
    page.places
      .filter(({ kind }) => kind === 'asked')
      .map(({ text, choices: [first] }) => [text, first?.name]),
  ).toEqual([
    ['CTNS', 'Items.PackingMode'],
    ['40HC', 'Containers.Type'],
    ['KS-1 + HM-2', 'Containers.Seals'],
  ])
  const lines = await linesFor({
    fields: { 'ItemTotals.GrossWeight': 31.5, 'ItemTotals.WeightUnit': 'TON' },
    lists: {
      Items: [{ ...item('Tea', 900, 'Bags', 31.5), WeightUnit: 'TON' }],
      Containers: [container(SECOND, "40' HC", 'S-7, S-8', 30_900, 40.5)],
    },
  })
  expect(lines.map(plainText)).toEqual([
    ...['Qty', 'Goods', 'Gross', '900 Bags', 'Tea', '31500 KGS', '520', 'TOTAL', '31500 KGS'],
    ...['Container', 'Seal', 'KGS', 'CBM', `${SECOND} / 40' HC`, 'S-7, S-8', '30900', '40.50'],
  ])
})
