import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { withOwner } from '#server/db/owner.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { type ProductProcess, startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'
import { startBare } from './bare/process.ts'
import { makeBareTables } from './bare/tables-records.ts'
import type { ApiResult, Round } from './comparison.ts'
import { encodeCall } from './connection.ts'
import { measure } from './load.ts'
import { type Clock, effortClock } from './processor-time.ts'
import { type Asked, type Question, questions, type Side } from './questions.ts'
import { compareAnswers, type Server, type Servers } from './same-answers.ts'
import {
  accountOf,
  lastJobNumber,
  readSamples,
  removeMadeJobs,
  sessionOf,
  settle,
} from './samples-records.ts'

const CONNECTIONS = 10
const POOL_SIZE = 10
const WARM_UP_SECONDS = 2

const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }

// As they are counted where somebody set no limits, and never reached.
const UNREACHED = '1000000000'
const limits = {
  COMPANY_REQUESTS_PER_MINUTE: UNREACHED,
  COMPANY_WORK_SECONDS_PER_HOUR: UNREACHED,
  COMPANY_UPLOAD_MB_PER_DAY: UNREACHED,
  COMPANY_DOCUMENTS_PER_HOUR: UNREACHED,
  ADDRESS_REQUESTS_PER_MINUTE: UNREACHED,
}

export type ApiOptions = {
  sizes: readonly number[]
  seconds: number
  rounds: number
  /** By name; all of them where it is empty. */
  questions: readonly string[]
  /** Filled once and kept; a folder of its own where it is null. */
  dataDir: string | null
  log: (line: string) => void
}

/** Measures the product beside the bare server, in turns, at each size. */
export async function measureApi(options: ApiOptions): Promise<ApiResult> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lading-benchmark-')))
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', options.log)
  const result: ApiResult = { comparisons: [], compared: [], peakMegabytes: 0 }
  try {
    for (const jobs of options.sizes) {
      const accountId = await fill(opened, jobs, options.log)
      await withOwner(opened.ownerUrl, async owner => {
        options.log('Copying the jobs into plain tables …')
        await makeBareTables(owner, accountId)
        await measureSize({ owner, opened, accountId, dataDir }, options, result)
      })
    }
  } finally {
    await opened.close()
    if (options.dataDir === null) await rm(dataDir, { recursive: true, force: true })
  }
  return result
}

type Place = { owner: pg.Client; opened: ProductDatabase; accountId: string; dataDir: string }

async function fill(opened: ProductDatabase, jobs: number, log: (line: string) => void): Promise<string> {
  const company = { ...person, company: 'Benchmark Forwarding', log }
  await seed(opened, { ...company, jobs: 0 })
  return withOwner(opened.ownerUrl, async owner => {
    const accountId = await accountOf(owner, person.email)
    const existing = await lastJobNumber(owner, accountId)
    if (existing > jobs)
      throw new Error(`There are ${existing} jobs already: choose another data folder for ${jobs}.`)
    if (existing < jobs) await seed(opened, { ...company, jobs: jobs - existing })
    return accountId
  })
}

async function measureSize(place: Place, options: ApiOptions, result: ApiResult): Promise<void> {
  const { owner, opened, accountId, dataDir } = place
  const { log, rounds } = options
  const jobs = await lastJobNumber(owner, accountId)
  const samples = await readSamples(owner, accountId)
  const asked = questions(samples).filter(
    ({ name }) => options.questions.length === 0 || options.questions.includes(name),
  )
  const bare = await startBare({ url: opened.ownerUrl, poolSize: POOL_SIZE })
  const product = await startProduct({ DATA_DIR: dataDir, ...limits, LOG_LEVEL: undefined })
  try {
    const servers: Servers = { product: await signedIn(product), bare }
    const session = await sessionOf(owner)
    const clocks: Record<Side, Clock> = {
      product: effortClock(product.pid, session),
      bare: effortClock(bare.pid, session),
    }
    const compared = await compareAnswers(servers, samples)
    result.compared.push(`${jobs.toLocaleString('en')} jobs: ${compared}`)
    log(`Both sides answer the same: ${compared}.`)
    const tidy = async () => {
      await removeMadeJobs(owner, accountId, jobs)
      await settle(owner)
    }
    await tidy()
    for (const question of asked) {
      const turn = async (side: Side, seconds: number) => {
        const measured = await run(servers[side], clocks[side], question, side, seconds)
        if (question.makesJobs) await tidy()
        return measured
      }
      for (const side of ['product', 'bare'] as const) await turn(side, WARM_UP_SECONDS)
      await settle(owner)
      const runs: Record<Side, Round[]> = { product: [], bare: [] }
      for (let round = 0; round < rounds; round += 1) {
        const sides = round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const)
        for (const side of sides) runs[side].push(await turn(side, options.seconds))
      }
      result.comparisons.push({ jobs, question, ...runs })
      log(
        `${question.name}: ${runs.product.map(({ perSecond }) => perSecond.toFixed(0)).join(', ')} beside ${runs.bare.map(({ perSecond }) => perSecond.toFixed(0)).join(', ')} a second`,
      )
    }
  } finally {
    await bare.stop()
    await product.stop()
    result.peakMegabytes = Math.max(result.peakMegabytes, product.peakMegabytes())
  }
}

async function signedIn({ url }: ProductProcess): Promise<Server> {
  const { accessToken } = await signIn(url, person)
  return { url, headers: { authorization: `Bearer ${accessToken}` } }
}

async function run(
  server: Server,
  clock: Clock,
  question: Question,
  side: Side,
  seconds: number,
): Promise<Round> {
  const encode = ({ steps, before }: Asked) => ({
    steps: steps.map(step => encodeCall(server, step)),
    ...(before && { before: encodeCall(server, before) }),
  })
  const before = await clock()
  const measured = await measure({
    url: server.url,
    connections: question.clients === 'many' ? CONNECTIONS : 1,
    seconds,
    next: () => encode(question.ask[side]()),
  })
  if (measured.failures > 0)
    throw new Error(`${measured.failures} of ${side}'s answers to “${question.title}” were refusals.`)
  const after = await clock()
  const each = (from: number, to: number) => (to - from) / measured.operations
  const effort = before &&
    after && {
      server: each(before.server, after.server),
      postgres: each(before.postgres, after.postgres),
    }
  return { ...measured, effort }
}
