// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { withHiddenFrameStatus } from './hidden-frame.ts'
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

  expect(seen).toEqual(['handleRedirect', 'startup', 'none', 'login', 'none', 'acquireToken', 'none'])
  expect(readInteractionStatus()).toBe('none')
})

test('of several at once, the one that people wait for longest is told, and then the others', async () => {
  const seen: InteractionStatus[] = []
  const stop = subscribeToInteractionStatus(() => seen.push(readInteractionStatus()))
  const frame = Promise.withResolvers<undefined>()
  const token = Promise.withResolvers<undefined>()
  const all = [
    withStatus('acquireToken', () => token.promise),
    withStatus('ssoSilent', () => frame.promise),
    withStatus('acquireToken', async () => undefined),
  ]
  expect(readInteractionStatus()).toBe('ssoSilent')
  frame.resolve(undefined)
  await all[1]
  token.resolve(undefined)
  await Promise.all(all)
  stop()
  expect(seen).toEqual(['acquireToken', 'ssoSilent', 'acquireToken', 'none'])
})

test('a renewal is told to run in the hidden frame from when MSAL opens it, until it has ended', async () => {
  const seen: InteractionStatus[] = []
  const stop = subscribeToInteractionStatus(() => seen.push(readInteractionStatus()))
  const renewed = await withStatus('acquireToken', () =>
    withHiddenFrameStatus(async () => {
      document.body.append(document.createElement('div'))
      await Promise.resolve()
      expect(readInteractionStatus()).toBe('acquireToken')
      const frame = document.createElement('iframe')
      frame.className = 'msalSilentIframe'
      document.body.append(frame)
      await vi.waitFor(() => expect(readInteractionStatus()).toBe('ssoSilent'))
      frame.remove()
      return 'token'
    }),
  )
  await vi.waitFor(() => expect(readInteractionStatus()).toBe('none'))
  stop()
  expect(renewed).toBe('token')
  expect(seen.filter(one => one !== 'acquireToken')).toEqual(['ssoSilent', 'none'])
  await expect(withHiddenFrameStatus(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
