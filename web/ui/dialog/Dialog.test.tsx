import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateField } from '#web/ui/form/DateField.tsx'
import { CancelButton, Dialog } from './Dialog.tsx'
import { renderPart } from '#web/ui/test-render.tsx'

function TwoDialogs() {
  const [open, setOpen] = useState(['Behind', 'In front'])
  return open.map(title => (
    <Dialog key={title} title={title} onClose={() => setOpen(list => list.filter(one => one !== title))}>
      {title}
    </Dialog>
  ))
}

const titles = () => screen.queryAllByRole('dialog').map(dialog => dialog.textContent)

test('Escape closes only the dialog in front', async () => {
  renderPart(<TwoDialogs />)
  expect(titles()).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(titles()).toEqual([expect.stringContaining('Behind')])
  await new Promise(resolve => setTimeout(resolve, 10))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(titles()).toEqual([])
})

function NameDialog() {
  const [isOpen, setIsOpen] = useState(true)
  const [name, setName] = useState('')
  if (!isOpen) return null
  return (
    <Dialog
      title="Port"
      onClose={() => setIsOpen(false)}
      onSubmit={() => setIsOpen(false)}
      isUnsaved={name !== ''}
      footer={<CancelButton />}
    >
      <input aria-label="Name" value={name} onChange={event => setName(event.currentTarget.value)} />
    </Dialog>
  )
}

const dialog = () => screen.queryByRole('dialog', { name: 'Port' })
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Name', { selector: 'input' }), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const ways: readonly [string, () => void][] = [
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['the cross', () => press('Close')],
  ['Cancel', () => press('Cancel')],
  [
    'a click beside it',
    () => {
      const beside = document.querySelector('.mantine-Modal-overlay')
      if (!beside) throw new Error('There is nothing beside the dialog.')
      fireEvent.click(beside)
    },
  ],
]

for (const [way, close] of ways) {
  test(`${way} closes an untouched dialog at once`, () => {
    renderPart(<NameDialog />)
    close()
    expect(dialog()).toBeNull()
  })

  test(`${way} asks before what was typed is discarded`, async () => {
    renderPart(<NameDialog />)
    type('Lyari')
    close()
    await screen.findByRole('dialog', { name: 'Discard what you typed?' })
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep editing' })),
    )
    press('Keep editing')
    expect(screen.getByLabelText<HTMLInputElement>('Name', { selector: 'input' }).value).toBe('Lyari')
    // The question hears the key that closed it to the end.
    await new Promise(resolve => setTimeout(resolve, 10))
    close()
    await screen.findByRole('dialog', { name: 'Discard what you typed?' })
    press('Discard')
    await waitFor(() => expect(dialog()).toBeNull())
  })
}

test('saving asks nothing', () => {
  renderPart(<NameDialog />)
  type('Lyari')
  const form = document.querySelector('form')
  if (!form) throw new Error('The dialog is no form.')
  fireEvent.submit(form)
  expect(dialog()).toBeNull()
})

function DateDialog({ onSaved }: { onSaved: (date: string | null) => void }) {
  const [date, setDate] = useState<string | null>(null)
  return (
    <Dialog title="Token" onClose={() => undefined} onSubmit={() => onSaved(date)} isUnsaved={date !== null}>
      <DateField label="Good until" value={date} onChange={setDate} />
      <button type="submit">Create</button>
    </Dialog>
  )
}

test('a dialog is not sent while a date in it is not understood; the field says why and has the focus', () => {
  const saved: (string | null)[] = []
  renderPart(<DateDialog onSaved={date => saved.push(date)} />)
  const field = screen.getByLabelText('Good until', { selector: 'input' })
  field.focus()
  fireEvent.change(field, { target: { value: '2026-02-30' } })
  press('Create')
  expect(saved).toEqual([])
  expect(screen.getByText('February 2026 has 28 days.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '28 Feb 2026' } })
  press('Create')
  expect(saved).toEqual(['2026-02-28'])
})

function TwoSteps() {
  const [step, setStep] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Begin
      </button>
      {step > 0 && (
        <Dialog key={step} title={`Step ${step}`} onClose={() => setStep(step === 1 ? 2 : 0)}>
          Text
        </Dialog>
      )}
    </>
  )
}

test('a dialog that takes another’s place gives the focus back to where it was before both', async () => {
  renderPart(<TwoSteps />)
  screen.getByRole('button', { name: 'Begin' }).focus()
  press('Begin')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByRole('dialog', { name: 'Step 2' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Begin'))
})

function FromAnother() {
  const [open, setOpen] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Add
      </button>
      {open > 0 && (
        <Dialog title="Choose" onClose={() => setOpen(0)}>
          <button type="button" onClick={() => setOpen(2)}>
            Create New
          </button>
        </Dialog>
      )}
      {open > 1 && (
        <Dialog title="Organisation" onClose={() => setOpen(0)}>
          <button type="button" onClick={() => setOpen(0)}>
            Create
          </button>
        </Dialog>
      )}
    </>
  )
}

test('a dialog that closes together with the one that opened it gives the focus back to what opened both', async () => {
  renderPart(<FromAnother />)
  for (const name of ['Add', 'Create New', 'Create']) {
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add'))
})

function OnOneScreen() {
  const [screenName, setScreenName] = useState('Contacts')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <main tabIndex={-1}>
      <h1>{screenName}</h1>
      {screenName === 'Contacts' && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Create Contact
        </button>
      )}
      {screenName === 'Contacts' && isOpen && (
        <Dialog title="Organisation" onClose={() => setIsOpen(false)}>
          <button type="button" onClick={() => setScreenName('Contact')}>
            Create
          </button>
        </Dialog>
      )}
    </main>
  )
}

test('a dialog that leads to another screen leaves the focus there', async () => {
  renderPart(<OnOneScreen />)
  for (const name of ['Create Contact', 'Create']) {
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Contact'))
  expect(document.activeElement?.tagName).toBe('MAIN')
})
