import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { knownFields } from '#server/templates/fields/catalogue.ts'

const page = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')

/** Whole examples: a mark alone, such as the beginning of a list, and what belongs into a picture's text are none. */
function examplesOf(text: string): string[] {
  const inline = [...text.matchAll(/`([^`\n]*\{\{[^`\n]*)`/g)].map(([, code = '']) => code)
  const blocks = [...text.matchAll(/```\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'))
  const isWhole = (code: string) =>
    code.includes('{{') && !/^\{\{[#/][^}]*\}\}$|\{\{(QR|Code128) |Company\.Logo|…/.test(code)
  return [...new Set([...inline, ...blocks].map(code => code.replaceAll('\\|', '|')).filter(isWhole))]
}

const compile = (code: string) => compileTemplate(templateFile({ body: paragraph(run(code)) }), knownFields)

describe.each(['templates.md', 'template-language.md'])('docs/%s', name => {
  test.each(examplesOf(page(name)))('%s can be filled', async code => {
    const inList = /\{\{(Items\.|Quantity)/.test(code) ? `{{#Items}}${code}{{/Items}}` : code
    const list = /\{\{(Charges|Containers)\./.exec(code)?.[1]
    const inItsList = list ? `{{#${list}}}${code}{{/${list}}}` : inList
    expect((await compile(inItsList)).problems).toEqual([])
  })
})

const values = {
  fields: {
    'Shipment.Etd': '2026-12-03',
    'Shipment.GrossWeight': 18_450.5,
    'Shipment.WeightUnit': 'KG',
    'Finance.Total': 1250,
    'Finance.Currency': 'USD',
  },
  lists: {},
}

test.each([
  ['{{Shipment.Etd | date:"dd MMMM yyyy"}}', '03 December 2026'],
  ['{{Shipment.GrossWeight | number:"#,##0.00"}}', '18,450.50'],
  ['{{Shipment.GrossWeight | weight}}', '18,450.5 kg'],
  ['{{Finance.Total | words}}', 'one thousand two hundred fifty'],
  ['{{Finance.Total | words:"currency"}}', 'one thousand two hundred fifty US dollars'],
])('the guide says what %s prints', async (code, printed) => {
  expect(page('templates.md').replaceAll('\\|', '|')).toContain(code)
  expect(page('templates.md')).toContain(printed)
  const text = await documentText(renderDocument(await compile(code), values, { unfillable: 'blank' }))
  expect(text.replaceAll('\u00a0', ' ')).toBe(printed)
})
