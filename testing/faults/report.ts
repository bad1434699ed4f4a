import { isInOrder, type KindFigures, type RunState, totalsOf } from './state.ts'

const GOAL_MS = 10_000

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

const heads = [
  ...['fault', 'rounds', 'acknowledged', 'lost', 'half', 'twice', 'without words', 'not back'],
  ...['slowest answer (s)', 'back after (s)'],
]

const row = (name: string, figures: Omit<KindFigures, 'statuses' | 'slowestCall'>) =>
  [
    name,
    ...[figures.rounds, figures.acknowledged, figures.lost, figures.half, figures.twice],
    ...[figures.wordless, figures.notBack, seconds(figures.slowestMs), seconds(figures.slowestBackMs)],
  ].map(String)

const SHOWN = 30

/** The figures as a table, and in sentences what is not in order. */
export function reportOf(state: RunState, leftOut: readonly string[]): string[] {
  const totals = totalsOf(state)
  const rows = [
    heads,
    ...Object.entries(state.kinds).map(([name, figures]) => row(name, figures)),
    row('all', totals),
  ]
  const widths = heads.map((_, column) => Math.max(...rows.map(cells => cells[column]?.length ?? 0)))
  const table = rows.map(cells =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  const { findings } = state
  return [
    ...table,
    '',
    ...findings.slice(0, SHOWN),
    ...(findings.length > SHOWN ? [`… and ${findings.length - SHOWN} more, in the report.`] : []),
    ...leftOut.map(words => `LEFT OUT: ${words}.`),
    `At the end ${state.jobsReadAgain} jobs were read again, with all that belongs to them.`,
    goal('slowest answer', totals.slowestMs),
    goal('slowest return to work', totals.slowestBackMs),
    isInOrder(state)
      ? `Nothing lost, nothing half, nothing twice, no answer without words. Seed ${state.seed}.`
      : `NOT in order: see above. Seed ${state.seed}.`,
  ]
}

const goal = (what: string, milliseconds: number) =>
  `The ${what} took ${seconds(milliseconds)} s (the goal on an idle machine: ${GOAL_MS / 1000} s at most${milliseconds > GOAL_MS ? ', missed' : ''}).`
