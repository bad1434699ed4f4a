import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { EntryDetails } from './EntryDetails.tsx'

const entry = {
  changes: [{ field: 'eta', label: 'ETA', oldText: '2026-12-03', newText: '2026-12-05', restorable: false }],
  origin: null,
} as unknown as Parameters<typeof EntryDetails>[0]['entry']

test('the way back to the whole job says that it leads to what the change made, not to what it changed', () => {
  const restore = vi.fn()
  render(
    <MantineProvider env="test">
      <EntryDetails entry={entry} onPutBack={vi.fn()} onRestoreJob={restore} />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Restore the job as it was after this change' }))
  expect(restore).toHaveBeenCalledOnce()
})
