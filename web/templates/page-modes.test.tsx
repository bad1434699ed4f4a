import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FieldGroup } from '#contract/template-fields.ts'
import type { TemplatePage } from '#contract/template-pages.ts'
import { choice, etd, onBoard, paragraph, place, samplePage } from './page/sample-page.ts'
import { answerCalls, click, group, JOB, showPage } from './test-page.tsx'

let page: TemplatePage
const voyage = { name: 'Shipment.Voyage', label: 'Voyage', aliases: [], kind: 'text' as const, value: '512W' }
const fields: FieldGroup[] = [{ name: 'Shipment', title: 'Job', isList: false, fields: [voyage] }]

answerCalls(({ address }) => {
  if (/\/fields(\?|$)/.test(address)) return fields
  if (address.startsWith('/api/shipment')) return { id: JOB, jobId: 123, name: 'Cotton' }
  return /\/page(\?|$)/.test(address) ? page : []
})

beforeEach(() => {
  page = samplePage()
})

const shown = () => showPage(page.template.id, `&job=${JOB}`)
const press = (key: string, options = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options })

test('of a paragraph with line breaks it is said that all is taken, and the field of the line is proposed', async () => {
  const lines = ['Voyage 512W', 'ETD 03 Dec 2026', 'ETD 03 Dec 2026', 'On board 03 Dec 2026']
  const at = (line: number, label: string) => lines.slice(0, line).join('\n').length + 1 + label.length
  page = samplePage({
    parts: [{ label: 'body', blocks: [paragraph(0, lines.join('\n')), paragraph(1, 'After')] }],
    places: [
      ...[1, 2].map(line => place('found', [0, at(line, 'ETD '), at(line, 'ETD ') + 11], '03 Dec 2026', etd)),
      place('found', [0, at(3, 'On board '), at(3, 'On board ') + 11], '03 Dec 2026', onBoard),
    ],
    rows: [],
  })
  await shown()
  click('Only where filled in…')
  const panel = screen.getByRole('region', { name: 'Only where filled in' })
  fireEvent.click(
    within(screen.getByRole('region', { name: 'Page' })).getByText('Voyage 512W', { exact: false }),
  )
  expect(panel.textContent).toContain('These 4 lines are one paragraph, which is taken whole.')
  // What jsdom takes for the spot is the end of the paragraph.
  expect(within(panel).getByRole('button', { name: 'Only where On board date is filled in' })).toBeTruthy()
  fireEvent.click(screen.getByText('After'))
  expect(panel.textContent).not.toContain('are one paragraph')
})

test('one thing is begun at a time, and Escape ends it', async () => {
  await shown()
  const isInserting = () => screen.queryByText(/^Click where the field goes\./) !== null
  const isMaking = () => screen.queryByRole('region', { name: 'Only where filled in' }) !== null
  click('Insert a field')
  expect([isInserting(), isMaking()]).toEqual([true, false])
  click('Only where filled in…')
  expect([isInserting(), isMaking()]).toEqual([false, true])
  click('Insert a field')
  expect([isInserting(), isMaking()]).toEqual([true, false])
  press('Escape')
  expect([isInserting(), isMaking()]).toEqual([false, false])
  click('All fields')
  const search = await screen.findByRole('combobox', { name: 'Search fields' })
  fireEvent.keyDown(search, { key: 'Enter' })
  const isPlacing = () => screen.queryByText(/^Click where “Job: Voyage” goes\./) !== null
  expect(isPlacing()).toBe(true)
  fireEvent.keyDown(search, { key: 'Escape' })
  expect(isPlacing()).toBe(false)
})

test('the keys of the list are heard where nothing has the focus, and on the line that Tab has led to', async () => {
  await shown()
  const lineOf = (text: RegExp) => screen.getByRole('button', { name: text })
  act(() => lineOf(/^ETD\?/).focus())
  press('Delete')
  expect(group('Dismissed')).toEqual(['ETDLike 03 Dec 2026“03 Dec 2026”'])
  press('z', { ctrlKey: true })
  expect(screen.queryByRole('region', { name: 'Dismissed' })).toBeNull()
  act(() => lineOf(/^ETD\?/).focus())
  press('ArrowDown')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Shipper'))
  cleanup()
  page = samplePage()
  await shown()
  act(() => (document.activeElement as HTMLElement).blur())
  press('ArrowDown')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('ETD?'))
})

test('a figure is told with the signs of the template’s language, in the list and among the fields', async () => {
  const weight = choice('Shipment.GrossWeight', 'Gross Weight', ' | number:"#,##0.00"')
  page = samplePage({ language: 'de', places: [place('found', [4, 9, 20], '12.800,00', weight)] })
  await shown()
  expect(group('Found')[0]).toBe('Gross WeightLike 1.234,50“12.800,00”')
  click(/^Change… /)
  const [first] = await within(await screen.findByRole('dialog')).findAllByRole('option')
  expect(first?.textContent).toContain('Gross WeightLike 1.234,50')
})
