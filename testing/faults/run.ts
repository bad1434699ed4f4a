import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dice } from '#testing/seed/dice.ts'
import type { Mail } from '#contract/mails.ts'
import { startStallingProxy, type StallingProxy } from '#testing/stalling-proxy.ts'
import { bodyOf, send, type Send, succeeded } from './caller.ts'
import { type Clock, openClock } from './clock.ts'
import { type Company, makeCompany } from './company.ts'
import { type Installation, openInstallation } from './installation.ts'
import { type FaultKind, faultKinds } from './kinds.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { type MailOffice, openMailOffice } from './mail-office.ts'
import { kindOfRound } from './plan.ts'
import { readBack, readBackNumbers } from './read-back.ts'
import { reportOf } from './report.ts'
import { runRound } from './round.ts'
import { s3Settings, startS3StandIn } from './s3-stand-in.ts'
import {
  addFindings,
  addRound,
  badOf,
  type Files,
  isInOrder,
  newState,
  readState,
  type RunState,
  totalsOf,
  writeState,
} from './state.ts'

export type RunOptions = {
  /** Where everything is kept that a run which is started again goes on with. */
  folder: string
  /** How many rounds there are to be in all. */
  rounds: number
  /** No round begins later than this many minutes from now. */
  minutes: number | undefined
  seed: number
  /** Names of the faults that are wanted; undefined: all. */
  only: readonly string[] | undefined
  say: (line: string) => void
  /** Ends the run after the present round. */
  signal: AbortSignal
}

export type RunOutcome = { state: RunState; leftOut: string[]; lines: string[]; ok: boolean }

/** One product and the lines by which it reaches what it needs. */
type House = {
  installation: Installation
  ledger: Ledger
  office: MailOffice
  storeLine: StallingProxy | undefined
  company: Company
  close(): Promise<void>
}

const filesOfHouses = ['on disk', 'in S3'] as const

/** Waits for all of them also where one fails. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  const failure = (await Promise.allSettled(work)).find(outcome => outcome.status === 'rejected')
  if (failure) throw failure.reason
}

const houseNames: Record<Files, string> = { 'on disk': 'files-on-disk', 'in S3': 'files-in-s3' }

/** Performs the rounds that are left, reads everything back, and reports. */
export async function runFaults(options: RunOptions): Promise<RunOutcome> {
  const { folder, rounds, say, signal } = options
  await mkdir(folder, { recursive: true })
  const state = (await readState(folder)) ?? newState(options.seed)
  const until = options.minutes === undefined ? Infinity : performance.now() + options.minutes * 60_000
  say(`Seed ${state.seed}, in ${folder}${state.done > 0 ? `, going on after round ${state.done}` : ''}.`)
  const houses = new Map<Files, House>()
  const leftOut: string[] = []
  try {
    const opened = await openClock(join(folder, 'clock'))
    const clock = typeof opened === 'string' ? undefined : opened
    if (typeof opened === 'string') leftOut.push(`a clock that is set back (${opened})`)
    // Both at once, and all of them closed again if one fails.
    await allOf(
      filesOfHouses.map(async files => {
        houses.set(files, await openHouse(options, state, files, leftOut))
      }),
    )
    await writeState(folder, state)
    const isWanted = ({ name }: FaultKind) => options.only?.includes(name) ?? true
    const kinds = faultKinds.filter(kind => isWanted(kind) && isPossible(kind, houses, clock))
    if (kinds.length === 0) throw new Error('None of these faults can be made here.')
    while (state.done < rounds && performance.now() < until && !signal.aborted) {
      const round = state.done + 1
      const kind = kindOfRound(kinds, state.seed, round)
      const house = houses.get(kind.files)
      if (!house) throw new Error(`There is no product with its files ${kind.files}.`)
      addRound(state, await performRound(house, { state, round, kind, clock, say }))
      await writeState(folder, state)
    }
    state.jobsReadAgain = 0
    await allOf([...houses.values()].map(house => readEverything(house, state)))
    await writeState(folder, state)
  } finally {
    await allOf([...houses.values()].map(house => house.close()))
  }
  const lines = reportOf(state, leftOut)
  const report = { ...totalsOf(state), ...state, companies: undefined, leftOut, goalMs: 10_000 }
  await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2))
  return { state, leftOut, lines, ok: isInOrder(state) && state.done > 0 }
}

