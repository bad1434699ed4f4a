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
    'May',
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
