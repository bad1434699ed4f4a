import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerCounts } from './answers.ts'
import type { Company } from './company.ts'
import type { FaultKind } from './kinds.ts'
import type { RoundResult } from './round.ts'
import type { Finding } from './verify.ts'

export type Files = FaultKind['files']

/** What all rounds of one kind have shown so far. */
export type KindFigures = {
  rounds: number
  acknowledged: number
  /** Answers by status; 0: none, while the server was away on purpose. */
  statuses: AnswerCounts['statuses']
  lost: number
  half: number
  twice: number
  wordless: number
  notBack: number
  slowestMs: number
  slowestCall: string
  slowestBackMs: number
}

/** What a run that is started again goes on with. */
export type RunState = {
  seed: number
  done: number
  /** The rounds after which something was not in order. */
  failed: number[]
  /** By where its files are. */
  companies: Partial<Record<Files, Company>>
  kinds: Record<string, KindFigures>
  /** In words, with the round. */
  findings: string[]
  /** How many jobs were read back with everything on them, at the end of the last run. */
  jobsReadAgain: number
}

const noFigures = (): KindFigures => ({
  ...{ rounds: 0, acknowledged: 0, statuses: {}, lost: 0, half: 0, twice: 0, wordless: 0, notBack: 0 },
  ...{ slowestMs: 0, slowestCall: '', slowestBackMs: 0 },
})

export const newState = (seed: number): RunState => ({
  ...{ seed, done: 0, failed: [], companies: {}, kinds: {}, findings: [], jobsReadAgain: 0 },
})

const pathIn = (folder: string) => join(folder, 'state.json')

export async function readState(folder: string): Promise<RunState | undefined> {
  if (!existsSync(pathIn(folder))) return undefined
  return JSON.parse(await readFile(pathIn(folder), 'utf8')) as RunState
}

export async function writeState(folder: string, state: RunState): Promise<void> {
  const draft = `${pathIn(folder)}.new`
  await writeFile(draft, JSON.stringify(state, null, 2))
  await rename(draft, pathIn(folder))
}

export function addFindings(state: RunState, kind: string, findings: readonly Finding[]): void {
  const figures = (state.kinds[kind] ??= noFigures())
  for (const { fault, round, words } of findings) {
    figures[fault] += 1
    state.findings.push(`Round ${round}, ${kind}: ${fault}: ${words}`)
  }
}

export function addRound(state: RunState, result: RoundResult): void {
  const figures = (state.kinds[result.kind] ??= noFigures())
  const { answers } = result
  figures.rounds += 1
  figures.acknowledged += result.acknowledged
  for (const [status, count] of Object.entries(answers.statuses))
    figures.statuses[status] = (figures.statuses[status] ?? 0) + count
  addFindings(state, result.kind, result.findings)
  figures.wordless += answers.wordless.length
  figures.notBack += result.notBack.length
  for (const [words, times] of timesOf([...answers.wordless, ...result.notBack]))
    state.findings.push(
      `Round ${result.round}, ${result.kind}: ${words}${times > 1 ? ` (${times} times)` : ''}`,
    )
  if (answers.slowestMs > figures.slowestMs) {
    figures.slowestMs = answers.slowestMs
    figures.slowestCall = answers.slowestCall
  }
  figures.slowestBackMs = Math.max(figures.slowestBackMs, result.backAfterMs)
  state.done = result.round
  if (badOf(result).length > 0) state.failed.push(result.round)
}

/** A server that is gone is told of by every call. */
function timesOf(list: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const words of list) times.set(words, (times.get(words) ?? 0) + 1)
  return times
}

/** In words, what was not in order. */
export const badOf = ({ findings, answers, notBack }: RoundResult): string[] => [
  ...findings.map(({ fault, words }) => `${fault}: ${words}`),
  ...answers.wordless,
  ...notBack,
]

/** What the figures of all kinds come to. */
export function totalsOf({ kinds }: Pick<RunState, 'kinds'>) {
  const all = Object.values(kinds)
  const sum = (of: (figures: KindFigures) => number) => all.reduce((total, figures) => total + of(figures), 0)
  const most = (of: (figures: KindFigures) => number) => Math.max(0, ...all.map(of))
  return {
    rounds: sum(figures => figures.rounds),
    acknowledged: sum(figures => figures.acknowledged),
    lost: sum(figures => figures.lost),
    half: sum(figures => figures.half),
    twice: sum(figures => figures.twice),
    wordless: sum(figures => figures.wordless),
    notBack: sum(figures => figures.notBack),
    slowestMs: most(figures => figures.slowestMs),
    slowestBackMs: most(figures => figures.slowestBackMs),
  }
}

export const isInOrder = (state: Pick<RunState, 'kinds'>) => {
  const { lost, half, twice, wordless, notBack } = totalsOf(state)
  return lost + half + twice + wordless + notBack === 0
}
