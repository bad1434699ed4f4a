import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { User } from '#contract/users.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { UsersScreen } from './UsersScreen.tsx'

const anna: User = {
  id: '00000000-0000-4000-8000-000000000001',
  displayName: 'Anna Visser',
  role: 'administrator',
  active: true,
  signIn: 'ready',
  version: 1,
  identities: [{ signInType: 'emailAddress', issuer: 'lading', issuerAssignedId: 'anna@maas.example' }],
}

test('lists Name and Email with the note, and adds in a dialog', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: UsersScreen }),
    history: createMemoryHistory(),
  })
  renderPart(<RouterProvider router={router as never} />, {
    known: [
      [['users'], [anna]],
      [['role permissions'], { adjustments: {}, version: 0 }],
    ],
  })
  expect(await screen.findByText('Add a colleague to work with you.')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(header => header.textContent)).toEqual([
    'Name',
    'Email',
    'Role',
    'Access',
    'History',
    'Permission',
    'Administrator',
    'Staff',
    'Viewer',
  ])
  expect(screen.getByText('anna@maas.example')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'History of Anna Visser' }).getAttribute('href')).toBe(
    `/webapp/users/history?id=${anna.id}`,
  )

  fireEvent.click(screen.getByRole('button', { name: 'Add User' }))
  const dialog = await screen.findByRole('dialog')
  for (const label of ['Name', 'Email', 'Password']) expect(screen.getByLabelText(label)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(dialog.isConnected).toBe(false)
})

test('says of each colleague what is known of their access', async () => {
  const of = (displayName: string, change: Partial<User>): User => ({
    ...anna,
    ...change,
    id: crypto.randomUUID(),
    displayName,
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: UsersScreen }),
    history: createMemoryHistory(),
  })
  renderPart(<RouterProvider router={router as never} />, {
    known: [
      [
        ['users'],
        [
          of('Ready', {}),
          of('New', { signIn: 'invited' }),
          of('Elsewhere', { signIn: 'unknown' }),
          of('Gone', { signIn: 'invited', active: false }),
        ],
      ],
      [['role permissions'], { adjustments: {}, version: 0 }],
    ],
  })
  const accessOf = async (name: string) =>
    (await screen.findByText(name)).closest('tr')?.querySelectorAll('td')[3]?.textContent
  expect(await accessOf('Ready')).toBe('Can sign in')
  expect(await accessOf('New')).toBe('Invited')
  expect(await accessOf('Elsewhere')).toBe('Has access')
  expect(await accessOf('Gone')).toBe('Removed')
})
