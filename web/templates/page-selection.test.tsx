import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FieldGroup } from '#contract/template-fields.ts'
import type { TemplatePage } from '#contract/template-pages.ts'
import { choice, paragraph, place, samplePage, sailing } from './page/sample-page.ts'
import { answerCalls, clickSave, group, JOB, showPage } from './test-page.tsx'

let served: TemplatePage
let sent: unknown[] = []

const field = (name: string, label: string, value: string) => ({
  ...{ name, label, aliases: [], kind: 'text' as const, value },
})
const fields: FieldGroup[] = [
  {
    ...{ name: 'Shipment', title: 'Job', isList: false },
    fields: [
      field('Shipment.Name', 'Name', 'Sheets for Kade 1'),
      field('Shipment.Delivery', 'Delivery', 'Kade 1'),
      field('Shipment.Voyage', 'Voyage', '512W'),
      field('Shipment.Sailing', 'Sailing', '2026-12-03'),
    ],
  },
]

answerCalls(({ method, address, body }) => {
  if (method === 'PUT') {
    sent.push(body)
    return { template: served.template, differences: null }
  }
  if (/\/fields(\?|$)/.test(address)) return fields
  if (address.startsWith('/api/shipment')) return { id: JOB, jobId: 309, name: 'Cotton' }
  return /\/page(\?|$)/.test(address) ? served : []
})
// jsdom lays nothing out.
Range.prototype.getBoundingClientRect = () => new DOMRect(10, 20, 30, 10)
beforeEach(() => {
  sent = []
  served = samplePage({ places: [sailing, ...samplePage().places.slice(2, 4)] })
})
const show = (search = '') => showPage(served.template.id, search)

const nodeOf = (text: string) => {
  const piece = [...document.querySelectorAll('[data-from]')].find(one => one.textContent === text)
  if (!piece?.firstChild) throw new Error(`“${text}” is not on the page.`)
  return piece.firstChild
}
const select = (from: string, to = from) =>
  act(() => document.getSelection()?.setBaseAndExtent(nodeOf(from), 0, nodeOf(to), to.length))
const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const makeButtons = () => screen.findAllByRole('button', { name: 'Make it a field…' })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const save = async () => {
  clickSave()
  await waitFor(() => expect(sent).toHaveLength(1))
}

test('selected text becomes the field that a person chooses, by its value first', async () => {
  await show()
  select('Kade 1')
  // At the selection, and above the page.
  expect(await makeButtons()).toHaveLength(2)
  expect(statuses()).toContain('“Kade 1” is selected.')
  fireEvent.click((await makeButtons())[1] as HTMLElement)
  const search = await screen.findByRole('combobox', { name: 'Search fields' })
  const { value, selectionStart, selectionEnd } = search as HTMLInputElement
  // Typing takes its place.
  expect([value, selectionStart, selectionEnd]).toEqual(['Kade 1', 0, 6])
  expect(options()).toEqual(['Job: DeliveryKade 1', 'Job: NameSheets for Kade 1'])
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(group('Found')).toEqual(['Job: Delivery“Kade 1”']))
  expect(statuses()).toContain('“Kade 1”: Job: Delivery.')
  await save()
  expect(sent).toMatchObject([
    {
      changes: [
        {
          from: { paragraph: 2, offset: 0 },
          to: { paragraph: 2, offset: 6 },
          text: '{{Shipment.Delivery}}',
        },
      ],
    },
  ])
})

test('text of several lines takes the place of a mark, and an undo brings the mark back', async () => {
  await show()
  select('Kade 1', '03 Dec 2026')
  fireEvent.click((await makeButtons())[0] as HTMLElement)
  await screen.findByText('No field of the job has “Kade 1 Rotterdam Sailing: 03 Dec 2026”', { exact: false })
  // None of them is what is selected: Enter takes none, before an arrow has chosen one.
  const search = screen.getByRole('combobox', { name: 'Search fields' })
  const chosen = () => screen.queryAllByRole('option', { selected: true }).map(one => one.textContent)
  fireEvent.keyDown(search, { key: 'Enter' })
  expect([chosen(), search.getAttribute('aria-activedescendant')]).toEqual([[], null])
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(chosen()).toEqual([options()[0]])
  fireEvent.change(search, { target: { value: 'voyage' } })
  expect(chosen()).toEqual(['Job: Voyage512W'])
  fireEvent.change(search, { target: { value: '' } })
  expect(chosen()).toEqual([])
  fireEvent.click(screen.getAllByRole('option')[2] as HTMLElement)
  await waitFor(() => expect(group('Found')).toEqual(['Job: Voyage“Kade 1 Rotterdam Sailing: 03 Dec 2026”']))
  expect(screen.queryByRole('region', { name: 'To decide' })).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(group('To decide')).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Found' })).toBe(null)
})

