import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { fontCoverage, charactersWithoutFont } from '#server/pdf/fonts.ts'
import { buildContainer, buildItem, buildOrganisation } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { paperCases } from '#testing/papers/cases.ts'
import { knownWords, textsOf } from '#testing/papers/known-texts.ts'
import {
  dateText,
  figure,
  type ProductValues,
  type Labelled,
  linesUnderLabels,
  packagesInWords,
  shortened,
} from '#testing/papers/labels.ts'
import { oneSpace, readBox } from '#testing/papers/read-box.ts'
import type { PaperCase } from '#testing/papers/paper-case.ts'
import { readPaper, wordsOf } from '#testing/papers/read-paper.ts'
import { buildTemplateCompany, type TemplateCompany } from '#testing/template-company.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { testProduct } from '#testing/test-company.ts'

/*
 * Reads papers as a careful stranger would: each figure and word of a paper has to be the job's or the form's own,
 * and the job's figures have to be there. `npm run test:papers` prints some as PDF too and looks for figures and words that are broken over two lines.
 */

const withPdf = process.env['PAPERS'] === 'all'
const starters = await readStarterTemplates()
const names = starters.map(one => one.defaultDocumentName.replace('.docx', ''))
const withCharges = ['Quotation', 'Proforma Invoice', 'Arrival Notice']
const withItems = [
  'Booking Confirmation',
  'Shipping Instructions',
  'Certificate of Receipt',
  'Packing List',
  'House Bill of Lading',
  'Sea Waybill',
  'House Air Waybill',
  'Arrival Notice',
  'Delivery Order',
  'Shipper’s Letter of Instruction',
  'Proof of Delivery',
]

const withDimensions = [
  'Packing List',
  'House Air Waybill',
  'Shipper’s Letter of Instruction',
  'Shipping Instructions',
]
const withContainers = [
  'House Bill of Lading',
  'Sea Waybill',
  'Shipper’s Letter of Instruction',
  'Packing List',
  'Pre-alert',
  'Cargo Manifest',
  'Arrival Notice',
  'Delivery Order',
  'Proof of Delivery',
]

const { product } = testProduct({ starters })

async function build(company: TemplateCompany, one: PaperCase): Promise<Job> {
  await company.call('PUT', '/api/company', { currency: one.currency, city: 'Hamburg' })
  const parties: Record<string, { partyId: string }> = {}
  for (const [role, { name, taxNumber, paymentTerms, ...contact }] of Object.entries(one.parties)) {
    const own = { name, taxNumber, paymentTerms }
    parties[role] = await buildOrganisation(company, { ...own, organisationContacts: [{ contact }] })
  }
  const ports: Record<string, string> = {}
  for (const [name, fields] of Object.entries(one.ports ?? {}))
    ports[`${name}PortId`] = (await company.call<{ id: string }>('POST', '/api/port', fields)).body.id
  const job = await buildFullJob(company, { ...one.job, quote: { ...one.quote, ...ports } }, parties)
  for (const [kind, number] of Object.entries(one.references ?? {}))
    await company.call('POST', '/api/reference', { shipmentId: job.id, kind, number })
  for (const container of one.containers ?? []) await buildContainer(company, job.id, container)
  for (const item of one.items) await buildItem(company, job.id, item)
  const { status } = await company.call('PUT', '/api/finance', { id: job.quote.financeId, ...one.finance })
  expect(status).toBe(200)
  return job
}

async function readForm(paper: string) {
  return readPaper(await readFile(new URL(`../starter/A4/${paper} (starter).dotx`, import.meta.url)))
}

/** What a form says by itself: its text without the places to fill. */
const wordsOfForm = async (paper: string) =>
  wordsOf((await readForm(paper)).text.replaceAll(/\{\{.*?\}\}/gs, ' '))

