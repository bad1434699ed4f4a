import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { proveTemplate } from './prove.ts'

const goods = (...rows: readonly (readonly string[])[]) =>
  table(
    rows.map(texts => row(texts.map(text => cell(paragraph(text), { width: 3_000 })))),
    { widths: [3_000, 3_000] },
  )
const page = (lines: readonly string[], rows: readonly (readonly string[])[]) =>
  templateFile({ isDocument: true, body: lines.map(line => paragraph(line)).join('') + goods(...rows) })

const item = (name: string, packs: number) => ({ Name: name, NumberOfPacks: packs })
const values = {
  fields: { 'Shipment.VesselName': 'Orwell', 'Shipment.Voyage': '2E' },
  lists: { Items: [item('Rice', 7), item('Tea', 9), item('Salt', 3)] },
}
const paper = page(
  ['Vessel Orwell', 'Voyage 2E', 'Said to contain'],
  [
    ['Goods', 'Packages'],
    ['Rice', '7'],
    ['Tea', '9'],
    ['Salt', '3'],
  ],
)
const prove = (lines: readonly string[], kept: readonly string[]) =>
  proveTemplate(paper, page(lines, [['Goods', 'Packages'], kept]), findable.known, values)

test('a template that prints the page differs nowhere', async () => {
  const lines = ['Vessel {{Shipment.VesselName}}', 'Voyage {{Shipment.Voyage}}', 'Said to contain']
  expect(await prove(lines, ['{{Items.Name}}', '{{Items.NumberOfPacks}}'])).toEqual([])
})

test('each difference names the paragraph that prints it, also where a row repeats and lines are gone', async () => {
  const lines = [
    'Vessel {{Shipment.Voyage}}',
    '{{#if Shipment.Etd}}',
    'Voyage {{Shipment.Voyage}}',
    '{{/if}}',
    'Said to contain',
  ]
  expect(await prove(lines, ['{{Items.Name}}', '{{Items.NumberOfPacks}} pcs'])).toEqual([
    { before: 'Vessel Orwell', after: 'Vessel 2E', paragraph: 0 },
    { before: 'Voyage 2E', after: '', paragraph: 2 },
    { before: '7', after: '7 pcs', paragraph: 8 },
    { before: '9', after: '9 pcs', paragraph: 8 },
    { before: '3', after: '3 pcs', paragraph: 8 },
  ])
})

test('what the template prints too much is at its paragraph', async () => {
  const lines = [
    'Draft',
    'Vessel {{Shipment.VesselName}}',
    'Voyage {{Shipment.Voyage}}',
    'Said to contain',
    'Not negotiable',
  ]
  expect(await prove(lines, ['{{Items.Name}}', '{{Items.NumberOfPacks}}'])).toEqual([
    { before: '', after: 'Draft', paragraph: 0 },
    { before: '', after: 'Not negotiable', paragraph: 4 },
  ])
})
