import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import { withSums } from '#contract/finance-totals.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { withChange } from './charges.ts'
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
  expect(field('Total').value).toBe('40.00')
})

test('saving is said', () => {
  show({})
  expect(screen.getByRole('status').textContent).toBe('Charges are saved as you type.')
  fireEvent.change(section('Origin Charges').getByLabelText('Pick Up'), { target: { value: '1' } })
  expect(screen.getByRole('status').textContent).toBe('Saving…')
})

test('a charge that is not understood is said not to be saved, and its beginning is taken back', () => {
  show({})
  const origin = section('Origin Charges')
  const handling = origin.getByRole<HTMLInputElement>('textbox', { name: 'Handling' })
  const total = origin.getByRole<HTMLInputElement>('textbox', { name: 'Total' })
  fireEvent.focus(handling)
  for (const text of ['4', '40', '40x']) fireEvent.change(handling, { target: { value: text } })
  fireEvent.blur(handling)
  expect(handling.value).toBe('40x')
  expect(total.value).toBe('0.00')
  expect(screen.getByRole('alert').textContent).toBe(
    'Not saved: 1 field not understood. Correct what is marked in red.',
  )
  fireEvent.focus(handling)
  fireEvent.change(handling, { target: { value: '40' } })
  fireEvent.blur(handling)
  expect(total.value).toBe('40.00')
  expect(screen.queryByRole('alert')).toBeNull()
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
  expect(section('Finance Total (EUR)').getByRole<HTMLInputElement>('textbox').value).toBe('0.31')
})

test('Calculate proposes the freight total, says how, and leaves the figures alone', () => {
  show({ transportMode: 0 })
  const freight = section('Freight Charges')
  const whole = section('Finance Total (EUR)')
  const field = (name: string) => freight.getByRole<HTMLInputElement>('textbox', { name })
  expect(freight.getByText('Sum of the lines.')).toBeTruthy()
  fireEvent.change(field('SSC'), { target: { value: '30' } })
  fireEvent.change(freight.getByRole('combobox', { name: 'Security surcharge: per kg or flat' }), {
    target: { value: 'flat' },
  })
  expect(field('Total').value).toBe('30.00')
  expect(freight.queryByText(/nothing is charged for them yet/)).toBeNull()

  fireEvent.change(field('Plus 100'), { target: { value: '2.5' } })
  fireEvent.change(field('FSC'), { target: { value: '0.4' } })
  expect(field('Total').value).toBe('30.00')
  expect(freight.getByText('Sum of the amounts, without the rates.')).toBeTruthy()
  expect(
    freight.getByText(
      'Rates are entered, but nothing is charged for them yet. Calculate suggests the total.',
    ),
  ).toBeTruthy()
  expect(whole.getByText('This total does not include the rates in Freight Charges yet.')).toBeTruthy()
  fireEvent.click(whole.getByRole('button', { name: 'Go to the rates' }))
  expect(document.activeElement).toBe(freight.getByRole('button', { name: 'Calculate' }))

  fireEvent.click(freight.getByRole('button', { name: 'Calculate' }))
  expect(freight.getAllByRole('listitem').map(step => step.textContent)).toEqual([
    'Chargeable weight: 120 kg (gross)',
    'Plus 100: 2.50 × 120 kg = 300.00',
    'FSC: 0.40 × 120 kg = 48.00',
    'SSC: 30.00',
  ])
  fireEvent.click(freight.getByRole('button', { name: 'Use 378.00' }))
  expect(field('Total').value).toBe('378.00')
  expect(field('Plus 100').value).toBe('2.50')
  expect(freight.getByText('Typed: the amounts, without the rates, come to 30.00.')).toBeTruthy()
  expect(freight.queryByText(/nothing is charged for them yet/)).toBeNull()
  expect(whole.queryByText(/does not include the rates/)).toBeNull()
  expect(whole.getByRole<HTMLInputElement>('textbox').value).toBe('378.00')
})

