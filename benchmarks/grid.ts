import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { type SeededProduct, withSeededProduct } from '#scripts/seeded-product.ts'
import { figure, spreadOf } from './figures.ts'
import { clock } from './page-scripts.ts'
import { writeReadmeSection } from './readme-section.ts'

/**
 * npm run benchmark:grid: how long it takes from the paste of 200 rows into a job's items until all are drawn, and until each
 * is said to be saved; --write puts the figures into benchmarks/README.md.
 */
const MOST_MS = 1000
const ROWS = 200

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
})

const table = Array.from({ length: ROWS }, (_, index) =>
  [`Item ${index + 1}`, index + 1, 'Cartons', '8,200.5', '7,900.25', 3, 'KG', `Batch ${index + 1}`].join(
    '\t',
  ),
).join('\r\n')

const states = `[...document.querySelectorAll('.edit-grid__state')]`
/** The empty row stands last and is none of them. */
const DRAWN = `document.querySelectorAll('.edit-grid tr[data-row]').length > ${ROWS}`
const SAVED = `${DRAWN} && ${states}.filter(state => state.dataset.state === 'Saved').length === ${ROWS}`

/** Milliseconds from the paste until `condition` holds on the screen of a new job. */
async function timed({ call }: SeededProduct, page: Page, condition: string): Promise<number> {
  const job = await call<Job>('POST', '/api/shipment', {})
  await page.goto(`/webapp/shipment/items?id=${job.id}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(table)})`)
  await page.evaluate(clock('paste', condition))
  await page.keyboard.press('ControlOrMeta+v')
  const took = await page.evaluate<number>('window.measured')
  const stored = async () => (await call<Job>('GET', `/api/shipment/${job.id}`)).items.length
  if (condition === SAVED && (await stored()) !== ROWS)
    throw new Error(`${await stored()} of ${ROWS} rows are stored that the grid says are.`)
  return took
}

const drawn: number[] = []
const saved: number[] = []
await withSeededProduct(20, async product => {
  const page = await product.signedInPage({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // The first visit fetches the scripts.
  await timed(product, page, SAVED)
  for (let round = 0; round < Number(values.rounds); round += 1) {
    drawn.push(await timed(product, page, DRAWN))
    saved.push(await timed(product, page, SAVED))
  }
})

const row = (name: string, times: readonly number[]) => {
  const { median, highest } = spreadOf(times)
  return `| ${name} | ${figure(median)} | ${figure(highest)} |`
}
const text = [
  `${ROWS} rows of 8 columns, ${saved.length} rounds, 1440 × 900; load of the machine at the end ${loadavg().map(figure).join(', ')}.`,
  '',
  '| From the paste until | Median ms | Worst ms |',
  '|---|---:|---:|',
  row('all rows are drawn', drawn),
  row('all rows are drawn and saved', saved),
].join('\n')
process.stdout.write(`${text}\n`)
if (values.write) await writeReadmeSection('grid', text)
if (spreadOf(saved).median > MOST_MS) process.exitCode = 1
