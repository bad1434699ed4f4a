import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import type { FieldValue } from './known-fields.ts'
import { renderDocument } from '#server/word/render.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

async function fill(body: string, fields: Record<string, FieldValue> = {}, items = 2): Promise<Buffer> {
  const sample = sampleValues(items)
  const template = await compileTemplate(templateFile({ body }), catalogue)
  expect(template.problems).toEqual([])
  return renderDocument(template, { ...sample, fields: { ...sample.fields, ...fields } })
}

const lines = async (body: string, fields: Record<string, FieldValue> = {}, items = 2) =>
  (await documentText(await fill(body, fields, items))).split('\n')
const problems = async (body: string) =>
  (await compileTemplate(templateFile({ body }), catalogue)).problems.map(problem => problem.message)

const text = (...paragraphs: string[]) => paragraphs.map(each => paragraph(run(each))).join('')
const IGM = (value: string) => ({ 'Shipment.Igm': value })
const WIDTH = { width: 2_000 }
const rowOf = (...texts: string[]) => row(texts.map(each => cell(paragraph(run(each)), WIDTH)))
const tableOf = (...rows: string[]) => table(rows, { widths: [2_000, 2_000] })

describe('conditions', () => {
  test('within a line', async () => {
    const body = text('A {{#if Shipment.Igm}}IGM {{Shipment.Igm}}{{else}}no IGM{{/if}} Z')
    expect(await lines(body, IGM('7'))).toEqual(['A IGM 7 Z'])
    expect(await lines(body, IGM(''))).toEqual(['A no IGM Z'])
  })

  test('several branches, of which the first that holds is printed', async () => {
    const body = text('{{#if Shipment.Igm = 1}}one{{else if Shipment.Igm = 2}}two{{else}}more{{/if}}.')
    for (const [value, expected] of [
      ['1', 'one.'],
      ['2', 'two.'],
      ['3', 'more.'],
    ] as const)
      expect(await lines(body, IGM(value))).toEqual([expected])
  })

  test('over paragraphs; the lines of the tags vanish', async () => {
    const body = text('top', '{{#if Shipment.Igm}}', 'a', 'b', '{{else}}', 'c', '{{/if}}', 'end')
    expect(await lines(body, IGM('7'))).toEqual(['top', 'a', 'b', 'end'])
    expect(await lines(body, IGM(''))).toEqual(['top', 'c', 'end'])
    const sharing = text('{{#if Shipment.Igm}}a', 'b', '{{else}}c', 'd{{/if}}')
    expect(await lines(sharing, IGM('7'))).toEqual(['a', 'b'])
    expect(await lines(sharing, IGM(''))).toEqual(['c', 'd'])
    const after = text('{{#if Shipment.Igm}}a', 'b{{else}}', 'c{{/if}}')
    expect(await lines(after, IGM(''))).toEqual(['c'])
    expect(await lines(text('x', '{{#if Shipment.Igm}}', '{{else}}', 'c', '{{/if}}'), IGM('7'))).toEqual([
      'x',
    ])
  })

  test('over rows, and in a cell', async () => {
    const body = tableOf(
      rowOf('Head', 'x'),
      rowOf('{{#if Shipment.Igm}}IGM', '{{Shipment.Igm}}{{/if}}'),
      rowOf('{{#unless Shipment.Igm}}', ''),
      rowOf('none', 'y'),
      rowOf('{{/unless}}', ''),
    )
    expect(await lines(body, IGM('7'))).toEqual(['Head', 'x', 'IGM', '7'])
    expect(await lines(body, IGM(''))).toEqual(['Head', 'x', 'none', 'y'])
    const inCell = tableOf(
      row([
        cell(text('{{#if Shipment.Igm}}', 'a', '{{else}}', 'b', '{{/if}}'), WIDTH),
        cell(paragraph('x'), WIDTH),
      ]),
    )
    for (const igm of ['7', '']) expect(await validationErrors(await fill(inCell, IGM(igm)))).toEqual([])
    expect(await lines(inCell, IGM('7'))).toEqual(['a', 'x'])
    expect(await lines(inCell, IGM(''))).toEqual(['b', 'x'])
  })

  test('a table whose rows are all left out goes, and a cell always keeps a line', async () => {
    const body =
      tableOf(rowOf('{{#if Shipment.Igm}}a', 'b{{/if}}')) +
      paragraph('between') +
      tableOf(row([cell(text('{{#if Shipment.Igm}}', 'a', '{{/if}}'), WIDTH), cell(paragraph('x'), WIDTH)]))
    for (const igm of ['7', '']) expect(await validationErrors(await fill(body, IGM(igm)))).toEqual([])
    expect(await lines(body, IGM(''))).toEqual(['between', '', 'x'])
  })

  test('within a repeat and around one', async () => {
    const body = text(
      '{{#if Items}}{{#Items}}{{Name}}{{#if Quantity > 200}} (many){{/if}}; {{/Items}}{{else}}nothing{{/if}}.',
    )
    expect(await lines(body)).toEqual(['Cotton shirts 001; Denim jeans 002 (many); .'])
    expect(await lines(body, {}, 0)).toEqual(['nothing.'])
  })

  test('sums and counts decide', async () => {
    const body = text('{{#if count Items >= 2 and sum Items.Quantity = 600}}ok{{else}}no{{/if}}')
    expect(await lines(body)).toEqual(['ok'])
    expect(await lines(body, {}, 3)).toEqual(['no'])
  })

  test('what is wrong with them is told once, with what was probably meant', async () => {
    expect(await problems(text('{{#if Shipment.Igmm = 1}}a{{else if Today}}b{{else}}c{{/if}}'))).toEqual([
      '“Shipment.Igmm” is not a known field; did you mean “Shipment.Igm”?',
    ])
    expect(await problems(text('{{#if Today}}a'))).toEqual([
      '“{{#if Today}}” is never closed. Write “{{/if}}” where the condition ends.',
    ])
    expect(await problems(text('{{#unless Today}}a{{/if}}{{/unless}}'))).toEqual([
      '“{{/if}}” closes nothing. “{{#unless Today}}” must be closed first.',
    ])
    expect(await problems(text('{{#Items}}a{{else}}b{{/Items}}'))).toEqual([
      '“{{else}}” belongs between “{{#if …}}” and “{{/if}}”.',
    ])
    expect(await problems(text('{{#if Items.Name}}a{{/if}}'))).toEqual([
      '“Items.Name” belongs to a list; put it between “{{#Items}}” and “{{/Items}}”.',
    ])
  })
})

