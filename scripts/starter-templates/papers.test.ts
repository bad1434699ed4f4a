import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Direction, LoadType, QuoteType, TransportMode } from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import { paperSizes } from '#contract/paper-sizes.ts'
import { documentValues, knownFields } from '#server/templates/fields/catalogue.ts'
import { readStarterTemplates, type StarterTemplate } from '#server/templates/starter-templates.ts'
import { compileTemplate, type CompiledTemplate } from '#server/word/compile.ts'
import { readZip, unpack } from '#server/word/file/zip-read.ts'
import { renderDocument } from '#server/word/render.ts'
import { bareContainer } from '#testing/bare-container.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { id, item, source } from '#testing/template-source.ts'
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
  'the terms of a company follow the signature of a %s, on one page where they fit, and none without terms',
  async name => {
    const company = { ...source.company, tradingTerms: 'Our liability is limited.' }
    const body = await readPart(madeOf(name, { company }), 'word/document.xml')
    const [front = '', back = '', ...more] = body.split('Terms and conditions')
    expect(more).toEqual([])
    expect(front).toContain('as carrier')
    expect(front).not.toMatch(/Our liability is limited|pageBreakBefore/)
    const [, terms = ''] = back.split('<w:p>')
    expect(terms).toContain('Our liability is limited.')
    expect(terms).toContain('<w:keepLines/>')
    const bare = madeOf(name, { company: { ...company, tradingTerms: null } })
    expect(await readPart(bare, 'word/document.xml')).not.toContain('Terms and conditions')
    const [onFoot, ofOther] = [madeOf(name, { company }), madeOf('Packing List', { company })]
    expect(await readPart(onFoot, 'word/footer1.xml')).not.toContain('Our liability')
    expect(await readPart(ofOther, 'word/footer1.xml')).toContain('Our liability is limited.')
  },
)

test('the dangerous goods note lists dangerous goods, and no others', () => {
  const paint = { unNumber: '1263', properShippingName: 'Paint', hazardClass: 9, packingGroup: 1 }
  const further = { flashpoint: 38, marinePollutant: 1, limitedQuantity: 1 }
  const lacquer = item({ name: 'Lacquer', ...paint, ...further })
  const items = [item({ name: 'Yarn' }), lacquer, item({ name: 'Cloth' })]
  const { rows } = readPaper(madeOf('Dangerous Goods Note', { job: { ...source.job, items } }))
  const from = rows.findIndex(row => row[0] === '14. Shipping marks')
  expect(rows.slice(from + 1, from + 3).map(row => row[1]?.split('\n'))).toEqual([
    [
      expect.any(String),
      'UN1263, PAINT, 3, II, (38\u00a0°C\u00a0c.c.), MARINE POLLUTANT, LIMITED QUANTITY',
      'Lacquer',
    ],
    // The form goes on.
    [expect.stringContaining('21. Receipt of the terminal')],
  ])
})

const containerRows = [
  { ...bareContainer, id: 'c1', number: 'MSKU1234565', sizeType: '45G1', tareWeight: 3940 },
  { ...bareContainer, id: 'c2', number: 'TCLU1234568', sizeType: '22G1', tareWeight: 2250 },
]
const paintAndYarn = [
  item({ id: 'i1', name: 'Lacquer', unNumber: '1263', properShippingName: 'Paint', numberOfPacks: 5 }),
  item({ id: 'i2', name: 'Yarn', numberOfPacks: 30 }),
]
const stowed = (itemId: string, containerId: string, packs: number | null) => ({
  ...{ itemId, containerId, packs, grossWeight: null, volume: null },
})
const inContainers = (links: ReturnType<typeof stowed>[]) => ({
  job: { ...source.job, items: paintAndYarn },
  containers: { rows: containerRows, areShared: false },
  itemContainers: links,
})

test('the dangerous goods note lists the containers that hold dangerous goods, and all where nobody knows which', () => {
  const listed = (links: ReturnType<typeof stowed>[]) =>
    readPaper(madeOf('Dangerous Goods Note', inContainers(links)))
      .rows.filter(row => /^[A-Z]{4}\d{7}$/.test(row[0] ?? ''))
      .map(row => row.slice(0, 2))
  const [high, low] = [
    ['MSKU1234565', "40' HC"],
    ['TCLU1234568', "20' GP"],
  ]
  expect(listed([stowed('i1', 'c2', null), stowed('i2', 'c1', null)])).toEqual([low])
  expect(listed([stowed('i1', 'c1', 2), stowed('i1', 'c2', 3)])).toEqual([high, low])
  expect(listed([stowed('i2', 'c1', null)])).toEqual([high, low])
})