describe('a freight total that is not what its rates come to now', () => {
  const taken = withChange(
    { ...finance, transportMode: 0 },
    {
      id: finance.id,
      freightCharge: {
        id: finance.id,
        ...{ plus250: 2.2, fsc: 0.4, fscBasis: 'perKg' },
        ...{ total: 1040, totalIsTyped: true },
      },
    },
  )
  const lies = { grossWeight: 180, weightUnit: 0, volume: 2.4, volumeUnit: 0 }
  const freight = () => section('Freight Charges')
  const whole = () => section('Finance Total (EUR)')
  const field = (name: string) => freight().getByRole<HTMLInputElement>('textbox', { name })
  const said = () => freight().queryByText(/^The rates and amounts come to/)?.textContent

  test('stays, is named with the figure of now, and that is taken on demand', () => {
    renderPart(<FinanceForm finance={taken} cargo={lies} />)
    expect(said()).toBeUndefined()
    expect(freight().getByRole('button', { name: 'Charge only the amounts' })).toBeTruthy()
    expect(freight().queryByRole('button', { name: 'Use the sum' })).toBeNull()
    fireEvent.change(field('Other Air Charges'), { target: { value: '20' } })
    fireEvent.change(field('Plus 250'), { target: { value: '2.425' } })
    expect(field('Total').value).toBe('1,040.00')
    const words = 'The rates and amounts come to 1,150.00 now (400 kg). The total is 1,040.00. '
    expect(said()).toBe(`${words}Use 1,150.00`)
    expect(whole().getByText(/come to/, { selector: '.finance__uncharged' }).textContent).toBe(
      `Freight Charges (EUR): ${words}Go to the rates`,
    )
    fireEvent.click(whole().getByRole('button', { name: 'Go to the rates' }))
    expect(document.activeElement).toBe(freight().getByRole('button', { name: 'Use 1,150.00' }))
    fireEvent.click(freight().getByRole('button', { name: 'Use 1,150.00' }))
    expect(field('Total').value).toBe('1,150.00')
    expect(whole().getByRole<HTMLInputElement>('textbox').value).toBe('1,150.00')
    expect(said()).toBeUndefined()
    expect(whole().queryByRole('button', { name: 'Go to the rates' })).toBeNull()
  })

  test('is named when the weight has changed, and left alone where there is none', () => {
    const { unmount } = renderPart(<FinanceForm finance={taken} cargo={{ ...lies, grossWeight: 500 }} />)
    expect(said()).toBe(
      'The rates and amounts come to 1,300.00 now (500 kg). The total is 1,040.00. Use 1,300.00',
    )
    unmount()
    renderPart(<FinanceForm finance={taken} cargo={{ ...lies, grossWeight: null, volume: null }} />)
    expect(said()).toBeUndefined()
  })

  test('is not marked beside a Finance Total that somebody typed', () => {
    const typed = { ...taken, total: 5, totalIsTyped: true }
    renderPart(<FinanceForm finance={typed} cargo={{ ...lies, grossWeight: 500 }} />)
    expect(said()).toContain('1,300')
    expect(whole().queryByRole('button', { name: 'Go to the rates' })).toBeNull()
  })
})

test.each([
  ['Air', 0, ['per kg', 'per kg']],
  ['Road', 1, ['flat', 'flat']],
])('a new surcharge by %s has its usual basis, per kg first', (_mode, transportMode, bases) => {
  show({ transportMode })
  const choices = section('Freight Charges').getAllByRole<HTMLSelectElement>('combobox', {
    name: /per kg or flat$/,
  })
  expect(choices.map(choice => choice.selectedOptions[0]?.textContent)).toEqual(bases)
  for (const choice of choices)
    expect([...choice.options].map(option => option.textContent)).toEqual(['per kg', 'flat'])
})

test('freight by sea is summed without Calculate', () => {
  show({})
  const freight = section('Freight Charges')
  fireEvent.change(freight.getByRole('textbox', { name: "FCL 40'" }), { target: { value: '1450' } })
  expect(freight.getByRole<HTMLInputElement>('textbox', { name: 'Total' }).value).toBe('1,450.00')
  expect(section('Finance Total (EUR)').getByRole<HTMLInputElement>('textbox').value).toBe('1,450.00')
  expect(freight.queryByRole('button', { name: 'Calculate' })).toBeNull()
})

