import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBare } from './bare/process.ts'
import { makeBareTables } from './bare/tables-records.ts'
import { type Comparison, ratesLine, type Round, verdictOf } from './comparison.ts'
import { areCountersLoaded, unloadCounters } from './database-profile-records.ts'
import { fill, inPlace, type Place, startMeasured } from './measured-product.ts'
import { type Clock, effortClock } from './processor-time.ts'
import type { Profile } from './profile-report.ts'
import { profileQuestions } from './profiles.ts'
import { questions, type Side } from './questions.ts'
import { askFor } from './rounds.ts'
import { compareAnswers, type Servers } from './same-answers.ts'
import { lastJobNumber, readSamples, removeMadeJobs, sessionOf, settle } from './samples-records.ts'

const POOL_SIZE = 10
const WARM_UP_SECONDS = 2

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

export type ApiResult = {
  comparisons: Comparison[]
  /** Of the questions whose goal was missed. */
  profiles: { comparison: Comparison; profile: Profile }[]
  /** What was compared before the clock ran, at each size. */
  compared: string[]
  peakMegabytes: number
}

/** Measures the product beside the bare server, in turns, at each size. */
export async function measureApi(options: ApiOptions): Promise<ApiResult> {
  const { sizes, log } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lading-benchmark-')))
  const folder = { dataDir, log }
  const result: ApiResult = { comparisons: [], profiles: [], compared: [], peakMegabytes: 0 }
  try {
    // What an earlier run that was broken off may have left behind.
    await inPlace(folder, async ({ owner }) => {
      if (await areCountersLoaded(owner)) await unloadCounters(owner)
    })
    for (const jobs of sizes) {
      const comparisons = await inPlace(folder, place => measureSize(place, jobs, options, result))
      const missed = comparisons.filter(comparison => verdictOf(comparison) === 'missed')
      if (missed.length > 0)
        result.profiles.push(...(await profileQuestions(folder, missed, options.seconds)))
    }
  } finally {
    if (options.dataDir === null) await rm(dataDir, { recursive: true, force: true })
  }
  return result
}

async function measureSize(
  place: Place,
  jobs: number,
  options: ApiOptions,
  result: ApiResult,
): Promise<Comparison[]> {
  const { owner, opened, dataDir } = place
  const { log } = options
  const accountId = await fill(place, jobs, log)
  log('Copying the jobs into plain tables …')
  await makeBareTables(owner, accountId)
  const lastKept = await lastJobNumber(owner, accountId)
  const samples = await readSamples(owner, accountId)
  const comparisons: Comparison[] = []
  const bare = await startBare({ url: opened.ownerUrl, poolSize: POOL_SIZE })
  const product = await startMeasured(dataDir)
  try {
    const servers: Servers = { product, bare }
    const session = await sessionOf(owner)
    const clocks: Record<Side, Clock> = {
      product: effortClock(product.pid, session),
      bare: effortClock(bare.pid, session),
    }
    const tidy = async () => {
      await removeMadeJobs(owner, accountId, lastKept)
      await settle(owner)
    }
    const compared = await compareAnswers(servers, samples)
    result.compared.push(`${jobs.toLocaleString('en')} jobs: ${compared}`)
    log(`Both sides answer the same: ${compared}.`)
    await tidy()
    const asked = questions(samples).filter(
      ({ name }) => options.questions.length === 0 || options.questions.includes(name),
    )
    for (const question of asked) {
      const turn = async (side: Side, seconds: number) => {
        const round = await askFor(seconds, question, side, servers[side], clocks[side])
        if (question.makesJobs) await tidy()
        return round
      }
      for (const side of ['product', 'bare'] as const) await turn(side, WARM_UP_SECONDS)
      await settle(owner)
      const runs: Record<Side, Round[]> = { product: [], bare: [] }
      for (let round = 0; round < options.rounds; round += 1) {
        const sides = round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const)
        for (const side of sides) runs[side].push(await turn(side, options.seconds))
      }
      const comparison = { jobs, question, ...runs }
      comparisons.push(comparison)
      log(ratesLine(comparison))
    }
  } finally {
    await bare.stop()
    await product.stop()
    result.peakMegabytes = Math.max(result.peakMegabytes, product.peakMegabytes())
  }
  result.comparisons.push(...comparisons)
  return comparisons
}
