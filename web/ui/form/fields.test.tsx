import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { DateField } from './DateField.tsx'
import { EntryContextProvider } from '#web/ui/entry/entry-context.ts'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'
import { NumberField } from './fields.tsx'

type WeightProps = Partial<ComponentProps<typeof NumberField>> & { seen?: Figure[]; at?: Figure }

function Weight({ seen = [], at = null, ...settings }: WeightProps) {
  const [value, setValue] = useState<Figure>(at)
  const onChange = (next: Figure) => {
    seen.push(next)
    setValue(next)
  }
  return (
    <MantineProvider env="test">
      <NumberField label="Gross weight" {...settings} value={value} onChange={onChange} />
      <button type="button" onClick={() => setValue(7)}>
        Seven
      </button>
    </MantineProvider>
  )
}

const weight = () => screen.getByLabelText<HTMLInputElement>('Gross weight')
const type = (text: string) => fireEvent.change(weight(), { target: { value: text } })
const enter = (text: string) => {
  fireEvent.focus(weight())
  type(text)
  fireEvent.blur(weight())
}

test('a figure is kept as it is typed, means its number, and is grouped once the field is left', () => {
  const seen: Figure[] = []
  render(<Weight seen={seen} />)
  fireEvent.focus(weight())
  for (const text of ['1', '12', '124', '1245', '1245.', '1245.5']) type(text)
  expect(weight().value).toBe('1245.5')
  expect(seen).toEqual([1, 12, 124, 1245, 1245.5])
  fireEvent.blur(weight())
  expect(weight().value).toBe('1,245.5')
  enter('')
  expect(seen.at(-1)).toBeNull()
})

test('whoever comes back to a figure finds it without groups and marked, so that typing replaces it', () => {
  render(<Weight at={1245.5} />)
  expect(weight().value).toBe('1,245.5')
  fireEvent.focus(weight())
  expect(weight().value).toBe('1245.5')
  expect([weight().selectionStart, weight().selectionEnd]).toEqual([0, 6])
})

test.each([
  ['12,5', 12.5, '12.5'],
  ['1.234,56', 1234.56, '1,234.56'],
  ['12,450.5', 12_450.5, '12,450.5'],
  ['-3', '-3', '-3'],
  ['12kg', '12kg', '12kg'],
])('%s, typed or pasted, is handed on as %s and shown as %s', (text, figure, shown) => {
  const seen: Figure[] = []
  render(<Weight seen={seen} />)
  enter(text)
  expect(seen).toEqual([figure])
  expect(weight().value).toBe(shown)
})

