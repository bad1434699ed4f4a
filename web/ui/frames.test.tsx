import { expect, test, vi } from 'vitest'

test('a frame that is asked for on a false clock keeps no later one from coming', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  requestAnimationFrame(() => undefined)
  vi.useRealTimers()
  const time = await new Promise<number>(resolve => requestAnimationFrame(resolve))
  expect(time).toBeGreaterThan(0)
})