describe('blank lines', () => {
  const party = text(
    '{{Shipper.Name}}',
    '{{Shipper.Address}}',
    '{{Shipper.Telephone}}, {{Shipper.Mobile}}',
    'end',
  )
  const blank = { 'Shipper.Address': '', 'Shipper.Telephone': null, 'Shipper.Mobile': '' }

  test('a paragraph goes when all its values are empty', async () => {
    expect(await lines(party, { ...blank, 'Shipper.Name': 'N' })).toEqual(['N', 'end'])
    expect(await lines(party, { ...blank, 'Shipper.Name': 'N', 'Shipper.Mobile': '5' })).toEqual([
      'N',
      ', 5',
      'end',
    ])
    expect(await lines(text('Tel. {{Shipper.Mobile}}', 'end'), blank)).toEqual(['Tel. ', 'end'])
    expect(await lines(text('', 'end'))).toEqual(['', 'end'])
  })

  test('conditions and repeats that print nothing leave no line', async () => {
    expect(await lines(text('a', '{{#if Shipment.Igm}}IGM {{Shipment.Igm}}{{/if}}', 'z'), IGM(''))).toEqual([
      'a',
      'z',
    ])
    expect(await lines(text('a', '{{#if Today}}words{{/if}}', 'z'))).toEqual(['a', 'words', 'z'])
    expect(await lines(text('a', '{{#Items}}x{{/Items}}', 'z'), {}, 0)).toEqual(['a', 'z'])
    expect(await lines(text('a', '{{#Items}}x{{/Items}}', 'z'), {}, 1)).toEqual(['a', 'x', 'z'])
  })

  test('a line between breaks goes with its break', async () => {
    const BREAK = '</w:t><w:br/><w:t>'
    const body = (end: string) =>
      `<w:p>${run('{{Shipper.Name}}@{{Shipper.Address}}@{{Shipper.Mobile}}@').replaceAll('@', BREAK)}${run(end)}</w:p>`
    expect(await lines(body('end'), { ...blank, 'Shipper.Name': 'N' })).toEqual(['N / end'])
    expect(await lines(body('end'), { ...blank, 'Shipper.Name': '' })).toEqual(['end'])
    expect(await lines(body('{{Today}}'), { ...blank, 'Shipper.Name': '', Today: '' })).toEqual([''])
    expect(
      await lines(`<w:p>${run('{{Shipper.Name}}@@x').replaceAll('@', BREAK)}</w:p>`, { 'Shipper.Name': 'N' }),
    ).toEqual(['N /  / x'])
  })

  test('the last line of a cell stays, and so does what parts two tables or ends a section', async () => {
    const field = paragraph('{{Shipment.Igm}}')
    const grid = tableOf(row([cell(field + field, WIDTH), cell(field, WIDTH)]))
    // Two lines for each table's cells, one between them and one at the end.
    expect(await lines(grid + field + field + grid + field, IGM(''))).toHaveLength(6)
    const section = `<w:p><w:pPr><w:sectPr/></w:pPr>${run('{{Shipment.Igm}}')}</w:p>`
    const document = await fill(grid + field + grid + section + paragraph('end'), IGM(''))
    expect(await documentText(document)).toBe('\n\n\n\n\n\nend')
    expect(await readPart(document, 'word/document.xml')).toContain('<w:sectPr/>')
    expect(await validationErrors(document)).toEqual([])
  })
})

