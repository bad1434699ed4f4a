import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { complexField, mergeField } from '#testing/word/fields.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { MOST_WORK, workOf } from '#testing/word/work.ts'
import { expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'

/** Compiles and fills with the work that any file may take; answers why the file is refused, or what is wrong with it. */
async function outcome(body: string): Promise<string[]> {
  const bytes = templateFile({ body })
  let messages: string[] = []
  const work = await workOf(async () => {
    messages = await compileTemplate(bytes, catalogue).then(
      template => {
        renderDocument(template, sampleValues(2), { unfillable: 'blank' })
        return template.problems.map(problem => problem.message)
      },
      (error: unknown) => {
        if (!(error instanceof WordTemplateError)) throw error
        return [error.message]
      },
    )
  })
  expect(work).toBeLessThan(MOST_WORK)
  return messages
}

const BEGIN = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
const CODE = '<w:r><w:instrText xml:space="preserve"> IF </w:instrText></w:r>'

test('fields in fields without end', async () => {
  expect(await outcome(`<w:p>${(BEGIN + CODE).repeat(10_000)}</w:p>`)).toEqual([
    'Fields are inside each other more than 40 deep.',
  ])
})

test('conditions and repeats in each other without end', async () => {
  const nested = '{{#if Today}}'.repeat(2_000) + '{{/if}}'.repeat(2_000)
  expect(await outcome(paragraph(run(nested)))).toEqual([
    'Repeats and conditions are inside each other more than 40 deep.',
  ])
  const lines = `${paragraph(run('{{#Items}}')).repeat(2_000)}${paragraph(run('{{/Items}}')).repeat(2_000)}`
  expect(await outcome(lines)).toEqual(['Repeats and conditions are inside each other more than 40 deep.'])
})

test('a condition of many branches, or longer than anybody writes', async () => {
  expect(await outcome(paragraph(run(`{{#if Today}}${'{{else if Today}}x'.repeat(2_000)}{{/if}}`)))).toEqual([
    'The condition has more than 50 branches.',
  ])
  const [message] = await outcome(paragraph(run(`{{#if ${'not '.repeat(20_000)}Today}}x{{/if}}`)))
  expect(message).toContain('It is longer than 2000 characters.')
})

test('thousands of fields in one field, one paragraph and one table row', async () => {
  const many = Array.from({ length: 2_000 }, () => mergeField('Shipment_Name')).join('')
  expect(
    await outcome(`<w:p>${complexField({ code: [' IF 1 = 1 "', { xml: many }, '" ""'] })}</w:p>`),
  ).toEqual([])
  expect(await outcome(`<w:p>${many}</w:p>`)).toEqual([])
  const breaks = '<w:r><w:t>{{Today}}</w:t><w:br/></w:r>'.repeat(2_000)
  expect(await outcome(`<w:p>${breaks}</w:p>`)).toEqual([])
})

test('a wildcard pattern that would take for ever', async () => {
  const code = ` IF "${'a'.repeat(3_000)}" = "${'*a'.repeat(500)}b" "x" "y" `
  expect(await outcome(`<w:p>${complexField({ code: [code] })}</w:p>`)).toEqual([])
})

test('ends without beginnings, and beginnings without ends', async () => {
  const end = BEGIN.replace('begin', 'end')
  const separate = BEGIN.replace('begin', 'separate')
  for (const marks of [end, separate, end + BEGIN, BEGIN + separate + separate + end + end, BEGIN + CODE]) {
    const messages = await outcome(`<w:p>${marks}${mergeField('Today')}${marks}</w:p>`)
    for (const message of messages)
      expect(message).toContain('A field’s name is put together by other fields')
  }
})
