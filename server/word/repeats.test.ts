import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { picture, textBox } from '#testing/word/drawings.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { documentText, parseAllParts, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from './compile.ts'
import { renderDocument } from './render.ts'
import { elementsBelow, textOf } from '#server/word/file/tree.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

const WIDTH = { width: 2_000 }
const rowOf = (...texts: string[]) => row(texts.map(text => cell(paragraph(run(text)), WIDTH)))
const tableOf = (...rows: string[]) => table(rows, { widths: [2_000, 2_000] })

async function fill(body: string, items: number): Promise<Buffer> {
  const template = await compileTemplate(templateFile({ body }), catalogue)
  expect(template.problems).toEqual([])
  return renderDocument(template, sampleValues(items))
}

const lines = async (body: string, items: number) => (await documentText(await fill(body, items))).split('\n')

/** The rows of every table, a list of cells each. */
async function rows(body: string, items: number): Promise<string[][]> {
  const tree = (await parseAllParts(await fill(body, items))).get('word/document.xml')
  if (tree === undefined) throw new Error('no document')
  return elementsBelow(tree)
    .filter(element => element.name === 'w:tr')
    .map(line => elementsBelow(line, inner => inner === line || inner.name !== 'w:tr'))
    .map(elements => elements.filter(element => element.name === 'w:tc').map(textOf))
}

describe('table rows', () => {
  const goods = tableOf(
    rowOf('Goods', 'Packs'),
    rowOf('{{#Items}}{{Name}}', '{{NumberOfPacks}}{{/Items}}'),
    rowOf('Total', '{{Shipment.NumberOfPackages}}'),
  )

  test('tags in a row repeat the row', async () => {
    expect(await rows(goods, 3)).toEqual([
      ['Goods', 'Packs'],
      ['Cotton shirts 001', '4'],
      ['Denim jeans 002', '11'],
      ['Wool blankets 003', '18'],
      ['Total', '1040'],
    ])
    expect(await rows(goods, 0)).toEqual([
      ['Goods', 'Packs'],
      ['Total', '1040'],
    ])
  })

  test('tags in rows of their own repeat what is between, and vanish', async () => {
    const between = tableOf(
      rowOf('Head', ''),
      rowOf('{{#Items}}', ''),
      rowOf('{{Name}}', 'a'),
      rowOf('', '{{Quantity}}'),
      rowOf('{{/Items}}', ''),
    )
    expect(await rows(between, 2)).toEqual([
      ['Head', ''],
      ['Cotton shirts 001', 'a'],
      ['', '160'],
      ['Denim jeans 002', 'a'],
      ['', '440'],
    ])
  })

  test('tags in lines of their own leave no blank line in the cell', async () => {
    const body = tableOf(
      row([
        cell(paragraph('{{#Items}}') + paragraph('{{Name}}'), WIDTH),
        cell(paragraph('{{Quantity}}') + paragraph('{{/Items}}'), WIDTH),
      ]),
    )
    expect(await lines(body, 1)).toEqual(['Cotton shirts 001', '160'])
  })

  test('a table left without rows goes, and the file stays valid', async () => {
    const inCell = tableOf(
      row([cell(tableOf(rowOf('{{#Items}}{{Name}}', '{{/Items}}')) + paragraph(''), WIDTH)]),
    )
    for (const items of [0, 1, 3]) {
      const body =
        paragraph('before') +
        tableOf(rowOf('{{#Items}}{{Name}}', '{{/Items}}')) +
        paragraph('between') +
        inCell
      expect(await validationErrors(await fill(body, items))).toEqual([])
    }
    expect(await rows(tableOf(rowOf('{{#Items}}{{Name}}', '{{/Items}}')), 0)).toEqual([])
  })

  test('a cell that holds a repeat alone always keeps a line', async () => {
    const body = tableOf(
      row([cell(paragraph('{{#Items}}') + paragraph('{{Name}}') + paragraph('{{/Items}}'), WIDTH)]),
    )
    for (const items of [0, 2]) expect(await validationErrors(await fill(body, items))).toEqual([])
    expect(await rows(body, 0)).toEqual([['']])
    expect(await rows(body, 2)).toEqual([['Cotton shirts 001Denim jeans 002']])
  })

  test('a table repeats in a table, and lists repeat in each other', async () => {
    const inner = tableOf(rowOf('{{#Items}}{{Items.Quantity}}', '{{/Items}}'))
    const body = tableOf(
      row([cell(`${paragraph('{{#Items}}{{Name}}')}${inner}${paragraph('{{/Items}}')}`, WIDTH)]),
    )
    expect(await rows(body, 2)).toEqual([
      ['Cotton shirts 001160440Denim jeans 002160440'],
      ['160', ''],
      ['440', ''],
      ['160', ''],
      ['440', ''],
    ])
  })
})

