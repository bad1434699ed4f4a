import { cleanup, screen, waitFor } from '@testing-library/react'
import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PageDifference, TemplatePage } from '#contract/template-pages.ts'
import { number, onBoard, sailing, samplePage } from './page/sample-page.ts'
import { answerCalls, click, clickSave, JOB, showPage } from './test-page.tsx'

let sent: unknown[] = []
let searches: unknown[] = []
let previews: unknown[] = []
let gone: Response | undefined
let page: TemplatePage
let differences: PageDifference[] = []

answerCalls(({ method, address, body }) => {
  if (gone) return gone.clone()
  if (address.endsWith('/page/preview')) {
    previews.push(body)
    return new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } })
  }
  if (method === 'PUT') {
    sent.push(body)
    const template = { ...page.template, version: page.template.version + 1 }
    page = samplePage({ template, places: [number], rows: [] })
    return { template, differences, comparedWith: 'former' }
  }
  if (address.endsWith('/page/search')) {
    searches.push(body)
    return samplePage({ template: page.template, places: [number], rows: [] })
  }
  if (/\/page(\?|$)/.test(address)) return page
  return address.startsWith('/api/shipment') ? { id: JOB, jobId: 123, name: 'Cotton' } : []
})
beforeEach(() => {
  sent = []
  searches = []
  previews = []
  gone = undefined
  localStorage.clear()
  page = samplePage()
  differences = []
})

const show = (search = '') => showPage(page.template.id, `&job=${JOB}${search}`)
const save = async () => {
  clickSave()
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

test('a page with changes is searched again with them; undo goes back, a save sends both, a reload keeps them', async () => {
  page = samplePage({ places: [sailing, number], rows: [] })
  await show()
  click('On board date for “03 Dec 2026”')
  const step = {
    changes: [{ from: sailing.from, to: sailing.to, text: onBoard.placeholder }],
    ...{ rows: [], conditions: [] },
  }
  click('Search again')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Found' })).toBe(null))
  await screen.findByText('1 change when you save the template.')
  expect(searches).toEqual([{ shipmentId: JOB, steps: [step] }])
  click('Undo')
  await screen.findByRole('region', { name: 'Found' })
  expect(screen.queryByRole('region', { name: 'To decide' })).toBe(null)

  click('Search again')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Found' })).toBe(null))
  await screen.findByRole('region', { name: 'In the template' })
  click('Remove House B/L')
  await screen.findByText('2 changes when you save the template.')
  cleanup()
  await show()
  expect(searches.at(-1)).toEqual({ shipmentId: JOB, steps: [step] })
  await screen.findByText('2 changes when you save the template.')
  await save()
  expect(sent).toEqual([
    {
      ...{ shipmentId: JOB, rows: [], conditions: [], dismissals: [], earlier: [step] },
      changes: [{ from: number.from, to: number.to, text: '' }],
    },
  ])
  expect(screen.getByRole('button', { name: 'Save template' })).toHaveProperty('disabled', true)
})

test('the preview begins with the job of the page, and says where there is no connection', async () => {
  await show()
  click('Preview')
  await waitFor(() => expect(previews).toMatchObject([{ shipmentId: JOB, format: 'word' }]))
  cleanup()
  await show()
  const connected = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const online = vi.spyOn(onlineManager, 'isOnline').mockReturnValue(false)
  onTestFinished(() => {
    vi.stubGlobal('fetch', connected)
    online.mockRestore()
  })
  click('Preview')
  await screen.findByText(/^The server could not be reached\. Check the connection and try again/)
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('where the template was deleted, save and preview say how it is had again', async () => {
  await show()
  const problem = {
    ...{ type: 'about:blank', status: 404, code: 'not_found', title: 'Not found' },
    detail: 'There is no such document template, or it was removed.',
  }
  gone = new Response(JSON.stringify(problem), {
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
  })
  const says =
    'There is no such document template, or it was removed. If it was deleted, restore it on Document Templates with “Recently deleted”, then try again.'
  clickSave()
  await screen.findByText(says)
  click('Preview')
  await waitFor(() => expect(screen.getAllByText(says)).toHaveLength(2))
})
