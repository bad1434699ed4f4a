import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { TemplatePageScreen } from './TemplatePageScreen.tsx'

/** For the tests of the page of a template: its calls answered, and the screen as an address shows it. */

const PATH = '/webapp/documenttemplates/page'
export const JOB = '00000000-0000-4000-8000-0000000000a1'

export type Call = { method: string; address: string; ifMatch: string | undefined; body: unknown }

/** What is no response is sent as JSON, once it is there. */
export function answerCalls(answer: (call: Call) => unknown): void {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers = {}, body }: RequestInit) => {
    const { pathname, search } = new URL(url)
    const answered = await answer({
      ...{ method, address: pathname + search, ifMatch: (headers as Record<string, string>)['if-match'] },
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    })
    return answered instanceof Response
      ? answered
      : new Response(JSON.stringify(answered), { headers: { 'content-type': 'application/json' } })
  })
  connectCalls({
    base: 'http://localhost:3000',
    tokenFor: () => Promise.resolve('token'),
    onSignInRequired: () => undefined,
    onAccountRequired: () => undefined,
    onVerificationRequired: () => undefined,
  })
}

/** The screen with that template; `search` is what else the address says, such as “&job=…”. */
export async function showScreen(id: string, { search = '', role = 'staff' as Role } = {}) {
  const root = createRootRoute()
  const route = createRoute({
    getParentRoute: () => root,
    path: PATH,
    validateSearch: (given: Record<string, unknown>) => given,
    component: TemplatePageScreen,
  })
  const history = createMemoryHistory({ initialEntries: [`${PATH}?id=${id}${search}`] })
  const router = createRouter({ routeTree: root.addChildren([route]), history })
  renderPart(<RouterProvider router={router as never} />, { role })
  await screen.findByRole('heading', { level: 1 })
  return history
}

export async function showPage(id: string, search = '') {
  const history = await showScreen(id, { search })
  await screen.findByRole('heading', { name: 'House Bill.dotx' })
  // It listens to keys and to what is selected a moment after it is drawn, when it has named the tab.
  await waitFor(() => expect(document.title).toContain('House Bill.dotx'))
  return history
}

export const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** What a group of the list says, line by line. */
export const group = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(line => line.querySelector('button')?.textContent)

/** Saves, also where something was left undecided. */
export function clickSave(): void {
  click('Save template')
  const allTheSame = screen.queryByRole('button', { name: 'Save all the same' })
  if (allTheSame) fireEvent.click(allTheSame)
}
