import { expect, test } from 'vitest'
import type { Organisation } from '#contract/organisations.ts'
import { fieldOfPath, idsOf, inputOf, newOrganisationIds, valuesOf } from './form.ts'

const contact = (id: string, city: string | null) => ({
  id,
  name: null,
  role: null,
  buildingName: null,
  buildingNo: '12',
  city,
  code: null,
  countryId: 'NL',
  county: null,
  description: null,
  email: null,
  fax: '+31 10 000',
  mobile: null,
  skype: null,
  street: null,
  telephone: null,
  twitter: null,
  website: null,
})

const stored: Organisation = {
  id: 'o',
  name: 'Maas Trading',
  description: null,
  contactName: 'Anna',
  taxNumber: 'NL 8514',
  paymentTerms: null,
  scac: null,
  iataPrefix: null,
  iataAgentCode: null,
  accountNumber: null,
  parties: [{ id: 'p', relatedId: 'o' }],
  organisationContacts: [
    { id: 'l1', contactId: 'c1', organisationId: 'o', contact: contact('c1', 'Rotterdam') },
    { id: 'l2', contactId: 'c2', organisationId: 'o', contact: contact('c2', 'Delft') },
  ],
  version: 3,
}

test('the form edits the first contact only and leaves the others and hidden fields alone', () => {
  const input = inputOf({ ...valuesOf(stored), city: ' Schiedam ', name: '' }, idsOf(stored))
  expect(input.name).toBe(null)
  const [first, ...others] = input.organisationContacts
  expect(first).toMatchObject({
    id: 'l1',
    contactId: 'c1',
    contact: { id: 'c1', city: 'Schiedam', countryId: 'NL' },
  })
  expect(first && Object.keys(first.contact)).not.toContain('fax')
  expect(others).toEqual([])
})

test('a new organisation has its own, its link’s and its contact’s id', () => {
  const ids = newOrganisationIds()
  const input = inputOf({ ...valuesOf(null), name: 'New Line' }, ids)
  const link = input.organisationContacts[0]
  const all = [input.id, link?.id, link?.contactId]
  expect(new Set(all).size).toBe(3)
  for (const id of all) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
})

test("the server's paths find their fields", () => {
  expect(fieldOfPath('organisationContacts.0.contact.email')).toBe('email')
  expect(fieldOfPath('name')).toBe('name')
  expect(fieldOfPath('parties.0.id')).toBe(null)
})
