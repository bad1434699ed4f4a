import { afterEach, expect, test, vi } from 'vitest'
import { SilenceWatch } from './silence.ts'

const patience = { unheard: 20, unanswered: 40 }
const never = () => new Promise<never>(() => undefined)

let watch: SilenceWatch
afterEach(() => watch.close())

/** A component whose answer to being asked the test decides. */
function watching(ask: () => Promise<unknown>) {
  const asked = vi.fn(ask)
  watch = new SilenceWatch({
    ask: asked,
    givenUp: () => new Error('given up'),
    refused: () => new Error('refused'),
    patience,
  })
  return asked
}

test('whoever waits for a silent component is given up, whoever comes is refused, until it answers', async () => {
  let answer = () => undefined as void
  watching(() => new Promise<void>(resolve => (answer = resolve)))
  let isAborted = false
  const waiting = watch.wait(givenUp => {
    givenUp.addEventListener('abort', () => (isAborted = true))
    return never()
  })
  await expect(waiting).rejects.toThrow('given up')
  expect(isAborted).toBe(true)
  let hasBegun = false
  const coming = watch.wait(async () => (hasBegun = true))
  await expect(coming).rejects.toThrow('refused')
  expect(hasBegun).toBe(false)
  await vi.waitFor(async () => {
    answer()
    expect(await watch.wait(async () => 'heard')).toBe('heard')
  })
})

test.each([
  ['answers', async () => 'yes'],
  ['refuses', () => Promise.reject(new Error('no'))],
])('work that takes long is left alone while the component %s', async (_, ask) => {
  const asked = watching(ask)
  let end = (_result: string) => undefined as void
  const working = watch.wait(() => new Promise<string>(resolve => (end = resolve)))
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(3))
  end('done')
  expect(await working).toBe('done')
})

test('work that takes long is left alone while the component answers others', async () => {
  watching(never)
  let end = (_result: string) => undefined as void
  const working = watch.wait(() => new Promise<string>(resolve => (end = resolve)))
  const until = performance.now() + 5 * (patience.unheard + patience.unanswered)
  while (performance.now() < until) await watch.wait(() => new Promise(resolve => setTimeout(resolve, 1)))
  end('done')
  expect(await working).toBe('done')
})

test('nobody who waits, nobody asked', async () => {
  const asked = watching(never)
  await new Promise(resolve => setTimeout(resolve, 5 * patience.unheard))
  expect(asked).not.toHaveBeenCalled()
})
