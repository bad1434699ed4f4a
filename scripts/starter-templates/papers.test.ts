import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { paperSizes } from '#contract/paper-sizes.ts'
import { documentValues, knownFields } from '#server/templates/fields/catalogue.ts'
import { readStarterTemplates, type StarterTemplate } from '#server/templates/starter-templates.ts'
import { compileTemplate, type CompiledTemplate } from '#server/word/compile.ts'
import { readZip, unpack } from '#server/word/file/zip-read.ts'
import { renderDocument } from '#server/word/render.ts'
import { bareContainer } from '#testing/bare-container.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { item, source } from '#testing/template-source.ts'
import { readPart } from '#testing/word/read-document.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { fileOf } from './paper.ts'
import { papers } from './papers.ts'

let starters: StarterTemplate[]
const compiled = new Map<string, CompiledTemplate>()

beforeAll(async () => {
  starters = await readStarterTemplates()
  for (const { fileName, files } of starters)
    compiled.set(fileName, await compileTemplate(files.A4.bytes, knownFields))
})

async function partsOf(bytes: Uint8Array): Promise<Record<string, string>> {
  const entries = [...(await readZip(bytes)).values()]
  return Object.fromEntries(entries.map(entry => [entry.name, unpack(entry).toString('latin1')]))
}

const cases = papers.map(paper => [paper.name, paper] as const)

test('the files are those that the script writes now: run npm run starter-templates', async () => {
  for (const size of paperSizes) {
    const files = await readdir(join(import.meta.dirname, '../../server/templates/starter', size))
    expect(files.toSorted()).toEqual(papers.map(({ name }) => `${name} (starter).dotx`).toSorted())
  }
  expect(starters.map(({ description, missing }) => ({ description, missing }))).toEqual(
    papers.map(({ description, missing }) => ({ description, missing })),
  )
})

/** Those that somebody signs. */
const signed = new Set([
  'Quotation',
  'Certificate of Receipt',
  'Packing List',
  'House Bill of Lading',
  'Sea Waybill',
  'House Air Waybill',
  'CMR Consignment Note',
  'VGM Declaration',
  'Dangerous Goods Note',
  'Shipper’s Letter of Instruction',
  'Proof of Delivery',
  'Cargo Manifest',
  'Delivery Order',
  'Proforma Invoice',
])

test.each([
  [0, ['1', 'bill']],
  [2, ['2', 'bills']],
])('the manifest of a job with %i house jobs counts its bills', (houses, counted) => {
  const template = compiled.get('Cargo Manifest (starter).dotx')
  if (template === undefined) throw new Error('there is no manifest')
  const values = documentValues({ ...source, houses: Array.from({ length: houses }, () => source.job) })
  const { rows } = readPaper(Buffer.from(renderDocument(template, values)))
  expect(rows.map(row => row.slice(0, 2)).filter(([, word]) => /^bills?$/.test(word ?? ''))).toEqual([
    counted,
  ])
})

const madeOf = (name: string, changes: Partial<typeof source>) => {
  const template = compiled.get(`${name} (starter).dotx`)
  if (template === undefined) throw new Error(`there is no ${name}`)
  return Buffer.from(renderDocument(template, documentValues({ ...source, ...changes })))
}

test.each(['House Bill of Lading', 'Sea Waybill'])(
  'the terms of a company are the back of a %s: a page of their own, and none without terms',
  async name => {
    const company = { ...source.company, tradingTerms: 'Our liability is limited.' }
    const body = await readPart(madeOf(name, { company }), 'word/document.xml')
    const [front = '', back = '', ...more] = body.split('<w:pageBreakBefore/>')
    expect(more).toEqual([])
    expect(front).not.toContain('Our liability is limited.')
    expect(back).toContain('Our liability is limited.')
    const bare = madeOf(name, { company: { ...company, tradingTerms: null } })
    expect(await readPart(bare, 'word/document.xml')).not.toMatch(/pageBreakBefore|Terms and conditions/)
    const [onFoot, ofOther] = [madeOf(name, { company }), madeOf('Packing List', { company })]
    expect(await readPart(onFoot, 'word/footer1.xml')).not.toContain('Our liability')
    expect(await readPart(ofOther, 'word/footer1.xml')).toContain('Our liability is limited.')
  },
)

test('the dangerous goods note lists dangerous goods, and no others', () => {
  const paint = { unNumber: '1263', properShippingName: 'Paint', hazardClass: 9, packingGroup: 1 }
  const items = [item({ name: 'Yarn' }), item({ name: 'Lacquer', ...paint }), item({ name: 'Cloth' })]
  const { rows } = readPaper(madeOf('Dangerous Goods Note', { job: { ...source.job, items } }))
  const from = rows.findIndex(row => row[0] === '14. Shipping marks')
  expect(rows.slice(from + 1, from + 3).map(row => row[1]?.split('\n'))).toEqual([
    [expect.any(String), 'UN1263, PAINT, 3, II', 'Lacquer'],
    // The form goes on.
    [expect.stringContaining('21. Receipt of the terminal')],
  ])
})

