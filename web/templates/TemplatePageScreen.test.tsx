import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FieldFormats, FieldGroup } from '#contract/template-fields.ts'
import type { TemplatePage } from '#contract/template-pages.ts'
import {
  block,
  item,
  onBoard,
  pageWithQuestions,
  paragraph,
  sailing,
  samplePage,
} from './page/sample-page.ts'
import { answerCalls, type Call, click, clickSave, group, JOB, showPage, showScreen } from './test-page.tsx'

let calls: Call[] = []
let page: TemplatePage
let refusals: Response[] = []

const fields: FieldGroup[] = [
  {
    name: 'Shipment',
    title: 'Job',
    isList: false,
    fields: [
      { name: 'Shipment.Voyage', label: 'Voyage', aliases: [], kind: 'text', value: '512W' },
      { name: 'Shipment.Eta', label: 'ETA', aliases: [], kind: 'date', value: '2026-12-29' },
    ],
  },
]

const format = (formats: string, example: string, isCurrent = false) => ({
  ...{ placeholder: `{{Shipment.HouseBl${formats}}}`, example, isCurrent, isOffered: true },
})
const formats: FieldFormats = {
  ...{ name: 'Shipment.HouseBl', label: 'House B/L', instead: '', isSample: false },
  formats: [
    format('', 'Ksol-1', true),
    format(' | upper', 'KSOL-1'),
    { ...format(' | upper | caps', 'KSOL-1'), isOffered: false },
  ],
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

answerCalls(call => {
  const { method, address } = call
  if (method === 'PUT') {
    calls.push(call)
    const refusal = refusals.shift()
    if (refusal) return refusal
    page = {
      ...page,
      template: { ...page.template, version: page.template.version + 1 },
      places: [],
      questions: [],
      rows: [],
    }
    return { template: page.template, differences: [], comparedWith: 'former' }
  }
  if (address.startsWith('/api/documenttemplate/fields/formats')) {
    calls.push({ ...call, address: decodeURIComponent(address) })
    return formats
  }
  if (address.startsWith('/api/documenttemplate/fields')) return fields
  if (/\/page(\?|$)/.test(address)) return page
  if (address.startsWith('/api/shipment')) return { id: JOB, jobId: 123, name: 'Cotton' }
  return []
})

beforeEach(() => {
  calls = []
  page = samplePage()
  refusals = []
})

const show = (role: 'staff' | 'viewer' = 'staff', search = `&job=${JOB}`) =>
  showScreen(page.template.id, { role, search })
const shown = () => showPage(page.template.id, `&job=${JOB}`)

const lines = () =>
  ['To decide', 'Found', 'In the template', 'Conditions', 'Dismissed'].flatMap(name =>
    screen.queryByRole('region', { name }) ? [[name, ...group(name)]] : [],
  )
const press = (key: string, options = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options })
const save = async () => {
  clickSave()
  await waitFor(() => expect(calls).toHaveLength(1))
}

const ALL = [
  ['To decide', 'ETD?Like 03 Dec 2026“03 Dec 2026”'],
  ['Found', 'Shipper: Name and address“Maas Textiles Kade 1 Rotterdam”', 'Item: Name“Cotton”'],
  ['In the template', 'House B/L', 'Shipment.Nmae'],
]

test('headers stand above the text and footers below it', async () => {
  const { parts } = samplePage()
  const header = { label: 'first-page header', blocks: [paragraph(14, 'Elbe Forwarding')] }
  page = samplePage({ parts: [...parts, header] })
  await shown()
  const sheet = screen.getByRole('region', { name: 'Page' }).parentElement
  expect([...(sheet?.children ?? [])].map(part => part.getAttribute('aria-label'))).toEqual([
    'first-page header',
    'Page',
    'footer',
  ])
})

