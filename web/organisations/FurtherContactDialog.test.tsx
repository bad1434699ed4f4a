import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Organisation } from '#contract/organisations.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { FurtherContactDialog } from './FurtherContactDialog.tsx'

const answer = vi.fn<() => Response>()
vi.stubGlobal('fetch', () => Promise.resolve(answer()))
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

beforeEach(() => void answer.mockReset())

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

test('a person whom somebody has removed is told as removed', async () => {
  const current = { ...organisation, organisationContacts: [], version: 4 }
  const refusal = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.', current }
  answer.mockReturnValueOnce(new Response(JSON.stringify(refusal), { status: 412 }))
  edit('Greta Olsen')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This person has been removed since you opened this dialog. Cancel, then add the person again.',
  )
})

test('a person needs a name or an e-mail address', async () => {
  edit('')
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a name or an e-mail address.')
  expect(answer).not.toHaveBeenCalled()
})
