import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { SearchBox } from './SearchBox.tsx'

afterEach(() => vi.unstubAllGlobals())

type Answer = (ids: readonly string[]) => void

/** The search box over a server that answers when the test says so. */
async function show() {
  const asked: { text: string; answer: Answer }[] = []
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise(resolve => {
        const text = new URL(address, 'http://localhost').searchParams.get('text') ?? ''
        const answer: Answer = ids =>
          resolve(
            Response.json({
              jobs: [],
              jobCount: 0,
              contacts: ids.map(id => ({ id, name: `Contact ${id}`, description: null })),
              documents: [],
              templates: [],
            }),
          )
        asked.push({ text, answer })
      }),
  )
  connectCalls({
    base: '',
    tokenFor: async () => undefined,
    onSignInRequired: () => undefined,
    onAccountRequired: () => undefined,
    onVerificationRequired: () => undefined,
  })
  const root = createRootRoute({ component: SearchBox })
  const contact = createRoute({ getParentRoute: () => root, path: '/webapp/contact' })
  const history = createMemoryHistory()
  const router = createRouter({ routeTree: root.addChildren([contact]), history })
  renderPart(<RouterProvider router={router as never} />)
  const box = await screen.findByLabelText('Search')
  return {
    asked,
    type: (text: string) => fireEvent.change(box, { target: { value: text } }),
    enter: () => fireEvent.keyDown(box, { key: 'Enter' }),
    address: () => history.location.href,
  }
}

test('Enter before the answer is there opens the first that is found', async () => {
  const { asked, type, enter, address } = await show()
  type('maas')
  enter()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(address()).toBe('/')
  await act(async () => asked[0]?.answer(['one', 'two']))
  await waitFor(() => expect(address()).toBe('/webapp/contact?id=one'))
})

test('it never opens what was found for an earlier text, and typing on takes Enter back', async () => {
  const { asked, type, enter, address } = await show()
  type('maas')
  await waitFor(() => expect(asked).toHaveLength(1))
  await act(async () => asked[0]?.answer(['old']))
  await screen.findByText('Contact old')
  type('maas t')
  enter()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(address()).toBe('/')
  type('maas tr')
  await waitFor(() => expect(asked).toHaveLength(3))
  await act(async () => asked[2]?.answer(['new']))
  await screen.findByText('Contact new')
  expect(address()).toBe('/')
  enter()
  await waitFor(() => expect(address()).toBe('/webapp/contact?id=new'))
})