test('shows the page with its places, and the list of them by what is to be done', async () => {
  await shown()
  expect(lines()).toEqual(ALL)
  const sheet = screen.getByRole('region', { name: 'Page' })
  const marks = [...sheet.querySelectorAll('mark')].map(mark => [mark.dataset['label'], mark.textContent])
  expect(marks).toEqual([
    ['Shipper: Name and address', 'Maas Textiles'],
    ['Shipper: Name and address', 'Kade 1'],
    ['Shipper: Name and address', 'Rotterdam'],
    ['ETD', '03 Dec 2026'],
    ['House B/L', 'House B/L'],
    ['Shipment.Nmae', 'Shipment.Nmae'],
    ['Item: Name', 'Cotton'],
  ])
  expect(document.body.textContent).not.toContain('{{')
  expect(screen.getByRole('region', { name: 'footer' }).textContent).toBe('footerPage 1')
  const [first, second] = within(sheet).getAllByRole('row')
  expect([first?.textContent, second?.textContent]).toEqual([
    'GoodsPieces',
    'Repeats for each item; the other row goesLeave as it is',
  ])
})

test('decides by one click each, goes back step by step, and sends all of it', async () => {
  await shown()
  click('On board date for “03 Dec 2026”')
  click('Not a field “Maas Textiles Kade 1 Rotterdam”')
  click('Remove Shipment.Nmae')
  expect(lines()).toEqual([
    ['Found', 'On board dateLike 03 Dec 2026“03 Dec 2026”', 'Item: Name“Cotton”'],
    ['In the template', 'House B/L'],
    ['Dismissed', 'Shipper: Name and address“Maas Textiles Kade 1 Rotterdam”', 'Shipment.Nmae'],
  ])
  press('z', { ctrlKey: true })
  click('Undo')
  expect(lines()).toEqual([
    [
      'Found',
      'Shipper: Name and address“Maas Textiles Kade 1 Rotterdam”',
      'On board dateLike 03 Dec 2026“03 Dec 2026”',
      'Item: Name“Cotton”',
    ],
    ['In the template', 'House B/L', 'Shipment.Nmae'],
  ])
  await save()
  expect(calls).toEqual([
    {
      method: 'PUT',
      address: `/api/documenttemplate/${page.template.id}/page`,
      ifMatch: '"1"',
      body: {
        shipmentId: JOB,
        changes: [
          { from: block.from, to: block.to, text: '{{Shipper.Block}}' },
          { from: sailing.from, to: sailing.to, text: onBoard.placeholder },
          { from: item.from, to: item.to, text: '{{Items.Name}}' },
        ],
        rows: [{ list: 'Items', table: 0, first: 1, last: 2, kept: 1, where: null }],
        conditions: [],
        dismissals: [],
      },
    },
  ])
  await screen.findByText('The template was saved. The template prints the same page for job 123, Cotton.', {
    exact: false,
  })
})

test('the second click of a double click decides nothing, whatever has moved below it', async () => {
  await shown()
  const press = (detail: number, how: MouseEventInit & { pointerType?: string } = {}) => {
    const [next] = screen.getAllByRole('button', { name: /^Not a field / })
    const { pointerType, ...init } = { clientX: 10, clientY: 10, ...how }
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail, ...init })
    if (pointerType) Object.assign(event, { pointerType })
    if (next) fireEvent(next, event)
  }
  const dismissed = () =>
    screen.queryByRole('region', { name: 'Dismissed' }) ? group('Dismissed').length : 0
  press(1)
  press(2)
  press(3)
  expect(dismissed()).toBe(1)
  // Elsewhere it is a click of its own.
  press(1, { clientX: 300, pointerType: 'touch' })
  press(1, { clientX: 310, pointerType: 'touch' })
  expect(dismissed()).toBe(2)
})

test('goes from place to place by keys and decides on each', async () => {
  await shown()
  press('j')
  const focused = () => document.activeElement?.textContent
  await waitFor(() => expect(focused()).toBe('ETD?Like 03 Dec 2026“03 Dec 2026”'))
  press('ArrowDown')
  await waitFor(() => expect(focused()).toContain('Shipper'))
  press('k')
  await waitFor(() => expect(focused()).toContain('ETD?'))
  press('Enter')
  await waitFor(() => expect(focused()).toBe('ETDLike 03 Dec 2026“03 Dec 2026”'))
  expect(screen.queryByRole('region', { name: 'To decide' })).toBe(null)
  press('Delete')
  await waitFor(() => expect(focused()).toBe('Item: Name“Cotton”'))
  expect(group('Dismissed')).toEqual(['ETDLike 03 Dec 2026“03 Dec 2026”'])
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    '“03 Dec 2026”: not a field.',
  )
  press('c')
  await screen.findByRole('dialog', { name: 'Which field is “Cotton”?' })
})

