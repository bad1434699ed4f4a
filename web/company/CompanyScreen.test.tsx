import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CompanyCurrency } from '#contract/company-currency.ts'
import { type Company, companyLabels } from '#contract/company.ts'
import type { BudgetUse } from '#contract/limits.ts'
import type { Role } from '#contract/permissions.ts'
import { paperKinds, defaultSeries } from '#contract/numbering.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { CompanyScreen } from './CompanyScreen.tsx'

const company = {
  ...Object.fromEntries(Object.keys(companyLabels).map(field => [field, null])),
  name: 'Maas Forwarding',
  currency: 'EUR',
  isCurrencyFixed: false,
  numberSeries: paperKinds.map(defaultSeries),
  logo: null,
  version: 3,
} as unknown as Company

const currency: CompanyCurrency = {
  ...{ currency: 'EUR', jobs: 3, ownSections: 4, foreignSections: 1, withoutRate: 0, typedTotals: 2 },
  latest: {
    ...{ id: 'c1', from: 'USD', to: 'EUR', rate: 0.91, by: 'Amina Qureshi' },
    at: '2026-11-23T12:00:00.000Z',
  },
}

const limits: BudgetUse[] = [
  { budget: 'requests', used: 9600, allowed: 12_000, window: 'minute', startsAnewAt: '2026-11-23T12:01:00Z' },
  { budget: 'work', used: 12, allowed: 7200, window: 'hour', startsAnewAt: '2026-11-23T13:00:00Z' },
  { budget: 'uploads', used: 3_000_000, allowed: null, window: 'day', startsAnewAt: null },
  { budget: 'documents', used: 5000, allowed: 5000, window: 'hour', startsAnewAt: '2026-11-23T13:00:00Z' },
  { budget: 'recipients', used: 2, allowed: 500, window: 'hour', startsAnewAt: null },
  { budget: 'storage', used: 2_000_000_000, allowed: 4_000_000_000, window: null, startsAnewAt: null },
]

async function show(role: Role, shown = company) {
  const router = createRouter({
    routeTree: createRootRoute({ component: CompanyScreen }),
    history: createMemoryHistory(),
  })
  renderPart(<RouterProvider router={router as never} />, {
    role,
    known: [
      [['company'], shown],
      [['countries'], []],
      [['reference kinds'], []],
      [['company-limits'], limits],
      [['company', 'currency'], currency],
    ],
  })
  await screen.findByRole('form', { name: 'Company' })
}

test('an administrator finds every field by its label, and the next number of each paper', async () => {
  await show('administrator')
  for (const label of Object.values(companyLabels)) expect(screen.getAllByLabelText(label)).not.toEqual([])
  expect(screen.getByText('HBL-00001')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'Proforma invoice' })).toBeTruthy()
  expect(screen.getByText('PRO-00001')).toBeTruthy()
  const prefix = screen.getByLabelText('House bill of lading: begins with')
  fireEvent.change(prefix, { target: { value: 'KHI/' } })
  fireEvent.change(screen.getByLabelText('House bill of lading: next number'), { target: { value: '42' } })
  expect(screen.getByText('KHI/00042')).toBeTruthy()
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('HBL-00001')).toBeTruthy()
})

test('Ctrl+S saves what is typed', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  connectCalls({
    base: '',
    tokenFor: async () => undefined,
    onSignInRequired: () => undefined,
    onAccountRequired: () => undefined,
    onVerificationRequired: () => undefined,
  })
  await show('administrator')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Maas Lines' } })
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() =>
    expect(sent.mock.calls.map(([, init]) => init?.body)).toEqual(['{"name":"Maas Lines"}']),
  )
  sent.mockRestore()
})

test('the currency is chosen until jobs hold amounts in it, and then changed by a rate', async () => {
  await show('administrator')
  const currency = () => screen.getByLabelText<HTMLInputElement>('Currency', { selector: 'input' })
  expect(currency().readOnly).toBe(false)
  cleanup()
  await show('administrator', { ...company, isCurrencyFixed: true })
  expect(currency().readOnly).toBe(true)
  expect(screen.getByRole('button', { name: 'Change Currency' })).toBeTruthy()
  expect(
    screen.getByText(/^Changed from USD to EUR on .*23.* by Amina Qureshi, at 1 USD = 0\.91 EUR\./),
  ).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(false)
})

test('others read it and change nothing', async () => {
  await show('staff', { ...company, isCurrencyFixed: true })
  expect(screen.queryByRole('button', { name: 'Change Currency' })).toBe(null)
  cleanup()
  await show('staff')
  expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
  expect(screen.queryByRole('button', { name: 'Upload Logo' })).toBe(null)
})

test('an administrator sees what is used of each limit, in figures, words and bars', async () => {
  await show('administrator')
  const section = screen.getByRole('region', { name: 'Limits and Usage' })
  const rows = within(section).getAllByRole('row').slice(1)
  const cells = rows.map(row =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map(cell => cell.textContent),
  )
  expect(cells).toEqual([
    ['9,600', '12,000 a minute', '80%80%Nearly used up'],
    ['12 s', '7,200 s an hour', '0%0%'],
    ['3.0 MB', 'Unlimited', ''],
    ['5,000', '5,000 an hour', '100%100%Used up'],
    ['2', '500 an hour', '0%0%'],
    ['2.0 GB', '4.0 GB', '50%50%'],
  ])
  expect(rows.map(row => within(row).getAllByRole('cell').at(-1)?.textContent).slice(1)).toEqual([
    expect.stringMatching(/^(at|on) /),
    'at the next use',
    expect.stringMatching(/^(at|on) /),
    'an hour after each e-mail',
    'never',
  ])
  const bar = within(section).getByRole<HTMLMeterElement>('meter', { name: 'Requests: used' })
  expect(bar.value).toBe(0.8)
})

test('nobody else is shown limits, or asks for them', async () => {
  await show('staff')
  expect(screen.queryByRole('region', { name: 'Limits and Usage' })).toBe(null)
})
