import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { RUNTIME_ROLE } from '#server/db/role-pool.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { seed } from '#testing/seed/seed.ts'
import type { BaselineStart } from './baseline-server.ts'
import { median, measure, type Measured } from './load.ts'
import { startProduct } from '#testing/product-process.ts'
import { jobIds, jobMatching } from './sample-records.ts'
import { scenarios, type Scenario } from './scenarios.ts'

// Two for each core of the machine that the figures come from: more only measure how long they wait.
const CONNECTIONS = 4
const POOL_SIZE = 10

export type ApiRow = {
  jobs: number
  scenario: Scenario
  product: Measured
  baseline: Measured
}

export type ApiResult = {
  rows: ApiRow[]
  /** The whole call that makes a house bill of lading, at the largest size. */
  generation: Measured | undefined
  peakMegabytes: number
}

/** Measures the API at each size, product and baseline in turns within the one run. */
export async function measureApi(options: {
  sizes: number[]
  seconds: number
  rounds: number
  log: (line: string) => void
}): Promise<ApiResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
  const product = await startProduct({ DATA_DIR: dataDir })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', options.log)
  const person = { email: 'benchmark@lading.example', password: 'a benchmark password' }
  const rows: ApiRow[] = []
  let existing = 0
  let generation: Measured | undefined
  try {
    for (const jobs of options.sizes) {
      const subject = await seed(opened, {
        ...person,
        jobs: jobs - existing,
        company: 'Benchmark Forwarding',
        log: options.log,
      })
      existing = jobs
      const { accessToken } = await signIn(product.url, person)
      const ids = await jobIds(opened, subject)
      const sample = { jobId: ids[0] ?? '', ...(await jobMatching(opened, subject)) }
      const all = await scenarios(opened.database, subject, sample)
      const baseline = await startBaseline({
        url: opened.database.pool.connections.options.connectionString ?? '',
        runtimeRole: RUNTIME_ROLE,
        poolSize: POOL_SIZE,
        scenarios: all.map(scenario => scenario.baseline),
      })
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
      const servers = { product: product.url, baseline: baseline.url }
      for (const scenario of all) {
        const row = { jobs, scenario, ...(await inTurns(scenario, ids, servers, headers, options)) }
        rows.push(row)
        options.log(`${jobs} jobs, ${scenario.title}: ${Math.round(row.product.requestsPerSecond)}/s`)
      }
      generation = await measureGeneration(product.url, accessToken, ids, options.seconds)
      await baseline.stop()
    }
  } finally {
    await opened.close()
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { rows, generation, peakMegabytes: product.peakMegabytes() }
}

/** Product and baseline one after the other, each first every other time. */
async function inTurns(
  scenario: Scenario,
  ids: string[],
  servers: Record<'product' | 'baseline', string>,
  headers: Record<string, string>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Record<'product' | 'baseline', Measured>> {
  const runs: Record<'product' | 'baseline', Measured[]> = { product: [], baseline: [] }
  const requests = {
    product: ids.map(id => scenario.request(id)),
    baseline: baselineRequests(scenario, ids),
  }
  for (let round = 0; round < rounds; round += 1) {
    const turns = round % 2 === 0 ? (['product', 'baseline'] as const) : (['baseline', 'product'] as const)
    for (const turn of turns) {
      const load = { url: servers[turn], method: scenario.method, headers, requests: requests[turn] }
      runs[turn].push(await measure(load, CONNECTIONS, seconds))
    }
  }
  return { product: median(runs.product), baseline: median(runs.baseline) }
}

async function measureGeneration(
  url: string,
  token: string,
  ids: string[],
  seconds: number,
): Promise<Measured> {
  const authorization = `Bearer ${token}`
  const form = new FormData()
  form.append('afile', new Blob([new Uint8Array(houseBillOfLading())]), `House bill ${Date.now()}.dotx`)
  const reply = await fetch(`${url}/api/documenttemplate`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  const template = (await reply.json()) as { id: string }
  return measure(
    {
      url,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      requests: ids.map(id => ({
        path: `/api/documenttemplate/generatedocument?shipmentId=${id}`,
        body: JSON.stringify({ id: template.id }),
      })),
    },
    CONNECTIONS,
    seconds,
  )
}

const baselineRequests = (scenario: Scenario, ids: string[]) =>
  ids.map(id => {
    const { body } = scenario.request(id)
    return { path: `/${scenario.name}?id=${id}`, ...(body !== undefined && { body }) }
  })

async function startBaseline(start: BaselineStart): Promise<{ url: string; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'baseline-server.ts'))
  const listening = new Promise<{ port: number }>(resolve => {
    child.once('message', message => resolve(message as { port: number }))
  })
  child.send(start)
  const { port } = await listening
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

export function apiTable({ rows, generation, peakMegabytes }: ApiResult): string {
  const lines = [
    '| Jobs | Call | Requests/s | p50 ms | p99 ms | Baseline requests/s | Baseline p99 ms | Ratio |',
    '|---:|---|---:|---:|---:|---:|---:|---:|',
    ...rows.map(({ jobs, scenario, product, baseline }) => {
      const ratio = (product.requestsPerSecond / baseline.requestsPerSecond).toFixed(2)
      const failed = product.failures + baseline.failures
      return `| ${jobs.toLocaleString('en')} | ${scenario.title}${failed ? ` (**${failed} failed**)` : ''} | ${Math.round(
        product.requestsPerSecond,
      )} | ${product.p50} | ${product.p99} | ${Math.round(baseline.requestsPerSecond)} | ${baseline.p99} | ${ratio} |`
    }),
    '',
    ...(generation
      ? [
          `The whole call that makes a house bill of lading: ${generation.requestsPerSecond.toFixed(0)} a second, ` +
            `p50 ${generation.p50} ms, p99 ${generation.p99} ms${generation.failures ? ` (**${generation.failures} failed**)` : ''}.`,
          '',
        ]
      : []),
    `The server's process held ${peakMegabytes} MB at the most.`,
  ]
  return lines.join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,100000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const result = await measureApi({
    sizes: values.sizes.split(',').map(Number),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    log: line => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${apiTable(result)}\n`)
}
