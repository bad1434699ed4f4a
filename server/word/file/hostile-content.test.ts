import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { control, repeatingSection } from '#testing/word/controls.ts'
import { picture } from '#testing/word/drawings.ts'
import { complexField } from '#testing/word/fields.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { MOST_WORK, workOf } from '#testing/word/work.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import type { KnownFields } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'
import { WordTemplateError } from './word-error.ts'

const known: KnownFields = {
  ...catalogue,
  fields: [...catalogue.fields, { name: 'Company.Logo', kind: 'picture' }],
}
const file = (body: string) => templateFile({ body, pictures: { sample: png(4, 4, () => [0, 0, 0, 255]) } })

const line = (content: string) => `<w:p>${content}</w:p>`
const words = run('word').repeat(50_000)
const named = (name: string) => control(run('x'), { tag: name })
const nested = (depth: number, inside: string) => {
  let content = inside
  for (let level = 0; level < depth; level += 1) content = control(content, { tag: 'Some.Thing' })
  return content
}

describe('a template made to take long is read or refused within seconds', () => {
  test.each([
    ['controls without names', line(control(run('x'), {}).repeat(40_000))],
    ['controls of one paragraph', line(words + named('Shipment.Igm').repeat(4_900))],
    ['unknown controls', line(words + named('Shipmnt.Ig').repeat(4_900))],
    ['controls in each other', nested(100, paragraph('x').repeat(20_000))],
    ['sections in each other', nested(3, repeatingSection([paragraph('x')], { tag: 'Items' }).repeat(900))],
    ['pictures of one paragraph', line(words + picture('sample', 9, 9, '{{QR Shipment.Igm}}').repeat(4_900))],
    ['pictures without names', line(picture('sample', 9, 9, 'A ship').repeat(8_000))],
    ['placeholders of one paragraph', line(words + run('{{Shipment.Igm}}').repeat(4_900))],
    ['unknown placeholders', line(words + run('{{Shipmnt.Ig}}').repeat(4_900))],
    ['line breaks', line(`<w:r>${'<w:br/>'.repeat(150_000)}</w:r>${run('{{Shipment.Igm}}')}`)],
    ['fields', line(complexField({ code: [' MERGEFIELD Shipment_Igm '] }).repeat(4_900))],
    ['else upon else', line(run('{{#if Today}}') + run('{{else if Today}}').repeat(4_000) + run('{{/if}}'))],
  ])('%s', async (_, body) => {
    const bytes = file(body)
    const work = await workOf(() =>
      compileTemplate(bytes, known).catch((error: unknown) => {
        if (!(error instanceof WordTemplateError)) throw error
      }),
    )
    expect(work).toBeLessThan(MOST_WORK)
  })

  test.each([
    ['fields', '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>', ''],
    ['repeats', run('{{#Items}}'), run('{{/Items}}')],
    ['conditions', run('{{#if Today}}'), run('{{/if}}')],
  ])('%s in each other without end are refused', async (_, opening, closing) => {
    const body = line(opening.repeat(2_400) + closing.repeat(2_400))
    const bytes = file(body)
    const work = await workOf(() =>
      expect(compileTemplate(bytes, known)).rejects.toBeInstanceOf(WordTemplateError),
    )
    expect(work).toBeLessThan(MOST_WORK)
  })
})

describe('pictures', () => {
  const fill = async (body: string, items = 1) =>
    renderDocument(await compileTemplate(file(body), known), sampleValues(items))

  test('absurd sizes are brought to what a page holds, and those that are no sizes keep the drawing', async () => {
    const sized = (size: string) =>
      paragraph(picture('sample', 10, 10, '{{QR Shipment.Igm}}')).replace(
        /<wp:extent [^>]*>/,
        `<wp:extent ${size}/>`,
      )
    let huge = ''
    const work = await workOf(async () => {
      const document = await fill(sized('cx="999999999999999999" cy="999999999999999999"'))
      huge = await readPart(document, 'word/document.xml')
    })
    expect(work).toBeLessThan(MOST_WORK)
    const extent = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(huge)
    expect(Number(extent?.[1])).toBeLessThanOrEqual(20_116_800)
    const blank = { unfillable: 'blank' } as const
    for (const size of ['cx="-5" cy="100"', 'cx="x" cy="y"', 'cx="0" cy="0"']) {
      const template = await compileTemplate(file(sized(size)), known)
      expect(template.problems.map(problem => problem.message)).toEqual([
        '“{{QR Shipment.Igm}}” cannot be read. The drawing has no size to put a picture into.',
      ])
      const kept = await readPart(renderDocument(template, sampleValues(0), blank), 'word/document.xml')
      expect(kept).toContain('r:embed="sample"')
      expect(kept).not.toContain('descr="{{')
    }
  })

  test('more different codes than a document can hold are refused', async () => {
    const body = paragraph(
      `${run('{{#Items}}')}${picture('sample', 1, 1, '{{Code128 Name}}')}${run('{{/Items}}')}`,
    )
    await expect(fill(body, 5_001)).rejects.toThrow('more than 5000 different pictures')
  })

  test('a logo that says it has no size is left out', async () => {
    const values = sampleValues(0)
    const logo = { bytes: new Uint8Array(), mediaType: 'image/png', width: 0, height: Number.NaN } as const
    const template = await compileTemplate(file(paragraph(picture('sample', 9, 9, 'Company.Logo'))), known)
    const document = renderDocument(template, { ...values, fields: { 'Company.Logo': logo } })
    expect(await readPart(document, 'word/document.xml')).not.toContain('w:drawing')
  })
})
