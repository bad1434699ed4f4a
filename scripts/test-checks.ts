import { stripVTControlCharacters } from 'node:util'
import { runStep, type StepResult } from '#testing/step.ts'
import type { Check } from './test-summary.ts'

export type Outcome = Omit<Check, 'name' | 'seconds'>

/** Runs a program whose output is shown together with the rest of its check. */
export type Run = (
  program: string,
  args: readonly string[],
  env?: Record<string, string>,
) => Promise<StepResult>

export type Checks = {
  /** Runs one check, shows what it said when it has ended, and resolves to whether it is well. Never rejects. */
  check(name: string, work: (run: Run) => Promise<Outcome>): Promise<boolean>
  /** Runs a part of a check again that has ended: what `work` makes of its first outcome takes that one's place. */
  again(name: string, work: (run: Run, first: Outcome) => Promise<Outcome>): Promise<void>
  /** Those that have ended, in the order of `names`. */
  ended(): Check[]
  stop(): void
}

const PROGRESS_EVERY_MS = 20_000

/** The line that vitest, Playwright and the faults write when a file, a journey or a round has ended. */
const endOfOne = /^ [✓❯×] .*\(\d+ tests?|^ {2}[✓✘] +\d+ |^Round \d+, /

/** How many files, journeys or rounds have ended by this output. */
export const countEnded = (output: string): number =>
  stripVTControlCharacters(output)
    .split('\n')
    .filter(line => endOfOne.test(line)).length

const minutes = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Checks that run side by side: the output of each is shown in one piece, and a line now and then how far all are. */
export function runChecks(names: readonly string[], show: (text: string) => void): Checks {
  const began = performance.now()
  const ended: Check[] = []
  const running = new Map<string, { output: string }>()
  const tellProgress = () => {
    if (running.size === 0) return
    const each = [...running].map(([name, { output }]) => `${name} ${countEnded(output) || '…'}`)
    show(`${minutes(performance.now() - began)}  ${each.join(', ')}`)
  }
  const timer = setInterval(tellProgress, PROGRESS_EVERY_MS)
  async function perform(title: string, work: (run: Run) => Promise<Outcome>) {
    const started = performance.now()
    const own = { output: '' }
    running.set(title, own)
    const run: Run = (program, args, env = {}) =>
      runStep(program, args, { env, onOutput: text => (own.output += text) })
    const outcome = await work(run).catch((error: unknown): Outcome => {
      own.output += `${error instanceof Error ? error.message : String(error)}\n`
      return { ok: false }
    })
    running.delete(title)
    const seconds = (performance.now() - started) / 1000
    show(`\n── ${title} (${seconds.toFixed(1)} s)\n${own.output.trimEnd()}`.trimEnd())
    return { seconds, outcome }
  }
  return {
    async check(name, work) {
      const { seconds, outcome } = await perform(name, work)
      ended.push({ name, seconds, ...outcome })
      return outcome.ok
    },
    async again(name, work) {
      const at = ended.findIndex(each => each.name === name)
      const first = ended[at]
      if (!first) return
      const { outcome } = await perform(`${name}: what failed, by itself`, run => work(run, first))
      ended[at] = { name, seconds: first.seconds, ...outcome }
    },
    ended: () => ended.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name)),
    stop: () => clearInterval(timer),
  }
}
