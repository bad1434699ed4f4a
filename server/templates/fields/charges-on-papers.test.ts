import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Document } from '#contract/documents.ts'
import type { Finance } from '#contract/finance.ts'
import { buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { documentText, tableRows } from '#testing/word/read-document.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { testCompany } from '#testing/test-company.ts'

const papers = ['Quotation', 'Proforma Invoice', 'Arrival Notice'] as const

const { company } = testCompany(
  async () => ({ starters: await readStarterTemplates() }),
  buildTemplateCompany,
)
let templates: DocumentTemplate[]

beforeAll(async () => {
  templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
})

const sections = {
  originCharge: 'Origin Charges',
  freightCharge: 'Freight Charges',
  destinationCharge: 'Destination Charges',
} as const
type Section = keyof typeof sections
type Row = readonly [charge: string, amount: string, currency: string, rate: string, inUsd: string]

const origin = { pickUp: 785.5, thc: 20 }
const destination = { deliveryOrder: 428, thc: 33.33 }
const euro = { currency: 'EUR', exchangeRate: 1.0876 }
const own = (name: string, amount: string): Row => [name, amount, 'USD', '', amount]
const price = (words: string): Row => [words, '', '', '', '']

const originRows = [own('Pick-up', '785.50'), own('THC', '20.00')]
const destinationRows = [own('Delivery order', '428.00'), own('THC', '33.33')]

/** 400 kg by volume. */
const cargo = { grossWeight: 180, weightUnit: 0, volume: 2.4, volumeUnit: 0 }

type Case = {
  mode: number
  load: number
  cargo?: object
  freight: object
  rows: readonly Row[]
  total: number
}

/** What is entered as freight, what has to be printed of it, and what it comes to in USD. */
const cases: Record<string, Case> = {
  'sea FCL': {
    mode: 2,
    load: 0,
    freight: { fcl20: 1850, fcl40: 3250, otherFreightCharges: 120, plus45: 3, fsc: 9, fscBasis: 'flat' },
    rows: [own("FCL 20'", '1,850.00'), own("FCL 40'", '3,250.00'), own('Other freight charges', '120.00')],
    total: 5220,
  },
  'sea LCL in euro': {
    mode: 2,
    load: 1,
    freight: { ...euro, lcl: 333.33, otherFreightCharges: 0.05, otherAirCharges: 7 },
    // 362.529708 and 0.05438: what is printed adds up to 362.58, as the sum is rounded.
    rows: [
      ['LCL', '333.33', 'EUR', '1.0876', '362.53'],
      ['Other freight charges', '0.05', 'EUR', '1.0876', '0.05'],
    ],
    total: 362.5841,
  },
  'air with rates of which no total is taken': {
    mode: 0,
    load: 1,
    freight: {
      plus250: 2.2,
      minimumAirCharges: 90,
      fsc: 0.4,
      ssc: 15,
      sscBasis: 'flat',
      otherAirCharges: 6,
      lcl: 8,
    },
    rows: [
      price('Fuel surcharge (FSC): 0.40 USD per kg'),
      price('Minimum air freight: at least 90.00 USD'),
      price('250 kg and over: 2.20 USD per kg'),
      price('The rates are not in the total'),
      own('Security surcharge (SSC)', '15.00'),
      own('Other air charges', '6.00'),
    ],
    total: 21,
  },
  'air with a total taken from rates, in euro': {
    mode: 0,
    load: 1,
    freight: { ...euro, plus250: 2.2, fsc: 0.4, otherFreightCharges: 10, total: 1050, totalIsTyped: true },
    rows: [
      price('Fuel surcharge (FSC): 0.40 EUR per kg'),
      price('250 kg and over: 2.20 EUR per kg'),
      ['Other freight charges', '10.00', 'EUR', '1.0876', '10.88'],
      // 957.088 and 174.016; with 10.876 they are 1,141.98.
      ['Charged by weight: 250 kg and over, 400 kg × 2.20 EUR', '880.00', 'EUR', '1.0876', '957.09'],
      ['Charged by weight: Fuel surcharge (FSC), 400 kg × 0.40 EUR', '160.00', 'EUR', '1.0876', '174.02'],
      ['Rounding', '', '', '', '-0.01'],
    ],
    total: 1141.98,
  },
  'air with another total than the rates come to, in euro without an exchange rate': {
    mode: 0,
    load: 1,
    freight: { currency: 'EUR', plus250: 2.2, otherFreightCharges: 10, total: 860, totalIsTyped: true },
    rows: [
      price('250 kg and over: 2.20 EUR per kg'),
      ['Other freight charges', '10.00', 'EUR', '', '10.00'],
      ['Charged by weight: 250 kg and over, 400 kg × 2.20 EUR', '880.00', 'EUR', '', '880.00'],
      ['Adjustment', '-30.00', 'EUR', '', '-30.00'],
    ],
    total: 860,
  },
  'air with a total beside rates and no weight to charge them by': {
    mode: 0,
    load: 1,
    cargo: {},
    freight: { plus250: 2.2, total: 860, totalIsTyped: true },
    rows: [price('250 kg and over: 2.20 USD per kg'), own('Adjustment', '860.00')],
    total: 860,
  },
  'road with a surcharge per kg and a total typed beside the lines': {
    mode: 1,
    load: 0,
    freight: { lcl: 500, fsc: 40, ssc: 25, total: 550, totalIsTyped: true },
    rows: [
      own('LCL', '500.00'),
      own('Fuel surcharge (FSC)', '40.00'),
      own('Security surcharge (SSC)', '25.00'),
      own('Adjustment', '-15.00'),
    ],
    total: 550,
  },
}

const quoteTypes: Record<string, { quoteType: number; shown: Section[] }> = {
  'Cost & Freight': { quoteType: 0, shown: ['destinationCharge'] },
  ExWorks: { quoteType: 1, shown: ['originCharge', 'freightCharge', 'destinationCharge'] },
  FOB: { quoteType: 2, shown: ['freightCharge', 'destinationCharge'] },
}
const rowsOf = (shown: Section, freight: readonly Row[]) =>
  ({ originCharge: originRows, freightCharge: freight, destinationCharge: destinationRows })[shown].map(
    row => [sections[shown], ...row],
  )

async function printed(paper: string, jobId: string) {
  const id = templates.find(one => one.name === `${paper} (starter).dotx`)?.id
  const { body } = await company.call<Document>(
    'POST',
    `/api/documenttemplate/generatedocument/?shipmentId=${jobId}`,
    { id, allowEmptyJob: true },
  )
  const bytes = await company.fileAt(`/api/document/${body.id}`)
  const all = await tableRows(bytes)
  const from = all.findIndex(([first, second]) => first === 'Section' && second === 'Charge')
  const to = all.findIndex(([first], index) => index > from && first === 'Total')
  const heading = all[from] ?? []
  const cells = ['Section', 'Charge', 'Amount', 'Currency', 'Rate', 'Amount in USD'].map(name =>
    heading.indexOf(name),
  )
  const rows = all
    .slice(from + 1, to + 1)
    .map(row => cells.map(cell => row[cell]?.replaceAll('\u00a0', ' ') ?? '(none)'))
  const isSubtotal = ([, charge]: string[]) => charge === 'Subtotal'
  return {
    rows: rows.slice(0, -1).filter(row => !isSubtotal(row)),
    subtotals: rows.filter(isSubtotal).map(row => [row[0], row[5]]),
    total: rows.at(-1),
    text: await documentText(bytes),
  }
}

const inCents = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)
const money = (amount: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)

