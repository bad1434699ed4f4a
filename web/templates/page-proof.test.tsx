import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PageDifference, TemplatePage } from '#contract/template-pages.ts'
import { number, onBoard, sailing, samplePage } from './page/sample-page.ts'
import { answerCalls, click, clickSave, JOB, showPage } from './test-page.tsx'

let sent: unknown[] = []
let searches: unknown[] = []
let page: TemplatePage
let differences: PageDifference[] = []

answerCalls(({ method, address, body }) => {
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
