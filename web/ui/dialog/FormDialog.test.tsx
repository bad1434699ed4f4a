import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FormDialog } from './FormDialog.tsx'
import { renderPart } from '#web/ui/test-render.tsx'

type Sent = { succeed: () => void; fail: (reason: string) => void }

/** A port's dialog whose calls are answered by the test, in the order in which they were made. */
function PortDialog({ calls }: { calls: Sent[] }) {
  const [name, setName] = useState('')
  const [isOpen, setIsOpen] = useState(true)
  const create = () =>
    new Promise<void>((resolve, reject) => {
      calls.push({ succeed: resolve, fail: reason => reject(new Error(reason)) })
    }).then(() => setIsOpen(false))
  if (!isOpen) return null
  return (
    <FormDialog
      title="Port"
      submit="Create"
      onClose={() => setIsOpen(false)}
      onSubmit={create}
      isUnsaved={name !== ''}
    >
      <input aria-label="Name" value={name} onChange={event => setName(event.currentTarget.value)} />
    </FormDialog>
  )
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const submit = () => {
  const form = document.querySelector('form')
  if (!form) throw new Error('The dialog is no form.')
  fireEvent.submit(form)
}
const answered = (answer: () => void) =>
  act(async () => {
    answer()
    await Promise.resolve()
  })

function openPortDialog() {
  const calls: Sent[] = []
  renderPart(<PortDialog calls={calls} />)
  fireEvent.change(screen.getByLabelText('Name', { selector: 'input' }), { target: { value: 'Lyari' } })
  return calls
}

test('a form that is sent twice before the answer is sent once', async () => {
  const calls = openPortDialog()
  submit()
  submit()
  expect(calls).toHaveLength(1)
  expect(button('Create').disabled).toBe(true)
  await answered(() => calls[0]?.succeed())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what was refused is said above the form, which keeps what was typed and can be sent again', async () => {
  const calls = openPortDialog()
  submit()
  await answered(() => calls[0]?.fail('There is a port of this name.'))
  expect(screen.getByRole('alert').textContent).toBe('There is a port of this name.')
  expect(screen.getByLabelText<HTMLInputElement>('Name', { selector: 'input' }).value).toBe('Lyari')
  submit()
  expect(screen.queryByRole('alert')).toBeNull()
  await answered(() => calls[1]?.succeed())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a form that returns nothing is ready for the next at once', () => {
  let count = 0
  renderPart(
    <FormDialog
      title="Item"
      onClose={() => undefined}
      onSubmit={() => {
        count += 1
        return undefined
      }}
      isUnsaved={false}
    >
      Text
    </FormDialog>,
  )
  submit()
  submit()
  expect(count).toBe(2)
  expect(button('Save').disabled).toBe(false)
})

test('a form that may only be read is closed, and has nothing to send it', () => {
  renderPart(
    <FormDialog
      title="Item"
      submit={null}
      onClose={() => undefined}
      onSubmit={() => undefined}
      isUnsaved={false}
    >
      Text
    </FormDialog>,
  )
  expect(screen.getAllByRole('button').map(one => one.textContent || one.ariaLabel)).toEqual([
    'Close',
    'Close',
  ])
})
