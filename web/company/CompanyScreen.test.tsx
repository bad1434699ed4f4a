import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Company } from '#contract/company.ts'
import type { Role } from '#contract/permissions.ts'
import { paperKinds, seriesAtFirst } from '#contract/numbering.ts'
import { companyLabels } from '#contract/field-labels.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { CompanyScreen } from './CompanyScreen.tsx'

const company = {
  ...Object.fromEntries(Object.keys(companyLabels).map(field => [field, null])),
  name: 'Maas Forwarding',
  currency: 'EUR',
  numberSeries: paperKinds.map(seriesAtFirst),
  logo: null,
  version: 3,
} as unknown as Company

async function show(role: Role) {
  const router = createRouter({
    routeTree: createRootRoute({ component: CompanyScreen }),
    history: createMemoryHistory(),
  })
  renderPart(<RouterProvider router={router as never} />, {
    role,
    known: [
      [['company'], company],
      [['countries'], []],
    ],
  })
  await screen.findByRole('form', { name: 'Company' })
}

test('an administrator finds every field by its label, and the next number of each paper', async () => {
  await show('administrator')
  for (const label of Object.values(companyLabels)) expect(screen.getAllByLabelText(label)).not.toEqual([])
  expect(screen.getByText('HBL-00001')).toBeTruthy()
  const prefix = screen.getByLabelText('House bill of lading: begins with')
  fireEvent.change(prefix, { target: { value: 'KHI/' } })
  fireEvent.change(screen.getByLabelText('House bill of lading: next number'), { target: { value: '42' } })
  expect(screen.getByText('KHI/00042')).toBeTruthy()
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('HBL-00001')).toBeTruthy()
})

test('others read it and change nothing', async () => {
  await show('staff')
  expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
  expect(screen.queryByRole('button', { name: 'Upload Logo' })).toBe(null)
})