describe.each(Object.entries(quoteTypes))('under %s', (_terms, { quoteType, shown }) => {
  test.each(Object.entries(cases))(
    '%s: every figure is printed, and the total is their sum',
    async (_name, one) => {
      const { mode: transportMode, load: clType, freight } = one
      const job = await buildJob(company, {
        ...(one.cargo ?? cargo),
        quote: { quoteType, transportMode, clType },
      })
      const { body: finance } = await company.call<Finance>('PUT', '/api/finance', {
        id: job.quote.financeId,
        originCharge: origin,
        freightCharge: freight,
        destinationCharge: destination,
      })
      const totals = { originCharge: 805.5, freightCharge: one.total, destinationCharge: 461.33 }
      const total = shown.reduce((sum, section) => sum + totals[section], 0)
      expect(finance.total).toBeCloseTo(total, 9)
      const expected = shown.flatMap(section => rowsOf(section, one.rows))
      for (const paper of papers) {
        const { rows, subtotals, total: last, text } = await printed(paper, job.id)
        // Rates, which have no amount, are offered and not charged: a quotation names them below.
        const isListed = (row: readonly string[]) => row[2] !== '' || row[5] !== ''
        expect(rows).toEqual(expected.filter(isListed))
        const offered = expected.filter(row => !isListed(row)).map(([, charge]) => `${charge}. `)
        expect(text.replaceAll('\u00a0', ' ').includes(offered.join(''))).toBe(
          paper === 'Quotation' || offered.length === 0,
        )
        expect(subtotals).toEqual(shown.map(section => [sections[section], money(totals[section])]))
        expect(last).toEqual(['Total', '', '', '', '', money(total)])
        expect(rows.reduce((sum, row) => sum + inCents(row[5] || '0'), 0)).toBe(inCents(money(total)))
        if (paper === 'Proforma Invoice') expect(text).toContain(`Amount due in USD\n${money(total)}`)
      }
    },
  )
})

test('an amount has the label of its own currency: the company’s beside a foreign charge', async () => {
  const template = await company.addTemplate(
    '{{#Charges}}{{Amount | money}} = {{Total | money}} ({{Amount | amount}}) {{/Charges}}' +
      '{{sum Charges.Total | money}}',
    'Currencies.dotx',
  )
  const job = await buildJob(company, { quote: { quoteType: 2, transportMode: 2, clType: 1 } })
  await company.call('PUT', '/api/finance', {
    id: job.quote.financeId,
    freightCharge: { currency: 'JPY', exchangeRate: 0.0067, lcl: 120_000 },
    destinationCharge: { currency: 'KWD', exchangeRate: 3.25, thc: 1.5 },
  })
  const { body } = await company.call<Document>(
    'POST',
    `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`,
    { id: template.id },
  )
  expect((await company.textOf(body)).replaceAll('\u00a0', ' ')).toBe(
    'JPY 120,000 = USD 804.00 (120,000) KWD 1.500 = USD 4.88 (1.500) USD 808.88',
  )
})
