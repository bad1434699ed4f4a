import { Button, MantineProvider } from '@mantine/core'
import { IconTrash } from './icons.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { IconButton } from './IconButton.tsx'
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

test('the second click of a double click on a notice does not reach what lay below it', () => {
  let opened = 0
  render(
    <>
      <button type="button" className="notice__action">
        Undo
      </button>
      <button type="button" onDoubleClick={() => (opened += 1)}>
        A job
      </button>
    </>,
  )
  const row = screen.getByText('A job')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }), { detail: 1, clientX: 5 })
  fireEvent.doubleClick(row, { detail: 2, clientX: 6 })
  expect(opened).toBe(0)
  fireEvent.doubleClick(row, { detail: 2, clientX: 60 })
  expect(opened).toBe(1)
})

function Papers() {
  const [names, setNames] = useState(['Invoice', 'Manifest', 'Pre-alert'])
  return (
    <MantineProvider env="test">
      {names.map(name => (
        <IconButton
          key={name}
          label={`Delete ${name}`}
          icon={IconTrash}
          destructive
          onClick={() => setNames(list => list.filter(one => one !== name))}
        />
      ))}
    </MantineProvider>
  )
}

const papers = () => screen.getAllByRole('button').map(({ title }) => title)
const clickTopmost = (detail: number, place: { clientX: number; clientY: number }) => {
  const [topmost] = screen.getAllByRole('button')
  if (!topmost) throw new Error('There is nothing to delete.')
  fireEvent.click(topmost, { detail, ...place })
}

test('a double click on a row’s icon deletes one row, not the one that moves up as well', () => {
  render(<Papers />)
  clickTopmost(1, { clientX: 20, clientY: 20 })
  clickTopmost(2, { clientX: 20, clientY: 20 })
  expect(papers()).toEqual(['Delete Manifest', 'Delete Pre-alert'])
})

test('two slow clicks in one place delete one row; in another place they delete another', () => {
  render(<Papers />)
  clickTopmost(1, { clientX: 20, clientY: 20 })
  clickTopmost(1, { clientX: 22, clientY: 21 })
  expect(papers()).toEqual(['Delete Manifest', 'Delete Pre-alert'])
  clickTopmost(1, { clientX: 20, clientY: 60 })
  expect(papers()).toEqual(['Delete Pre-alert'])
})

test('a second click in the place of a cure that has gone acts on nothing; elsewhere it does', () => {
  const cured: string[] = []
  function Warnings() {
    const [odd, setOdd] = useState(['MSKU', 'TGHU'])
    return (
      <MantineProvider env="test">
        <div className="edit-grid__warning">
          {odd.map(name => (
            <Button
              key={name}
              onClick={() => {
                cured.push(name)
                setOdd(rest => rest.filter(one => one !== name))
              }}
            >
              {name}
            </Button>
          ))}
        </div>
      </MantineProvider>
    )
  }
  render(<Warnings />)
  fireEvent.click(screen.getByRole('button', { name: 'MSKU' }), { detail: 1, clientX: 100, clientY: 100 })
  fireEvent.click(screen.getByRole('button', { name: 'TGHU' }), { detail: 1, clientX: 102, clientY: 101 })
  expect(cured).toEqual(['MSKU'])
  fireEvent.click(screen.getByRole('button', { name: 'TGHU' }), { detail: 1, clientX: 100, clientY: 140 })
  expect(cured).toEqual(['MSKU', 'TGHU'])
})