/** What other modes have, and a note of dangerous goods where there are none, is refused. */
const housePapers = ['House Bill of Lading', 'Sea Waybill', 'House Air Waybill']
const isByAir = ({ quote }: PaperCase) => quote.transportMode === 0
const isDangerous = ({ items }: PaperCase) => items.some(({ unNumber }) => unNumber)
const madeFor: Readonly<Record<string, (one: PaperCase) => boolean>> = {
  'House Bill of Lading': one => !isByAir(one),
  'Sea Waybill': one => !isByAir(one),
  'VGM Declaration': one => !isByAir(one),
  'Dangerous Goods Note': one => !isByAir(one) && isDangerous(one),
  'House Air Waybill': one => isByAir(one) || one.quote.transportMode === undefined,
  'CMR Consignment Note': ({ quote, parties }) =>
    quote.transportMode === undefined || parties.haulier !== undefined,
}
const isMade = (paper: string, one: PaperCase) => madeFor[paper]?.(one) ?? true

/** The number beside a paper's title. */
const numbers: Readonly<Record<string, string>> = {
  Quotation: 'QUO-00001',
  'Booking Confirmation': 'BKG-00001',
  'Certificate of Receipt': 'FCR-00001',
  'House Bill of Lading': 'HBL-00001',
  'Sea Waybill': 'HBL-00001',
  'House Air Waybill': 'HAWB-00001',
  'Arrival Notice': 'AN-00001',
  'Delivery Order': 'DO-00001',
  'Proforma Invoice': 'PRO-00001',
}
const sameSpaces = (text: string) => text.replaceAll(/[^\S\n]/g, ' ')
const inTable = (rows: string[][], heading: string, columns: readonly string[]) => {
  const from = rows.findIndex(
    row => row.includes(heading) && columns.every(one => row.some(cell => cell.startsWith(one))),
  )
  const places = columns.map(one => (rows[from] ?? []).findIndex(cell => cell.startsWith(one)))
  const to = rows.findIndex((row, index) => index > from && row.some(cell => /^Total\b/.test(cell)))
  return rows.slice(from + 1, to + 1).map(row => places.map(place => sameSpaces(row[place] ?? '')))
}