function isPossible(kind: FaultKind, houses: Map<Files, House>, clock: Clock | undefined): boolean {
  if (kind.needs === 'clock') return clock !== undefined
  return kind.needs !== 'disk' || houses.get(kind.files)?.installation.disk !== undefined
}

async function openHouse(
  { folder, say }: RunOptions,
  state: RunState,
  files: Files,
  leftOut: string[],
): Promise<House> {
  const own = join(folder, houseNames[files])
  await mkdir(own, { recursive: true })
  const ledger = openLedger(join(own, 'ledger.jsonl'))
  const office = await openMailOffice(ledger)
  const store = files === 'in S3' ? await startS3StandIn(join(own, 'bucket')) : undefined
  const storeLine = store && (await startStallingProxy(store.url))
  const installation = await openInstallation({
    folder: own,
    withDisk: files === 'on disk',
    environment: {
      ...office.settings,
      ...(store && storeLine && s3Settings(new URL(storeLine.through(store.url)).origin)),
    },
    say,
  })
  if (installation.diskLacks) leftOut.push(`a full and a read-only disk (${installation.diskLacks})`)
  const close = async () => {
    await installation.stop()
    await installation.killAll()
    await installation.disk?.unmount()
    await office.close()
    await storeLine?.close()
    await store?.close()
  }
  try {
    // What a harness that was killed left running.
    await installation.killAll()
    await installation.start()
    const company = (state.companies[files] ??= await makeCompany(installation))
    return { installation, ledger, office, storeLine, company, close }
  } catch (error) {
    await close()
    throw error
  }
}

type RoundParts = {
  state: RunState
  round: number
  kind: FaultKind
  clock: Clock | undefined
  say: (line: string) => void
}

async function performRound(house: House, { state, round, kind, clock, say }: RoundParts) {
  const { installation, office, storeLine, company, ledger } = house
  const chance = dice(state.seed * 31 + round)
  const result = await runRound({
    ...{ round, kind, company, ledger, dice: chance },
    scene: {
      ...{ installation, storeLine, clock, dice: chance },
      mailLine: office.line,
      roundsBefore: state.kinds[kind.name]?.rounds ?? 0,
      wordless: () => undefined,
    },
  })
  const bad = badOf(result)
  say(
    `Round ${round}, ${kind.name}: ${result.acknowledged} acknowledged, back after ` +
      `${(result.backAfterMs / 1000).toFixed(1)} s, ${bad.length === 0 ? 'in order' : `${bad.length} NOT in order`}` +
      ` (${result.seconds.toFixed(1)} s)`,
  )
  for (const words of bad.slice(0, 5)) say(`    ${words}`)
  return result
}

const SETTLED_WITHIN_MS = 30_000

/** After a start in order: every job of every round, every number, and what became of each mail. */
async function readEverything(house: House, state: RunState): Promise<void> {
  const { installation, ledger, company } = house
  await installation.stop()
  await installation.start()
  const ask: Send = request => send({ url: installation.url, token: company.token }, request)
  const overdue = await untilMailsSettled(ask)
  const { findings, jobs } = await readBack(ask, ledger.entries, ledger.arrivals)
  state.jobsReadAgain += jobs
  addFindings(state, 'at the end', [
    ...findings,
    ...(await readBackNumbers(ask, ledger.entries, company.jobsBefore)),
    ...overdue.map(subject => ({
      fault: 'lost' as const,
      round: 0,
      words: `“${subject}” is due and is not sent`,
    })),
  ])
}

/** Waits until no mail is due or being sent; the subjects of those that still are. */
async function untilMailsSettled(ask: Send): Promise<string[]> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const pages = await Promise.all(
      ['waiting', 'sending'].map(state =>
        ask({ method: 'GET', path: `/api/mail/all?state=${state}&limit=500` }),
      ),
    )
    const due = pages
      .flatMap(page => (succeeded(page) ? bodyOf<Mail[]>(page) : []))
      .filter(({ nextAttemptAt }) => nextAttemptAt === null || Date.parse(nextAttemptAt) < Date.now())
    if (due.length === 0 || Date.now() > deadline) return due.map(({ subject }) => subject)
    await pause(200)
  }
}