test.each([
  [
    'No. ',
    'House B/L',
    'A field stands in what is selected: change that field, or select the text beside it.',
  ],
  ['Goods', 'Pieces', 'One field stands in one cell or text: select lines that follow each other there.'],
  ['Yarn', 'Yarn', 'This row goes when you save: select in the row that repeats.'],
])('what cannot be one field says why: from “%s” to “%s”', async (from, to, why) => {
  await show()
  select(from, to)
  await waitFor(() => expect(statuses()).toContain(why))
  expect(screen.queryByRole('button', { name: 'Make it a field…' })).toBe(null)
  expect(screen.getByRole('button', { name: 'Insert a field' })).toBeTruthy()
})

test('by keys: Shift and the arrows select in a line, Enter makes it a field', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Insert a field' }))
  const line = screen.getByRole('textbox', { name: 'Kade 1' })
  act(() => line.focus())
  for (let at = 0; at < 3; at += 1) fireEvent.keyDown(line, { key: 'ArrowLeft', shiftKey: true })
  fireEvent.keyDown(line, { key: 'ArrowRight', shiftKey: true })
  await waitFor(() => expect(statuses()).toContain('“1” is selected.'))
  fireEvent.keyDown(line, { key: 'Home', shiftKey: true })
  await waitFor(() => expect(statuses()).toContain('“Kade 1” is selected.'))
  fireEvent.keyDown(line, { key: 'Enter' })
  await screen.findByRole('dialog', { name: 'Which field is “Kade 1”?' })
})

test('what is inserted is offered by the label before it', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Insert a field' }))
  const line = screen.getByRole('textbox', { name: 'Sailing: 03 Dec 2026' })
  act(() => line.focus())
  fireEvent.keyDown(line, { key: 'Home' })
  for (let at = 0; at < 9; at += 1) fireEvent.keyDown(line, { key: 'ArrowRight' })
  fireEvent.keyDown(line, { key: 'Enter' })
  await screen.findByRole('combobox', { name: 'Search fields' })
  expect(options().slice(0, 2)).toEqual(['Job: Sailing2026-12-03', 'Job: NameSheets for Kade 1'])
})

test('a save says first what is not decided, and leads there or saves all the same', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Remove House B/L' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save template' }))
  const dialog = await screen.findByRole('dialog', { name: '1 place is not decided' })
  expect(dialog.textContent).toContain('It stays as it is, on the paper of every job: “03 Dec 2026”.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decide' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('ETD?'))
  expect(sent).toEqual([])
  await save()
  expect(sent).toMatchObject([{ changes: [{ text: '' }] }])
})