/** A form's labels over what is filled in: those that the paper has to have, and what they must not be without. */
function labelsOfForm(cells: string[], known: Labelled, one: PaperCase): string[] {
  const choices = [
    [
      /\{\{#if Shipment\.Direction = "Import"\}\}([^{}]*)\{\{else\}\}([^{}]*)\{\{\/if\}\}/g,
      one.job.direction === 0,
    ],
    [
      /\{\{#if Shipment\.NumberOfOriginals <> "" and Shipment\.NumberOfOriginals = 0\}\}([^{}]*)\{\{else\}\}([^{}]*)\{\{\/if\}\}/g,
      one.job.originals === 0,
    ],
  ] as const
  const chosen = (cell: string) =>
    choices.reduce((text, [choice, holds]) => text.replaceAll(choice, holds ? '$1' : '$2'), cell)
  const forThisJob = (cell: string) =>
    chosen(cell)
      .replaceAll(
        /\{\{#if Quote\.TransportMode = "Air"\}\}(.*?)\{\{else if Quote\.TransportMode = "Road"\}\}(.*?)\{\{else\}\}(.*?)\{\{\/if\}\}/g,
        (_whole, air: string, road: string, sea: string) =>
          [air, road, sea][one.quote.transportMode ?? 2] ?? sea,
      )
      .replaceAll(
        /\{\{#if Quote\.TransportMode = "Road"\}\}(.*?)\{\{else if Quote\.TransportMode = "(Air|Sea)"\}\}(.*?)\{\{else\}\}(.*?)\{\{\/if\}\}/g,
        (_whole, road: string, own: string, known: string, unknown: string) =>
          ({ 1: road, [own === 'Air' ? 0 : 2]: known })[one.quote.transportMode ?? -1] ?? unknown,
      )
      .replaceAll(
        /\{\{#if Quote\.TransportMode = "Air" or Quote\.TransportMode = "Road" or Quote\.LoadType = "LCL"\}\}(.*?)\{\{else\}\}(.*?)\{\{\/if\}\}/g,
        (_whole, shared: string, full: string) => (isByAir(one) || one.quote.clType === 1 ? shared : full),
      )
      .replaceAll(
        /^\{\{#if ([^}]*)\}\}([^{}\n]+)\{\{\/if\}\}$/gm,
        (whole, condition: string, label: string) => {
          if (known[label] === undefined) return whole
          const isOfMode = condition.includes('<> "Air"')
            ? one.quote.transportMode === undefined || one.quote.transportMode === 2
            : !condition.includes('"Air"') || one.quote.transportMode === 0
          return isOfMode && known[label].length > 0 ? label : ''
        },
      )
      .replaceAll(/\{\{#if GroupedCharges\}\}(.*?)\{\{\/if\}\}/gs, one.read.charges.length > 0 ? '$1' : '')
      .replaceAll(
        '{{#if Shipment.Ata}}Arrived on{{else}}Expected on{{/if}}',
        one.job.ata ? 'Arrived on' : 'Expected on',
      )
      .replaceAll('{{Company.Currency}}', one.currency)
  const unread = cells
    .map(cell => forThisJob(cell).trim())
    .filter(cell => cell.includes('{{'))
    .filter(cell => /^[^{]/.test(cell) && readBox(cell, known).every(([label]) => !(label in known)))
  // The head, the lists' own cells and who signs: read apart.
  const apart =
    /^(Total(?! prepaid| collect)|To take delivery bring|Amount in|Made by|For |Signed for|Quotation|.+\n(\{\{Numbers|Job |\{\{#if Shipment\.(MasterBl|HouseBl)))/
  expect(unread.filter(cell => !apart.test(cell))).toEqual([])
  const isOfFull = !isByAir(one) && one.quote.clType !== 1
  return ofChosenCharges(cells, one)
    .map(forThisJob)
    .flatMap(cell => readBox(cell, known))
    .flatMap(([label]) => (label in known ? [label] : []))
    .filter(label => isOfFull || !/^(Empty containers from|Full containers to) /.test(label))
}

/** An air waybill has its boxes of weights and charges twice: with charges as agreed, and with charges that are shown. */
function ofChosenCharges(cells: readonly string[], one: PaperCase): readonly string[] {
  const starts = cells.flatMap((cell, index) => (cell.startsWith('Pieces') ? [index] : []))
  const [asAgreed, shown] = starts
  if (asAgreed === undefined || shown === undefined) return cells
  const end = cells.findIndex(cell => cell.startsWith('Rate / charge')) + 1
  return one.job.waybillCharges === 1
    ? [...cells.slice(0, asAgreed), ...cells.slice(shown)]
    : [...cells.slice(0, shown), ...cells.slice(end)]
}

describe.each(Object.entries(paperCases).map(([name, one]) => ({ name, one })))('$name', ({ name, one }) => {
  let company: TemplateCompany
  let job: Job
  let templates: DocumentTemplate[]
  beforeAll(async () => {
    company = await buildTemplateCompany(product)
    job = await build(company, one)
    templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
  })

  test('what papers will lack, and what figures disagree, is told before', async () => {
    const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
      templateIds: templates.map(({ id }) => id),
      shipmentIds: [job.id],
    })
    const messages = body.jobs[0]?.missing.map(({ message }) => message) ?? []
    const fonts = await fontCoverage()
    const withoutFont = fonts ? charactersWithoutFont(textsOf(one).join(' '), fonts) : []
    const ofFonts = messages.filter(message => message.startsWith('The server has no font'))
    expect(ofFonts).toHaveLength(withoutFont.length)
    for (const { characters } of withoutFont) expect(ofFonts.join()).toContain(`for ${characters}:`)
    expect(messages).toEqual(expect.arrayContaining([...one.read.told]))
    const isBare = messages.includes('No details of the job would be printed')
    expect(messages.includes('There are no charges')).toBe(one.read.charges.length === 0 && !isBare)
    const disagreements = messages.filter(message => /come to|not charged|finer|IATA/.test(message))
    expect(one.read.told).toEqual(expect.arrayContaining(disagreements))
  })

  const generate = async (paper: string, formats: string[]) => {
    const id = templates.find(template => template.name === `${paper} (starter).dotx`)?.id
    const url = `/api/documenttemplate/generatedocuments/?shipmentId=${job.id}`
    return company.call<Document[]>('POST', url, { id, formats, allowEmptyJob: true })
  }
  const made = names.filter(paper => isMade(paper, one))

  test.each(names.filter(paper => !made.includes(paper)))('%s is refused', async paper => {
    const { status, body } = await generate(paper, ['word'])
    const code =
      paper === 'Dangerous Goods Note' && one.quote.transportMode !== 0 ? 'no_dangerous_goods' : 'other_mode'
    expect({ status, body }).toMatchObject({ status: 422, body: { code } })
  })

  test.each(made)('%s says what the job says, all of it and nothing else', async paper => {
    const { status, body } = await generate(paper, ['word'])
    expect([status, paper]).toEqual([201, paper])
    const { text, rows, boxes: cells } = readPaper(await company.fileAt(`/api/document/${body[0]?.id}`))
    const { body: current } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    const { account, user } = company.membership
    const given: ProductValues = {
      jobId: job.jobId,
      companyName: account.name,
      today: new Date().toISOString().slice(0, 10),
      houseBl: current.hbl,
      userLine: `${user.displayName}, ${company.person.email}`,
    }
    const number = housePapers.includes(paper) && one.job.hbl ? one.job.hbl : numbers[paper]
    const allowed = new Set([
      ...(await wordsOfForm(paper)),
      ...wordsOf(
        [
          ...textsOf(one),
          ...knownWords,
          dateText(given.today),
          given.companyName,
          given.userLine,
          packagesInWords(one),
          'Hamburg',
          // Titles that say what the paper is.
          paper,
          'COPY – NON-NEGOTIABLE',
        ].join(' '),
      ),
      ...wordsOf([String(job.jobId), number, current.hbl].join(' ')),
      // The class of its weight on an air waybill.
      ...(paper === 'House Air Waybill' ? ['N', 'Q'] : []),
      ...[one.currency, 'Flight', 'Vessel', 'Packages', 'kg', 'Tel'],
    ])
    expect(wordsOf(text).filter(word => !allowed.has(word))).toEqual([])
    // What is not filled in leaves no comma, blank or bracket behind.
    expect(text.split('\n').filter(line => /^\s*[,;)]|^\s+\S|[,(]\s*$|\S\s+$|,\s*,/.test(line))).toEqual([])
    for (const line of [number, `job ${job.jobId}`, given.companyName])
      expect(sameSpaces(text).toLowerCase()).toContain(sameSpaces(line ?? '').toLowerCase())

    const known = linesUnderLabels(one, given)
    const toRead = Object.fromEntries(
      Object.entries(shortened[paper] ?? {}).map(([label, lines]) => [
        label,
        lines(one).filter(Boolean).map(oneSpace),
      ]),
    )
    const boxes = cells.flatMap(cell => readBox(cell, known)).filter(([label]) => label in known)
    // Where a box of its own tells it, no line of another box does.
    const alone = [
      ['Port of discharge', /^Port of discharge: /],
      ['Airport of destination', /^Airport of destination: /],
    ] as const
    const toldAlone = alone.filter(([own]) => boxes.some(([label]) => label === own))
    const isOwn = (line: string) => toldAlone.every(([, start]) => !start.test(line))
    expect(boxes).toEqual(boxes.map(([label]) => [label, (toRead[label] ?? known[label])?.filter(isOwn)]))
    expect(boxes.map(([label]) => label)).toEqual(
      labelsOfForm((await readForm(paper)).boxes, { ...known, ...toRead }, one),
    )
    readLists(paper, rows)
  })

  function readLists(paper: string, rows: string[][]) {
    const { read } = one
    if (read.charges.length === 0)
      expect(
        rows.flat().filter(cell => /^(Charge|Section|Subtotal|Amount|Amount (due|in)\b.*)$/s.test(cell)),
      ).toEqual([])
    if (withCharges.includes(paper) && read.charges.length > 0) {
      const columns = ['Section', 'Charge', 'Amount', 'Currency', 'Rate', `Amount in ${one.currency}`]
      const found = inTable(rows, 'Charge', columns)
      expect(found.slice(0, -1).filter(row => row[1] !== 'Subtotal')).toEqual(
        // Rates, which have no amount, are offered and not charged.
        read.charges.filter(row => row[2] !== '' || row[5] !== ''),
      )
      expect(
        found.filter(row => row[1] === 'Subtotal').map(([section, , ...figures]) => [section, ...figures]),
      ).toEqual(read.subtotals)
      expect(found.at(-1)?.at(-1)).toBe(read.total)
      const from = rows.findIndex(row => row[0] === 'Of this in') + 1
      expect(from > 0).toBe(read.currencies !== undefined)
      const currencies = rows
        .slice(from)
        .filter(row => row.length === 4 && /^([A-Z]{3}|Rounding|Adjustment)$/.test(row[0] ?? ''))
      expect(currencies).toEqual(read.currencies ?? [])
    }
    if (withItems.includes(paper) && read.items.length > 0) {
      const goods = paper === 'Packing List' ? 'Goods' : 'Description of goods'
      const found = inTable(rows, 'Packages', ['Packages', 'Gross weight', goods])
      expect(found.slice(0, -1)).toEqual(
        read.items.map(([packs, ...weight]) => [packs, weight.join(' ').trim(), expect.any(String)]),
      )
      const [packages = '', weight] = found.at(-1) ?? []
      expect([packages.replace(/^(Total )?/, 'Total '), weight]).toEqual([read.packages, read.grossWeight])
      const names = inTable(rows, 'Packages', [goods]).slice(0, -1)
      expect(names).toEqual(
        one.items.map(({ name, description }, index) => {
          const [code, dangers] = [/^HS/, /^UN/].map(start =>
            read.goods?.[index]?.find(line => start.test(line)),
          )
          const measured = withDimensions.includes(paper) ? (read.dimensions?.[index] ?? []) : []
          const volumes = paper === 'Packing List' ? (read.volumes?.[index] ?? []) : []
          const size = [...measured, ...volumes].join(', ')
          const lines = [name, description, size, code, dangers]
          return [sameSpaces(lines.filter(Boolean).join('\n'))]
        }),
      )
    }
    if (withContainers.includes(paper)) {
      const from = rows.findIndex(row => row[0] === 'Container' && row.includes('Volume, m³'))
      const listed = rows
        .slice(from + 1, from + 1 + (read.containers ?? []).length)
        .map(row => row.map(sameSpaces))
      expect([paper, from < 0 ? undefined : listed]).toEqual([paper, read.containers])
    }
    if (paper === 'VGM Declaration') {
      const from = rows.findIndex(row => row[0] === 'Container')
      const listed = rows
        .slice(from + 1, from + 1 + (read.weighed ?? []).length)
        .map(row => row.map(sameSpaces))
      expect(from < 0 ? undefined : listed).toEqual(read.weighed)
    }
    if (paper === 'Packing List' && read.items.length > 0)
      expect(inTable(rows, 'Packages', ['No.', 'Quantity', 'Net weight']).slice(0, -1)).toEqual(
        one.items.map(({ quantity, netWeight }, index) => [
          `${index + 1}`,
          figure(quantity, 0),
          netWeight === undefined ? '' : `${figure(netWeight, 2)} ${read.items[index]?.[2]}`,
        ]),
      )
  }

  const isPrinted = ['three currencies', 'forty items', 'an air job', 'mixed units'].includes(name)
  const housePaper = name === 'an air job' ? 'House Air Waybill' : 'House Bill of Lading'
  const printed = isPrinted ? [...withCharges, housePaper, 'Packing List', 'Cargo Manifest'] : []
  const printedPapers = name === 'ten-digit figures' ? made : printed
  test.each(withPdf ? printedPapers : [])('%s keeps its figures and words whole as a PDF', async paper => {
    const { body } = await generate(paper, ['word', 'pdf'])
    const [word, pdf] = await Promise.all(body.map(one => company.fileAt(`/api/document/${one.id}`)))
    const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    const countOf = (text: string) => {
      const counts = new Map<string, number>()
      for (const figure of wordsOf(text).filter(one => /\d[.,]\d/.test(one)))
        counts.set(figure, (counts.get(figure) ?? 0) + 1)
      return counts
    }
    const onPages = countOf(stdout)
    const { text, rows } = readPaper(word ?? Buffer.alloc(0))
    const figures = [...countOf(text)]
    expect(figures.filter(([figure, count]) => (onPages.get(figure) ?? 0) < count)).toEqual([])
    const wordsOnPages = new Set(wordsOf(stdout.toLowerCase()))
    const inCells = rows.flatMap(row => row.flatMap(cell => wordsOf(cell.toLowerCase())))
    expect(inCells.filter(word => !wordsOnPages.has(word))).toEqual([])
  })
})
