import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollEvery } from './polling.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('slow work is never begun a second time while it goes on, and the stop waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = vi.fn(() => promise)
  const stop = pollEvery(1000, work, () => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work).toHaveBeenCalledTimes(1)
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stopped).toBe(false)
  resolve()
  await stopping
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('of failures in a row the first is told, and the work goes on', async () => {
  const told: unknown[] = []
  const outcomes = ['away', 'away', 'there', 'away again', 'there']
  const stop = pollEvery(
    1000,
    async () => {
      const outcome = outcomes.shift()
      if (outcome !== 'there') throw outcome
    },
    error => told.push(error),
  )
  await vi.advanceTimersByTimeAsync(5000)
  await stop()
  expect(told).toEqual(['away', 'away again'])
  expect(outcomes).toEqual([])
})
