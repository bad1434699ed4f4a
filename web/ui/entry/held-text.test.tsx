import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Figure } from './use-number-entry.ts'
import { forgetHeldTexts, useHeldText } from './use-held-text.ts'

afterEach(() => sessionStorage.clear())

function Charge({ place, saved }: { place: string; saved: (number | null)[] }) {
  const { value, onChange, isHeld } = useHeldText(place, 100, next => saved.push(next))
  const typing = (text: string): Figure =>
    text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text)
  return (
    <>
      <input
        aria-label="Charge"
        value={value ?? ''}
        onChange={event => onChange(typing(event.target.value))}
      />
      {isHeld && <p>held</p>}
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
  expect(screen.getByText('held')).toBeTruthy()
  type('12')
  expect(saved).toEqual([12])
  expect(screen.queryByText('held')).toBeNull()
})

test('going back to the stored figure saves nothing', () => {
  const saved: (number | null)[] = []
  render(<Charge place="f1 thc" saved={saved} />)
  type('100x')
  type('100')
  expect([charge().value, saved]).toEqual(['100', []])
})

test('signing out forgets what was held back', () => {
  const first = render(<Charge place="f1 thc" saved={[]} />)
  type('12x')
  first.unmount()
  forgetHeldTexts()
  render(<Charge place="f1 thc" saved={[]} />)
  expect(charge().value).toBe('100')
})
