import { expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { Budgets, type BudgetDependencies } from './budgets.ts'
import { unlimited } from './limits.ts'
import type { Changes, BudgetTotals } from './records.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
const nothing: BudgetTotals = { companies: [], networks: [], limits: [] }

function counting(
  changes: Partial<BudgetDependencies> & { requests?: number; addressRequests?: number } = {},
) {
  const { requests = null, addressRequests = null, ...parts } = changes
  const told: Changes[] = []
  const lines: string[] = []
  const clock = { now: NOON }
  const budgets = new Budgets({
    settings: { company: { ...unlimited.company, requests }, addressRequests },
    add: async sent => {
      told.push(sent)
      return nothing
    },
    read: async () => nothing,
    now: () => clock.now,
    log: line => lines.push(line),
    ...parts,
  })
  return { budgets, told, lines, clock }
}

const refusalOf = (work: () => void): AppError | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error as AppError
  }
}

test('counting goes on while the database is away, and what was not told is told later', async () => {
  let isAway = true
  const told: Changes[] = []
  const { budgets, lines } = counting({
    requests: 5,
    add: async changes => {
      if (isAway) throw new Error('connection refused')
      told.push(changes)
      return {
        ...nothing,
        companies: changes.companies.map(({ amount, ...one }) => ({ ...one, used: amount })),
      }
    },
  })
  for (let count = 0; count < 3; count++) budgets.admit('a')
  await budgets.settle()
  await budgets.settle()
  for (let count = 0; count < 2; count++) budgets.admit('a')
  expect(refusalOf(() => budgets.admit('a'))).toMatchObject({ code: 'too_many_requests', retryAfter: 60 })
  isAway = false
  await budgets.settle()
  expect(told).toEqual([
    { companies: [{ company: 'a', budget: 'requests', startsAt: NOON, amount: 5 }], networks: [] },
  ])
  expect(budgets.use('a', 'requests')).toMatchObject({ used: 5, pending: 0 })
  expect(lines).toEqual([
    'Budgets could not be shared with the other servers and are counted here alone: connection refused',
    'Budgets are shared with the other servers again.',
  ])
})

test('nothing is told where nothing has changed, and all that has in one statement', async () => {
  const { budgets, told } = counting({ addressRequests: 100 })
  await budgets.settle()
  expect(told).toEqual([])
  for (let company = 0; company < 1000; company++) {
    budgets.admit(`company ${company}`)
    budgets.spend(`company ${company}`, 'work', 5)
  }
  await budgets.settle()
  expect(told.map(({ companies }) => companies.length)).toEqual([2000])
  await budgets.settle()
  expect(told).toHaveLength(1)
})

test('an address is written down from a tenth of its limit on alone', async () => {
  const { budgets, told } = counting({ addressRequests: 100 })
  for (let count = 0; count < 9; count++) budgets.admitAddress('198.51.100.7')
  await budgets.settle()
  expect(told).toEqual([])
  budgets.admitAddress('198.51.100.7')
  await budgets.settle()
  expect(told).toEqual([
    { companies: [], networks: [{ network: '198.51.100.7', startsAt: NOON, amount: 10 }] },
  ])
})

test('however many addresses, people and companies come, so many are remembered', () => {
  const { budgets } = counting({ requests: 2, addressRequests: 2, remembered: 100 })
  for (let index = 0; index < 1000; index++) {
    budgets.admitAddress(`198.51.${index % 250}.${Math.floor(index / 250)}`)
    budgets.admitSubject(`person ${index}`)
    budgets.admit(`company ${index}`)
  }
  expect(budgets.size).toEqual({ companies: 100, subjects: 100, networks: 100 })
  // The latest are known still.
  budgets.admit('company 999')
  expect(refusalOf(() => budgets.admit('company 999'))).toBeInstanceOf(AppError)
})

test('a window that is over is forgotten, whenever its settlement comes back', async () => {
  let answer: (totals: BudgetTotals) => void = () => undefined
  const { budgets, clock } = counting({
    add: () =>
      new Promise(resolve => {
        answer = resolve
      }),
  })
  budgets.admit('a')
  const settled = budgets.settle()
  clock.now += 60_000
  budgets.admit('a')
  answer({ ...nothing, companies: [{ company: 'a', budget: 'requests', startsAt: NOON, used: 700 }] })
  await settled
  expect(budgets.use('a', 'requests').used).toBe(1)
})

test('what comes while a settlement is under way is neither lost nor told twice', async () => {
  const told: number[] = []
  let answer: () => void = () => undefined
  const { budgets } = counting({
    add: changes => {
      told.push(...changes.companies.map(one => one.amount))
      return new Promise(resolve => {
        answer = () =>
          resolve({
            ...nothing,
            companies: changes.companies.map(({ amount, ...one }) => ({ ...one, used: amount + 100 })),
          })
      })
    },
  })
  budgets.admit('a')
  const first = budgets.settle()
  budgets.admit('a')
  // One at a time: the second call waits for the first.
  expect(budgets.settle()).toBe(first)
  answer()
  await first
  expect(budgets.use('a', 'requests').used).toBe(102)
  const second = budgets.settle()
  answer()
  await second
  expect(told).toEqual([1, 1])
})
