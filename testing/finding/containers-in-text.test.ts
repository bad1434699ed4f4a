import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { changePage, readPage } from '#server/word/finding/template-page.ts'
import { compileTemplate } from '#server/word/compile.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { filled, linesOn } from './measure-finding.ts'

const box = (Number: string, Seals: string, TypeCode: string, Type: string) => ({
  ...{ Number, Seals, TypeCode, Type },
})
const one = [box('MSKU1234565', 'SL12345', '45G1', "40' HC")]
const two = [...one, box('TCLU7654323', 'SL777', '22G1', "20' GP")]
const other = [box('HLXU2008419', 'NEW-1', '42G1', "40' GP"), box('CMAU4411228', '', '22G1', "20' GP")]
const job = (Containers: FieldValues['lists'][string]): FieldValues => ({ fields: {}, lists: { Containers } })

const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const read = (body: string, containers: FieldValues['lists'][string]) =>
  readPage(templateFile({ body }), findable, job(containers))
const marked = async (body: string, containers: FieldValues['lists'][string]) =>
  (await read(body, containers)).places.map(({ kind, text }) => `${kind} ${text}`)

/** What the template prints for another job that takes all that is proposed. */
async function printed(body: string, containers: FieldValues['lists'][string], next: typeof other) {
  const bytes = templateFile({ body })
  const page = await read(body, containers)
  const changes = page.places.map(({ from, to, choices }) => ({
    ...{ from, to },
    text: choices[0]?.placeholder ?? '',
  }))
  const made = await compileTemplate(
    await changePage(bytes, { changes, rows: page.rows }, findable.known),
    findable.known,
  )
  expect(made.problems).toEqual([])
  expect(await linesOn(filled(made, job(containers)))).toEqual(await linesOn(bytes))
  return linesOn(filled(made, job(next)))
}

test('a container with its seal and type in a sentence repeats, and what is blank goes with its words', async () => {
  const sentence = lines('Container MSKU1234565, seal SL12345, 45G1 was delivered.')
  expect(await marked(sentence, one)).toEqual(['found MSKU1234565, seal SL12345, 45G1'])
  expect(await printed(sentence, one, other)).toEqual([
    'Container HLXU2008419, seal NEW-1, 42G1; CMAU4411228, 22G1 was delivered.',
  ])
})

test.each([
  {
    what: 'one line',
    page: lines("Containers MSKU1234565 / 40' HC, TCLU7654323 / 20' GP"),
  },
  { what: 'lines of their own', page: lines('MSKU1234565 SL12345 45G1', 'TCLU7654323 SL777 22G1') },
  {
    what: 'lines with their labels',
    page: lines('Container MSKU1234565 seal SL12345', 'Container TCLU7654323 seal SL777'),
  },
])('several containers in $what repeat together', async ({ page }) => {
  expect((await read(page, two)).places).toHaveLength(1)
  const text = (await printed(page, two, other)).join('\n')
  expect(text).toContain('HLXU2008419')
  expect(text).toContain('CMAU4411228')
  expect(text).not.toMatch(/MSKU|TCLU|SL\d/)
})

test('a number in groups is asked', async () => {
  expect(await marked(lines('Container MSKU 123456-5, seal SL12345'), one)).toEqual([
    'asked MSKU 123456-5, seal SL12345',
  ])
})

test('a seal in a box of its own is told by its label', async () => {
  const boxes = (label: string) =>
    table(
      [
        row(
          [lines('Container No.', 'MSKU1234565'), lines(label, 'SL12345')].map(text =>
            cell(text, { width: 3_000 }),
          ),
        ),
      ],
      { widths: [3_000, 3_000] },
    )
  expect(await marked(boxes('Seal No.'), one)).toEqual(['found MSKU1234565', 'found SL12345'])
  expect(await marked(boxes('Remarks'), one)).toEqual(['found MSKU1234565'])
})

test.each([
  { what: 'a seal that is part of a longer one', line: 'seal SL123456, seal SL12345-A, ASL12345' },
  { what: 'a seal of which no label speaks', line: 'Lot SL12345 of cloth' },
  { what: 'a container of another job', line: 'Container MSKU7654321, seal SL999, 45G1' },
  { what: 'a number within a longer one', line: 'Reference XMSKU1234565 and MSKU1234565-2' },
])('$what is no value', async ({ line }) => {
  expect(await marked(lines(line), one)).toEqual([])
})

test('a longer seal behind the number stays, and what follows it', async () => {
  expect(await marked(lines('Container MSKU1234565, seal SL12345-A, 45G1'), one)).toEqual([
    'found MSKU1234565',
  ])
})

test('some of several containers are left: no field says which', async () => {
  expect(await marked(lines('Container MSKU1234565, seal SL12345'), two)).toEqual([])
  expect(await marked(lines('TCLU7654323 and MSKU1234565'), two)).toEqual([])
})

test('marks of several lines below their label are those of the only item', async () => {
  const marks = ['ABC / KARACHI', 'PO 4711', '1-120']
  const item = { Name: 'Sheets', MarksAndNumbers: marks.join('\n') }
  const values = (...Items: FieldValues['lists'][string]): FieldValues => ({ fields: {}, lists: { Items } })
  const found = async (text: readonly string[], jobValues: FieldValues) =>
    (await readPage(templateFile({ body: lines(...text) }), findable, jobValues)).places.map(
      ({ kind, text: value, choices: [first] }) => `${kind} ${value}: ${first?.placeholder}`,
    )
  expect(await found(['Marks and numbers', ...marks], values(item))).toEqual([
    `found ${marks.join('\n')}: {{#Items}}{{MarksAndNumbers}}{{#unless last}}\n{{/unless}}{{/Items}}`,
  ])
  expect(await found(['Remarks', ...marks], values(item))).toEqual([])
  expect(await found(['Marks and numbers', ...marks.slice(0, 2), '1-1200'], values(item))).toEqual([])
  expect(
    await found(['Marks and numbers', ...marks], values(item, { Name: 'Tea', MarksAndNumbers: 'XYZ-1' })),
  ).toEqual([])
})