test('goods are told by their containers where there are several', () => {
  const goodsOf = (changes: Partial<typeof source>) =>
    readPaper(madeOf('House Bill of Lading', changes)).rows.flatMap(row =>
      (row[2] ?? '').split('\n').filter(line => line.startsWith('In ')),
    )
  const links = [stowed('i1', 'c2', null), stowed('i2', 'c1', 10), stowed('i2', 'c2', 20)]
  const several = inContainers(links)
  expect(goodsOf(several)).toEqual([
    'In TCLU1234568 (5 packs)',
    'In MSKU1234565 (10 packs), TCLU1234568 (20 packs)',
  ])
  const one = { ...several, containers: { rows: containerRows.slice(1), areShared: false } }
  expect(goodsOf(one)).toEqual([])
})

const byMode = (transportMode: number, changes: Partial<typeof source.job> = {}) => ({
  job: { ...source.job, ...changes, quote: { ...source.job.quote, transportMode } },
})

test.each(['Quotation', 'Proforma Invoice', 'Booking Confirmation'])(
  '%s by air states what freight is charged by, and the service from door to door',
  name => {
    const told = (mode: number, service: number) =>
      readPaper(madeOf(name, byMode(mode, { volume: 12, volumeUnit: 0, service })))
        .boxes.map(box => box.replaceAll('\u00a0', ' ').split('\n').filter(Boolean))
        .filter(([label]) => label === 'Volume' || label === 'Service')
    expect(told(TransportMode.air, 8)).toEqual(
      expect.arrayContaining([
        ['Service', 'Air, LCL', 'Door/Door'],
        ['Volume', '12.000 m³', 'Chargeable weight', '2,000.0 kg'],
      ]),
    )
    expect(told(TransportMode.air, 0)).toContainEqual(['Service', 'Air, LCL'])
    expect(told(TransportMode.sea, 0)).toEqual(
      expect.arrayContaining([
        ['Service', 'Sea, LCL', 'CY/CY'],
        ['Volume', '12.000 m³'],
      ]),
    )
  },
)

test('a booking of less than a container load names no depot and no terminal, but where the cargo goes', () => {
  const read = (clType: number) => {
    const quote = { ...source.job.quote, transportMode: TransportMode.sea, clType }
    return readPaper(madeOf('Booking Confirmation', { job: { ...source.job, quote } })).text
  }
  expect(read(LoadType.fcl)).toMatch(/\bVGM\b/)
  expect(read(LoadType.fcl)).toContain('Empty containers from depot')
  expect(read(LoadType.lcl)).not.toMatch(/\bVGM\b|depot|terminal/)
  expect(read(LoadType.lcl)).toContain('Cargo to be delivered to')
})

test.each(['Arrival Notice', 'Delivery Order'])(
  'an import’s %s says where empty containers are returned; the depot of an export is at origin',
  name => {
    const read = (direction: number) => {
      const job = { ...source.job, direction, emptyDepot: 'Nacton Depot' }
      return readPaper(madeOf(name, { job })).text
    }
    expect(read(Direction.import)).toMatch(/Empty containers to\s+Nacton Depot/)
    expect(read(Direction.export)).not.toMatch(/Empty containers|Nacton/)
  },
)

test.each([
  ['House Bill of Lading', 'For delivery of the goods apply to'],
  ['Sea Waybill', 'For delivery of the goods apply to'],
  ['Shipping Instructions', 'Agent at destination'],
  ['Cargo Manifest', 'Agent at destination'],
])(
  '%s: goods of an export are handed over by the agent, those of an import by the company',
  (name, label) => {
    const handsOver = (direction: number) =>
      readPaper(madeOf(name, { job: { ...source.job, direction } }))
        .boxes.map(box => box.split('\n').filter(Boolean))
        .find(([first]) => first === label)?.[1]
    expect(handsOver(Direction.import)).toBe(source.company.name)
    expect(handsOver(Direction.export)).not.toBe(source.company.name)
  },
)

test.each([
  [0, false],
  [1, true],
  [3, true],
  [null, true],
])('of %s originals one is asked for: %s', (originals, isAsked) => {
  const job = { ...source.job, originals, hbl: 'H-1', quote: { ...source.job.quote, transportMode: 2 } }
  expect(/one original/i.test(readPaper(madeOf('Arrival Notice', { job })).text)).toBe(isAsked)
  const bill = readPaper(madeOf('House Bill of Lading', { job })).text
  expect(/One original of this bill/.test(bill)).toBe(isAsked)
  expect(/None: waybill/.test(bill)).toBe(!isAsked)
  // FIATA has a forwarder's certificate of receipt issued in one original, whatever the bill.
  const certificate = readPaper(madeOf('Certificate of Receipt', { job })).boxes
  expect(certificate.map(box => box.trim())).toContain('Number of originals\nOne')
})

test('orders and the credit stand in the description of a bill, and only where they are filled', () => {
  const references = (['purchaseOrder', 'letterOfCredit'] as const).map(kind => ({
    ...{ kind, kindName: kind, number: `${kind} 1`, date: null },
  }))
  const lines = (changes: Partial<typeof source>) =>
    readPaper(madeOf('House Bill of Lading', changes)).text.match(/^.*\b(P\.O\.|L\/C).*$/gm)
  expect(lines({ references })).toEqual(['P.O. No. purchaseOrder 1', 'L/C No. letterOfCredit 1'])
  expect(lines({ references: [] })).toBeNull()
})

