import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { emptyMail, type ComposedMail } from './compose.ts'
import { ComposeDialog } from './ComposeDialog.tsx'

const job = {
  id: '00000000-0000-4000-8000-000000000001',
  jobId: 7,
  documents: [],
  dettco: null,
  dsttco: null,
} as unknown as Job

async function write(written: Partial<ComposedMail> = {}) {
  let kept: ComposedMail | undefined
  const draft = {
    isReady: true,
    kept: undefined,
    keep: (mail: ComposedMail) => (kept = mail),
    refresh: () => undefined,
    forget: () => undefined,
  }
  const root = createRootRoute({
    component: () => (
      <ComposeDialog
        job={job}
        initial={{ ...emptyMail, ...written }}
        draft={draft as never}
        onClose={() => undefined}
      />
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  renderPart(<RouterProvider router={router as never} />, {
    known: [
      [['mails', 'addresses', job.id], []],
      [['mails', 'settings'], { serverConfigured: false, largestAttachments: 1 }],
      [['mail-templates'], []],
      [['templates'], []],
      [['document-formats'], []],
    ],
  })
  const field = await screen.findByLabelText<HTMLInputElement>('To', { selector: 'input' })
  return { field, recipients: () => kept?.to }
}

test('a name with a comma stays one recipient, typed, pasted or set in one go', async () => {
  const { field, recipients } = await write()
  field.focus()
  const type = (value: string, key: string) => {
    fireEvent.change(field, { target: { value } })
    field.setSelectionRange(value.length, value.length)
    return fireEvent.keyDown(field, { key })
  }
  // The comma goes on as a part of the name.
  expect(type('Müller', ',')).toBe(true)
  expect(type('Müller, Hans <hans@example.com>', ',')).toBe(false)
  expect(field.value).toBe('')
  fireEvent.paste(field, {
    clipboardData: { getData: () => '"Mir, Sana" <sana@x.example>, ops@x.example' },
  })
  type('Ops, Night <night@x.example>; ann@x.example', 'Enter')
  const all = [
    'Müller, Hans <hans@example.com>',
    '"Mir, Sana" <sana@x.example>',
    'ops@x.example',
    'Ops, Night <night@x.example>',
    'ann@x.example',
  ]
  await waitFor(() => expect(recipients()).toEqual(all))
})

test('what keeps an e-mail from being sent stands at its field, and the field has the focus', async () => {
  const { field } = await write({ text: 'T' })
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Save as not sent' }))
  press()
  expect(screen.getByText('Add at least one recipient in To.')).toBeTruthy()
  expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true'])
  fireEvent.change(field, { target: { value: 'ann@x.example' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByText('Add at least one recipient in To.')).toBe(null)
  press()
  const subject = screen.getByRole('textbox', { name: 'Subject' })
  expect(screen.getByText('Write a subject: people search for e-mails by it.')).toBeTruthy()
  expect(document.activeElement).toBe(subject)
})

test('a date that is to be set is told to stay where this server sends no e-mail', async () => {
  await write({ stamp: 'dettco' })
  expect(
    screen.getByText(
      'This server sends no e-mail, so nothing is set. Once you have sent it yourself, set the date on the job.',
    ),
  ).toBeTruthy()
})
