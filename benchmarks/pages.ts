import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { TemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'
import { figure } from './figures.ts'
import { writeReadmeSection } from './readme-section.ts'

/**
 * npm run benchmark:pages: how long the values of a job are looked for in a document of that job which is as long as a
 * forwarder's longest, by the call that shows a template's page; --write puts the figures into benchmarks/README.md.
 */
const MOST_SECONDS = 3
const LEAST_PAGES = 30

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
})
const itemCount = Number(values.items)
const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }

type Paper = { name: string; pages: number; places: number; first: number; median: number; most: number }

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const papers: Paper[] = []
try {
  const product = await startProduct({ DATA_DIR: dataDir })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    await seed(opened, { ...person, jobs: 1, company: 'Benchmark Forwarding', log: () => {} })
    const { accessToken } = await signIn(product.url, person)
    const send = async (method: string, path: string, body?: object | FormData) => {
      const isForm = body instanceof FormData
      const reply = await fetch(`${product.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      if (!reply.ok)
        throw new Error(`${method} ${path}: ${reply.status} ${(await reply.text()).slice(0, 300)}`)
      return reply
    }
    const call = async <Body>(...asked: Parameters<typeof send>): Promise<Body> =>
      (await send(...asked)).json() as Promise<Body>
    const job = await call<Job>('POST', '/api/shipment', { name: 'Household goods', hbl: 'HBL-4711' })
    await call('PUT', '/api/shipment', {
      ...{ id: job.id, vesselName: 'Northern Jubilee', voyage: '14W', etd: '2026-12-03' },
      quote: { transportMode: 2, clType: 0 },
    })
    const items = Array.from({ length: itemCount }, (_, index) => ({
      id: crypto.randomUUID(),
      ...{ name: `Article ${index + 1} of cotton`, marksAndNumbers: `LOT ${index}\nKARACHI`, weightUnit: 0 },
      ...{ numberOfPacks: 10 + (index % 90), modeOfPacking: 1, grossWeight: 100.25 + index },
      ...{ netWeight: 90.125 + index, volume: (150 + index) / 100, hsCode: '6302.60' },
      description: `Sets of four pieces, woven, dyed,\nin cartons of twelve, lot ${index}`,
    }))
    await call('POST', '/api/item/many', { shipmentId: job.id, items })
    await call('POST', '/api/documenttemplate/starters')
    const templates = await call<DocumentTemplate[]>('GET', '/api/documenttemplate')
    for (const name of ['Packing List', 'House Bill of Lading']) {
      const starter = templates.find(one => one.name === `${name} (starter).dotx`)
      const made = await call<Document[]>(
        'POST',
        `/api/documenttemplate/generatedocuments?shipmentId=${job.id}`,
        {
          ...{ id: starter?.id, formats: ['word', 'pdf'], blankUnknown: true, allowEmptyJob: true },
        },
      )
      const bytes = async (ending: string) => {
        const document = made.find(one => one.name.endsWith(ending))
        return Buffer.from(await (await send('GET', `/api/document/${document?.id}`)).arrayBuffer())
      }
      await writeFile(join(dataDir, 'paper.pdf'), await bytes('.pdf'))
      const about = execFileSync('pdfinfo', [join(dataDir, 'paper.pdf')], { encoding: 'utf8' })
      const form = new FormData()
      form.append('afile', new Blob([new Uint8Array(await bytes('.docx'))]), `${name}.docx`)
      const template = await call<DocumentTemplate>('POST', '/api/documenttemplate?asTemplate=true', form)
      const seconds: number[] = []
      let places = 0
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const beganAt = performance.now()
        const page = await call<TemplatePage>(
          'GET',
          `/api/documenttemplate/${template.id}/page?shipmentId=${job.id}`,
        )
        seconds.push((performance.now() - beganAt) / 1000)
        places = page.places.length
        if (!page.rows.some(({ list, last }) => list === 'Items' && last === itemCount))
          throw new Error(`${name}: the items were not found, so the figures say nothing.`)
      }
      const rising = seconds.toSorted((one, other) => one - other)
      papers.push({
        ...{ name, places, pages: Number(/Pages:\s+(\d+)/.exec(about)?.[1]), first: seconds[0] ?? 0 },
        ...{ median: rising[Math.floor(rising.length / 2)] ?? 0, most: rising.at(-1) ?? 0 },
      })
    }
  } finally {
    await opened.close()
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

const text = [
  `${new Date().toISOString().slice(0, 10)}: documents of a job with ${itemCount} items, ${values.rounds} times each; load of the machine at the end ${loadavg().map(figure).join(', ')}.`,
  '',
  '| Document | Pages | Places found | First, s | Median, s | Slowest, s | Goal, s |',
  '|---|---:|---:|---:|---:|---:|---:|',
  ...papers.map(
    ({ name, pages, places, first, median, most }) =>
      `| ${name} | ${pages} | ${places} | ${figure(first)} | ${figure(median)} | ${figure(most)} | ${MOST_SECONDS} |`,
  ),
].join('\n')
process.stdout.write(`${text}\n`)
if (values.write) await writeReadmeSection('pages', text)
if (papers.every(({ pages }) => pages < LEAST_PAGES))
  throw new Error(`No document has ${LEAST_PAGES} pages: ask for more --items.`)
if (papers.some(({ median }) => median > MOST_SECONDS)) process.exitCode = 1
