import { expect, test } from 'vitest'
import {
  type InteractionStatus,
  readInteractionStatus,
  subscribeToInteractionStatus,
  withStatus,
} from './interaction-status.ts'

test('the status says what runs, and none again after success and after failure', async () => {
  const seen: InteractionStatus[] = []
  const stop = subscribeToInteractionStatus(() => seen.push(readInteractionStatus()))
  expect(readInteractionStatus()).toBe('startup')

  await withStatus('startup', () => withStatus('handleRedirect', async () => undefined))
  await expect(withStatus('login', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await Promise.all([withStatus('acquireToken', async () => 1), withStatus('acquireToken', async () => 2)])
  stop()
  await withStatus('logout', async () => undefined)

  expect(seen).toEqual(['handleRedirect', 'none', 'login', 'none', 'acquireToken', 'none'])
  expect(readInteractionStatus()).toBe('none')
})
