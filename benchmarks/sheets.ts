import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { residentMegabytes } from '#testing/product-process.ts'
import { encodeCall } from './connection.ts'
import { figure } from './figures.ts'
import { measure } from './load.ts'
import { fill, inPlace, type MeasuredProduct, startMeasured } from './measured-product.ts'
import { writeReadmeSection } from './readme-section.ts'
import { importJobs } from './sheets-imported.ts'

/**
 * npm run benchmark:sheets: how long 100,000 jobs take to an Excel file and with how much more memory of the server's
 * process, how long 5,000 take in, and how quick the same company's list stays meanwhile; --data keeps the company for
 * the next time, --write puts the figures into benchmarks/README.md.
 */
const limits = { outSeconds: 10, outMegabytes: 150, inSeconds: 60, listP99: 300 }
const LOOK_AGAIN_MS = 20

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string' },
    profile: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const [jobs, rows] = [Number(values.jobs), Number(values.rows)]
const say = (line: string) => process.stderr.write(`${line}\n`)

type Out = { seconds: number; megabytes: number; bytes: number }

/** The whole list as an Excel file, read and thrown away as it comes. */
async function takeOut(product: MeasuredProduct): Promise<Out> {
  const before = await residentMegabytes(product.pid)
  let most = before
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      most = Math.max(most, await residentMegabytes(product.pid))
      await pause(LOOK_AGAIN_MS)
    }
  })()
  const beganAt = performance.now()
  const reply = await fetch(`${product.url}/api/shipment/export`, {
    method: 'POST',
    headers: { ...product.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ filter: {}, format: 'xlsx' }),
  })
  if (!reply.ok || !reply.body) throw new Error(`The export was refused: ${reply.status}`)
  let bytes = 0
  for await (const chunk of reply.body) bytes += chunk.length
  const seconds = (performance.now() - beganAt) / 1000
  isRunning = false
  await watching
  return { seconds, megabytes: most - before, bytes }
}

/** What a colleague's list takes while `work` goes on. */
async function besideList<Result>(product: MeasuredProduct, work: () => Promise<Result>) {
  let isWorking = true
  const path = '/api/shipment/table?limit=50'
  const reading = (async () => {
    const p99: number[] = []
    while (isWorking) {
      const next = () => ({ steps: [encodeCall(product, { method: 'GET', path })] })
      const { p99: slowest, failures } = await measure({ url: product.url, connections: 1, seconds: 2, next })
      if (failures > 0) throw new Error('The list failed meanwhile.')
      p99.push(slowest)
    }
    return Math.max(...p99)
  })()
  const result = await work().finally(() => (isWorking = false))
  return { result, listP99: await reading }
}

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'lading-benchmark-')))
const text: string[] = []
let isMissed = false
const note = (line: string, ...over: boolean[]) => {
  text.push(`| ${line} |`)
  say(line)
  isMissed ||= over.includes(true)
}
try {
  await inPlace({ dataDir, log: () => {} }, place => fill(place, jobs, say))
  const profiled = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const product = await startMeasured(dataDir, profiled)
  try {
    const outs: Out[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) outs.push(await takeOut(product))
    const seconds = Math.max(...outs.map(one => one.seconds))
    const megabytes = Math.max(...outs.map(one => one.megabytes))
    const size = (outs[0]?.bytes ?? 0) / 1024 / 1024
    note(
      `${jobs.toLocaleString('en')} jobs out, ${figure(size)} MB, the slowest of ${outs.length} | ${figure(seconds)} s | ${limits.outSeconds} s`,
      seconds > limits.outSeconds,
    )
    note(
      `Additional memory of the server’s process, the most of them | ${figure(megabytes)} MB | ${limits.outMegabytes} MB`,
      megabytes > limits.outMegabytes,
    )
    const beside = await besideList(product, () => takeOut(product))
    note(
      `A colleague’s list while they go out, p99 | ${figure(beside.listP99)} ms | ${limits.listP99} ms`,
      beside.listP99 > limits.listP99,
    )
    const imported = await importJobs(product, rows)
    note(
      `${rows.toLocaleString('en')} jobs in, ${imported.named} wrong rows named | ${figure(imported.seconds)} s | ${limits.inSeconds} s`,
      imported.seconds > limits.inSeconds,
    )
  } finally {
    await product.stop()
  }
} finally {
  if (values.data === undefined) await rm(dataDir, { recursive: true, force: true })
}

const load = loadavg().map(figure).join(', ')
const table = [
  `All 30 columns of the list; load of the machine at the end ${load}.`,
  '',
  '| | | At most |',
  '|---|---:|---:|',
  ...text,
].join('\n')
process.stdout.write(`${table}\n`)
if (values.write) await writeReadmeSection('sheets', table)
if (isMissed) process.exitCode = 1
