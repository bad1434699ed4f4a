import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PageDifference, TemplatePage } from '#contract/template-pages.ts'
import { number, samplePage } from './page/sample-page.ts'
import { answerCalls, click, clickSave, JOB, showPage } from './test-page.tsx'

let sent: unknown[] = []
let page: TemplatePage
let differences: PageDifference[] = []

answerCalls(({ method, address, body }) => {
  if (method === 'PUT') {
    sent.push(body)
    const template = { ...page.template, version: page.template.version + 1 }
    page = samplePage({ template, places: [number], rows: [] })
    return { template, differences, comparedWith: 'former' }
  }
  if (/\/page(\?|$)/.test(address)) return page
  return address.startsWith('/api/shipment') ? { id: JOB, jobId: 123, name: 'Cotton' } : []
})
beforeEach(() => {
  sent = []
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
