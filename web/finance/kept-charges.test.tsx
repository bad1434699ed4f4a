import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Finance, FinanceInput } from '#contract/finance.ts'
import type { Role } from '#contract/permissions.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { FinanceForm } from './FinanceForm.tsx'
import { chargesText, unstoredCharges } from './unsaved-charges.ts'

const id = '00000000-0000-4000-8000-000000000001'
const finance: Finance = {
  id,
  shipmentId: '00000000-0000-4000-8000-000000000002',
  originCharge: null,
  freightCharge: null,
  destinationCharge: null,
  total: 0,
  totalIsTyped: false,
  currency: 'EUR',
  quoteType: 0,
  transportMode: 2,
  version: 1,
}
const destination = {
  id: '00000000-0000-4000-8000-000000000003',
  currency: null,
  exchangeRate: null,
  deliveryOrder: 500,
  documentation: null,
  insurance: null,
  splitting: null,
  thc: null,
  yardDocumentation: null,
  yardFed: null,
  yardRandD: null,
  otherDestinationCharges: null,
  total: 500,
  totalIsTyped: false,
}

let server: Server
let status = 200
let sent: FinanceInput[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const change = JSON.parse(text) as FinanceInput
      sent.push(change)
      const stored = { ...finance, destinationCharge: { ...destination, ...change.destinationCharge } }
      const refusal = { status, code: 'unavailable', title: 'Busy', detail: 'The server is busy.' }
      response.writeHead(status).end(JSON.stringify(status === 200 ? { ...stored, version: 2 } : refusal))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  connectCalls({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenFor: () => Promise.resolve('token'),
    onSignInRequired: () => undefined,
    onAccountRequired: () => undefined,
    onVerificationRequired: () => undefined,
  })
})
afterAll(() => server.close())
beforeEach(() => {
  status = 503
  sent = []
})

const cargo = { grossWeight: null, weightUnit: null, volume: null, volumeUnit: null }
const show = (stored: Partial<Finance> = {}, role: Role = 'staff') =>
  renderPart(<FinanceForm finance={{ ...finance, ...stored }} cargo={cargo} />, { role })
const deliveryOrder = () => screen.getByLabelText<HTMLInputElement>('Delivery Order')
const type = (value: string) => fireEvent.change(deliveryOrder(), { target: { value } })
const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('lading:draft:'))
const offer = () => screen.findByText(/^These charges were not saved on/)

test('a charge is kept the moment it is typed, and until the server has it', async () => {
  show()
  type('4321')
  expect(drafts()).toHaveLength(1)
  fireEvent.blur(deliveryOrder())
  await screen.findByText('Not saved. The server is busy.')
  cleanup()
  show()
  expect(deliveryOrder().value).toBe('4,321.00')
  const text = (await offer()).textContent
  expect(text).toMatch(/: 4,321.00 in Delivery Order of Destination Charges\. The server is busy\.$/)
  status = 200
  fireEvent.click(screen.getByRole('button', { name: 'Save them' }))
  await screen.findByText('Saved')
  expect(sent.at(-1)?.destinationCharge).toMatchObject({ deliveryOrder: 4321 })
  expect(drafts()).toEqual([])
})

test('once the connection is back it is saved by itself', async () => {
  show()
  type('4321')
  fireEvent.blur(deliveryOrder())
  await screen.findByText('Not saved. The server is busy.')
  status = 200
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Saved')
  expect(drafts()).toEqual([])
})

test('what somebody else changed meanwhile is not written over; discarded, theirs shows', async () => {
  show()
  type('4321')
  cleanup()
  await waitFor(() => expect(sent).toHaveLength(1))
  show({ destinationCharge: destination, version: 2 })
  expect((await offer()).textContent).toContain(
    '4,321.00 in Delivery Order of Destination Charges (stored: 500.00)',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(deliveryOrder().value).toBe('500.00')
  expect([sent.length, drafts()]).toEqual([1, []])
})

test('whoever may no longer change charges reads what was kept and can discard it', async () => {
  show()
  type('4321')
  cleanup()
  await waitFor(() => expect(sent).toHaveLength(1))
  show({}, 'viewer')
  expect((await offer()).textContent).toContain('Your role does not allow you to change charges.')
  expect([deliveryOrder().value, screen.queryByRole('button', { name: 'Save them' })]).toEqual(['', null])
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect([sent.length, drafts()]).toEqual([1, []])
})

test('what is stored already is no unsaved charge, and a total left to the sum is none by its figure', () => {
  const stored = { ...finance, destinationCharge: destination, total: 500 }
  const change = (part: object): FinanceInput => ({ id, destinationCharge: { id: destination.id, ...part } })
  expect(unstoredCharges(change({ deliveryOrder: 500, thc: null }), stored)).toBeNull()
  expect(unstoredCharges(change({ total: null, totalIsTyped: false }), stored)).toBeNull()
  expect(unstoredCharges(change({ deliveryOrder: 500, thc: 7 }), stored)).toEqual(change({ thc: 7 }))
  expect(unstoredCharges({ id, total: 500, totalIsTyped: true }, stored)).toEqual({
    id,
    total: 500,
    totalIsTyped: true,
  })
  expect(unstoredCharges({ id, total: null, totalIsTyped: false }, stored)).toBeNull()
})

test('unsaved charges are told with their section and what is stored', () => {
  const stored = {
    ...finance,
    destinationCharge: { ...destination, total: 90, totalIsTyped: true },
    total: 90,
  }
  const destinationCharge = { id: destination.id, thc: 7.25, total: null, totalIsTyped: false }
  expect(chargesText({ id, destinationCharge, total: 80, totalIsTyped: true }, stored)).toBe(
    '7.25 in THC of Destination Charges, the sum in Total of Destination Charges (stored: 90.00), 80.00 in Finance Total (stored: 90.00)',
  )
})
