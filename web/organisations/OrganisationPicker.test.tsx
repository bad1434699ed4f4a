import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { OrganisationDialog } from './OrganisationPicker.tsx'

test('the Organisation dialog has the fields and buttons of the form, in order', () => {
  renderPart(
    <OrganisationDialog onClose={() => undefined} onCreated={() => undefined} name="Maas Trading" />,
    {
      known: [[['countries'], [{ id: 'NL', name: 'Netherlands' }]]],
    },
  )
  const dialog = screen.getByRole('dialog', { name: 'Organisation' })
  const fields = [...dialog.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')]
  expect(fields.map(field => field.labels?.[0]?.textContent)).toEqual([
    'Name',
    'Description',
    'Contact Name',
    'Building No.',
    'Building Name',
    'Street',
    'City',
    'County',
    'Post Code',
    'Country',
    'Telephone',
    'Mobile',
    'E-mail',
    'Website',
    // Folded away, under Trade details.
    'Tax Number',
    'Account Number',
    'Payment Terms',
  ])
  expect(fields[0]?.value).toBe('Maas Trading')
  expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})
