import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissNotice, noticeStore } from '#web/ui/notice/notify.ts'
import { messageBoxStore } from './message-box-store.ts'
import { FormDialog } from './FormDialog.tsx'
import { renderPart } from '#web/ui/test-render.tsx'

type Sent = { succeed: () => void; fail: (reason: string) => void }

/** A port's dialog whose calls are answered by the test, in the order in which they were made. */
function PortDialog({ calls, opened }: { calls: Sent[]; opened: string[] }) {
  const [name, setName] = useState('')
  const [isOpen, setIsOpen] = useState(true)
  const create = (hasLeft: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ succeed: resolve, fail: reason => reject(new Error(reason)) })
    }).then(() => {
      if (!hasLeft()) opened.push('port')
      setIsOpen(false)
    })
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

beforeEach(() => {
  for (const { id } of noticeStore.read()) dismissNotice(id)
})
afterEach(() => vi.useRealTimers())

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

function openPortDialog(opened: string[] = []) {
  const calls: Sent[] = []
  renderPart(<PortDialog calls={calls} opened={opened} />)
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

const pressEscape = () => act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }))
const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)))
const notices = () => noticeStore.read().map(({ tone, message }) => [tone, message])

test('while it is being saved there is nothing to discard: Escape waits, and says so', async () => {
  const calls = openPortDialog()
  submit()
  await pressEscape()
  expect(messageBoxStore.read()).toBeUndefined()
  expect(screen.getByText('Waiting for the server …')).toBeTruthy()
  await answered(() => calls[0]?.succeed())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a server that does not answer keeps nobody: who leaves hears what became of it, and stays where they are', async () => {
  vi.useFakeTimers()
  const opened: string[] = []
  const calls = openPortDialog(opened)
  submit()
  await pass(6000)
  expect(screen.getByText(/^The server has not answered yet\. You can wait/)).toBeTruthy()
  await pressEscape()
  expect(messageBoxStore.read()?.description).toBe(
    'The server has not answered yet. What you sent may still be saved.',
  )
  await act(async () => messageBoxStore.read()?.answer('ok'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await answered(() => calls[0]?.succeed())
  expect(opened).toEqual([])
  expect(notices()).toEqual([['done', 'Port: saved after you closed it.']])
})

test('what fails after somebody has left is told', async () => {
  vi.useFakeTimers()
  const calls = openPortDialog()
  submit()
  await pass(6000)
  await pressEscape()
  await act(async () => messageBoxStore.read()?.answer('ok'))
  await answered(() => calls[0]?.fail('There is a port of this name.'))
  expect(notices()).toEqual([['failed', 'Port: not saved. There is a port of this name.']])
})

test.each(['succeed', 'fail'] as const)(
  'the question whether to leave goes when the save comes to an end (%s)',
  async end => {
    vi.useFakeTimers()
    const calls = openPortDialog()
    submit()
    await pass(6000)
    await pressEscape()
    expect(messageBoxStore.read()).toBeDefined()
    await answered(() => calls[0]?.[end]('There is a port of this name.'))
    expect(messageBoxStore.read()).toBeUndefined()
    expect(screen.queryAllByRole('dialog')).toHaveLength(end === 'fail' ? 1 : 0)
  },
)

test('the question whether to discard goes with its dialog', async () => {
  function Dialogs() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setIsOpen(false)}>
          Elsewhere
        </button>
        {isOpen && (
          <FormDialog title="Port" onClose={() => undefined} onSubmit={() => undefined} isUnsaved>
            Text
          </FormDialog>
        )}
      </>
    )
  }
  renderPart(<Dialogs />)
  await pressEscape()
  expect(messageBoxStore.read()?.title).toBe('Discard what you typed?')
  fireEvent.click(screen.getByText('Elsewhere'))
  expect(messageBoxStore.read()).toBeUndefined()
})

test('Ctrl+S saves what was typed, and sends nothing that is not unsaved', async () => {
  const calls = openPortDialog()
  const pressSave = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  expect(pressSave()).toBe(false)
  expect(calls).toHaveLength(1)
  await answered(() => calls[0]?.fail('There is a port of this name.'))
  fireEvent.change(screen.getByLabelText('Name', { selector: 'input' }), { target: { value: '' } })
  expect(pressSave()).toBe(false)
  expect(calls).toHaveLength(1)
})
