import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { catalogue } from '#testing/word/catalogue.ts'
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
})
