import { expect, test } from 'vitest'
import {
  type Comparison,
  comparisonTable,
  effortRatioOf,
  goalsLine,
  hasMissed,
  ratioOf,
  type Round,
  verdictOf,
} from './comparison.ts'

const round = (perSecond: number, effort: Round['effort'] = null): Round => ({
  ...{ operations: 100, perSecond, p50: 2, p99: 9.5, failures: 0, bytes: 1000, effort },
})

const comparison = (changes: Partial<Comparison> = {}): Comparison => ({
  jobs: 100_000,
  question: { name: 'job', title: 'One whole job', goal: 0.8 },
  product: [round(90), round(100), round(60)],
  bare: [round(100), round(100), round(100)],
  ...changes,
})

test('a ratio is that of rounds which followed each other, and its median decides', () => {
  const drifting = comparison({
    product: [round(80), round(8), round(40)],
    bare: [round(100), round(10), round(100)],
  })
  expect(ratioOf(drifting)).toEqual({ median: 0.8, lowest: 0.4, highest: 0.8 })
  expect(verdictOf(drifting)).toBe('met')
  expect(verdictOf(comparison({ product: [round(79), round(79), round(500)] }))).toBe('missed')
  expect(verdictOf(comparison({ question: { name: 'a', title: 'A', goal: null } }))).toBe('no goal')
})

test('effort counts the server and its part of PostgreSQL', () => {
  const effort = { server: 0.5, postgres: 1.5 }
  const known = comparison({
    product: [round(1, effort)],
    bare: [round(1, { server: 0.25, postgres: 0.25 })],
  })
  expect(effortRatioOf(known)).toBe(0.25)
  expect(effortRatioOf(comparison())).toBeNull()
})

test('the table says what was met and what was missed', () => {
  const effort = { server: 0.1, postgres: 0.3 }
  const rows = [
    comparison({ product: [round(90, effort)], bare: [round(100, effort)] }),
    comparison({ question: { name: 'list', title: 'List of 50', goal: 1 } }),
    comparison({ question: { name: 'total', title: 'With a total', goal: null } }),
  ]
  expect(comparisonTable(rows).split('\n').slice(2)).toEqual([
    '| 100,000 | One whole job | 0.90 (0.90 to 0.90) | 0.8: met | 1.00 | 90.0 (90.0 to 90.0) | 2.00 / 9.50 | 0.10 + 0.30 | 100 (100 to 100) | 2.00 / 9.50 | 0.10 + 0.30 |',
    '| 100,000 | List of 50 | 0.90 (0.60 to 1.00) | 1: **missed** |  | 90.0 (60.0 to 100) | 2.00 / 9.50 |  | 100 (100 to 100) | 2.00 / 9.50 |  |',
    '| 100,000 | With a total | 0.90 (0.60 to 1.00) |  |  | 90.0 (60.0 to 100) | 2.00 / 9.50 |  | 100 (100 to 100) | 2.00 / 9.50 |  |',
  ])
  expect(hasMissed(rows)).toBe(true)
  expect(goalsLine(rows)).toBe('Goals met: 1. Missed: list at 100,000 jobs (0.90 of 1).')
})

test('where every goal is met the report says so', () => {
  const rows = [comparison()]
  expect(hasMissed(rows)).toBe(false)
  expect(goalsLine(rows)).toBe('Goals met: 1. Missed: none.')
})
