import { fireEvent, screen } from '@testing-library/react'
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

test('the buttons are Select and Close however many are chosen; their number stands beside them', async () => {
  const chosen: string[][] = []
  renderPart(
    <TemplatePicker
      isBusy={false}
      failure=""
      onClose={() => undefined}
      onChosen={templates => chosen.push(templates.map(({ name }) => name))}
    />,
    {
      known: [
        [['templates'], [template(1, 'Arrival.dotx'), template(2, 'Bill.dotx')]],
        [['document-formats'], []],
      ],
    },
  )
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
