import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { complexField, mergeField } from '#testing/word/fields.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { evaluate, parseFormula } from './formula.ts'
import type { FieldValue } from './known-fields.ts'
import { renderDocument } from '#server/word/render.ts'

test.each([
  ['1 + 2 * 3', 7],
  ['(1+2)*3', 9],
  ['10 - 2 - 3', 5],
  ['8/2/2', 2],
  ['2^3', 8],
  ['-2 + 5', 3],
  ['--2', 2],
  ['0.1 + 0.2', 0.3],
  ['50%*8', 4],
  ['round(2.345, 2)', 2.35],
  ['ROUND(-2.5; 0)', -3],
  ['max(1, sum(2, 3), 4)', 5],
  ['average(1,2,6)', 3],
  ['int(7.9) + abs(-1) + mod(7, 4)', 11],
])('%s is %d', (text, expected) => {
  const formula = parseFormula([text])
  expect(formula && evaluate(formula, () => 0)).toBe(expected)
})

test.each([
  '',
  '1 +',
  'SUM(ABOVE)',
  'A1 * 2',
  '1,000',
  '(1',
  '1)',
  'exec(1)',
  'constructor(1)',
  '1 2',
  '('.repeat(200),
])('“%s” is left to Word', text => {
  expect(parseFormula([text])).toBeUndefined()
})

const field = (code: string) => ({ xml: mergeField(code) })
const formula = (...code: (string | { xml: string })[]) => complexField({ code, result: 'old' })

async function fill(content: string, fields: Record<string, FieldValue> = {}): Promise<Buffer> {
  const sample = sampleValues(2)
  const template = await compileTemplate(templateFile({ body: `<w:p>${content}</w:p>` }), catalogue)
  expect(template.problems).toEqual([])
  return renderDocument(template, { ...sample, fields: { ...sample.fields, ...fields } })
}

test('an = field over merge fields is worked out, with its format', async () => {
  const tonnes = formula(' = ', field('Shipment_GrossWeight'), ' / 1000 \\# "0.000 \'t\'" ')
  expect(await documentText(await fill(tonnes))).toBe('18.451\u00a0t')
  const both = formula(' =', field('Shipment_GrossWeight'), '-', field('Items_NetWeight_Sum'), ' \\# "0.0"')
  const values = { 'Shipment.GrossWeight': '1000.5' }
  expect(await documentText(await fill(both, values))).toMatch(/^\d+\.\d$/)
  expect(await documentText(await fill(tonnes, { 'Shipment.GrossWeight': null }))).toBe('')
  const part = await readPart(await fill(tonnes), 'word/document.xml')
  expect(part).not.toMatch(/fldChar|instrText/)
})

test('an IF field may compare what another works out', async () => {
  const twice = { xml: formula(' = ', field('Shipment_NumberOfPackages'), ' * 2 ') }
  const body = formula(' IF ', twice, ' > 2000 "much" "little"')
  expect(await documentText(await fill(body))).toBe('much')
  expect(await documentText(await fill(body, { 'Shipment.NumberOfPackages': 5 }))).toBe('little')
})

test('one that asks for cells stays, with the values in its code', async () => {
  const part = await readPart(
    await fill(formula(' = SUM(ABOVE) + ', field('Shipment_NumberOfPackages'), ' ')),
    'word/document.xml',
  )
  expect(part).toContain('= SUM(ABOVE) + </w:instrText>')
  expect(part).toContain('<w:instrText xml:space="preserve">1040</w:instrText>')
})

test('unknown names in one are told', async () => {
  const body = `<w:p>${formula(' = ', field('Shipment_GrossWeight'), ' * ', field('Shipment_Volumee'), ' ')}</w:p>`
  const { problems } = await compileTemplate(templateFile({ body }), catalogue)
  expect(problems.map(problem => problem.message)).toEqual([
    '“Shipment_Volumee” is not a known field; did you mean “Shipment.Volume”?',
  ])
})
