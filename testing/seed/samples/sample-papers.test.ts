import { spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { Direction, freightPayments, labelOf } from '#contract/choices.ts'
import type { Container } from '#contract/containers.ts'
import type { Document } from '#contract/documents.ts'
import type { Finance } from '#contract/finance.ts'
import { organisationIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import type { PartyRole } from '#contract/parties.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { findOffice } from '#server/pdf/find-office.ts'
import { openPdfPrinter } from '#server/pdf/printer.ts'
import type { AsUser } from '#server/route.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { openWordPool } from '#server/word/pool.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { testCompany } from '#testing/test-company.ts'
import { addSamples, sampleJobId } from './lay-out.ts'
import { addSamplePapers, namesOfPaper, papersOf } from './sample-papers.ts'
import type { Sample } from './sample.ts'
import { isMaster, samples } from './samples.ts'

// Each paper of each sample says what the job holds of it. `npm run test:papers` reads them as PDF too.
const withPdf = process.env['PAPERS'] === 'all'
const starters = await readStarterTemplates()
const { product, company, rows } = testCompany({ starters })

const asUser: AsUser = async work => {
  const [user] = await rows.select<{ subject: string }>('select subject from users where email = $1', [
    company.person.email,
  ])
  const result = await product.database.asUser(user?.subject ?? '', async session => ({
    value: await work(session),
  }))
  if (!result) throw new Error('There is no such account.')
  return result.value
}
const get = async <Body>(url: string) => (await company.call<Body>('GET', url)).body

beforeAll(async () => {
  await addSamples(asUser)
  const word = openWordPool()
  const printer = openPdfPrinter({ office: findOffice(process.env), dataDir: product.filesFolder })
  const files = await openDiskStore(product.filesFolder)
  const making = { files, word, pdf: withPdf ? printer : null }
  const papers = samples.flatMap(papersOf).length
  expect(await addSamplePapers(making, asUser)).toBe(papers * (withPdf ? 2 : 1))
  // Nothing is made twice.
  expect(await addSamplePapers(making, asUser)).toBe(0)
  await printer.close()
  await word.close()
}, 1_200_000)

type Shown = {
  roles: readonly PartyRole[]
  /** What of the cargo: its lines, those that are dangerous, or its sums alone. */
  cargo?: 'items' | 'dangerous' | 'sums'
  containers?: 'numbers' | 'weighed'
  charges?: true
}

const shown: Readonly<Record<string, Shown>> = {
  Quotation: { roles: ['customer'], cargo: 'sums', charges: true },
  'Booking Confirmation': {
    roles: ['customer', 'carrier', 'shipper', 'consignee'],
    cargo: 'items',
    containers: 'numbers',
  },
  'Shipper’s Letter of Instruction': {
    roles: ['shipper', 'consignee', 'notifyParty'],
    cargo: 'items',
    containers: 'numbers',
  },
  'Shipping Instructions': {
    roles: ['carrier', 'agent', 'shipper', 'consignee', 'notifyParty'],
    cargo: 'items',
    containers: 'weighed',
  },
  'Certificate of Receipt': { roles: ['shipper', 'consignee'], cargo: 'items' },
  'Packing List': { roles: ['shipper', 'consignee'], cargo: 'items', containers: 'numbers' },
  'Pre-alert': {
    roles: ['agent', 'shipper', 'consignee', 'notifyParty'],
    cargo: 'sums',
    containers: 'numbers',
  },
  'Cargo Manifest': { roles: ['carrier', 'agent'], cargo: 'sums', containers: 'numbers' },
  'Arrival Notice': {
    roles: ['consignee', 'notifyParty'],
    cargo: 'items',
    containers: 'numbers',
    charges: true,
  },
  'Delivery Order': {
    roles: ['warehouse', 'consignee', 'clearingAgent'],
    cargo: 'items',
    containers: 'numbers',
  },
  'Proforma Invoice': { roles: ['customer'], cargo: 'sums', charges: true },
  'Proof of Delivery': { roles: ['shipper', 'consignee'], cargo: 'items', containers: 'numbers' },
  'VGM Declaration': { roles: ['shipper', 'carrier'], containers: 'weighed' },
  'Dangerous Goods Note': { roles: ['shipper', 'consignee', 'carrier'], cargo: 'dangerous' },
  'House Bill of Lading': {
    roles: ['shipper', 'consignee', 'notifyParty'],
    cargo: 'items',
    containers: 'numbers',
  },
  'Sea Waybill': { roles: ['shipper', 'consignee', 'notifyParty'], cargo: 'items', containers: 'numbers' },
  'House Air Waybill': { roles: ['shipper', 'consignee', 'agent', 'carrier'], cargo: 'items' },
  'CMR Consignment Note': { roles: ['shipper', 'consignee', 'carrier'], cargo: 'items' },
}

/** These name the places where the cargo is taken over or delivered, and not both ports. */
const placesAlone = new Set(['Certificate of Receipt', 'CMR Consignment Note', 'Proof of Delivery'])

const figure = (value: number | null, decimals: number) =>
  (value ?? 0).toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
const present = (words: readonly (string | null | undefined)[]) => words.flatMap(word => word ?? [])

/**
 * Where freight is prepaid, the consignee is asked for the charges at destination alone, and for nothing where another
 * customer is billed for them.
 */
function due(paper: string, job: Job, { total, destinationCharge }: Finance): number | null {
  if (paper !== 'Arrival Notice' || labelOf(freightPayments, job.freightPayment) !== 'Prepaid') return total
  const customer = job.shipmentParties.find(({ role }) => role === 'customer')?.partyId
  return customer === job.shipmentConsignees[0]?.consigneeId ? (destinationCharge?.total ?? null) : null
}

type Filled = { job: Job; containers: Container[]; finance: Finance }

/** What a paper must say of a job. The agent of an import is at origin, where nobody asks for the goods. */
function wordsOn(paper: string, sample: Sample, { job, containers, finance }: Filled): string[] {
  const { roles, cargo, containers: boxes, charges } = shown[paper] ?? { roles: [] }
  const items = cargo === 'dangerous' ? job.items.filter(({ unNumber }) => unNumber) : job.items
  const lines = cargo === 'items' || cargo === 'dangerous' ? items : []
  const asked = due(paper, job, finance)
  return present([
    ...roles
      .filter(role => role !== 'agent' || paper === 'Pre-alert' || job.direction !== Direction.import)
      .map(role => organisationIn(job, role)?.name),
    ...(placesAlone.has(paper) ? [] : [job.quote.loadingPort, job.quote.dischargePort]),
    ...(placesAlone.has(paper) ? [job.placeOfDelivery] : []),
    ...lines.flatMap(one => [one.name, one.properShippingName, figure(one.grossWeight, 2)]),
    ...(cargo === 'sums' || cargo === 'items' ? [figure(job.grossWeight, 2)] : []),
    ...(boxes ? containers.flatMap(one => [one.number, ...(one.seals ?? [])]) : []),
    // What the master's container weighs is not a house's to tell.
    ...(boxes === 'weighed' && (sample.master === undefined || paper === 'VGM Declaration')
      ? containers.map(one => figure(one.vgm, 2))
      : []),
    ...(charges && asked !== null ? [figure(asked, 2)] : []),
    ...(paper === 'Cargo Manifest' && isMaster(sample)
      ? samples.flatMap(one => (one.master === sample.key ? one.job.hbl : []))
      : []),
  ])
}

/** Lines of each page of a PDF between its head and its foot, without rows of totals. */
const linesOfPages = (pdf: Uint8Array) =>
  spawnSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' })
    .stdout.split('\f')
    .map(page => page.split('\n').filter(line => line.trim() !== ''))
    .filter(lines => lines.length > 0)
    .map(lines => lines.slice(1, -1).filter(line => !/^Total\b|Standard Trading Conditions/.test(line)))

/** A name may be broken over two lines, after a hyphen too. */
const unbroken = (text: string) => text.replaceAll(/\s+/g, '')

test.each(samples.map(sample => [sample.key, sample] as const))('%s', async (_, sample) => {
  const id = sampleJobId(sample)
  const job = await get<Job>(`/api/shipment/${id}?stakeholder=true`)
  const finance = await get<Finance>(`/api/finance/${job.quote.financeId}`)
  // A house travels in its master's containers.
  const carrying = sample.master === undefined ? id : sampleJobId({ key: sample.master })
  const containers = await get<Container[]>(`/api/container?shipmentId=${carrying}`)
  const papers = papersOf(sample)
  expect(papers.length).toBeGreaterThan(4)
  expect(papers.includes('Arrival Notice')).toBe(!isMaster(sample))
  expect(job.direction === Direction.import).toBe(sample.key === 'fcl-import')
  const download = async ({ id: documentId }: Document) =>
    (
      await product.app.inject({
        url: `/api/document/${documentId}`,
        headers: { authorization: `Bearer ${company.token}` },
      })
    ).rawPayload
  for (const paper of papers) {
    const words = wordsOn(paper, sample, { job, containers, finance })
    expect(words.length, paper).toBeGreaterThan(3)
    const names = namesOfPaper(paper)
    const named = (ending: string) =>
      job.documents.find(({ name }) => names.some(one => name === one + ending))
    const [word, pdf] = [named('.docx'), named('.pdf')]
    if (!word) throw new Error(`There is no ${paper} as a Word document.`)
    const texts = [readPaper(await download(word)).text]
    expect(pdf !== undefined, paper).toBe(withPdf)
    if (pdf) {
      const bytes = await download(pdf)
      texts.push(spawnSync('pdftotext', ['-raw', '-', '-'], { input: bytes, encoding: 'utf8' }).stdout)
      // A clause of two lines and who signs are three: no page holds a signature, a total or a sentence alone.
      const lonely = linesOfPages(bytes).filter(lines => lines.length < 4)
      expect(lonely, `${paper} has a page with next to nothing.`).toEqual([])
    }
    for (const text of texts) {
      const read = unbroken(text)
      expect(read).not.toContain('{{')
      expect(
        words.filter(one => !read.includes(unbroken(one))),
        `${paper} does not say it.`,
      ).toEqual([])
    }
  }
})