describe('text', () => {
  test('within a line the runs between repeat', async () => {
    expect(await lines(paragraph('Goods: {{#Items}}{{Name}}, {{/Items}}end'), 2)).toEqual([
      'Goods: Cotton shirts 001, Denim jeans 002, end',
    ])
    const mixed = paragraph(
      run('Goods: {{#Items}}') +
        run('{{Name}}', { bold: true }) +
        run(', {{/Items}}', { italic: true }) +
        run('end'),
    )
    expect(await lines(mixed, 2)).toEqual(['Goods: Cotton shirts 001, Denim jeans 002, end'])
    expect(await lines(mixed, 0)).toEqual(['Goods: end'])
  })

  test('over several lines whole paragraphs repeat', async () => {
    const body = ['top', '{{#Items}}', '{{Name}}', 'x', '{{/Items}}', 'end']
      .map(text => paragraph(text))
      .join('')
    expect(await lines(body, 2)).toEqual(['top', 'Cotton shirts 001', 'x', 'Denim jeans 002', 'x', 'end'])
    const sharing = ['{{#Items}}{{Name}}', 'and {{Quantity}}{{/Items}}'].map(text => paragraph(text)).join('')
    expect(await lines(sharing, 2)).toEqual(['Cotton shirts 001', 'and 160', 'Denim jeans 002', 'and 440'])
  })

  test('a table between paragraphs repeats with them', async () => {
    const body =
      paragraph('{{#Items}}') + tableOf(rowOf('{{Name}}', 'x')) + paragraph('') + paragraph('{{/Items}}')
    expect(await rows(body, 2)).toEqual([
      ['Cotton shirts 001', 'x'],
      ['Denim jeans 002', 'x'],
    ])
  })

  test('a nameless end closes the nearest; fields of the job stay in reach', async () => {
    expect(await lines(paragraph('{{#items}}{{name}} of {{Shipment.JobId}}; {{/}}'), 2)).toEqual([
      'Cotton shirts 001 of 1042; Denim jeans 002 of 1042; ',
    ])
  })

  test('a content control around the tags repeats as a whole', async () => {
    const control = (content: string) =>
      `<w:sdt><w:sdtPr><w:id w:val="77"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
    const body = `<w:p>${control(run('{{#Items}}{{Name}} '))}${control(run('x{{/Items}}'))}</w:p>`
    const document = await fill(body, 2)
    expect(await documentText(document)).toBe('Cotton shirts 001 xDenim jeans 002 x')
    expect(await readPart(document, 'word/document.xml')).not.toContain('w:id w:val="77"')
  })
})

describe('what may stand only once', () => {
  test('bookmarks, paragraph and control ids are dropped in a repeat, and kept outside', async () => {
    const mark = (id: number, name: string) =>
      `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${run('x')}<w:bookmarkEnd w:id="${id}"/>`
    const body =
      paragraph(mark(1, 'outside')) +
      `<w:p><w:bookmarkStart w:id="2" w:name="half"/>${run('y')}</w:p>` +
      `<w:p w14:paraId="11223344" w14:textId="55667788">${run('{{#Items}}')}${mark(3, 'inside')}<w:bookmarkEnd w:id="2"/></w:p>` +
      paragraph('{{/Items}}z')
    const document = await fill(body, 3)
    const xml = await readPart(document, 'word/document.xml')
    expect(xml.match(/w:bookmark(Start|End) w:id="\d"/g)).toEqual([
      'w:bookmarkStart w:id="1"',
      'w:bookmarkEnd w:id="1"',
    ])
    expect(xml).not.toContain('paraId')
    expect(await validationErrors(document)).toEqual([])
  })

  test('tracked changes get numbers of their own', async () => {
    const inserted = `<w:ins w:id="7" w:author="x" w:date="2026-01-01T00:00:00Z">${run('{{Name}}')}</w:ins>`
    const changed = `<w:r><w:rPr><w:b/><w:rPrChange w:id="8" w:author="x"><w:rPr/></w:rPrChange></w:rPr><w:t>b</w:t></w:r>`
    const body = `<w:p>${run('{{#Items}}')}${inserted}${changed}${run('{{/Items}}')}</w:p>`
    const document = await fill(body, 3)
    expect(await validationErrors(document)).toEqual([])
    expect((await readPart(document, 'word/document.xml')).match(/w:author="x"/g)).toHaveLength(6)
  })

  test('drawings get numbers of their own', async () => {
    const box = textBox(paragraph('{{Items.Name}}'), {
      leftMm: 0,
      topMm: 0,
      widthMm: 40,
      heightMm: 10,
      colour: '000000',
    })
    const body = paragraph(`${run('{{#Items}}')}${picture('logo', 5, 5, 'Logo')}${box}${run('{{/Items}}')}`)
    const logo = png(2, 2, () => [0, 0, 0, 255])
    const template = await compileTemplate(templateFile({ body, pictures: { logo } }), catalogue)
    const document = renderDocument(template, sampleValues(3))
    const xml = await readPart(document, 'word/document.xml')
    const numbers = [...xml.matchAll(/<wp:docPr id="(\d+)"/g)].map(match => match[1])
    expect(numbers).toHaveLength(6)
    expect(new Set(numbers).size).toBe(6)
    expect(xml).toContain('descr="Logo"')
    expect(xml.match(/Denim jeans 002/g)).toHaveLength(2)
    expect(await validationErrors(document)).toEqual([])
  })
})
