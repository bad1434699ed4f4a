import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type JobChangeReport, jobChangeReport } from '#contract/job-changes.ts'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'
import { encodeCall } from './connection.ts'
import { figure, spreadOf } from './figures.ts'
import { measure } from './load.ts'
import { writeReadmeSection } from './readme-section.ts'

/**
 * npm run benchmark:bulk: how long a change of 1,000 jobs takes in the background, and how quick the same company's list
 * stays meanwhile; --write puts the figures into benchmarks/README.md.
 */
const MOST_SECONDS = 20
const MOST_P99_MS = 300
const LOOK_AGAIN_MS = 100

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
})
const jobs = Number(values.jobs)

/** Gives all jobs a vessel that they do not have, and answers how many seconds that took. */
async function changeAll(server: { url: string; headers: Record<string, string> }): Promise<number> {
  const call = async (method: string, path: string, body?: object): Promise<JobChangeReport> => {
    const reply = await fetch(`${server.url}/api/job-changes${path}`, {
      method,
      headers: { ...server.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return jobChangeReport.parse(await reply.json())
  }
  const id = crypto.randomUUID()
  const beganAt = performance.now()
  const vesselName = `Vessel ${id}`
  await call('POST', '/preview', { id, filter: {}, change: { vesselName } })
  let report = await call('POST', '', { id })
  while (report.state !== 'ended') {
    await pause(LOOK_AGAIN_MS)
    report = await call('GET', `/${id}`)
  }
  if (report.changed !== jobs) throw new Error(`${report.changed} of ${jobs} jobs were changed.`)
  return (performance.now() - beganAt) / 1000
}

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const took: number[] = []
let list: Awaited<ReturnType<typeof measure>>
try {
  const product = await startProduct({ DATA_DIR: dataDir })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }
    await seed(opened, { ...person, jobs, company: 'Benchmark Forwarding', log: () => {} })
    const { accessToken } = await signIn(product.url, person)
    const server = { url: product.url, headers: { authorization: `Bearer ${accessToken}` } }
    let isMeasuring = true
    const changing = (async () => {
      while (isMeasuring) took.push(await changeAll(server))
    })()
    const page = { method: 'GET', path: '/api/shipment/table?limit=50' } as const
    const measuring = measure({
      url: product.url,
      connections: 1,
      seconds: Number(values.seconds),
      next: () => ({ steps: [encodeCall(server, page)] }),
    }).finally(() => (isMeasuring = false))
    ;[list] = await Promise.all([measuring, changing])
  } finally {
    await opened.close()
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

if (list.failures > 0) throw new Error('Some calls failed, so the figures say nothing.')
const { median, highest } = spreadOf(took)
const text =
  `A change of ${jobs} jobs, previewed and done in the background: ${figure(median)} seconds, ` +
  `${figure(highest)} at the longest of ${took.length} (at most ${MOST_SECONDS}). The same company's list meanwhile: ` +
  `p99 ${figure(list.p99)} ms of ${figure(list.perSecond)} calls a second (at most ${MOST_P99_MS}).`
process.stdout.write(`${text}\nLoad of the machine: ${loadavg().map(figure).join(', ')}\n`)
if (values.write) await writeReadmeSection('bulk', text)
if (highest > MOST_SECONDS || list.p99 > MOST_P99_MS) process.exitCode = 1