test('what is not decided in a row that repeats is not saved, unless the rows are left as they are', async () => {
  const pieces = place('asked', [10, 0, 2], '40', choice('Items.Pieces', 'Item: Pieces'))
  served = samplePage({ places: [sailing, ...samplePage().places.slice(4), { ...pieces, list: 'Items' }] })
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Save template' }))
  const dialog = await screen.findByRole('dialog', { name: '2 places are not decided' })
  expect(dialog.textContent).toContain(
    '“40” stands in a row that repeats: every entry of every job would print it.',
  )
  expect(within(dialog).queryByRole('button', { name: 'Save all the same' })).toBe(null)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Leave the rows as they are' }))
  const after = await screen.findByRole('dialog', { name: '1 place is not decided' })
  fireEvent.click(within(after).getByRole('button', { name: 'Decide' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('ETD?'))
  fireEvent.click(screen.getByRole('button', { name: 'Use “03 Dec 2026”' }))
  await save()
  expect(sent).toMatchObject([{ changes: [{ text: sailing.choices[0]?.placeholder }], rows: [] }])
})

test('a save says first which figures stay while those they are made of become fields', async () => {
  const lines = ['Net 7,330.00', 'VAT 346.00', 'TOTAL 7,676.00'].map((line, index) => paragraph(index, line))
  const net = choice('Finance.Total', 'Finance: Total', ' | number:"#,##0.00"')
  served = samplePage({
    parts: [{ label: 'body', blocks: lines }],
    ...{ places: [place('found', [0, 4, 12], '7,330.00', net)], rows: [] },
  })
  await show()
  const names = '“VAT 346.00”, “TOTAL 7,676.00”'
  expect((await screen.findByRole('region', { name: 'Left as text' })).textContent).toContain(
    `Figures that they are made of are fields: ${names}.`,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save template' }))
  const dialog = await screen.findByRole('dialog', { name: '2 figures would stay as they are' })
  expect(dialog.textContent).toContain(
    `These figures stay as they are, though figures they are made of become fields: ${names}.`,
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(statuses()).toContain('“346.00” is selected.'))
  expect(sent).toEqual([])
  await save()
  expect(sent).toMatchObject([{ changes: [{ text: '{{Finance.Total | number:"#,##0.00"}}' }] }])
})

test('what reads like a value and is no field is listed, leads to its place and becomes a field', async () => {
  served = samplePage({ places: samplePage().places.slice(2, 3), rows: [] })
  await show()
  const list = await screen.findByRole('region', { name: 'Left as text' })
  expect(list.textContent).toContain('Left as text (1)')
  fireEvent.click(within(list).getByRole('button', { name: '“03 Dec 2026”' }))
  await waitFor(() => expect(statuses()).toContain('“03 Dec 2026” is selected.'))
  fireEvent.click(screen.getByRole('button', { name: 'Remove House B/L' }))
  await save()
  await screen.findByText('1 text that reads like a value stays on the paper of every job.', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Left as text' }))
  expect(screen.getByRole('button', { name: 'Preview with another job' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Make it a field… “03 Dec 2026”' }))
  const search = await screen.findByRole('combobox', { name: 'Search fields' })
  fireEvent.change(search, { target: { value: 'sailing' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(group('Found')).toEqual(['Job: Sailing“03 Dec 2026”']))
  expect(screen.queryByRole('button', { name: 'Make it a field… “03 Dec 2026”' })).toBe(null)
})

test('a text that is left can be said to be no field, by a click or a key, taken back, and is saved', async () => {
  served = samplePage({ places: samplePage().places.slice(2, 3), rows: [] })
  await show()
  const item = () => screen.queryByRole('button', { name: '“03 Dec 2026”' })
  await waitFor(() => expect(item()).toBeTruthy())
  fireEvent.click(screen.getByRole('button', { name: 'Not a field “03 Dec 2026”' }))
  expect(item()).toBe(null)
  expect(statuses()).toContain('“03 Dec 2026”: not a field.')
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(item()).toBeTruthy())
  fireEvent.keyDown(item() ?? document.body, { key: 'Delete' })
  expect(item()).toBe(null)
  // Not the place that the list is at.
  expect(screen.getByRole('button', { name: 'Remove House B/L' })).toBeTruthy()
  await save()
  expect(sent).toMatchObject([{ dismissals: [{ text: '03 Dec 2026' }] }])
})

test('a text that was said to be no field before is not listed as left', async () => {
  const page = samplePage({ places: samplePage().places.slice(2, 3), rows: [] })
  served = page
  await show()
  await screen.findByRole('region', { name: 'Left as text' })
  fireEvent.click(screen.getByRole('button', { name: 'Not a field “03 Dec 2026”' }))
  await save()
  cleanup()
  served = { ...page, dismissals: (sent[0] as Pick<typeof page, 'dismissals'>).dismissals }
  await show()
  await screen.findAllByText('03 Dec 2026', { exact: false })
  expect(screen.queryByRole('region', { name: 'Left as text' })).toBe(null)
})

test('where no value of the job stands in the document, another job is offered', async () => {
  served = samplePage({ places: [], rows: [] })
  await show(`&job=${JOB}&made=true`)
  const banner = (await screen.findByText(/No value of job 309, Cotton stands in this document\./)).closest(
    '[role=status]',
  )
  expect(within(banner as HTMLElement).getByRole('button', { name: 'Another job' })).toBeTruthy()
})

test('after a save the values that are found since are told and shown', async () => {
  served = samplePage({
    places: [samplePage().places[0], ...samplePage().places.slice(2, 3)].flatMap(one => one ?? []),
  })
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Remove House B/L' }))
  const rest = served
  served = { ...rest, template: { ...rest.template, version: 2 }, places: [sailing] }
  await save()
  await screen.findByText('1 more value was found: look at it, then save again.', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('ETD?'))
})
