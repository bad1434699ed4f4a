import { expect, test } from 'vitest'
import { wantedAddress } from './wanted-address.ts'

const origin = 'https://lading.example.com'

test.each([
  '/webapp',
  '/webapp/contacts?search=sea&page=2',
  '/webapp/shipment/items?id=7',
  '/join',
  '/join/dGhlIHNlY3JldA',
])('the application’s own address %s is gone on to', wanted =>
  expect(wantedAddress(wanted, origin)).toBe(wanted),
)

test.each([
  undefined,
  '',
  'sign-up',
  '/',
  '/logout',
  '/webapplication',
  '/joinery',
  '/webapp/../logout',
  '//evil.example/webapp',
  'https://evil.example/webapp',
  'https://lading.example.com.evil.example/webapp',
  '/\\evil.example/webapp',
  'javascript:alert(1)//webapp',
  'https://',
])('in place of %s the application’s first page is shown', wanted =>
  expect(wantedAddress(wanted, origin)).toBe('/webapp'),
)

test('what a page showed is left out where the provider would not take so long an address', () => {
  const search = `?search=${'x'.repeat(800)}`
  expect(wantedAddress(`/webapp/jobs${search}`, origin)).toBe(`/webapp/jobs${search}`)
  expect(wantedAddress(`/webapp/jobs${search}${'%20'.repeat(60)}`, origin)).toBe('/webapp/jobs')
})