describe('figures that are kept and not charged', () => {
  const kept = withChange(
    { ...finance, transportMode: null },
    {
      id: finance.id,
      freightCharge: { id: finance.id, lcl: 300, fcl40: 1150, otherFreightCharges: 20 },
      originCharge: { id: finance.id, thc: 7.5, currency: 'PKR', exchangeRate: 0.5 },
    },
  )
  const words = () =>
    screen.queryByRole('button', { name: /what is not charged/ })?.parentElement?.textContent

  test('by the quote type are named, shown on demand and never totalled', () => {
    show({ ...withSums({ ...kept, quoteType: 0, transportMode: 2 }) })
    expect(words()).toBe(
      'Origin Charges 7.50 PKR are kept but not charged under Cost & Freight. ' +
        'Freight Charges 1,470.00 EUR are kept but not charged under Cost & Freight. Show',
    )
    expect(headings()).toEqual(['Destination Charges', 'Finance Total (EUR)'])
    fireEvent.click(screen.getByRole('button', { name: 'Show what is not charged' }))
    expect(headings()).toEqual([
      'Destination Charges',
      'Origin Charges (not charged)',
      'Freight Charges (not charged)',
      'Finance Total (EUR)',
    ])
    const fcl40 = section('Freight Charges (not charged)').getByRole<HTMLInputElement>('textbox', {
      name: "FCL 40'",
    })
    expect(fcl40.value).toBe('1,150.00')
    fireEvent.change(fcl40, { target: { value: '50' } })
    expect(words()).toContain('Freight Charges 370.00 EUR are kept')
    expect(section('Finance Total (EUR)').getByRole<HTMLInputElement>('textbox').value).toBe('0.00')
    fireEvent.click(screen.getByRole('button', { name: 'Hide what is not charged' }))
    expect(headings()).toEqual(['Destination Charges', 'Finance Total (EUR)'])
  })

  test('by the mode are named line by line', () => {
    show({ ...withSums({ ...kept, transportMode: 0 }) })
    expect(words()).toBe("LCL 300.00 EUR and FCL 40' 1,150.00 EUR are kept but not charged by air. Show")
    expect(section('Freight Charges').getByRole<HTMLInputElement>('textbox', { name: 'Total' }).value).toBe(
      '20.00',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Show what is not charged' }))
    const hidden = section('Freight Charges (not charged by air)')
    fireEvent.change(hidden.getByRole('textbox', { name: 'LCL' }), { target: { value: '' } })
    fireEvent.change(hidden.getByRole('textbox', { name: "FCL 40'" }), { target: { value: '' } })
    expect(words()).toBe('Every figure is charged. Hide')
    fireEvent.click(screen.getByRole('button', { name: 'Hide what is not charged' }))
    expect(words()).toBeUndefined()
  })
})

test.each([
  [
    'what an exchange rate leaves is rounded',
    { total: 1234.56, currency: 'USD', exchangeRate: 278.55 },
    'PKR',
    '343,886.69',
  ],
  ['thousandths of a dinar', { total: 1.111, currency: 'OMR', exchangeRate: 2.5 }, 'KWD', '2.778'],
  ['whole yen', { total: 10.5, currency: 'USD', exchangeRate: 1.5 }, 'JPY', '16'],
])('the Finance Total has the decimals of its currency, as on papers: %s', (_, charges, currency, shown) => {
  const freightCharge = { ...charges, totalIsTyped: true } as unknown as Finance['freightCharge']
  show(withSums({ ...finance, currency, freightCharge }))
  expect(screen.getByLabelText<HTMLInputElement>('Finance Total').value).toBe(shown)
})

test('a Finance Total that was typed stays as it was typed', () => {
  show({ total: 12.3456, totalIsTyped: true })
  expect(screen.getByLabelText<HTMLInputElement>('Finance Total').value).toBe('12.3456')
})
