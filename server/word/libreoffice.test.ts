import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pathToFileURL } from 'node:url'
import { catalogue, sampleItem, sampleValues } from '#testing/word/catalogue.ts'
import { sampleTemplates } from '#testing/word/templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileTemplate } from './compile.ts'
import { renderDocument } from './render.ts'

const start = promisify(execFile)

describe.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')('LibreOffice', () => {
  const ITEMS = 60
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-office-'))
    await mkdir(join(folder, 'in'))
    const names: string[] = []
    for (const [name, bytes] of sampleTemplates()) {
      const document = renderDocument(await compileTemplate(bytes, catalogue), sampleValues(ITEMS))
      const file = join(folder, 'in', name.replace('.dotx', '.docx'))
      await writeFile(file, document)
      names.push(file)
    }
    // A profile of its own, as two runs on one profile lose documents without a word.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    await start('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...names], {
      timeout: 150_000,
    })
  }, 160_000)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each([
    [
      'House Bill of Lading',
      [
        'No. LAD-26-01042',
        'MERIDIAN AURORA / 047W',
        '03 Dec 2026',
        'Weights and measures as declared by Qingdao',
      ],
    ],
    ['Arrival Notice', ['Saturday 9 January 2027', 'Dear Joan Fairholme,', 'Deliver to rear dock.']],
    ['Delivery Order', ['FAIRHOLME & DAUGHTERS OUTFITTERS LTD', 'MEDU8841207', 'Shed C4', '18,450.50 kg']],
  ])('%s: its pages hold the job', async (name, expected) => {
    const { stdout } = await start('pdftotext', ['-layout', join(folder, `${name}.pdf`), '-'])
    const text = stdout.replace(/\s+/g, ' ')
    for (const value of [...expected, 'Northgate Freight Ltd', 'LAD-26-01042']) expect(text).toContain(value)
    for (let number = 0; number < ITEMS; number += 1) expect(text).toContain(String(sampleItem(number).Name))
    expect(text).not.toContain('{{')
    const pages = stdout.split('\f').filter(page => page.trim() !== '')
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  test('a table that runs over pages has its heading on each', async () => {
    const { stdout } = await start('pdftotext', ['-layout', join(folder, 'House Bill of Lading.pdf'), '-'])
    const withGoods = stdout
      .split('\f')
      .filter(page => /(shirts|jeans|blankets|belts|jackets) \d{3}/.test(page))
    expect(withGoods.length).toBeGreaterThan(1)
    for (const page of withGoods) expect(page).toContain('MARKS AND NUMBERS')
    expect(stdout.split('\f')[1]).toContain('continued')
  })
})
