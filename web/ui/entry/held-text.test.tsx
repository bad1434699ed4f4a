import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Figure } from './use-number-entry.ts'
import { useHeldText } from './use-held-text.ts'

afterEach(() => sessionStorage.clear())

function Charge({ place, saved }: { place: string; saved: (number | null)[] }) {
  const [stored, setStored] = useState<number | null>(100)
  const save = (next: number | null) => {
    saved.push(next)
    setStored(next)
  }
  const { value, onChange, settle } = useHeldText({
    place,
    value: stored,
    onChange: save,
    undo: () => save(stored),
  })
  const typing = (text: string): Figure =>
    text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text)
  return (
    <>
      <input
        aria-label="Charge"
        value={value ?? ''}
        onChange={event => onChange(typing(event.target.value))}
        onBlur={settle}
      />
    </>
  )
}

const charge = () => screen.getByLabelText<HTMLInputElement>('Charge')
const type = (text: string) => fireEvent.change(charge(), { target: { value: text } })

test('a text that is no figure is held back, outlives its screen, and is never saved', () => {
  const saved: (number | null)[] = []
  const first = render(<Charge place="f1 thc" saved={saved} />)
  type('12x')
  expect([charge().value, saved]).toEqual(['12x', []])
  first.unmount()

  const other = render(<Charge place="f2 thc" saved={saved} />)
  expect(charge().value).toBe('100')
  other.unmount()

  render(<Charge place="f1 thc" saved={saved} />)
  expect(charge().value).toBe('12x')
  type('12')
  expect(saved).toEqual([12])
})

test('going back to the stored figure saves nothing', () => {
  const saved: (number | null)[] = []
  render(<Charge place="f1 thc" saved={saved} />)
  type('100x')
  type('100')
  expect([charge().value, saved]).toEqual(['100', []])
})

test('the beginning of a text that turns out to be no figure is taken back', () => {
  const saved: (number | null)[] = []
  render(<Charge place="f1 thc" saved={saved} />)
  for (const text of ['1', '1x', '1x5']) type(text)
  expect([charge().value, saved]).toEqual(['1x5', [1, 100]])
  fireEvent.blur(charge())
  type('25')
  fireEvent.blur(charge())
  for (const text of ['2', '2x']) type(text)
  expect([charge().value, saved]).toEqual(['2x', [1, 100, 25, 2, 25]])
})
