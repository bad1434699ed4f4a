import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PagePlace, PageProblem, TemplatePage } from '#contract/template-pages.ts'
import { houseBl, number, paragraph, place, samplePage, unknown } from './page/sample-page.ts'
import { answerCalls, click, showPage } from './test-page.tsx'

let served: TemplatePage
let sent: unknown[] = []

answerCalls(({ method, address, body }) => {
  if (method !== 'PUT') return /\/page(\?|$)/.test(address) ? served : []
  sent.push(body)
  return { template: served.template, differences: null }
})
beforeEach(() => {
  sent = []
})
const show = (search = '') => showPage(served.template.id, search)

const mistake = (changes: Partial<PageProblem>): PageProblem => ({
  ...{ name: 'Shipment.Nmae', message: '“Shipment.Nmae” is not a known field.', place: 'body, near “No.”' },
  ...{ suggestion: null, isWarning: false, from: null, to: null, meant: null },
  ...changes,
})
const spots = ({ from, to }: PagePlace) => ({ from, to })
const name = { placeholder: '{{Shipment.Name}}', name: 'Shipment.Name', label: 'Name' }

test('a mistake in the report leads to its place, and of two that read alike each to its own', async () => {
  const again = { ...unknown, from: { paragraph: 8, offset: 0 }, to: { paragraph: 8, offset: 17 } }
  served = samplePage({
    places: [unknown, again],
    problems: [unknown, again].map(({ from, to }, index) => mistake({ from, to, place: `body, ${index}` })),
  })
  await show('&show=Shipment.Nmae&at=body,%201')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Shipment.Nmae'))
  const current = () => document.querySelector('[data-item]:has([aria-current])')?.getAttribute('data-item')
  expect(current()).toMatch(/^8\.0/)
  click('Show: Shipment.Nmae, body, 0')
  expect(current()).toMatch(/^6\.0/)
})

test('what was probably meant is taken by one click, of a field, a format and a condition', async () => {
  const rule = place('field', [7, 0, 5], '{{#if Shipment.Nmae}}', {
    ...name,
    name: '',
    placeholder: '{{#if Shipment.Nmae}}',
  })
  const open = place('field', [8, 0, 6], '{{#Items}}', { ...name, name: '', placeholder: '{{#Items}}' })
  served = samplePage({
    places: [number, unknown, rule, open],
    rows: [],
    problems: [
      mistake({
        ...spots(number),
        name: 'House',
        meant: { ...houseBl, placeholder: '{{Shipment.HouseBl | upper}}' },
      }),
      mistake({ ...spots(unknown), meant: name }),
      mistake({
        ...spots(rule),
        name: 'if',
        meant: { ...name, name: '', placeholder: '{{#if Shipment.Name}}' },
      }),
      mistake({ ...spots(open), name: 'Items', message: 'Never closed.' }),
      mistake({ name: 'Own', isWarning: true }),
      mistake({ name: 'chart', place: 'chart' }),
    ],
  })
  await show()
  const banner = screen.getByText(/5 places to correct/)
  const buttons = within(banner).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    ...['Show', 'Use In capitals', 'Show', 'Use Name', 'Show', 'Use Name', 'Show', 'Take it out'],
  ])
  for (const button of buttons) if (button.textContent !== 'Show') fireEvent.click(button)
  expect(within(banner).queryAllByText('Corrected when you save.')).toHaveLength(4)
  click('Save template')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    changes: [
      { text: '{{Shipment.HouseBl | upper}}' },
      { text: '{{Shipment.Name}}' },
      { text: '{{#if Shipment.Name}}' },
      { text: '' },
    ],
  })
})

test('a wrong name in an IF field of Word is corrected by one click', async () => {
  const written = (name: string) => `{ IF { MERGEFIELD ${name} } <> "" "House" "Direct" }`
  const rule: PagePlace = {
    ...place('field', [7, 0, 5], written('Shipment_Hbll'), {
      ...{ placeholder: written('Shipment_Hbll'), name: '', label: '' },
    }),
    writing: 'wordField',
  }
  const meant = { placeholder: written('Shipment_Hbl'), name: '', label: 'House BL' }
  served = samplePage({
    places: [rule],
    rows: [],
    problems: [mistake({ ...spots(rule), name: 'Shipment_Hbll', meant })],
  })
  await show()
  click('Use House BL: Shipment_Hbll, body, near “No.”')
  click('Save template')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ changes: [{ ...spots(rule), text: meant.placeholder }] })
})

test('what a job lacks leads to the field that prints it, by what people call it', async () => {
  served = samplePage({ places: [number, unknown], rows: [] })
  await show('&show=House+B%2FL')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('House B/L'))
})

test('a condition that never closes is closed at the end of its line, and alone in its line around the lines that are chosen', async () => {
  const open = (paragraphIndex: number) => {
    const text = '{{#if Shipment.Hbl}}'
    return place('field', [paragraphIndex, 0, text.length], text, { placeholder: text, name: '', label: '' })
  }
  const [inLine, alone] = [open(0), open(1)]
  const neverClosed = '“{{#if Shipment.Hbl}}” is never closed. Write “{{/if}}” where the condition ends.'
  served = samplePage({
    parts: [
      {
        label: 'body',
        blocks: [
          paragraph(0, '{{#if Shipment.Hbl}}Bill of lading'),
          paragraph(1, '{{#if Shipment.Hbl}}'),
          paragraph(2, 'Ask for the originals'),
          paragraph(3, 'at our office.'),
          paragraph(4, 'Yours'),
        ],
      },
    ],
    ...{ places: [inLine, alone], rows: [], enclosures: [] },
    problems: [inLine, alone].map((one, index) =>
      mistake({ ...spots(one), name: 'if', message: neverClosed, place: `line ${index}` }),
    ),
  })
  await show()
  const ways = () =>
    within(screen.getByText(/2 places to correct/))
      .getAllByRole('button')
      .map(button => button.getAttribute('aria-label'))
  const enclose = 'Say which lines it is for…: if, line 1'
  const others = ['Show: if, line 1', enclose, 'Take it out: if, line 1']
  expect(ways()).toEqual([
    ...['Show: if, line 0', 'Close it at the end: if, line 0', 'Take it out: if, line 0'],
    ...others,
  ])
  click('Close it at the end: if, line 0')
  expect(ways()).toEqual(['Show: if, line 0', ...others])
  expect(screen.getAllByText('Corrected when you save.')).toHaveLength(1)

  click(enclose)
  const panel = within(screen.getByRole('region', { name: 'Only where filled in' }))
  expect(panel.getByRole('status').textContent).toBe('Ask for the originals')
  click('Add below')
  expect(panel.getByRole('status').textContent).toBe('Ask for the originals\nat our office.')
  click('Only where Shipment.Hbl is filled in')
  expect(screen.getAllByText('Corrected when you save.')).toHaveLength(2)
  // One step for a person: one undo brings back what was there.
  click('Undo')
  expect(ways()).toEqual(['Show: if, line 0', ...others])
  click(enclose)
  click('Only where Shipment.Hbl is filled in')
  click('Save template')
  await waitFor(() => expect(sent).toHaveLength(1))
  const at = { paragraph: 0, offset: '{{#if Shipment.Hbl}}Bill of lading'.length }
  expect(sent[0]).toMatchObject({
    changes: [
      { from: at, to: at, text: '{{/if}}' },
      { ...spots(alone), text: '' },
    ],
    conditions: [{ field: 'Shipment.Hbl', first: 2, last: 2 }],
  })
})
