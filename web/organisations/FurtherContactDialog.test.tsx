import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Organisation } from '#contract/organisations.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { FurtherContactDialog } from './FurtherContactDialog.tsx'

const answer = vi.fn<() => Response>()
let sent: unknown[] = []
vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
  sent.push(JSON.parse(body))
  return Promise.resolve(answer())
})
connectCalls({
  base: 'http://localhost:3000',
  tokenFor: () => Promise.resolve('token'),
  onSignInRequired: () => undefined,
  onAccountRequired: () => undefined,
  onVerificationRequired: () => undefined,
})

const person = {
  id: 'b',
  contactId: 'c',
  contact: { name: 'Greta', email: null, role: 'Sales' },
} as Organisation['organisationContacts'][number]
const organisation = { id: 'a', organisationContacts: [person, person], version: 3 } as Organisation

beforeEach(() => {
  sent = []
  answer.mockReset()
})

const edit = (name: string) => {
  renderPart(
    <FurtherContactDialog
      organisation={organisation}
      first={{ id: 'd', contactId: 'e' }}
      link={person}
      onClose={() => undefined}
      onSaved={() => undefined}
    />,
  )
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test('a person whom somebody has removed can be added again with what was typed', async () => {
  const current = { ...organisation, organisationContacts: [], version: 4 }
  const refusal = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.', current }
  answer.mockReturnValueOnce(new Response(JSON.stringify(refusal), { status: 412 }))
  edit('Greta Olsen')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Somebody has deleted this person since you opened it. What you typed is still here: save it as a new person, or cancel.',
  )
  answer.mockReturnValueOnce(Response.json(current))
  fireEvent.click(screen.getByRole('button', { name: 'Save as a new person' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({
    organisationContacts: [{ contact: { name: 'Greta Olsen', email: null, role: 'Sales' } }],
  })
  expect(JSON.stringify(sent[1])).not.toContain('"b"')
})

test('a person needs a name or an e-mail address', async () => {
  edit('')
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a name or an e-mail address.')
  expect(answer).not.toHaveBeenCalled()
})
