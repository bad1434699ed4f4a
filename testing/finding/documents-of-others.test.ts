import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

type Fields = FieldValues['fields']

const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const grid = (...rows: readonly (readonly string[])[]) =>
  table(
    rows.map(texts => row(texts.map(text => cell(lines(...text.split('\n')), { width: 3_000 })))),
    { widths: [3_000, 3_000, 3_000] },
  )
const read = async (body: string, fields: Fields, lists: FieldValues['lists'] = {}) =>
  await readPage(templateFile({ body }), findable, { fields, lists })
describe('a job’s own bill', () => {
  const bill = { HouseBl: 'HFL-0041', NumberOfPackages: 1100, NumberOfOriginals: 3, GrossWeight: 12_800 }
  const fields = {
    'Shipment.HouseBl': 'HFL-0041',
    'Shipment.NumberOfPackages': 1100,
    'Shipment.NumberOfOriginals': 3,
    'Shipment.GrossWeight': 12_800,
  }
  const headings = ['Number and kind of packages', 'Gross weight', 'B/L']

  test('is a form of the job and no list of house bills; the class of dangerous goods is no number of originals', async () => {
    const page = await read(
      grid(headings, ['1100 PACKAGES\nUN 1263 CLASS 3 PG III', '12,800.00', '']),
      fields,
      { Bills: [bill] },
    )
    expect(page.rows).toEqual([])
    expect(page.places.map(({ text, choices: [first] }) => [text, first?.name])).toEqual([
      ['1100', 'Shipment.NumberOfPackages'],
      ['12,800.00', 'Shipment.GrossWeight'],
    ])
  })

  test('is a list of one where its row says which bill it is', async () => {
    const named = ['House BL', 'Packages', 'Gross weight']
    const page = await read(grid(named, ['HFL-0041', '1100', '12,800.00']), fields, { Bills: [bill] })
    expect(page.rows).toMatchObject([{ list: 'Bills', first: 1, last: 1 }])
  })
})
