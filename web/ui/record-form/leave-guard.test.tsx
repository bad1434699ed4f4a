import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { useLeaveGuard } from './leave-guard.ts'

const giveUp = vi.fn()
let set: (state: { isDirty: boolean; isSaving: boolean }) => void

function Form() {
  const [state, setState] = useState({ isDirty: true, isSaving: false })
  useEffect(() => {
    set = next => act(() => setState(next))
  }, [])
  useLeaveGuard({
    ...state,
    loss: '2 changes will be lost.',
    staysAt: ({ pathname }) => pathname === '/another-tab',
    giveUp,
  })
  return <p>The form</p>
}

async function open(history: RouterHistory = createMemoryHistory()) {
  const router = createRouter({
    routeTree: createRootRoute({ component: Form, notFoundComponent: Form }),
    history,
  })
  renderPart(<RouterProvider router={router as never} />)
  await screen.findByText('The form')
  return { at: () => history.location.pathname, go: (to: string) => act(async () => history.push(to)) }
}

const box = () => screen.findByRole('dialog')
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  giveUp.mockClear()
})

test('asks before what is unsaved is left, and drops it only then', async () => {
  const { at, go } = await open()
  await go('/elsewhere')
  expect((await box()).textContent).toContain('Leave without saving?2 changes will be lost.')
  // Enter keeps what would be lost.
  const safe = screen.getByRole('button', { name: 'Keep editing' })
  expect(safe.hasAttribute('data-autofocus')).toBe(true)
  click('Keep editing')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([at(), giveUp.mock.calls.length]).toEqual(['/', 0])
  await go('/elsewhere')
  await box()
  click('Leave')
  await waitFor(() => expect(at()).toBe('/elsewhere'))
  expect(giveUp.mock.calls.length).toBe(1)
})

test('the record’s other tabs are not asked about', async () => {
  const { at, go } = await open()
  await go('/another-tab')
  await waitFor(() => expect(at()).toBe('/another-tab'))
  expect(giveUp.mock.calls.length).toBe(0)
})

test('waits for a save that runs, and leaves without a question once it went well', async () => {
  const { at, go } = await open()
  set({ isDirty: true, isSaving: true })
  await go('/elsewhere')
  expect([at(), screen.queryByRole('dialog')]).toEqual(['/', null])
  set({ isDirty: false, isSaving: false })
  await waitFor(() => expect(at()).toBe('/elsewhere'))
  expect(giveUp.mock.calls.length).toBe(0)
})

test('asks after a save that failed', async () => {
  const { at, go } = await open()
  set({ isDirty: true, isSaving: true })
  await go('/elsewhere')
  set({ isDirty: true, isSaving: false })
  expect((await box()).textContent).toContain('2 changes will be lost.')
  expect(at()).toBe('/')
})

test('a save that takes long may be left, and what it carries is kept', async () => {
  const { at, go } = await open()
  set({ isDirty: true, isSaving: true })
  await go('/elsewhere')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect((await box()).textContent).toContain('Leave while your changes are being saved?')
  click('Leave')
  await waitFor(() => expect(at()).toBe('/elsewhere'))
  expect(giveUp.mock.calls.length).toBe(0)
})

test('the question goes once the save went well, and the screen is left', async () => {
  const { at, go } = await open()
  set({ isDirty: true, isSaving: true })
  await go('/elsewhere')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await box()
  set({ isDirty: false, isSaving: false })
  await waitFor(() => expect(at()).toBe('/elsewhere'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(giveUp.mock.calls.length).toBe(0)
})

test('Back again while the question is asked leads nowhere, and the screen and its address stay together', async () => {
  // The browser’s own history takes real time.
  vi.useRealTimers()
  const history = createBrowserHistory()
  for (const path of ['/list', '/form']) {
    history.push(path)
    history.flush()
  }
  const { at } = await open(history)
  // Long enough for the step, and for the one that takes it back.
  const back = () =>
    act(async () => {
      window.history.back()
      await new Promise(resolve => setTimeout(resolve, 100))
    })
  const address = () => window.location.pathname
  await back()
  await box()
  for (let again = 0; again < 2; again += 1) {
    await back()
    await waitFor(() => expect(address()).toBe('/list'))
    expect([at(), screen.getAllByRole('dialog').length]).toEqual(['/form', 1])
  }
  click('Keep editing')
  await waitFor(() => expect([at(), address()]).toEqual(['/form', '/form']))
  expect(giveUp.mock.calls.length).toBe(0)

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await back()
  await box()
  await back()
  click('Leave')
  await waitFor(() => expect([at(), address()]).toEqual(['/list', '/list']))
  expect(giveUp.mock.calls.length).toBe(1)
  history.destroy()
})
