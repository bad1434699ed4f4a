import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TaskPanel } from './TaskPanel.tsx'
import { runTask } from './task-store.ts'
import { renderPart } from '#web/ui/test-render.tsx'

test('one cause is told once, with all that it concerns', async () => {
  await runTask({
    title: 'Generating documents for job 7',
    steps: ['Bill', 'Order', 'Note'].map(label => ({ label, run: () => Promise.reject(new Error(label)) })),
    atOnce: 1,
    explain: error => ({
      message: error instanceof Error && error.message === 'Note' ? 'It is too large.' : 'No connection.',
      reasons: [],
    }),
    summarise: () => 'No document was generated.',
  })
  renderPart(<TaskPanel />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'No connection.BillOrder',
    'Bill',
    'Order',
    'Note: It is too large.',
  ])
})
