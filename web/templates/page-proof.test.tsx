import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PageDifference, TemplatePage } from '#contract/template-pages.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { number, samplePage } from './page/sample-page.ts'
import { TemplatePageScreen } from './TemplatePageScreen.tsx'

const PATH = '/webapp/documenttemplates/page'
const JOB = '00000000-0000-4000-8000-0000000000a1'

let sent: unknown[] = []
let page: TemplatePage
let differences: PageDifference[] = []

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
  const address = new URL(url).pathname
  if (method === 'PUT') {
    sent.push(JSON.parse(body as string))
    const template = { ...page.template, version: page.template.version + 1 }
    page = samplePage({ template, places: [number], rows: [] })
    return Promise.resolve(json({ template, differences, comparedWith: 'former' }))
  }
  if (address.endsWith('/page')) return Promise.resolve(json(page))
  if (address.startsWith('/api/shipment'))
    return Promise.resolve(json({ id: JOB, jobId: 123, name: 'Cotton' }))
  return Promise.resolve(json([]))
})
connectCalls({
  base: 'http://localhost:3000',
  tokenFor: () => Promise.resolve('token'),
  onSignInRequired: () => undefined,
  onAccountRequired: () => undefined,
  onVerificationRequired: () => undefined,
})
beforeEach(() => {
  sent = []
  page = samplePage()
  differences = []
})

async function show(search = '') {
  const root = createRootRoute()
  const route = createRoute({
    getParentRoute: () => root,
    path: PATH,
    validateSearch: (given: Record<string, unknown>) => given,
    component: TemplatePageScreen,
  })
  const history = createMemoryHistory({
    initialEntries: [`${PATH}?id=${page.template.id}&job=${JOB}${search}`],
  })
  const router = createRouter({ routeTree: root.addChildren([route]), history })
  renderPart(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { name: 'House Bill.dotx' })
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const save = async () => {
  click('Save template')
  const allTheSame = screen.queryByRole('button', { name: 'Save all the same' })
  if (allTheSame) fireEvent.click(allTheSame)
  await screen.findByText(/^The template was saved\./)
}

test('marks what the template prints otherwise on its line, and leads to the place that prints it', async () => {
  const said = { before: 'No. KSOL-1', after: 'No. KSOL-2', paragraph: 5 }
  differences = [
    { before: 'Kade 1', after: '', paragraph: 2 },
    said,
    { before: 'Of a note', after: '', paragraph: null },
  ]
  await show()
  await save()
  await screen.findByText(/The template prints this differently for job 123, Cotton:/)
  expect(screen.getByText('“Of a note” → nothing').tagName).toBe('LI')
  const line = (index: number) => document.querySelector(`[data-paragraph="${index}"]`)
  expect(line(2)?.nextElementSibling?.textContent).toBe(
    'The page says “Kade 1”. The template prints nothing.',
  )
  expect(line(5)?.nextElementSibling?.textContent).toBe(
    'The page says “No. KSOL-1”. The template prints “No. KSOL-2”.',
  )
  expect(screen.getAllByRole('note')).toHaveLength(2)
  click('“No. KSOL-1” → “No. KSOL-2”')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('House B/L'))
  click('“Kade 1” → nothing')
  expect(document.activeElement).toBe(line(2))

  differences = []
  click('Remove House B/L')
  click('Save template')
  await screen.findByText(/The template prints the same page for job 123, Cotton\./)
  expect(screen.queryByRole('note')).toBe(null)
  expect(sent.map(body => Object.hasOwn(body as object, 'compareWith'))).toEqual([false, false])
})

test('a template that was made of a document is compared with that', async () => {
  await show('&made=true')
  await save()
  expect(sent[0]).toMatchObject({ shipmentId: JOB, compareWith: 'document' })
})