test('an arrival notice of prepaid freight asks for the charges at destination alone, of a consignee who is billed', () => {
  const atDestination = {
    ...{ id, currency: 'EUR', exchangeRate: 2, totalIsTyped: false },
    ...{ deliveryOrder: 30, documentation: null, insurance: null, splitting: null, thc: null },
    ...{ yardDocumentation: null, yardFed: null, yardRandD: null, otherDestinationCharges: null },
    total: 30,
  }
  const [{ party, shipmentId }] = source.job.shipmentConsignees as [Job['shipmentConsignees'][number]]
  const consignee = [{ id, shipmentId, role: 'customer' as const, partyId: party?.id ?? id, party }]
  const charges = (
    freightPayment: number,
    destinationCharge: Finance['destinationCharge'] = atDestination,
    customer = consignee,
  ) => {
    if (!source.finance) throw new Error('the job has no finance')
    const finance = { ...source.finance, quoteType: QuoteType.exWorks, destinationCharge, total: 182.38 }
    const { rows, text } = readPaper(
      madeOf('Arrival Notice', {
        finance,
        job: { ...source.job, freightPayment, shipmentParties: customer },
      }),
    )
    const from = rows.findIndex(([first]) => first === 'Section')
    const to = rows.findIndex(([first], index) => index > from && first === 'Total')
    const shown = rows.slice(from + 1, to + 1).map(row => [...row.slice(0, 2), row.at(-1)])
    return { shown, isToldSo: text.includes('Freight and charges at origin are prepaid.') }
  }
  expect(charges(0)).toEqual({
    shown: [
      ['Destination Charges', 'Delivery order', '60.00'],
      ['Destination Charges', 'Subtotal', '60.00'],
      ['Total', '', '60.00'],
    ],
    isToldSo: true,
  })
  const collect = charges(1)
  expect(collect.isToldSo).toBe(false)
  expect([...new Set(collect.shown.map(([section]) => section))]).toEqual([
    'Origin Charges',
    'Freight Charges',
    'Destination Charges',
    'Total',
  ])
  expect(charges(0, null)).toEqual({ shown: [], isToldSo: false })
  // The shipper of an export is billed for all of them, unless another customer is named.
  expect(charges(0, atDestination, [])).toEqual({ shown: [], isToldSo: false })
  expect(charges(1, atDestination, [])).toEqual(collect)
})

test('of containers that a house shares, its papers tell the numbers and seals, and of what is in them the house’s own goods', () => {
  const container = {
    ...bareContainer,
    number: 'MSKU1234565',
    sizeType: '45G1',
    seals: ['ML-1'],
    packages: 600,
    cargoWeight: 9,
    tareWeight: 3940,
    vgm: 3949,
  }
  const master = { id, jobId: 7, name: 'Consolidation' }
  const own = { numberOfPackages: 5, grossWeight: 2, weightUnit: 0, volume: 3, volumeUnit: 0 }
  const rowOf = (paper: string, count: number, isShared: boolean) => {
    const rows = [container, { ...container, id: 'c2', number: 'TCLU1234568' }].slice(0, count)
    const job = { ...source.job, ...own, master: isShared ? master : null }
    return readPaper(madeOf(paper, { job, containers: { rows, areShared: isShared } })).rows.find(
      row => row[0] === 'MSKU1234565',
    )
  }
  const [letter, instructions] = ['Shipper’s Letter of Instruction', 'Shipping Instructions']
  const known = ['MSKU1234565', "40' HC", 'ML-1']
  expect(rowOf(letter, 1, false)).toEqual([...known, '600', '9.00', ''])
  expect(rowOf(letter, 2, false)).toEqual([...known, '600', '9.00', ''])
  expect(rowOf(letter, 1, true)).toEqual(known)
  expect(rowOf(letter, 2, true)).toEqual(known)
  expect(rowOf(instructions, 1, false)).toEqual([...known, '600', '9.00', '3,940.00', '3,949.00'])
  expect(rowOf(instructions, 1, true)).toEqual(known)
  expect(rowOf(instructions, 2, true)).toEqual(known)
})

test.each([
  'Booking Confirmation',
  'Shipping Instructions',
  'House Bill of Lading',
  'Delivery Order',
  'CMR Consignment Note',
])('%s says at which temperature a container is kept', paper => {
  const rows = containerRows.map((row, index) => ({ ...row, temperature: index === 0 ? -18.5 : null }))
  const { text } = readPaper(madeOf(paper, { containers: { rows, areShared: false } }))
  expect(text.match(/-?[\d.]+\u00a0°C/g)).toEqual(['-18.5\u00a0°C'])
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
