import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'
import { DateField } from './DateField.tsx'
import { NumberField } from './fields.tsx'
import { pageNumbers } from './page-numbers.ts'

function Weight({ decimals = 4, seen }: { decimals?: number; seen: (number | null)[] }) {
  const [value, setValue] = useState<number | null>(null)
  const onChange = (next: number | null) => {
    seen.push(next)
    setValue(next)
  }
  return (
    <MantineProvider env="test">
      <NumberField label="Gross weight" decimals={decimals} value={value} onChange={onChange} />
    </MantineProvider>
  )
}

const weight = () => screen.getByLabelText<HTMLInputElement>('Gross weight')
const type = (text: string) => fireEvent.change(weight(), { target: { value: text } })

test('a figure is kept as it is typed, and means its number', () => {
  const seen: (number | null)[] = []
  render(<Weight seen={seen} />)
  for (const text of ['1', '12', '12.', '12.5']) type(text)
  expect(weight().value).toBe('12.5')
  expect(seen).toEqual([1, 12, 12.5])
  type('')
  expect(seen.at(-1)).toBeNull()
})

test('what is no number does not get in; thousands separators are dropped', () => {
  const seen: (number | null)[] = []
  render(<Weight seen={seen} />)
  type('12,450.5')
  type('12450.5x')
  type('12450.55555')
  type('-3')
  expect(weight().value).toBe('12450.5')
  expect(seen).toEqual([12450.5])
})

test('a whole number takes no point', () => {
  const seen: (number | null)[] = []
  render(<Weight seen={seen} decimals={0} />)
  type('12.5')
  expect(weight().value).toBe('')
})

test('a date is shown and typed as yyyy-MM-dd', () => {
  const seen: (string | null)[] = []
  render(
    <MantineProvider env="test">
      <DateField label="ETD" value="2026-12-03" onChange={value => seen.push(value)} />
    </MantineProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('ETD')
  expect(field.value).toBe('2026-12-03')
  for (const text of ['2026-02-30', '2026-02-28']) fireEvent.change(field, { target: { value: text } })
  expect(seen).toEqual(['2026-02-28'])
})

test('the calendar opens by a click, not when the field is only passed, and a day is picked from it', () => {
  const seen: (string | null)[] = []
  render(
    <MantineProvider env="test">
      <DateField label="ETD" value="2026-12-03" onChange={value => seen.push(value)} />
    </MantineProvider>,
  )
  const field = screen.getByLabelText('ETD')
  fireEvent.focus(field)
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull()
  fireEvent.click(field)
  fireEvent.click(screen.getByRole('button', { name: '9 December 2026' }))
  expect(seen).toEqual(['2026-12-09'])
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull()
})

test.each([
  ['2026-12-03', '2026-12-03'],
  ['20261203', '2026-12-03'],
  ['2026.2.9', '2026-02-09'],
  ['2026-02-29', null],
  ['2026-13-01', null],
  ['12/03/2026', null],
  ['2026', null],
])('%s is the date %s', (typed, date) => {
  expect(calendarDate(typed)).toBe(date)
})

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [50, 100, [1, null, 49, 50, 51, null, 100]],
])('page %i of %i offers %j', (page, pages, offered) => {
  expect(pageNumbers(page, pages)).toEqual(offered)
})