describe('sums and counts', () => {
  test('over a list, whatever its rows hold, exactly', async () => {
    const sample = sampleValues(3)
    const rows = ['0.1', '0.2', null].map(GrossWeight => ({ Name: 'x', GrossWeight, WeightUnit: 'KG' }))
    const body = text(
      '{{sum Items.GrossWeight}}; {{Items.GrossWeight.Sum | number:"0.00"}}; {{items_count}}; {{count Items}}',
      '{{sum Items.GrossWeight | weight}}',
    )
    const template = await compileTemplate(templateFile({ body }), catalogue)
    expect(template.problems).toEqual([])
    expect(template.fields.map(field => field.name)).toContain('Items.GrossWeight')
    const print = async (Items: typeof rows) =>
      documentText(renderDocument(template, { ...sample, lists: { Items } }))
    expect(await print(rows)).toBe('0.3; 0.30; 3; 3\n0.3\u00a0kg')
    expect(await print([])).toBe('; ; 0; 0')
    const [first, second] = rows
    if (first === undefined || second === undefined) throw new Error('no rows')
    // Kilograms and tons do not add up.
    expect(await print([first, { ...second, WeightUnit: 'TON' }])).toBe('; ; 2; 2')
  })

  test('what cannot be added up is told', async () => {
    expect(
      await problems(
        text('{{sum Items.Name}}{{sum Items}}{{sum Shipment.Volume}}{{count Today}}{{sum Nope}}'),
      ),
    ).toEqual([
      '“{{sum Items.Name}}” cannot be read. “Items.Name” has no numbers to add up.',
      '“{{sum Items}}” cannot be read. Say what to add up, such as “sum Items.Name”.',
      '“{{sum Shipment.Volume}}” cannot be read. “Shipment.Volume” is one value, not a field of a list.',
      '“{{count Today}}” cannot be read. “Today” is one value, not a list.',
      '“Nope” is not a known field.',
    ])
  })
})