test('one click or key answers a question about several places, and one undo takes it back', async () => {
  page = pageWithQuestions()
  await shown()
  const both = [
    'Consignee or Notify Party?“Elbe Handel, Kai 7, Hamburg”',
    'ETD or On board date?“03 Dec 2026” in 2 places',
  ]
  expect(lines()).toEqual([['To decide', ...both]])
  click('Notify Party for all of “Elbe Handel, Kai 7, Hamburg”')
  const decided = ['Notify Party: Name“Elbe Handel”', 'Notify Party: Address“Kai 7 Hamburg”']
  expect(lines()).toEqual([
    ['To decide', both[1]],
    ['Found', ...decided],
  ])
  const focused = () => document.activeElement?.textContent
  await waitFor(() => expect(focused()).toBe(both[1]))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    '“Elbe Handel, Kai 7, Hamburg”: Notify Party. 2 places to decide.',
  )
  press('Enter')
  const day = 'ETDLike 03 Dec 2026“03 Dec 2026”'
  expect(lines()).toEqual([['Found', ...decided, day, day]])
  press('z', { ctrlKey: true })
  press('Delete')
  expect(lines()).toEqual([
    ['Found', ...decided],
    ['Dismissed', day, day],
  ])
  click('Undo')
  click('Undo')
  expect(lines()).toEqual([['To decide', ...both]])
})

test('changes a place to any field, found by what it prints for the job', async () => {
  await shown()
  click('Change… “03 Dec 2026”')
  const dialog = await screen.findByRole('dialog', { name: 'Which field is “03 Dec 2026”?' })
  const search = await within(dialog).findByRole('combobox', { name: 'Search fields' })
  const options = () =>
    within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(options()).toEqual([
    'ETDLike 03 Dec 202603 Dec 2026',
    'On board dateLike 03 Dec 202603 Dec 2026',
    'Job: Voyage512W',
    'Job: ETA2026-12-29',
  ])
  fireEvent.change(search, { target: { value: '512w' } })
  expect(options()).toEqual(['Job: Voyage512W'])
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await save()
  expect(calls[0]?.body).toMatchObject({
    changes: [{}, { from: sailing.from, text: '{{Shipment.Voyage}}' }, {}],
  })
})

