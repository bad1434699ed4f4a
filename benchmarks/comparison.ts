import { figure, spreadOf, type Spread, withSpread } from './figures.ts'
import type { Measured } from './load.ts'
import type { Effort } from './processor-time.ts'
import type { Question } from './questions.ts'

export type Round = Measured & { effort: Effort | null }

/** A question's rounds on both sides; the rounds of one index were measured one after the other. */
export type Comparison = {
  jobs: number
  question: Pick<Question, 'name' | 'title' | 'goal'>
  product: Round[]
  bare: Round[]
}

/** Of each round, the product's rate by the bare server's. */
export function ratioOf({ product, bare }: Comparison): Spread {
  return spreadOf(product.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN)))
}

export type Verdict = 'met' | 'missed' | 'no goal'

export function verdictOf(comparison: Comparison): Verdict {
  const { goal } = comparison.question
  if (goal === null) return 'no goal'
  return ratioOf(comparison).median >= goal ? 'met' : 'missed'
}

const verdictText = (comparison: Comparison): string => {
  const verdict = verdictOf(comparison)
  const { goal } = comparison.question
  return verdict === 'no goal' ? '' : `${goal}: ${verdict === 'met' ? 'met' : '**missed**'}`
}

const medianOf = (rounds: readonly Round[], value: (round: Round) => number) =>
  spreadOf(rounds.map(value)).median

/** The median effort of one operation, in milliseconds of the processor; null where it is not known. */
export function effortOf(rounds: readonly Round[]): Effort | null {
  const efforts = rounds.flatMap(({ effort }) => effort ?? [])
  if (efforts.length === 0) return null
  return {
    server: spreadOf(efforts.map(({ server }) => server)).median,
    postgres: spreadOf(efforts.map(({ postgres }) => postgres)).median,
  }
}

/**
 * The bare server's effort by the product's, both with their part of PostgreSQL; null where it is not known. On a
 * machine with other work it says what the rates would on an idle one.
 */
export function effortRatioOf({ product, bare }: Comparison): number | null {
  const [ours, theirs] = [effortOf(product), effortOf(bare)]
  return ours && theirs ? (theirs.server + theirs.postgres) / (ours.server + ours.postgres) : null
}

const rates = (rounds: readonly Round[]) => withSpread(spreadOf(rounds.map(({ perSecond }) => perSecond)))
const times = (rounds: readonly Round[]) =>
  `${figure(medianOf(rounds, ({ p50 }) => p50))} / ${figure(medianOf(rounds, ({ p99 }) => p99))}`
const effortText = (rounds: readonly Round[]) => {
  const effort = effortOf(rounds)
  return effort ? `${figure(effort.server)} + ${figure(effort.postgres)}` : ''
}

/** Markdown; each figure is the median of the rounds, with the lowest and the highest. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  return [
    '| Jobs | Question | Of bare | Goal | By CPU | Lading a second | p50 / p99 ms | CPU ms | Bare a second | p50 / p99 ms | CPU ms |',
    '|---:|---|---:|---|---:|---:|---:|---:|---:|---:|---:|',
    ...comparisons.map(comparison => {
      const { jobs, question, product, bare } = comparison
      const byEffort = effortRatioOf(comparison)
      const cells = [
        ...[jobs.toLocaleString('en'), question.title],
        ...[
          withSpread(ratioOf(comparison)),
          verdictText(comparison),
          byEffort === null ? '' : figure(byEffort),
        ],
        ...[product, bare].flatMap(rounds => [rates(rounds), times(rounds), effortText(rounds)]),
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ].join('\n')
}

export const hasMissed = (comparisons: readonly Comparison[]): boolean =>
  comparisons.some(comparison => verdictOf(comparison) === 'missed')

/** "job at 100,000 jobs (0.45 of 0.8)" */
export const missedText = (comparison: Comparison): string =>
  `${comparison.question.name} at ${comparison.jobs.toLocaleString('en')} jobs ` +
  `(${figure(ratioOf(comparison).median)} of ${comparison.question.goal})`

/** All goals are ratios of one run. */
export function goalsLine(comparisons: readonly Comparison[]): string {
  const missed = comparisons.filter(comparison => verdictOf(comparison) === 'missed')
  const met = comparisons.filter(comparison => verdictOf(comparison) === 'met').length
  const named = missed.map(missedText)
  return `Goals met: ${met}. Missed: ${named.join(', ') || 'none'}.`
}

/** All rounds of both sides, for whoever watches. */
export function ratesLine({ question, product, bare }: Comparison): string {
  const ratesOf = (rounds: readonly Round[]) => rounds.map(({ perSecond }) => figure(perSecond)).join(', ')
  return `${question.name}: ${ratesOf(product)} beside ${ratesOf(bare)} a second`
}
