import { expect, test, vi } from 'vitest'
import { inSlices } from './in-slices.ts'

test('the browser has its turn between the steps of what takes long, and what is stopped goes no further', () => {
  vi.useFakeTimers()
  const steps: number[] = []
  const done = vi.fn()
  // Each step takes 5 milliseconds.
  const take = (step: number) => {
    steps.push(step)
    vi.setSystemTime(Date.now() + 5)
  }
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  const stop = inSlices([1, 2, 3, 4, 5].values(), take, done)
  expect(steps).toEqual([])
  vi.advanceTimersToNextTimer()
  expect(steps).toEqual([1, 2])
  vi.advanceTimersToNextTimer()
  expect([steps, done.mock.calls.length]).toEqual([[1, 2, 3, 4], 0])
  vi.advanceTimersToNextTimer()
  expect([steps, done.mock.calls.length]).toEqual([[1, 2, 3, 4, 5], 1])
  stop()

  const stopOther = inSlices([6, 7, 8].values(), take, done)
  vi.advanceTimersToNextTimer()
  stopOther()
  vi.runAllTimers()
  expect([steps.slice(5), done.mock.calls.length]).toEqual([[6, 7], 1])
  vi.useRealTimers()
})