test('a letter of instruction shows the containers that a house shares with others, and nothing of what is in them', () => {
  const container = {
    ...bareContainer,
    number: 'MSKU1234565',
    sizeType: '45G1',
    seals: ['ML-1'],
    packages: 600,
    cargoWeight: 9,
  }
  const rowOf = (areShared: boolean) =>
    readPaper(
      madeOf('Shipper’s Letter of Instruction', { containers: { rows: [container], areShared } }),
    ).rows.find(row => row[0] === 'MSKU1234565')
  expect(rowOf(false)).toEqual(['MSKU1234565', "40' HC", 'ML-1', '600', '9.00', ''])
  expect(rowOf(true)).toEqual(['MSKU1234565', "40' HC", 'ML-1', '', '', ''])
})

describe.each(cases)('%s', (name, paper) => {
  const stored = () =>
    starters.find(one => one.fileName === `${name} (starter).dotx`)?.files.A4.bytes ?? Buffer.alloc(0)

  test('is the file that the script writes', async () => {
    expect(await partsOf(stored())).toEqual(await partsOf(fileOf(paper)))
  })

  test('names only what is known, and loses nothing for safety', () => {
    const template = compiled.get(`${name} (starter).dotx`)
    expect(template?.problems).toEqual([])
    expect(template?.removed).toEqual([])
    expect(template?.fields.length).toBeGreaterThan(20)
  })

  test('carries the company and the picture of its logo in its first head', async () => {
    const head = await readPart(stored(), 'word/header1.xml')
    for (const field of ['Name', 'Logo', 'AddressLine', 'ContactLine', 'RegistrationLine'])
      expect(head).toContain(`{{Company.${field}}}`)
  })

  test('repeats the head of every list on each page', async () => {
    const body = await readPart(stored(), 'word/document.xml')
    const lists = body.match(/\{\{#(Items|Containers|GroupedCharges|ChargeCurrencies|Bills)\}\}/g) ?? []
    expect(lists.length).toBeGreaterThan(0)
    expect(body.match(/<w:tblHeader\/>/g)).toHaveLength(lists.length)
  })

  test('has no page for a signature alone: it goes to the next one with the text before it', async () => {
    const body = await readPart(stored(), 'word/document.xml')
    const [before = '', ...signatures] = body.split(/<w:tbl>(?=(?:(?!<\/w:trPr>).)*w:trHeight w:val="850")/s)
    expect(signatures).toHaveLength(signed.has(name) ? 1 : 0)
    if (!signed.has(name)) return
    const kept = before.split('<w:p>').slice(-2)
    expect(kept.map(paragraph => paragraph.includes('<w:keepNext/>'))).toEqual([true, true])
    const [room = ''] = signatures.join('').split('</w:tr>')
    expect(room).toContain('<w:keepNext/>')
  })

  test('is sound to the last part', async () => {
    expect(await validationErrors(stored(), 'dotx')).toEqual([])
  })
})

test.each(cases)('%s is the same on Letter, whose text is no wider than its page', async (_, paper) => {
  const files = starters.find(({ fileName }) => fileName === `${paper.name} (starter).dotx`)?.files
  if (!files) throw new Error('There is no such starter template.')
  expect(files.Letter.bytes.equals(fileOf(paper, 'Letter'))).toBe(true)
  expect((await compileTemplate(files.Letter.bytes, knownFields)).problems).toEqual([])
  const [a4, letter] = [await partsOf(files.A4.bytes), await partsOf(files.Letter.bytes)]
  const page = /<w:pgSz w:w="(\d+)" w:h="(\d+)"/.exec(letter['word/document.xml'] ?? '')
  const sides = [Number(page?.[1]), Number(page?.[2])]
  expect(sides).toEqual(paper.isWide ? [15_840, 12_240] : [12_240, 15_840])
  const margins = /w:right="(\d+)" w:bottom="\d+" w:left="(\d+)"/.exec(letter['word/document.xml'] ?? '')
  const width = (sides[0] ?? 0) - Number(margins?.[1]) - Number(margins?.[2])
  const tables = [...(letter['word/document.xml'] ?? '').matchAll(/<w:tblW w:w="(\d+)"/g)]
  for (const [, table] of tables) expect(Number(table)).toBeLessThanOrEqual(width)
  // Words and pictures are untouched; only what is measured differs.
  const unmeasured = (text = '') => text.replaceAll(/ w:(w|h|pos|left|right)="\d+"/g, '')
  for (const name of Object.keys(a4)) expect(unmeasured(letter[name]), name).toBe(unmeasured(a4[name]))
})
