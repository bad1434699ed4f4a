import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { catalogue } from '#testing/word/catalogue.ts'
import { lossesOf } from '#testing/word/conservation.ts'
import { asTextsOnly, distinctValues } from '#testing/word/corpus-values.ts'
import { compileTemplate } from './compile.ts'
import { picture, textBox } from '#testing/word/drawings.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { fillCorpusFile } from '#testing/word/corpus-file.ts'
import { filesWithoutPdf } from '#testing/word/convert.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { dialectTemplates } from '#testing/word/dialect-templates.ts'
import { oddTemplates } from '#testing/word/odd-templates.ts'
import { sampleTemplates } from '#testing/word/templates.ts'
import { newErrors } from '#testing/word/validate.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 120_000 })

let folder = ''
const documents: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-corpus-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PLACES: Readonly<Record<string, number>> = {
  'House Bill of Lading.dotx': 40,
  'Arrival Notice.dotx': 30,
  'Delivery Order.dotx': 20,
  'A form of controls.dotx': 10,
  'A merge letter.docx': 6,
  'Controls in odd places.docx': 7,
  'From a web editor.docx': 2,
  'Other prefixes.docx': 6,
  'Moved parts.docx': 6,
  'Remarks and stretches.docx': 6,
  'Two bytes a character.docx': 6,
  'Tracked and commented.docx': 2,
  'Pictures in lists.dotx': 1,
  'In the strict variant.docx': 1,
  'As Word writes.dotx': 7,
  'As LibreOffice writes.docx': 2,
  'As ONLYOFFICE writes.docx': 1,
  'As WPS writes.docx': 2,
  'As Google Docs writes.docx': 3,
}

test.each([...sampleTemplates(), ...dialectTemplates(), ...(await oddTemplates())])(
  '%s',
  async (name, bytes) => {
    const result = await fillCorpusFile(bytes, catalogue)
    expect(result.refusal).toBeUndefined()
    expect(result.failures).toEqual([])
    expect(result.places).toBeGreaterThanOrEqual(PLACES[name] ?? Number.POSITIVE_INFINITY)
    const original = join(folder, name)
    const made = join(folder, `${name.replace(extname(name), '')} filled.docx`)
    await writeFile(original, bytes)
    await writeFile(made, result.document ?? '')
    expect(await newErrors(original, made)).toEqual([])
    documents.push(made)
  },
)

test.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')('all convert to PDF', async () => {
  expect(documents).toHaveLength(Object.keys(PLACES).length)
  expect(await filesWithoutPdf(documents, folder)).toEqual([])
})

describe('the check itself', () => {
  const letter = async () => (await oddTemplates()).get('A merge letter.docx') ?? new Uint8Array()

  test('tells a refusal with its reason', async () => {
    const broken = await editParts(await letter(), xml => xml.replace('<w:body>', '<w:boody>'))
    expect(await fillCorpusFile(broken, catalogue)).toMatchObject({
      refusal: expect.stringContaining('not well-formed XML'),
      failures: [],
    })
  })

  const TEXT = 'Kept words and {{Today}} 13\u00a0017'
  const whole = (text: string) =>
    templateFile({
      pictures: { sample: png(2, 2, () => [0, 0, 0, 255]) },
      body:
        paragraph(run(text)) +
        paragraph(picture('sample', 5, 5, 'Seal')) +
        paragraph(
          textBox(paragraph('Boxed'), { leftMm: 0, topMm: 0, widthMm: 9, heightMm: 9, colour: '000000' }),
        ),
    })

  test.each([
    ['nothing', (xml: string) => xml, []],
    ['a word', (xml: string) => xml.replace('Kept ', ''), ['1 words are lost: “Kept”']],
    ['a space', (xml: string) => xml.replace('13\u00a0017', '13017'), ['2 words are lost: “13”, “017”']],
    ['a picture', (xml: string) => xml.replace(/<a:blip .*?\/>/, ''), ['1 of 1 pictures are lost']],
    [
      'a text box',
      (xml: string) => xml.replaceAll(/<w:txbxContent>.*?<\/w:txbxContent>/g, ''),
      ['2 words are lost: “Boxed”', '2 of 2 text boxes are lost'],
    ],
    [
      'nothing, but prints a word twice',
      (xml: string) => xml.replace('Kept ', 'Kept Kept '),
      ['1 words are printed too often: “Kept”'],
    ],
  ])('sees that a filling loses %s', async (_, damage, losses) => {
    const original = whole(TEXT)
    const damaged = await editParts(original, xml => damage(xml))
    const values = distinctValues(asTextsOnly(catalogue), 3)
    const template = await compileTemplate(damaged, asTextsOnly(catalogue))
    const found = await lossesOf(original, template, catalogue, values)
    expect(found.filter(loss => !loss.endsWith('(no condition holds)'))).toEqual(losses)
  })

  test('sees what is left of a placeholder', async () => {
    const values = distinctValues(asTextsOnly(catalogue), 3)
    const template = await compileTemplate(whole('{{Today}} {'), asTextsOnly(catalogue))
    const parts = template.parts.map(part =>
      'operations' in part ? { ...part, operations: [...part.operations, '<!--{{Today}}-->'] } : part,
    )
    expect(await lossesOf(whole('{{Today}} {'), { ...template, parts }, catalogue, values)).toEqual([
      'word/document.xml: “{{Today…” is left',
    ])
  })
})
