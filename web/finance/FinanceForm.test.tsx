import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { FinanceForm } from './FinanceForm.tsx'

const finance: Finance = {
  id: '00000000-0000-4000-8000-000000000001',
  shipmentId: '00000000-0000-4000-8000-000000000002',
  originCharge: null,
  freightCharge: null,
  destinationCharge: null,
  total: null,
  totalIsTyped: false,
  currency: 'EUR',
  quoteType: 1,
  transportMode: 2,
  version: 1,
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
const section = (name: string) => within(screen.getByRole('region', { name }))
const labels = (name: string) =>
  section(name)
    .getAllByRole('textbox')
    .map(input => (input as HTMLInputElement).labels?.[0]?.textContent)

const cargo = { grossWeight: 120, weightUnit: 0, volume: null, volumeUnit: null }
const show = (change: Partial<Finance>) =>
  renderPart(<FinanceForm finance={{ ...finance, ...change }} cargo={cargo} />)

test.each([
  [0, ['Destination Charges']],
  [1, ['Origin Charges', 'Freight Charges', 'Destination Charges']],
  [2, ['Freight Charges', 'Destination Charges']],
])('quote type %i has its sections', (quoteType, sections) => {
  show({ quoteType })
  expect(headings()).toEqual([...sections, 'Finance Total (EUR)'])
})

const sea = ['LCL', "FCL 20'", "FCL 40'"]
const air = [
  'Minimum Air Charges',
  'Minus 45',
  'Plus 45',
  'Plus 100',
  'Plus 250',
  'Plus 300',
  'Plus 500',
  'Plus 1000',
  'Other Air Charges',
]
const always = ['Other Freight Charges', 'Total']

test.each([
  ['Air', 0, ['FSC', 'SSC', ...air, ...always]],
  ['Road', 1, [...sea, 'FSC', 'SSC', ...always]],
  ['Sea', 2, [...sea, ...always]],
])('freight by %s has its lines', (_mode, transportMode, lines) => {
  show({ transportMode })
  expect(labels('Freight Charges')).toEqual(lines)
})

test('every charge input has the placeholder 00.0', () => {
  show({})
  const inputs = screen.getAllByRole('textbox')
  expect(inputs.length).toBeGreaterThan(20)
  for (const input of inputs) expect(input.getAttribute('placeholder')).toBe('00.0')
})

test('totals follow the lines until one is typed; then the sum is offered back', () => {
  show({})
  const origin = section('Origin Charges')
  const field = (name: string) => origin.getByRole<HTMLInputElement>('textbox', { name })
  fireEvent.change(field('Pick Up'), { target: { value: '120.5' } })
  fireEvent.change(field('THC'), { target: { value: '-20.25' } })
  expect(field('Total').value).toBe('100.25')
  expect(origin.getByText('Sum of the lines.')).toBeTruthy()
  expect(section('Finance Total (EUR)').getByRole<HTMLInputElement>('textbox').value).toBe('100.25')

  fireEvent.change(field('Total'), { target: { value: '90' } })
  expect(origin.getByText('Typed: the lines come to 100.25.')).toBeTruthy()
  fireEvent.click(origin.getByRole('button', { name: 'Use the sum' }))
  expect(field('Total').value).toBe('100.25')
})

test('an emptied total stays empty while it is typed and falls back to the sum afterwards', () => {
  show({})
  const origin = section('Origin Charges')
  const field = (name: string) => origin.getByRole<HTMLInputElement>('textbox', { name })
  fireEvent.change(field('Handling'), { target: { value: '40' } })
  fireEvent.change(field('Total'), { target: { value: '' } })
  expect(field('Total').value).toBe('')
  fireEvent.blur(field('Total'))
  expect(field('Total').value).toBe('40')
})

test('saving is said', () => {
  show({})
  expect(screen.getByRole('status').textContent).toBe('Charges save as you type.')
  fireEvent.change(section('Origin Charges').getByLabelText('Pick Up'), { target: { value: '1' } })
  expect(screen.getByRole('status').textContent).toBe('Saving…')
})

test('a section in another currency has its exchange rate, and the Finance Total is in the account’s', () => {
  show({})
  const origin = section('Origin Charges')
  fireEvent.change(origin.getByRole('textbox', { name: 'Pick Up' }), { target: { value: '100' } })
  expect(origin.queryByRole('textbox', { name: /Exchange rate/ })).toBeNull()
  fireEvent.click(origin.getByRole('combobox', { name: 'Currency' }))
  fireEvent.click(screen.getByRole('option', { name: 'PKR Pakistani Rupee' }))
  fireEvent.change(origin.getByRole('textbox', { name: 'Exchange rate: 1 PKR in EUR' }), {
    target: { value: '0.00305' },
  })
  expect(section('Finance Total (EUR)').getByRole<HTMLInputElement>('textbox').value).toBe('0.305')
})

test('Calculate proposes the freight total, says how, and leaves the figures alone', () => {
  show({ transportMode: 0 })
  const freight = section('Freight Charges')
  const field = (name: string) => freight.getByRole<HTMLInputElement>('textbox', { name })
  fireEvent.change(field('Plus 100'), { target: { value: '2.5' } })
  fireEvent.change(field('FSC'), { target: { value: '30' } })
  fireEvent.click(freight.getByRole('button', { name: 'Calculate' }))
  expect(freight.getAllByRole('listitem').map(step => step.textContent)).toEqual([
    'Chargeable weight: 120 kg (gross)',
    'Plus 100: 2.5 × 120 kg = 300',
    'FSC: 30',
  ])
  expect(field('Total').value).toBe('')
  fireEvent.click(freight.getByRole('button', { name: 'Use 330' }))
  expect(field('Total').value).toBe('330')
  expect(field('Plus 100').value).toBe('2.5')
})
