import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { TemplatePage } from '#contract/template-pages.ts'
import { block, paragraph, place, sailing, samplePage } from './page/sample-page.ts'
import { answerCalls, type Call, click, clickSave, JOB, showPage } from './test-page.tsx'

let calls: Call[] = []
let page: TemplatePage
let refusals: Response[] = []

const changedMeanwhile = () => {
  const problem = { type: 'about:blank', status: 412, code: 'changed_meanwhile', title: 'Changed' }
  return new Response(JSON.stringify({ ...problem, detail: 'Changed.', changes: [] }), {
    status: 412,
    headers: { 'content-type': 'application/problem+json' },
  })
}

answerCalls(call => {
  const { method, address, body } = call
  if (method === 'PUT') {
    calls.push(call)
    const refusal = refusals.shift()
    if (refusal) return refusal
    const template = { ...page.template, version: page.template.version + 1 }
    page = { ...page, template, dismissals: (body as Pick<TemplatePage, 'dismissals'>).dismissals }
    return { template, differences: [], comparedWith: 'former' }
  }
  if (/\/page(\?|$)/.test(address)) return page
  return address.startsWith('/api/shipment') ? { id: JOB, jobId: 123, name: 'Cotton' } : []
})
beforeEach(() => {
  calls = []
  refusals = []
  localStorage.clear()
  page = samplePage()
})

const shown = () => showPage(page.template.id, `&job=${JOB}`)
const save = async () => {
  const sent = calls.length
  clickSave()
  await expect.poll(() => calls.length).toBe(sent + 1)
}
const lines = () =>
  ['To decide', 'Found', 'In the template', 'Dismissed'].flatMap(name => {
    const region = screen.queryByRole('region', { name })
    if (!region) return []
    const own = within(region).getAllByRole('listitem')
    return [[name, ...own.map(line => line.querySelector('button')?.textContent)]]
  })

test('where it moved on the page somebody else saved, it stays decided, and can be saved', async () => {
  await shown()
  click('Not a field “Maas Textiles Kade 1 Rotterdam”')
  click('Use “03 Dec 2026”')
  page = {
    ...page,
    template: { ...page.template, version: 2 },
    parts: [{ label: 'body', blocks: [paragraph(0, 'Sailing: {{Shipment.Vessel}}, 03 Dec 2026')] }],
    places: [place('asked', [0, 30, 41], '03 Dec 2026', ...sailing.choices)],
    rows: [],
  }
  refusals = [changedMeanwhile()]
  await save()
  await screen.findByText(/Look at it, then save again\.$/)
  expect(lines()).toEqual([['Found', 'ETDLike 03 Dec 2026“03 Dec 2026”']])
  await save()
  expect(calls[1]?.body).toMatchObject({ changes: [{ from: { paragraph: 0, offset: 30 } }] })
})

test('what was dismissed stays so after a save, is no news, and can be taken back', async () => {
  page = { ...page, places: [block, sailing], rows: [] }
  await shown()
  click('Not a field “Maas Textiles Kade 1 Rotterdam”')
  click('Not a field “03 Dec 2026”')
  await save()
  await screen.findByText(/^The template was saved/)
  const texts = [
    { text: block.text, at: block.from, before: '' },
    { text: '03 Dec 2026', at: sailing.from, before: 'Sailing:' },
  ]
  expect(calls.map(({ body }) => body)).toEqual([
    { shipmentId: JOB, changes: [], rows: [], conditions: [], dismissals: texts },
  ])
  const day = 'ETDLike 03 Dec 2026“03 Dec 2026”'
  const address = 'Shipper: Name and address“Maas Textiles Kade 1 Rotterdam”'
  expect(lines()).toEqual([['Dismissed', address, day]])
  expect(screen.queryByText(/more values? (was|were) found/)).toBe(null)
  expect(screen.getByRole('button', { name: 'Save template' }).hasAttribute('disabled')).toBe(true)
  click('Use “03 Dec 2026”')
  expect(lines()).toEqual([
    ['Found', day],
    ['Dismissed', address],
  ])
  await save()
  expect(calls[1]?.body).toMatchObject({ changes: [{ from: sailing.from }], dismissals: texts.slice(0, 1) })
})
