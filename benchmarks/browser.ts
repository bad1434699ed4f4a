import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { seed } from '#testing/seed/seed.ts'
import { findBrowser } from '#testing/browser.ts'
import { firstVisitToRows } from './first-visit.ts'
import { clock, FILLED_FORM, FIRST_ROW, WATCH } from './page-scripts.ts'
import { signedIn } from './signed-in.ts'
import { startProduct } from '#testing/product-process.ts'
import { routeWeight, type Weight } from '#testing/route-weight.ts'

const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }
const WHEEL_STEPS = 120
const WHEEL_PIXELS = 240

/** Milliseconds of each round. */
type Times = number[]

export type BrowserResult = {
  jobs: number
  browser: string
  clickToRows: Times
  nextPageToRows: Times
  sortToRows: Times
  doubleClickToForm: Times
  firstVisitToRows: Times
  scrolling: { longTasks: Times; longestFrame: number; rows: number }
  weight: Weight
}

/** Measures in a real browser, with an account of so many jobs, what people wait for. */
export async function measureBrowser(options: {
  jobs: number
  rounds: number
  log: (line: string) => void
}): Promise<BrowserResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', options.log)
    const { jobs, log } = options
    try {
      await seed(opened, { ...person, jobs, company: 'Benchmark Forwarding', log })
    } finally {
      await opened.close()
    }
    const found = await findBrowser()
    const browser = await chromium.launch({ executablePath: found.path, args: found.args })
    try {
      const context = await signedIn(browser, product.url, person)
      return { jobs, browser: browser.version(), ...(await measureAll(context, product.url, options)) }
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureAll(
  context: BrowserContext,
  url: string,
  { rounds, log }: { rounds: number; log: (line: string) => void },
) {
  const weight = await routeWeight(context, '/webapp')
  const clickToRows: Times = []
  const nextPageToRows: Times = []
  const sortToRows: Times = []
  const doubleClickToForm: Times = []
  const firstVisits: Times = []
  for (let round = 0; round < rounds; round += 1) {
    // A page of its own: nothing that an earlier round has read is still at hand.
    const page = await context.newPage()
    await page.goto('/webapp/contacts', { waitUntil: 'networkidle' })
    clickToRows.push(
      await timed(page, 'click', FIRST_ROW, () => page.getByRole('link', { name: 'Dashboard' }).click()),
    )
    await page.waitForLoadState('networkidle')
    nextPageToRows.push(
      await timed(page, 'click', await otherFirstRow(page), () =>
        page.getByRole('button', { name: 'Next page' }).click(),
      ),
    )
    sortToRows.push(
      await timed(page, 'click', await otherFirstRow(page), () =>
        page.getByRole('columnheader', { name: 'Consignee' }).click(),
      ),
    )
    await page.waitForLoadState('networkidle')
    doubleClickToForm.push(
      await timed(page, 'dblclick', FILLED_FORM, () =>
        page.locator(`tr[data-index="${round % 10}"]`).dblclick(),
      ),
    )
    await page.close()
    firstVisits.push(await firstVisitToRows(context, url))
    log(`Round ${round + 1} of ${rounds}`)
  }
  const scrolling = await measureScrolling(context)
  return {
    ...{ clickToRows, nextPageToRows, sortToRows, doubleClickToForm },
    ...{ firstVisitToRows: firstVisits, scrolling, weight },
  }
}

async function timed(
  page: Page,
  event: string,
  condition: string,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(clock(event, condition))
  await act()
  return page.evaluate<number>('window.measured')
}

/** The condition that rows stand there and not those of now. */
async function otherFirstRow(page: Page): Promise<string> {
  const now = await page.evaluate<string>(`${FIRST_ROW}.id`)
  return `${FIRST_ROW} && ${FIRST_ROW}.id !== ${JSON.stringify(now)}`
}

/** Down, up and sideways through the longest page that the list has. */
async function measureScrolling(context: BrowserContext): Promise<BrowserResult['scrolling']> {
  const page = await context.newPage()
  await page.goto('/webapp?size=200', { waitUntil: 'networkidle' })
  const grid = page.getByRole('grid', { name: 'Jobs' })
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1
  await page.mouse.move(700, 500)
  await page.evaluate(WATCH)
  for (const [x, y] of [
    [0, WHEEL_PIXELS],
    [0, -WHEEL_PIXELS],
    [WHEEL_PIXELS, 0],
  ] as const)
    for (let step = 0; step < WHEEL_STEPS / 3; step += 1) await page.mouse.wheel(x, y)
  const seen = await page.evaluate<{ tasks: Times; frames: Times }>('window.watched')
  await page.close()
  return { longTasks: seen.tasks, longestFrame: Math.max(0, ...seen.frames), rows }
}

const milliseconds = (times: Times) => {
  const sorted = times.toSorted((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${Math.round(middle)} | ${Math.round(sorted.at(-1) ?? 0)}`
}

export function browserTable(result: BrowserResult): string {
  const { clickToRows, nextPageToRows, sortToRows, doubleClickToForm, scrolling, weight } = result
  const longest = Math.round(Math.max(0, ...scrolling.longTasks))
  return [
    `${result.jobs.toLocaleString('en')} jobs, Chromium ${result.browser}, ${clickToRows.length} rounds, 1440 × 900.`,
    '',
    '| From | To | Median ms | Worst ms |',
    '|---|---|---:|---:|',
    `| Click on Dashboard | its rows | ${milliseconds(clickToRows)} |`,
    `| Click on Next page | its rows | ${milliseconds(nextPageToRows)} |`,
    `| Click on a header | the rows in that order | ${milliseconds(sortToRows)} |`,
    `| Double click on a job | its form, filled | ${milliseconds(doubleClickToForm)} |`,
    `| First visit, fast 3G, processor four times slower | the dashboard's rows | ${milliseconds(result.firstVisitToRows)} |`,
    '',
    `Scrolling through ${scrolling.rows} rows: ${scrolling.longTasks.length} tasks over 50 ms` +
      `${longest > 0 ? ` (the longest ${longest} ms)` : ''}, longest frame ${Math.round(scrolling.longestFrame)} ms.`,
    '',
    `The dashboard's ${weight.files} files, gzipped: ${weight.scripts.toFixed(1)} kB of JavaScript, ` +
      `${weight.styles.toFixed(1)} kB of CSS.`,
  ].join('\n')
}

/** Puts the text between the marks of the browser's measurement. */
async function writeResult(text: string): Promise<void> {
  const file = join(import.meta.dirname, 'README.md')
  const [head, rest] = (await readFile(file, 'utf8')).split('<!-- browser -->')
  const tail = rest?.split('<!-- end of browser -->')[1]
  if (head === undefined || tail === undefined) throw new Error(`${file} has lost the marks for the browser.`)
  await writeFile(file, `${head}<!-- browser -->\n\n${text}\n\n<!-- end of browser -->${tail}`)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      jobs: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '7' },
      write: { type: 'boolean', default: false },
    },
  })
  const result = await measureBrowser({
    jobs: Number(values.jobs),
    rounds: Number(values.rounds),
    log: line => process.stderr.write(`${line}\n`),
  })
  const text = browserTable(result)
  process.stdout.write(`${text}\n`)
  if (values.write) await writeResult(text)
}
