import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { changePage, readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'
import { textBox } from '#testing/word/drawings.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

type Fields = FieldValues['fields']

const places = async (body: string, fields: Fields, lists: FieldValues['lists'] = {}) =>
  (await readPage(templateFile({ body }), findable, { fields, lists })).places.map(
    ({ text, kind, choices }) => `${kind} ${text}: ${choices.map(({ name }) => name).join(', ')}`,
  )
const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')

describe('what is no value of the job', () => {
  test('the company’s own letterhead', async () => {
    const fields = {
      'Company.Name': 'Harbour Forwarding Ltd',
      'Company.City': 'Felixstowe',
      'Company.Telephone': '+44 1632 960100',
      'User.Name': 'Amina Qureshi',
      'LoadingPort.Name': 'Felixstowe',
      'Agent.Telephone': '+44 1632 960100',
      'Shipment.OwnerName': 'Amina Qureshi',
    }
    const head = ['Harbour Forwarding Ltd', 'Felixstowe', 'Tel. +44 1632 960100', 'Amina Qureshi']
    expect(await places(lines(...head), fields)).toEqual([])
    expect(await places(lines(...head, '', 'Port of loading', 'Felixstowe'), fields)).toEqual([
      'found Felixstowe: LoadingPort.Name',
    ])
  })

  test('short figures and words that stand anywhere', async () => {
    const fields = {
      'Shipment.NumberOfOriginals': 3,
      'Shipment.NumberOfPackages': 1,
      'Shipment.WeightUnit': 'KG',
      'Agent.Description': 'Agent',
      'Shipment.FreightPayment': 'Prepaid',
    }
    const page = lines(
      '3. Place of delivery',
      'SOLAS VI/2',
      '1 copy for the file',
      'in KG',
      'Agent',
      '1-3 days',
    )
    expect(await places(page, fields)).toEqual([])
    expect(await places(lines('Number of originals: 3'), fields)).toEqual([
      'found 3: Shipment.NumberOfOriginals',
    ])
  })

  test('a part of a longer word, figure or date', async () => {
    const fields = {
      'Shipment.HouseBl': 'KHI2041',
      'Shipment.GrossWeight': 1204.5,
      'Shipment.Etd': '2026-12-03',
    }
    expect(
      await places(lines('XKHI2041', 'KHI20415', '11,204.50', '1,204.505', '103.12.2026'), fields),
    ).toEqual([])
  })
})

describe('what several fields share', () => {
  const same = { 'Consignee.Name': 'Clifton Decor Trading', 'NotifyParty.Name': 'Clifton Decor Trading' }

  test('is asked', async () => {
    expect(await places(lines('Clifton Decor Trading'), same)).toEqual([
      'asked Clifton Decor Trading: Consignee.Name, NotifyParty.Name',
    ])
  })

  test('is told by the label beside it, above it, or in its box', async () => {
    const notify = ['found Clifton Decor Trading: NotifyParty.Name, Consignee.Name']
    expect(await places(lines('Notify party: Clifton Decor Trading'), same)).toEqual(notify)
    expect(await places(lines('Notify', 'Clifton Decor Trading'), same)).toEqual(notify)
    const beside = table(
      [row(['Notify party', 'Clifton Decor Trading'].map(text => cell(paragraph(text), { width: 3_000 })))],
      { widths: [3_000, 3_000] },
    )
    expect(await places(beside, same)).toEqual(notify)
    const box = { leftMm: 0, topMm: 0, widthMm: 90, heightMm: 30, colour: '000000' }
    expect(
      await places(paragraph(textBox(lines('Notify party', 'Clifton Decor Trading'), box)), same),
    ).toEqual(notify)
  })

  test('is asked where its label names another field', async () => {
    expect(await places(lines('Remarks', 'Clifton Decor Trading'), same)).toEqual([
      'asked Clifton Decor Trading: Consignee.Name, NotifyParty.Name',
    ])
  })
})

describe('rows of a table', () => {
  const goods = (...rows: readonly (readonly string[])[]) =>
    table(
      rows.map(texts => row(texts.map(text => cell(lines(...text.split('\n')), { width: 3_000 })))),
      { widths: [3_000, 3_000, 3_000] },
    )
  const lists = {
    Items: [
      { Name: 'Sheets', NumberOfPacks: 1200, GrossWeight: 18000.25, HsCode: '6302.60' },
      { Name: 'Towels', NumberOfPacks: 4, GrossWeight: 482.5, HsCode: null },
    ],
  }
  const heading = ['Goods', 'Packages', 'Gross weight']
  const items = [
    ['Sheets\nHS code 6302.60', '1200', '18,000.25'],
    ['Towels', '4', '482.50'],
  ]
  const print = async (body: string, next: FieldValues['lists'], fields: Fields = {}) => {
    const bytes = templateFile({ body })
    const page = await readPage(bytes, findable, { fields, lists })
    const changes = page.places.map(({ from, to, choices }) => ({
      ...{ from, to },
      text: choices[0]?.placeholder ?? '',
    }))
    const made = await compileTemplate(
      await changePage(bytes, { changes, rows: page.rows }, findable.known),
      findable.known,
    )
    const text = await documentText(Buffer.from(renderDocument(made, { fields, lists: next })))
    return text.split('\n').filter(line => line !== '')
  }

  test('become one that repeats, and what stands around a value goes with it', async () => {
    const next = [
      { Name: 'Rice', NumberOfPacks: 7, GrossWeight: 70, HsCode: null },
      { Name: 'Tea', NumberOfPacks: 8, GrossWeight: 81.5, HsCode: '0902.30' },
      { Name: 'Salt', NumberOfPacks: 9, GrossWeight: 92, HsCode: null },
    ]
    expect(await print(goods(heading, ...items), { Items: next })).toEqual([
      ...heading,
      ...['Rice', '7', '70.00', 'Tea', 'HS code 0902.30', '8', '81.50', 'Salt', '9', '92.00'],
    ])
  })

  test('show the job’s own values too, which another job has otherwise', async () => {
    const body = goods(
      ['Goods', 'House bill', 'Gross weight'],
      ['Sheets', 'KHI-20417', '18,000.25'],
      ['Towels', 'KHI-20417', '482.50'],
    )
    expect(await places(body, { 'Shipment.HouseBl': 'KHI-20417' }, lists)).toEqual([
      'found Sheets: Items.Name',
      'found KHI-20417: Shipment.HouseBl',
      'found 18,000.25: Items.GrossWeight',
    ])
  })

  test('stay as they are where a cell says what no field prints, and nothing in them is marked', async () => {
    const odd = goods(heading, items[0] ?? [], ['Towels', '4 (loose)', '482.50'])
    expect(
      await places(odd, { 'Shipment.GrossWeight': 482.5, 'Shipment.NumberOfPackages': 1200 }, lists),
    ).toEqual([])
  })
})
