import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'

const template = (number: number, name: string): DocumentTemplate => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  name,
  defaultDocumentName: `Document from template ${name}`,
  type: 'Word Template',
  description: name,
  date: '2026-11-20T12:00:00Z',
  size: 20_000,
  problems: [],
  leftPlaces: 0,
  missing: [],
  version: 1,
})

const known = [
  [['templates'], [template(1, 'Arrival.dotx'), template(2, 'Bill.dotx')]],
  [['document-formats'], []],
] as const

function Picker({ onChosen }: { onChosen: (names: string[]) => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  return (
    <TemplatePicker
      isBusy={false}
      failure=""
      ticked={ticked}
      onTicked={setTicked}
      onClose={() => undefined}
      onChosen={templates => onChosen(templates.map(({ name }) => name))}
    />
  )
}

const status = () => document.querySelector('.template-picker__count')?.textContent
const press = (role: 'button' | 'checkbox', name: string) => fireEvent.click(screen.getByRole(role, { name }))

test('nothing chosen is told, and so is a row that is highlighted beside those that are ticked', () => {
  const chosen: string[][] = []
  renderPart(<Picker onChosen={names => chosen.push(names)} />, { known })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Select' }).disabled).toBe(true)
  expect(status()).toBe('Choose a template first.')
  press('checkbox', 'Choose Arrival.dotx')
  fireEvent.click(screen.getByTitle('Bill.dotx'))
  expect(status()).toBe('1 template chosen; Bill.dotx is not ticked')
  press('button', 'Select')
  expect(chosen).toEqual([['Arrival.dotx']])
})

test('a row’s own button ticks it, and generates nothing', () => {
  const chosen: string[][] = []
  renderPart(<Picker onChosen={names => chosen.push(names)} />, { known })
  for (const button of screen.getAllByRole('button', { name: 'Tick' })) fireEvent.click(button)
  expect(status()).toBe('2 templates chosen')
  expect(chosen).toEqual([])
})

test('the buttons are Select and Close however many are chosen; their number stands beside them', async () => {
  const chosen: string[][] = []
  renderPart(<Picker onChosen={names => chosen.push(names)} />, { known })
  const footer = () =>
    [...document.querySelectorAll('.dialog__footer button')].map(({ textContent }) => textContent)
  expect(footer()).toEqual(['Close', 'Select'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Arrival.dotx' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Bill.dotx' }))
  expect(footer()).toEqual(['Close', 'Select'])
  expect(screen.getByText('2 templates chosen')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Select' }))
  expect(chosen).toEqual([['Arrival.dotx', 'Bill.dotx']])
})

test('a double click chooses a row alone, but takes no tick away from others', () => {
  const chosen: string[][] = []
  renderPart(<Picker onChosen={names => chosen.push(names)} />, { known })
  fireEvent.doubleClick(screen.getByTitle('Bill.dotx'))
  expect(chosen).toEqual([['Bill.dotx']])
  press('checkbox', 'Choose Arrival.dotx')
  fireEvent.doubleClick(screen.getByTitle('Bill.dotx'))
  expect(chosen).toHaveLength(1)
  expect(status()).toBe('2 templates chosen')
  fireEvent.doubleClick(screen.getByTitle('Bill.dotx'))
  expect(chosen[1]).toEqual(['Arrival.dotx', 'Bill.dotx'])
})
