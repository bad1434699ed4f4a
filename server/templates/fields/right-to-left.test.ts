import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import { filesWithoutPdf } from '#testing/word/convert.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressInOneLine } from './address.ts'
import { knownFields } from './catalogue.ts'

const start = promisify(execFile)

const address = addressInOneLine({
  buildingNo: '12',
  buildingName: 'رحلة',
  street: 'شارع 7',
  city: 'الرياض',
  county: null,
  code: '11564',
  countryId: 'SA',
})

const lines: readonly (readonly [text: string, expected: readonly string[]])[] = [
  ['A {{Consignee.AddressLine}}', ['A', 'رحلة', '12', '7', 'شارع', '11564', 'الرياض', 'Saudi', 'Arabia']],
  ['B {{Consignee.Name}}, 12 Quay', ['B', '50%', 'אבג', '12', 'Quay']],
  ['C {{Shipper.Name}}, 12 Quay', ['C', '9', 'דהו', 'ABC', '(2008)', 'אבג', '7', '12', 'Quay']],
  ['D {{Consignee.Name | before:"Ref. 3 " | after:" kg"}}', ['D', 'Ref.', '3', '50%', 'אבג', 'kg']],
  ['E {{Company.BankDetails}}', ['E', 'Account', '50%', 'אבג', '123']],
]

const values = {
  fields: {
    'Consignee.AddressLine': address,
    'Consignee.Name': 'אבג 50%',
    'Shipper.Name': '7 אבג ABC (2008) דהו 9',
    'Company.BankDetails': 'Account אבג 50%, 123',
  },
  lists: {},
}

/** The words of each line of a page by where they begin, from left to right, without commas. */
async function printedLines(pdf: string): Promise<string[][]> {
  const { stdout } = await start('pdftotext', ['-bbox', pdf, '-'])
  const found = new Map<string, { word: string; left: number }[]>()
  for (const [, left, top, word = ''] of stdout.matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>(.*?)</g,
  )) {
    const line = String(Math.round(Number(top) / 20))
    found.set(line, [...(found.get(line) ?? []), { word, left: Number(left) }])
  }
  return [...found.values()].map(words =>
    words
      .toSorted((one, other) => one.left - other.left)
      .map(({ word }) => sorted(word.replaceAll(',', '')))
      .filter(word => word !== ''),
  )
}

/** Versions of pdftotext differ in the order in which they write the letters of a word. */
function sorted(word: string): string {
  return /[\u0590-\u06ff]/.test(word) ? [...word].toSorted().join('') : word
}

describe.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')(
  'right-to-left values as LibreOffice prints them',
  () => {
    let folder = ''
    let printed: string[][] = []
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lading-directions-'))
      const body = lines.map(([text]) => paragraph(run(text), { after: 400 })).join('')
      const template = await compileTemplate(templateFile({ body }), knownFields)
      const file = join(folder, 'lines.docx')
      await writeFile(file, renderDocument(template, values))
      expect(await filesWithoutPdf([file], folder)).toEqual([])
      printed = await printedLines(join(folder, 'lines.pdf'))
    }, 160_000)
    afterAll(() => rm(folder, { recursive: true, force: true }))

    test.each(lines.map(([text, expected], index) => [text, expected, index] as const))(
      '%s',
      (_, expected, index) => {
        expect(printed[index]).toEqual(expected.map(sorted))
      },
    )
  },
)
