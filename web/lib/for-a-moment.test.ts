import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

async function afterAFirstScreen() {
  const { forAMoment, screenIsShown } = await import('./for-a-moment.ts')
  screenIsShown()
  return forAMoment
}

/** 'over' or 'waiting', once everything has run that waits for nothing. */
async function stateOf(waiting: Promise<void>): Promise<'over' | 'waiting'> {
  let state: 'over' | 'waiting' = 'waiting'
  void waiting.then(() => {
    state = 'over'
  })
  await vi.advanceTimersByTimeAsync(0)
  return state
}

const never = new Promise<void>(() => undefined)

test('the former screen stays until the next one has its data, refused or not', async () => {
  const forAMoment = await afterAFirstScreen()
  let arrive = () => {}
  const data = new Promise<void>(resolve => {
    arrive = resolve
  })
  const waiting = forAMoment('enter', [data, Promise.reject(new Error('refused'))])
  expect(await stateOf(waiting)).toBe('waiting')
  arrive()
  expect(await stateOf(waiting)).toBe('over')
})

test('it stays for a tenth of a second at the most', async () => {
  const forAMoment = await afterAFirstScreen()
  const waiting = forAMoment('preload', [never])
  await vi.advanceTimersByTimeAsync(99)
  expect(await stateOf(waiting)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await stateOf(waiting)).toBe('over')
})

test('another page of the same screen and the first screen of all wait for nothing', async () => {
  const forAMoment = await afterAFirstScreen()
  expect(await stateOf(forAMoment('stay', [never]))).toBe('over')
  vi.resetModules()
  const { forAMoment: beforeAnyScreen } = await import('./for-a-moment.ts')
  expect(await stateOf(beforeAnyScreen('enter', [never]))).toBe('over')
})
