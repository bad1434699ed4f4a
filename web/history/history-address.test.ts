import { expect, test } from 'vitest'
import { historyAddress, searchOf } from './history-address.ts'

const by = '00000000-0000-4000-8000-000000000001'

test('an address keeps what can be understood and loses the rest', () => {
  const whole = { by, from: '2026-12-01', to: '2026-12-31', page: 2, size: 100 }
  expect(historyAddress({ ...whole, other: 1 })).toEqual(whole)
  expect(historyAddress({ by: 'me', from: 'monday', to: 20261201, page: 0, size: '5' })).toEqual({})
})

test('the last day is asked for to its end', () => {
  expect(searchOf({ by, from: '2026-12-01', to: '2026-12-01' })).toEqual({
    by,
    from: new Date(2026, 11, 1).toISOString(),
    to: new Date(2026, 11, 2).toISOString(),
  })
  expect(searchOf({})).toEqual({})
})
