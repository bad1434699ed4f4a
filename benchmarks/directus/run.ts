import { parseArgs } from 'node:util'
import { makeBareTables } from '#benchmarks/bare/tables-records.ts'
import { encodeCall, type Call } from '#benchmarks/connection.ts'
import { figure, spreadOf, withSpread } from '#benchmarks/figures.ts'
import { type Measured, measure } from '#benchmarks/load.ts'
import { describeRun } from '#benchmarks/machine.ts'
import {
  fill,
  inPlace,
  type MeasuredProduct,
  person,
  type Place,
  startMeasured,
} from '#benchmarks/measured-product.ts'
import { type Clock, type Effort, effortClock } from '#benchmarks/processor-time.ts'
import { type Change, newChange, newJob, type Question, questions } from '#benchmarks/questions.ts'
import type { Server } from '#benchmarks/same-answers.ts'
import {
  accountOf,
  lastJobNumber,
  readSamples,
  removeMadeJobs,
  sessionOf,
  type Samples,
} from '#benchmarks/samples-records.ts'
import { directusCalls, type RowsOfJob } from './calls.ts'
import { dropDirectusDatabase, makeDirectusDatabase, removeMadeHere, rowsOfJobs } from './database-records.ts'
import { startDirectus } from './process.ts'

/**
 * The product beside a Directus that somebody has installed elsewhere, in turns: benchmarks/README.md says how.
 */
const { values } = parseArgs({
  options: {
    directus: { type: 'string' },
    data: { type: 'string' },
    jobs: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '2' },
  },
})
const { directus: installed, data: dataDir } = values
if (!installed || !dataDir) {
  process.stderr.write(
    'Name the folders: --directus FOLDER, where it is installed, and --data FOLDER, for the jobs.\n',
  )
  process.exit(2)
}
const log = (line: string) => process.stderr.write(`${line}\n`)
const CONNECTIONS = 10
const WARM_UP_SECONDS = 3
const seconds = Number(values.seconds)

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** The same questions as the bare server is asked, by name. */
function callsOf(samples: Samples, rows: ReadonlyMap<string, RowsOfJob>): Record<string, () => Call> {
  let turn = 0
  const changeable = (): [Change, RowsOfJob] => {
    const change = newChange({ ...samples, jobIds: [...rows.keys()] })
    return [change, rows.get(change.id) ?? { quote: '', consignee: '' }]
  }
  return {
    list: () => directusCalls.list(),
    'list-total': () => directusCalls.listWithTotal(),
    search: () => directusCalls.search(samples.terms[turn++ % samples.terms.length] ?? ''),
    job: () => directusCalls.job(pick(samples.jobIds)),
    update: () => directusCalls.update(...changeable()),
    create: () => directusCalls.create(newJob(samples)),
  }
}

type Timed = Measured & { effort: number }

/** Asks one side for some seconds; `effort`: milliseconds of the processor that an operation took, PostgreSQL's too. */
async function ask(
  server: Server,
  clock: Clock,
  length: number,
  next: () => readonly Call[],
): Promise<Timed> {
  const earlier = await clock()
  const measured = await measure({
    url: server.url,
    connections: CONNECTIONS,
    seconds: length,
    next: () => ({ steps: next().map(call => encodeCall(server, call)) }),
  })
  const later = await clock()
  if (measured.failures > 0) throw new Error(`${measured.failures} answers of ${server.url} were refusals.`)
  const total = (effort: Effort | null) => (effort ? effort.server + effort.postgres : Number.NaN)
  return { ...measured, effort: (total(later) - total(earlier)) / measured.operations }
}

type Rounds = { ours: Timed[]; theirs: Timed[] }

async function compare(place: Place, product: MeasuredProduct): Promise<string[]> {
  const { owner, opened } = place
  const accountId = await accountOf(owner, person.email)
  const lastKept = await lastJobNumber(owner, accountId)
  const samples = await readSamples(owner, accountId)
  await makeBareTables(owner, accountId)
  const url = await makeDirectusDatabase(opened.ownerUrl)
  const directus = await startDirectus(installed ?? '', url)
  const session = await sessionOf(owner)
  const [ourClock, theirClock] = [effortClock(product.pid, session), effortClock(directus.pid, session)]
  const lines: string[] = []
  try {
    const calls = callsOf(samples, await rowsOfJobs(url, samples.jobIds))
    for (const question of questions(samples)) {
      const theirCall = calls[question.name]
      if (!theirCall) continue
      const turn = async (side: keyof Rounds, length: number) => {
        const measured =
          side === 'ours'
            ? await ask(product, ourClock, length, () => question.ask.product().steps)
            : await ask(directus, theirClock, length, () => [theirCall()])
        if (question.makesJobs) {
          await removeMadeJobs(owner, accountId, lastKept)
          await removeMadeHere(url, lastKept)
        }
        return measured
      }
      const rounds: Rounds = { ours: [], theirs: [] }
      for (const side of ['ours', 'theirs'] as const) await turn(side, WARM_UP_SECONDS)
      for (let round = 0; round < Number(values.rounds); round += 1)
        for (const side of ['ours', 'theirs'] as const) rounds[side].push(await turn(side, seconds))
      lines.push(rowOf(titleOf(question), rounds))
      log(lines.at(-1) ?? '')
    }
  } finally {
    await directus.stop()
    await dropDirectusDatabase(opened.ownerUrl)
  }
  return lines
}

// The bare server's part of a title says nothing here.
const titleOf = ({ name, title }: Question) =>
  name === 'list-total' ? 'List of 50 with the total' : title.split(';')[0]

function rowOf(title: string | undefined, { ours, theirs }: Rounds): string {
  const rates = (rounds: readonly Timed[]) => spreadOf(rounds.map(({ perSecond }) => perSecond))
  const effort = (rounds: readonly Timed[]) => spreadOf(rounds.map(timed => timed.effort)).median
  const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN))
  const cells = [
    ...[title ?? '', withSpread(spreadOf(ratios)), figure(effort(theirs) / effort(ours))],
    ...[withSpread(rates(ours)), figure(effort(ours)), withSpread(rates(theirs)), figure(effort(theirs))],
  ]
  return `| ${cells.join(' | ')} |`
}

const machine = await describeRun()
const lines = await inPlace({ dataDir, log }, async place => {
  await fill(place, Number(values.jobs), log)
  const product = await startMeasured(dataDir)
  try {
    return await compare(place, product)
  } finally {
    await product.stop()
  }
})
process.stdout.write(
  [
    `${machine} ${values.jobs} jobs.`,
    '',
    '| Question | Lading of Directus | By CPU | Lading a second | CPU ms | Directus a second | CPU ms |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n'),
)