test('inserts a field where the caret is, by keys alone', async () => {
  await shown()
  click('Insert a field')
  const line = screen.getByRole('textbox', { name: 'Sailing: 03 Dec 2026' })
  act(() => line.focus())
  fireEvent.keyDown(line, { key: 'Home' })
  fireEvent.keyDown(line, { key: 'ArrowRight' })
  expect(line.querySelector('[data-caret]')?.previousSibling?.textContent).toBe('S')
  fireEvent.keyDown(line, { key: 'Enter' })
  const search = await screen.findByRole('combobox', { name: 'Search fields' })
  fireEvent.change(search, { target: { value: 'eta' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(group('In the template')).toEqual(['Job: ETA', 'House B/L', 'Shipment.Nmae']))
  expect(screen.queryByRole('textbox')).toBe(null)
  await save()
  const at = { paragraph: 4, offset: 1 }
  expect(calls[0]?.body).toMatchObject({ changes: [{}, { from: at, to: at, text: '{{Shipment.Eta}}' }, {}] })
})

test('rows may stay as they are, and nothing of theirs is sent', async () => {
  await shown()
  click('Leave as it is')
  expect(group('Found')).toEqual(['Shipper: Name and address“Maas Textiles Kade 1 Rotterdam”'])
  await save()
  expect(calls[0]?.body).toMatchObject({ changes: [{ from: block.from }], rows: [] })
})

test('a field is moved by keys, and dragged from the list of all fields or from its place', async () => {
  await shown()
  const sheet = screen.getByRole('region', { name: 'Page' })
  const chip = (text: string) => within(sheet).getByText(text)
  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  fireEvent.click(chip('House B/L'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('House B/L'))
  press('m')
  const line = await screen.findByRole('textbox', { name: /^No\./ })
  await waitFor(() => expect(document.activeElement).toBe(line))
  fireEvent.keyDown(line, { key: 'Home' })
  fireEvent.keyDown(line, { key: 'ArrowRight' })
  fireEvent.keyDown(line, { key: 'Enter' })
  await waitFor(() => expect(spoken()).toContain('House B/L moved after “N”.'))
  expect(screen.queryByRole('textbox')).toBe(null)
  expect(group('Dismissed')).toEqual(['House B/L'])
  click('Undo')
  expect(screen.queryByRole('region', { name: 'Dismissed' })).toBe(null)

  const drag = (from: Element, to: Element) => {
    const dataTransfer = { effectAllowed: '' }
    fireEvent.dragStart(from, { dataTransfer })
    fireEvent.dragOver(to, { dataTransfer })
    expect(document.querySelector('[data-caret]')).not.toBe(null)
    fireEvent.drop(to, { dataTransfer })
    fireEvent.dragEnd(from, { dataTransfer })
    expect(document.querySelector('[data-caret]')).toBe(null)
  }
  drag(chip('House B/L'), chip('Kade 1'))
  expect(spoken()).toContain('House B/L moved after “Rotterdam”.')
  click('All fields')
  drag(await screen.findByRole('option', { name: /Voyage/ }), chip('BILL OF LADING'))
  expect(spoken()).toContain('Job: Voyage inserted after “BILL OF LADING”.')
  await save()
  expect(calls[0]?.body).toMatchObject({
    changes: [
      { from: { paragraph: 0, offset: 14 }, text: '{{Shipment.Voyage}}' },
      { from: block.from, to: block.to, text: '{{Shipper.Block}}{{Shipment.HouseBl}}' },
      { from: { paragraph: 5, offset: 4 }, text: '' },
      { text: '{{Items.Name}}' },
    ],
  })
})

test('lines stand only where a field is filled in: chosen, proposed, undone, sent', async () => {
  await shown()
  click('Only where filled in House B/L')
  expect(group('Conditions')).toEqual(['Only where House B/L is filled in“No. … \uFFFC”'])
  press('z', { ctrlKey: true })
  expect(screen.queryByRole('region', { name: 'Conditions' })).toBe(null)

  const sheet = screen.getByRole('region', { name: 'Page' })
  fireEvent.click(within(sheet).getByText('03 Dec 2026'))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('ETD?'))
  click('Only where filled in…')
  const panel = screen.getByRole('region', { name: 'Only where filled in' })
  const size = (name: string) => fireEvent.click(within(panel).getByRole('button', { name }))
  expect(within(panel).getByRole('status').textContent).toBe('Sailing: 03 Dec 2026')
  size('Add below')
  expect(within(panel).getByRole('status').textContent).toBe('Sailing: 03 Dec 2026\nNo. … \uFFFC')
  // What reaches over several lines is taken whole.
  size('Add above')
  expect(within(panel).getByRole('status').textContent).toContain('Maas Textiles')
  size('Without the first')
  size('Without the last')
  fireEvent.click(within(sheet).getByText('Sailing:', { exact: false }))
  size('Only where ETD is filled in')
  expect(group('Conditions')).toEqual(['Only where ETD is filled in“Sailing: 03 Dec 2026”'])
  expect(within(sheet).getByText('Only where ETD is filled in')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Only where ETD'))
  await save()
  expect(calls[0]?.body).toMatchObject({ conditions: [{ field: 'Shipment.Etd', first: 4, last: 4 }] })
})

const changedMeanwhile = () =>
  json(
    {
      ...{
        type: 'about:blank',
        status: 412,
        code: 'changed_meanwhile',
        title: 'Changed',
        detail: 'Changed.',
      },
      changes: [{ field: 'content', old: null, new: null, by: 'Bram', at: '2026-11-28T02:00:00Z' }],
    },
    412,
  )

test('where somebody else changed the page, it is shown anew and what was decided stays', async () => {
  await shown()
  click('Not a field “Maas Textiles Kade 1 Rotterdam”')
  const theirs = samplePage()
  page = {
    ...theirs,
    template: { ...theirs.template, version: 2 },
    places: theirs.places.slice(0, 4),
    rows: [],
  }
  refusals = [changedMeanwhile()]
  await save()
  await screen.findByText(/^Bram changed this template after you opened it\./)
  expect(group('Dismissed')).toEqual(['Shipper: Name and address“Maas Textiles Kade 1 Rotterdam”'])
  expect(calls).toHaveLength(1)
})

test('where only its description was changed, the page is saved onto that', async () => {
  await shown()
  page = { ...page, template: { ...page.template, version: 2 } }
  refusals = [changedMeanwhile()]
  click('Save template')
  click('Save all the same')
  await waitFor(() => expect(calls.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']))
})

test('without a connection nothing is lost, and it is said', async () => {
  await shown()
  click('Use “03 Dec 2026”')
  const sent = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  click('Save template')
  await screen.findByText(/The server could not be reached/)
  vi.stubGlobal('fetch', sent)
  expect(group('Found')[1]).toBe('ETDLike 03 Dec 2026“03 Dec 2026”')
  await save()
})

test('whoever leaves is asked, and finds the decisions again after a reload', async () => {
  const history = await shown()
  click('Use “03 Dec 2026”')
  act(() => history.push('/elsewhere'))
  const box = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  fireEvent.click(within(box).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(group('Found')).toHaveLength(3)
  cleanup()
  await shown()
  expect(group('Found')).toHaveLength(3)
  expect(screen.getByText(/^Your unsaved changes of .* were kept\./)).toBeTruthy()
  click('Undo')
  expect(group('Found')).toHaveLength(2)
})

test('a mistake in a report that is older leads to the place of its name', async () => {
  await show('staff', '&show=Shipment.Nmae')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Shipment.Nmae'))
})

test('a viewer is told that templates are not theirs to change', async () => {
  await show('viewer')
  expect(screen.getByText('You may not change document templates.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('the format of a field is chosen by what it prints, by mouse or key, and saved with a text for an empty one', async () => {
  await shown()
  fireEvent.click(screen.getByRole('button', { name: /^House B\/L/ }))
  press('f')
  const dialog = await screen.findByRole('dialog', { name: 'How is House B/L printed?' })
  const radios = await within(dialog).findAllByRole('radio')
  expect(radios.map(radio => radio.closest('label')?.textContent)).toEqual([
    'Ksol-1As usual',
    'KSOL-1In capitals',
    'KSOL-1As in the template',
  ])
  expect(calls.map(({ address }) => address)).toEqual([
    `/api/documenttemplate/fields/formats?placeholder={{Shipment.HouseBl}}&language=en&shipmentId=${JOB}`,
  ])
  expect(radios.map(radio => (radio as HTMLInputElement).checked)).toEqual([true, false, false])
  expect(document.activeElement).toBe(radios[0])
  fireEvent.click(within(dialog).getByRole('radio', { name: /In capitals/ }))
  fireEvent.change(within(dialog).getByLabelText('Text where the field is empty'), {
    target: { value: 'to "follow"}}' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use this format' }))
  expect(lines().at(-1)).toEqual([
    'In the template',
    'House B/LIn capitals, “to follow” where it is empty',
    'Shipment.Nmae',
  ])
  calls = []
  await save()
  expect(calls[0]?.body).toMatchObject({
    changes: expect.arrayContaining([
      {
        from: { paragraph: 5, offset: 4 },
        to: { paragraph: 5, offset: 25 },
        text: '{{Shipment.HouseBl | upper | default:"to follow"}}',
      },
    ]),
  })
})

test('another date is printed as the former one was', async () => {
  const etd = {
    placeholder: '{{Shipment.Eta | date:"dd.MM.yyyy" | upper}}',
    name: 'Shipment.Eta',
    label: 'ETA',
  }
  page = samplePage({ places: [{ ...sailing, kind: 'field', writing: 'mergeField', choices: [etd] }] })
  await shown()
  expect(lines()).toEqual([['In the template', 'ETALike 03.12.2026, in capitals · Merge field']])
  click('Change… ETA')
  const chooser = await screen.findByRole('dialog')
  const options = await within(chooser).findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'ETALike 03.12.2026, in capitals',
    'Job: Voyage512W',
    'Job: ETALike 03.12.2026, in capitals2026-12-29',
  ])
})
