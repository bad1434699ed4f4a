import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeCall } from './connection.ts'
import { figure } from './figures.ts'
import { measure } from './load.ts'
import { fill, inPlace, startMeasured } from './measured-product.ts'
import { writeReadmeSection } from './readme-section.ts'

/**
 * npm run benchmark:filters: how long the dashboard's filters take in a company of 100,000 jobs, each page read after
 * another job was saved, so that no server remembers it; --data keeps the company for the next time, --write puts the
 * figures into benchmarks/README.md.
 */
const MOST_P99_MS = 300

const filters = {
  'No filter': '',
  'No house B/L': 'noHouseBl=true',
  'No document yet': 'noDocument=true',
  'No arrival notice sent': 'noArrivalNotice=true',
  Overdue: 'overdue=true',
  Mine: 'open=true&owner=me',
  'ETD in the next 7 days': 'etd=next-7-days',
  'ETA in the last 3 days': 'eta=last-3-days',
  'Open, no house B/L, ETA this week, by ETA': 'open=true&noHouseBl=true&eta=this-week&sort=eta',
} as const

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '6' },
    data: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const jobs = Number(values.jobs)
const say = (line: string) => process.stderr.write(`${line}\n`)
const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'lading-benchmark-')))
const lines: string[] = []
let isMissed = false
try {
  await inPlace({ dataDir, log: () => {} }, place => fill(place, jobs, say))
  const product = await startMeasured(dataDir)
  try {
    const read = async (path: string) => {
      const reply = await fetch(`${product.url}${path}`, { headers: product.headers })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return { total: reply.headers.get('x-total-count'), rows: (await reply.json()) as { id: string }[] }
    }
    const [newest] = (await read('/api/shipment/table?limit=1')).rows
    let turn = 0
    for (const [name, filter] of Object.entries(filters)) {
      const path = `/api/shipment/table?limit=50&${filter}`
      const { total } = await read(path)
      const next = () => {
        const body = JSON.stringify({ id: newest?.id, customerInstructions: `Turn ${(turn += 1)}` })
        return {
          before: encodeCall(product, { method: 'PUT', path: '/api/shipment', body }),
          steps: [encodeCall(product, { method: 'GET', path })],
        }
      }
      const took = await measure({ url: product.url, connections: 1, seconds: Number(values.seconds), next })
      if (took.failures > 0) throw new Error(`${name}: ${took.failures} calls failed.`)
      lines.push(
        `| ${name} | ${Number(total).toLocaleString('en')} | ${figure(took.p50)} ms | ${figure(took.p99)} ms | ${took.operations} |`,
      )
      say(lines.at(-1) ?? '')
      isMissed ||= took.p99 > MOST_P99_MS
    }
  } finally {
    await product.stop()
  }
} finally {
  if (values.data === undefined) await rm(dataDir, { recursive: true, force: true })
}

const load = loadavg().map(figure).join(', ')
const table = [
  `A page of 50 out of ${jobs.toLocaleString('en')} jobs, at most ${MOST_P99_MS} ms (p99); load of the machine at the end ${load}.`,
  '',
  '| | Jobs | p50 | p99 | Pages |',
  '|---|---:|---:|---:|---:|',
  ...lines,
].join('\n')
process.stdout.write(`${table}\n`)
if (values.write) await writeReadmeSection('filters', table)
if (isMissed) process.exitCode = 1
