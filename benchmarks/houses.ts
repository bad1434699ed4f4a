import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { HouseList } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'
import { encodeCall } from './connection.ts'
import { figure } from './figures.ts'
import { measure } from './load.ts'

/**
 * npm run benchmark:houses: how fast the houses of a master answer, and the jobs that fit into it, each held against the
 * read of one job in the same run: a ratio means something on any machine.
 */
const MOST_MS = 200

const { values } = parseArgs({
  options: {
    houses: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '5' },
  },
})
const houseCount = Number(values.houses)

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const lines: string[] = []
let slowest = 0
try {
  const product = await startProduct({ DATA_DIR: dataDir })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }
    await seed(opened, {
      ...person,
      jobs: Number(values.jobs),
      company: 'Benchmark Forwarding',
      log: () => {},
    })
    const { accessToken } = await signIn(product.url, person)
    const headers = { authorization: `Bearer ${accessToken}` }
    const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
      const reply = await fetch(`${product.url}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as Body
    }
    const master = await call<Job>('POST', '/api/shipment', { costSplit: 0 })
    for (let index = 0; index < houseCount; index += 1)
      await call('POST', '/api/shipment', {
        ...{ masterShipmentId: master.id, hbl: `HBL-${index}`, numberOfPackages: index + 1 },
        ...{ grossWeight: 100 + index, weightUnit: 0, volume: 1.5, volumeUnit: 0 },
      })
    const { total } = await call<HouseList>('GET', `/api/shipment/${master.id}/houses`)
    if (total !== houseCount) throw new Error(`The master has ${total} houses.`)
    const server = { url: product.url, headers }
    const asked = async (path: string) => {
      const request = encodeCall(server, { method: 'GET', path })
      const load = { url: product.url, connections: 1, next: () => ({ steps: [request] }) }
      await measure({ ...load, seconds: 1 })
      const measured = await measure({ ...load, seconds: Number(values.seconds) })
      if (measured.failures > 0) throw new Error('Some calls failed, so the figures say nothing.')
      return measured
    }
    const job = await asked(`/api/shipment/${master.id}`)
    lines.push(`| One job | ${figure(job.p50)} | ${figure(job.p99)} | 1 |`)
    for (const [name, path] of [
      [`${houseCount} houses of a master`, 'houses'],
      [`Jobs that fit, of ${Number(values.jobs).toLocaleString('en')}`, 'fittinghouses'],
    ] as const) {
      const { p50, p99 } = await asked(`/api/shipment/${master.id}/${path}`)
      if (path === 'houses') slowest = p99
      lines.push(`| ${name} | ${figure(p50)} | ${figure(p99)} | ${figure(p50 / job.p50)} |`)
    }
  } finally {
    await opened.close()
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

const text = [
  `One client; load of the machine at the end ${loadavg().map(figure).join(', ')}.`,
  '',
  '| Question | p50 ms | p99 ms | Times the read of one job |',
  '|---|---:|---:|---:|',
  ...lines,
].join('\n')
process.stdout.write(`${text}\n`)
if (slowest > MOST_MS) process.exitCode = 1
