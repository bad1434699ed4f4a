import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { TemplatePage } from '#contract/template-pages.ts'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { findBrowser } from '#testing/browser.ts'
import { signIn } from '#testing/identity.ts'
import { startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'
import { figure } from './figures.ts'
import { makeLongPapers, type Send } from './long-papers.ts'
import { measurePageTasks, middleOfRuns, type PageTasks, STEPS } from './page-tasks.ts'
import { writeReadmeSection } from './readme-section.ts'
import { signedIn } from './signed-in.ts'

/**
 * npm run benchmark:pages: how long the values of a job are looked for in a document of that job which is as long as a
 * forwarder's longest, by the call that shows a template's page, and how often a person who works on that page waits for
 * the browser; --write puts the figures into benchmarks/README.md.
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

type Paper = {
  name: string
  pages: number
  places: number
  /** Seconds until the page is answered. */
  first: number
  median: number
  most: number
  tasks: PageTasks
}

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const papers: Paper[] = []
try {
  const product = await startProduct({ DATA_DIR: dataDir })
  const found = await findBrowser()
  const browser = await chromium.launch({ executablePath: found.path, args: found.args })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    await seed(opened, { ...person, jobs: 1, company: 'Benchmark Forwarding', log: () => {} })
    const { accessToken } = await signIn(product.url, person)
    const send: Send = async (method, path, body) => {
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
    const made = await makeLongPapers({ send, itemCount, folder: dataDir })
    const context = await signedIn(browser, product.url, person)
    for (const { name, pages, templateId, jobId, showsItems } of made) {
      const seconds: number[] = []
      let places = 0
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const beganAt = performance.now()
        const reply = await send('GET', `/api/documenttemplate/${templateId}/page?shipmentId=${jobId}`)
        const page = (await reply.json()) as TemplatePage
        seconds.push((performance.now() - beganAt) / 1000)
        places = page.places.length
        if (showsItems && !page.rows.some(({ list, last }) => list === 'Items' && last === itemCount))
          throw new Error(`${name}: the items were not found, so the figures say nothing.`)
      }
      const rising = seconds.toSorted((one, other) => one - other)
      const address = `${product.url}/webapp/documenttemplates/page?id=${templateId}&job=${jobId}`
      const runs: PageTasks[] = []
      for (let round = 0; round < Number(values.rounds); round += 1)
        runs.push(await measurePageTasks(context, address))
      papers.push({
        ...{ name, places, pages, first: seconds[0] ?? 0, tasks: middleOfRuns(runs) },
        ...{ median: rising[Math.floor(rising.length / 2)] ?? 0, most: rising.at(-1) ?? 0 },
      })
    }
  } finally {
    await browser.close()
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
  '',
  `Tasks over 50 ms in Chromium, and the longest task of all in ms, by the processor’s time; in the middle of ${values.rounds} runs:`,
  '',
  ...tableOfTasks('byProcessor'),
  '',
  'The same by the clock, which counts what else the machine does meanwhile:',
  '',
  ...tableOfTasks('byClock'),
].join('\n')

function tableOfTasks(by: 'byProcessor' | 'byClock'): string[] {
  const inWords = ({ tasks }: Paper, step: (typeof STEPS)[number]) => {
    const { count, longest } = tasks[step][by]
    return `${count === 0 ? 'none' : count} (${Math.round(longest)})`
  }
  return [
    `| | ${papers.map(({ name }) => name).join(' | ')} |`,
    `|---|${papers.map(() => '---:|').join('')}`,
    ...STEPS.map(step => `| ${step} | ${papers.map(paper => inWords(paper, step)).join(' | ')} |`),
  ]
}

process.stdout.write(`${text}\n`)
if (values.write) await writeReadmeSection('pages', text)
if (papers.every(({ pages }) => pages < LEAST_PAGES))
  throw new Error(`No document has ${LEAST_PAGES} pages: ask for more --items.`)
if (papers.some(({ median }) => median > MOST_SECONDS)) process.exitCode = 1
