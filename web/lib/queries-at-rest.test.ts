import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queriesAtRest } from './queries-at-rest.ts'

const state = async (promise: Promise<void>) => {
  let said = 'waits'
  void promise.then(() => (said = 'rests'))
  await vi.advanceTimersByTimeAsync(10)
  return said
}

test('waits for all that is asked for, answered or refused, and no longer than it may', async () => {
  vi.useFakeTimers()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  expect(await state(queriesAtRest(client, 500))).toBe('rests')

  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  void client.prefetchQuery({ queryKey: ['first'], queryFn: () => first.promise })
  void client.prefetchQuery({ queryKey: ['second'], queryFn: () => second.promise })
  const both = queriesAtRest(client, 500)
  first.resolve('rows')
  expect(await state(both)).toBe('waits')
  second.reject(new Error('away'))
  expect(await state(both)).toBe('rests')

  void client.prefetchQuery({ queryKey: ['third'], queryFn: () => new Promise(() => undefined) })
  const long = queriesAtRest(client, 500)
  expect(await state(long)).toBe('waits')
  await vi.advanceTimersByTimeAsync(500)
  expect(await state(long)).toBe('rests')
  vi.useRealTimers()
})