test('what is no figure stays, with the reason once the field is left, until it is mended', () => {
  render(<Weight />)
  fireEvent.focus(weight())
  type('12kg')
  expect(weight().getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(weight())
  expect(weight().getAttribute('aria-invalid')).toBe('true')
  expect(weight()).toHaveProperty('value', '12kg')
  expect(screen.getByText('“12kg” is not a number.')).toBeTruthy()
  fireEvent.focus(weight())
  expect(weight().value).toBe('12kg')
  expect(screen.getByText('“12kg” is not a number.')).toBeTruthy()
  type('12k')
  expect(screen.queryByText(/is not a number/)).toBeNull()
  type('12')
  fireEvent.blur(weight())
  expect(weight().getAttribute('aria-invalid')).not.toBe('true')
})

test('a whole number takes no decimals, a rate no nought', () => {
  const { unmount } = render(<Weight decimals={0} />)
  enter('1.5')
  expect(weight().value).toBe('1.5')
  expect(screen.getByText('This must be a whole number.')).toBeTruthy()
  unmount()
  render(<Weight positive />)
  enter('0')
  expect(screen.getByText('This must be more than 0.')).toBeTruthy()
})

test('a lone comma or point with three digits behind it says how it was read', () => {
  render(<Weight />)
  enter('1,234')
  expect(screen.getByText('Read as 1,234, not 1.234.')).toBeTruthy()
  enter('1.234')
  expect(screen.getByText('Read as 1.234, not 1,234.')).toBeTruthy()
  enter('1234')
  expect(screen.queryByText(/Read as/)).toBeNull()
})

test('a figure from elsewhere takes the place of what was typed', () => {
  render(<Weight />)
  enter('12kg')
  fireEvent.click(screen.getByRole('button', { name: 'Seven' }))
  expect(weight().value).toBe('7')
})

function Etd({ seen = [], at = null }: { seen?: (string | null)[]; at?: string | null }) {
  const [value, setValue] = useState(at)
  const onChange = (next: string | null) => {
    seen.push(next)
    setValue(next)
  }
  return (
    <MantineProvider env="test">
      <EntryContextProvider value={{ today: () => '2026-11-22', country: null, dateOrder: null }}>
        <DateField label="ETD" value={value} onChange={onChange} />
      </EntryContextProvider>
    </MantineProvider>
  )
}

const etd = () => screen.getByLabelText<HTMLInputElement>('ETD')
const enterDate = (text: string) => {
  fireEvent.focus(etd())
  fireEvent.change(etd(), { target: { value: text } })
  fireEvent.blur(etd())
}

test('a date is typed as people say it and shown as yyyy-MM-dd', () => {
  const seen: (string | null)[] = []
  render(<Etd seen={seen} />)
  for (const text of ['2026-12-03', '4 Dec 2026', '5.12.2026', 'fri', '+3', '']) enterDate(text)
  expect(seen).toEqual(['2026-12-03', '2026-12-04', '2026-12-05', '2026-11-27', '2026-11-25', null])
  enterDate('today')
  expect(etd().value).toBe('2026-11-22')
})

test('what is no date stays with the reason, in the place of the date before', () => {
  const seen: (string | null)[] = []
  render(<Etd seen={seen} at="2026-01-01" />)
  enterDate('2026-02-30')
  expect(seen).toEqual(['2026-02-30'])
  expect(etd().value).toBe('2026-02-30')
  expect(screen.getByText('February 2026 has 28 days.')).toBeTruthy()
  expect(etd().getAttribute('aria-invalid')).toBe('true')
})

test('a year that no shipment has is refused, however the date is written', () => {
  render(<Etd />)
  for (const text of ['1899-12-31', '31 Dec 1899', '3026-12-03']) {
    enterDate(text)
    expect(etd().value).toBe(text)
    expect(etd().getAttribute('aria-invalid')).toBe('true')
    expect(etd().hasAttribute('data-unread')).toBe(true)
  }
})

test('a date that can be two is not taken; both are offered', () => {
  const seen: (string | null)[] = []
  render(<Etd seen={seen} />)
  enterDate('03/12/2026')
  expect(etd().value).toBe('03/12/2026')
  expect(screen.getByText('“03/12/2026” can mean two days.')).toBeTruthy()
  const choices = within(screen.getByRole('group', { name: 'ETD: which day is meant?' }))
  expect(choices.getAllByRole('button').map(choice => choice.textContent)).toEqual([
    '3 December 2026',
    '12 March 2026',
  ])
  fireEvent.click(choices.getByRole('button', { name: '12 March 2026' }))
  expect(seen.at(-1)).toBe('2026-03-12')
  expect(etd().value).toBe('2026-03-12')
  expect(screen.queryByRole('group', { name: 'ETD: which day is meant?' })).toBeNull()
})

test('the calendar opens by a click, not when the field is only passed, and a day is picked from it', () => {
  const seen: (string | null)[] = []
  render(<Etd seen={seen} at="2026-12-03" />)
  fireEvent.focus(etd())
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull()
  fireEvent.click(etd())
  fireEvent.click(screen.getByRole('button', { name: '9 December 2026' }))
  expect(seen).toEqual(['2026-12-09'])
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear ETD' }))
  expect(seen.at(-1)).toBeNull()
})

test('a count may be typed with the word for what it counts; other words are refused', () => {
  const seen: Figure[] = []
  const counted = { kindOf: (word: string) => (word === 'ctns' ? 13 : null) }
  render(<Weight seen={seen} decimals={0} counted={counted} />)
  enter('1,200 ctns')
  expect(seen.at(-1)).toBe(1200)
  expect(weight().value).toBe('1,200')
  enter('20 kg')
  expect(seen.at(-1)).toBe('20 kg')
  expect(screen.getByText('“20 kg” is not a number.')).toBeTruthy()
})
