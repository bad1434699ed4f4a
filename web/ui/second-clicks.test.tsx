import { Button, MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ignoreSecondClicks } from './second-clicks.ts'

let stop: () => void
beforeEach(() => {
  stop = ignoreSecondClicks()
})
afterEach(() => stop())

function Page({ onSend }: { onSend: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MantineProvider env="test">
      <Button onClick={() => setIsOpen(true)}>Add Item</Button>
      <Button onClick={onSend}>Create Job</Button>
      {isOpen && (
        <Dialog title="Item" onClose={() => setIsOpen(false)}>
          Fields
        </Dialog>
      )}
    </MantineProvider>
  )
}

test('a double click on a button acts once; two clicks act twice', () => {
  let sent = 0
  render(
    <Page
      onSend={() => {
        sent += 1
      }}
    />,
  )
  const button = screen.getByRole('button', { name: 'Create Job' })
  fireEvent.click(button, { detail: 1 })
  fireEvent.click(button, { detail: 2 })
  expect(sent).toBe(1)
  fireEvent.click(button, { detail: 1 })
  expect(sent).toBe(2)
})

test('the second click of a double click leaves the dialog open that the first has opened', () => {
  render(<Page onSend={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add Item' }), { detail: 1 })
  const veil = document.querySelector('.mantine-Modal-overlay')
  if (!veil) throw new Error('The dialog has no veil.')
  fireEvent.click(veil, { detail: 2 })
  expect(screen.getByRole('dialog', { name: 'Item' })).toBeTruthy()
  fireEvent.click(veil, { detail: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})
