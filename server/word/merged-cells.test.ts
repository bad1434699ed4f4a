import { expect, test, vi } from 'vitest'
import { catalogue } from '#testing/word/catalogue.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { parseAllParts } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { compileTemplate } from './compile.ts'
import { mergeOf } from './finding/open-document.ts'
import { elementsBelow, textOf } from './file/tree.ts'
import { renderDocument } from './render.ts'

// The validator starts a program.
vi.setConfig({ testTimeout: 60_000 })

const one = (text: string, merge?: 'restart' | 'continue') =>
  cell(paragraph(text), { width: 2_000, ...(merge && { merge }) })
const tableOf = (...rows: readonly string[]) => table(rows, { widths: [2_000, 2_000] })
const items = (...marks: readonly (readonly [string | null, string])[]) => ({
  fields: {},
  lists: { Items: marks.map(([PackingMode, Name]) => ({ PackingMode, Name })) },
})

/** The rows: each cell as it reads, “^” where it is a part of the one above. */
async function rows(body: string, values: ReturnType<typeof items>): Promise<string[][]> {
  const template = await compileTemplate(templateFile({ body }), catalogue)
  expect(template.problems).toEqual([])
  const file = Buffer.from(renderDocument(template, values))
  expect(await validationErrors(file)).toEqual([])
  const tree = (await parseAllParts(file)).get('word/document.xml')
  if (!tree) throw new Error('There is no document.')
  return elementsBelow(tree)
    .filter(({ name }) => name === 'w:tr')
    .map(line => elementsBelow(line).filter(({ name }) => name === 'w:tc'))
    .map(cells => cells.map(found => (mergeOf(found) === 'goes on' ? '^' : textOf(found))))
}

const lots = items(['LOT 1', 'Rice'], ['LOT 1', 'Tea'], ['LOT 2', 'Salt'], [null, 'Sugar'], [null, 'Yarn'])

test('a cell merged down in a row that repeats goes on where it reads the same', async () => {
  const marked = row([one('{{Items.PackingMode}}', 'restart'), one('{{Items.Name}}')])
  const expected = [
    ['LOT 1', 'Rice'],
    ['^', 'Tea'],
    ['LOT 2', 'Salt'],
    ['', 'Sugar'],
    ['^', 'Yarn'],
  ]
  expect(await rows(tableOf(marked), lots)).toEqual(expected)
  // The next table begins anew.
  expect(await rows(tableOf(marked) + paragraph('') + tableOf(marked), items(['LOT 1', 'Rice']))).toEqual([
    ['LOT 1', 'Rice'],
    ['LOT 1', 'Rice'],
  ])
})

test('in a condition, too; a row that is left out parts nothing', async () => {
  const asked = row([
    one('{{#Items}}{{#if PackingMode}}{{PackingMode}}', 'restart'),
    one('{{Name}}{{/if}}{{/Items}}'),
  ])
  expect(await rows(tableOf(asked), items(['LOT 1', 'Rice'], [null, 'Tea'], ['LOT 1', 'Salt']))).toEqual([
    ['LOT 1', 'Rice'],
    ['^', 'Salt'],
  ])
})

test('cells stay as they are where another row stands between them, and where they are not merged', async () => {
  const twoRows = tableOf(
    row([one('{{Items.PackingMode}}', 'restart'), one('{{Items.Name}}')]),
    row([one('', 'continue'), one('of {{Items.Name}}')]),
  )
  const two = items(['LOT 1', 'Rice'], ['LOT 1', 'Tea'])
  expect(await rows(twoRows, two)).toEqual([
    ['LOT 1', 'Rice'],
    ['^', 'of Rice'],
    ['LOT 1', 'Tea'],
    ['^', 'of Tea'],
  ])
  expect(await rows(tableOf(row([one('{{Items.PackingMode}}'), one('{{Items.Name}}')])), two)).toEqual([
    ['LOT 1', 'Rice'],
    ['LOT 1', 'Tea'],
  ])
})
