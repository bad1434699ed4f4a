import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comparison } from './comparison.ts'
import {
  type DatabaseProfile,
  loadCounters,
  readCounts,
  resetCounts,
  startCounters,
  unloadCounters,
} from './database-profile-records.ts'
import { fill, inPlace, type Place, startMeasured } from './measured-product.ts'
import { type CpuProfile, summariseProfile } from './processor-profile.ts'
import type { Profile } from './profile-report.ts'
import { type Question, questions } from './questions.ts'
import { askFor } from './rounds.ts'
import { readSamples, removeMadeJobs, settle } from './samples-records.ts'

const WARM_UP_SECONDS = 2

type Folder = { dataDir: string; log: (line: string) => void }

/** Asks the questions of the product once more, with Node and PostgreSQL writing down what takes their time. */
export async function profileQuestions(
  folder: Folder,
  comparisons: readonly Comparison[],
  seconds: number,
): Promise<{ comparison: Comparison; profile: Profile }[]> {
  const [{ jobs } = { jobs: 0 }] = comparisons
  await inPlace(folder, ({ owner }) => loadCounters(owner))
  return inPlace(folder, async place => {
    const { owner } = place
    const accountId = await fill(place, jobs, folder.log)
    const all = questions(await readSamples(owner, accountId))
    const profiles: { comparison: Comparison; profile: Profile }[] = []
    await startCounters(owner)
    try {
      for (const comparison of comparisons) {
        const question = all.find(({ name }) => name === comparison.question.name)
        if (!question) continue
        folder.log(`Looking where the time of “${question.title}” goes …`)
        profiles.push({ comparison, profile: await profileQuestion(place, question, seconds) })
        await removeMadeJobs(owner, accountId, jobs)
        await settle(owner)
      }
    } finally {
      await unloadCounters(owner)
    }
    return profiles
  })
}

// V8's profiles count in the microseconds of this clock.
const now = () => Number(process.hrtime.bigint() / 1000n)

async function profileQuestion(place: Place, question: Question, seconds: number): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-profile-'))
  try {
    const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
    const { between, operations, database } = await loadProfiled(place, question, seconds, flags)
    return { operations, database, processor: summariseProfile(await mainProfile(folder), between) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Loaded = { between: { from: number; to: number }; operations: number; database: DatabaseProfile }

async function loadProfiled(
  { owner, dataDir }: Place,
  question: Question,
  seconds: number,
  flags: readonly string[],
): Promise<Loaded> {
  const product = await startMeasured(dataDir, flags)
  const ask = (length: number) => askFor(length, question, 'product', product, async () => null)
  let measured: Omit<Loaded, 'database'>
  try {
    await resetCounts(owner)
    const warmUp = await ask(WARM_UP_SECONDS)
    const from = now()
    const { operations } = await ask(seconds)
    measured = { between: { from, to: now() }, operations: operations + warmUp.operations }
  } finally {
    await product.stop()
  }
  // A connection tells of the functions that it ran when it ends, so the warm-up is counted too.
  return { ...measured, database: await readCounts(owner) }
}

/** The thread that serves requests; those that make documents write profiles of their own. */
async function mainProfile(folder: string): Promise<CpuProfile> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.cpuprofile'))
  const main = files.find(name => /^CPU\.\d+\.\d+\.\d+\.0\.\d+\.cpuprofile$/.test(name))
  if (!main) throw new Error(`Node wrote no profile of the server's thread, only: ${files.join(', ')}.`)
  return JSON.parse(await readFile(join(folder, main), 'utf8')) as CpuProfile
}
