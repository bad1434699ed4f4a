import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from './problem.ts'
import { afterRefusal, queryClient } from './queries.ts'

const refusal = (retryAfterMs?: number) =>
  new ApiProblem(
    {
      type: 'about:blank',
      status: 429,
      code: 'too_many_requests',
      title: 'Too many requests',
      detail: 'Your company may make 5 requests a minute.',
    },
    retryAfterMs,
  )

beforeEach(() => {
  // Nothing is drawn here, so jsdom's own intervals do not mind.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('a list that was asked for too often says so at once, and is asked for again when the server said', async () => {
  const answers = [() => Promise.reject(refusal(34_000)), () => Promise.resolve('the list')]
  let asked = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => {
      asked += 1
      return answers[asked - 1]?.() ?? Promise.reject(new Error('asked too often'))
    },
  })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  expect(observer.getCurrentResult()).toMatchObject({
    status: 'error',
    error: { message: 'Your company may make 5 requests a minute.' },
  })
  await vi.advanceTimersByTimeAsync(33_000)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1500)
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'the list' })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toBe(2)
  stop()
})

test('the pause is at least a second and at most an hour, and no other refusal has one', () => {
  expect(afterRefusal(refusal(10))).toBe(1000)
  expect(afterRefusal(refusal(86_400_000))).toBe(3_600_000)
  expect(afterRefusal(refusal())).toBe(3_600_000)
  expect(afterRefusal(new Error('the line is dead'))).toBe(false)
  expect(afterRefusal(null)).toBe(false)
})
