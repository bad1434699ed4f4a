import { afterEach, expect, test, vi } from 'vitest'
import { documentValues } from '#server/templates/fields/catalogue.ts'
import { findable } from '#server/templates/fields/findable.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { placedProblems, type Sourced } from '#server/word/finding/page-problems.ts'
import { PageText } from '#server/word/finding/page-text.ts'
import { Stretches } from '#server/word/finding/stretches.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import { source } from '#testing/template-source.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

// Whoever sends such documents holds up nobody else: twice as long, they take about twice as much.

afterEach(() => vi.restoreAllMocks())

const values = documentValues(source)
const texts = Object.values(values.fields).filter(
  (value): value is string => typeof value === 'string' && /^\S.{3,40}$/.test(value),
)
const value = (at: number) => texts[at % texts.length] ?? ''
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('')
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const merged = (at: number) =>
  `${mark('begin')}<w:r><w:instrText> MERGEFIELD Shipment_Name </w:instrText></w:r>${mark('separate')}${run(value(at))}${mark('end')}${run(` ${value(at + 1)}`)}`
const control = (content: string) =>
  `<w:sdt><w:sdtPr><w:tag w:val="Whatever"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
/** No cell begins in the column of another that is near. */
const stair = (at: number) =>
  `<w:tr><w:trPr><w:gridBefore w:val="${(at % 900) + 1}"/></w:trPr>${cell(paragraph(value(at)), { width: 20 })}</w:tr>`

const documents: Record<string, (count: number) => string> = {
  'lines of a value': count => lines(count, at => paragraph(`Name: ${value(at)}`)),
  'one cell of all lines': count =>
    table(
      [
        row([
          cell(
            lines(count, at => paragraph(value(at))),
            { width: 2_000 },
          ),
        ]),
      ],
      { widths: [2_000] },
    ),
  'one line of all values': count => paragraph(lines(count, at => `${value(at)} `)),
  'rows that begin at all columns': count =>
    table(
      Array.from({ length: count }, (_, at) => stair(at)),
      { widths: [2_000] },
    ),
  'placeholders between values': count => lines(count, at => paragraph(`{{Shipment.Name}} ${value(at)}`)),
  'merge fields between values': count => lines(count, at => `<w:p>${merged(at)}</w:p>`),
  'controls around values': count => lines(count, at => `<w:p>${control(run(value(at)))}</w:p>`),
}

/** How often a page is looked at, a stretch of it compared, and a text taken apart. */
async function stepsFor(body: string): Promise<number> {
  let steps = 0
  const count = (owner: object, name: string) => {
    const own = Reflect.get(owner, name) as (...given: unknown[]) => unknown
    vi.spyOn(owner as Record<string, (...given: unknown[]) => unknown>, name).mockImplementation(function (
      this: unknown,
      ...given: unknown[]
    ) {
      steps += 1
      return own.apply(this, given)
    })
  }
  for (const name of ['at', 'offsetOf', 'boxAt', 'lineAt', 'cellText', 'coveringText', 'textAbove', 'whole'])
    count(PageText.prototype, name)
  for (const name of ['meet', 'hold', 'cover']) count(Stretches.prototype, name)
  for (const name of ['split', 'normalize']) count(String.prototype, name)
  const bytes = templateFile({ body })
  await readPage(bytes, findable, values, async () => (await compileTemplate(bytes, findable.known)).found)
  vi.restoreAllMocks()
  return steps
}

test.each(Object.entries(documents))(
  '%s: twice as many take twice the steps',
  async (_, bodyOf) => {
    const few = await stepsFor(bodyOf(1_000))
    expect(few).toBeGreaterThan(1_000)
    expect(await stepsFor(bodyOf(2_000))).toBeLessThan(few * 2.5)
  },
  120_000,
)

const unfinished = (count: number) => paragraph('{{Shipment.Name '.repeat(count))
const figures = (count: number) => paragraph(lines(count, at => `${at % 100} `))

/** What the processor does of a page, at its best of three: others use it, too. */
async function workFor(body: string): Promise<number> {
  const bytes = templateFile({ body })
  const read = () =>
    readPage(bytes, findable, values, async () => (await compileTemplate(bytes, findable.known)).found)
  const took: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const before = process.threadCpuUsage()
    await read()
    const { user, system } = process.threadCpuUsage(before)
    took.push(user + system)
  }
  return Math.min(...took)
}

test.each([
  ['braces that never close', unfinished, 4_500],
  ['figures in one line', figures, 120_000],
])(
  '%s: twice as many take no more than three and a half times the work',
  async (_, bodyOf, count) => {
    const few = await workFor(bodyOf(count / 2))
    expect(await workFor(bodyOf(count))).toBeLessThan(few * 3.5)
  },
  120_000,
)

test('problems find their places without a look at all others', () => {
  let looks = 0
  const countFor = (count: number) => {
    looks = 0
    const places = Array.from({ length: count }, (_, paragraph): Sourced => {
      const at = { paragraph, offset: 0 }
      return {
        ...{ to: at, placeholder: undefined, name: '' },
        get from() {
          looks += 1
          return at
        },
        sources: ['«x»'],
      }
    })
    const found = places.map((_, paragraph) => ({
      origin: { paragraph, source: '«x»', order: paragraph, place: '' },
      problem: { kind: 'unknown' as const, place: '', message: '', name: 'x' },
      isWarning: false,
    }))
    const placed = placedProblems(found, places, { paragraphs: [], copies: new Map() })
    expect(placed.map(({ from }) => from?.paragraph)).toEqual(places.map((_, paragraph) => paragraph))
    return looks
  }
  const few = countFor(500)
  expect(countFor(1_000)).toBeLessThan(few * 2.5)
})

test('a page that says the job’s values over and over is refused, with what to do', async () => {
  const bytes = templateFile({ body: paragraph('Northern Jubilee '.repeat(20_001)) })
  const job = { fields: { 'Shipment.VesselName': 'Northern Jubilee' }, lists: {} }
  await expect(readPage(bytes, findable, job)).rejects.toMatchObject({
    name: 'WordTemplateError',
    message:
      'The file says values of the job more than 20,000 times, which nobody can look through here. Make it shorter: a template needs one page of each kind.',
  })
  expect((await readPage(bytes, findable, null)).places).toEqual([])
})
