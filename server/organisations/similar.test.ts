import { expect, test } from 'vitest'
import type { SimilarOrganisation } from '#contract/lookups.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()

const similar = (wanted: Record<string, string>, by = company) =>
  by.call<SimilarOrganisation[]>('GET', `/api/organisation/similar?${new URLSearchParams(wanted).toString()}`)
const names = async (wanted: Record<string, string>) => (await similar(wanted)).body.map(one => one.name)
const add = (name: string, contact: object = {}) =>
  buildOrganisation(company, { name, organisationContacts: [{ contact }] })

test('a company is offered with its place and jobs, whatever its form, signs, accents and order of words', async () => {
  const { id, partyId } = await add('Sialkot Surgical (Pvt) Ltd', { city: 'Sialkot', countryId: 'PK' })
  const job = await buildJob(company, { name: 'Scalpels' })
  await buildParty(company, job.id, 'shipper', partyId)
  expect((await similar({ name: 'SIALKOT SURGICAL LIMITED.' })).body).toEqual([
    {
      id,
      partyId,
      name: 'Sialkot Surgical (Pvt) Ltd',
      city: 'Sialkot',
      countryId: 'PK',
      country: 'Pakistan',
      email: null,
      jobs: 1,
      lastJob: { id: job.id, jobId: job.jobId, name: 'Scalpels' },
      alike: ['name'],
    },
  ])
})

test.each([
  ['Sialkot Surgical (Pvt) Ltd', 'Surgical Sialkot', true],
  ['Sialkot Surgical (Pvt) Ltd', 'Sialkto Surgical', true],
  ['Sialkot Surgical (Pvt) Ltd', 'M/s Sialkot Surg. Co.', true],
  ['Müller Logistik GmbH', 'Mueller Logistik', true],
  ['Al-Noor Intl.', 'ALNOOR INTERNATIONAL', true],
  ['A & B Traders', 'A and B Traders B.V.', true],
  ['Maas', 'Maas Trading B.V.', true],
  ['上海贸易有限公司', '上海贸易', true],
  ['Maas Trading', 'Maas Electronics', false],
  ['Sialkot Surgical', 'Sialkot Sports', false],
  ['Khan Textiles', 'Jahn Textilien', false],
  ['A. R. Lang Chemicals', 'A. R. Yang Chemicals', false],
  ['S. K. Martin Spices', 'S. K. Martinelli Spices', false],
  ['Indus Manufacturing', 'Indus Manufact.', true],
  ['North Star Lines', 'North Sea Lines', false],
  ['Maas', '', false],
])('“%s” and “%s” are taken for one: %s', async (there, typed, are) => {
  await add(there)
  expect(await names({ name: typed })).toEqual(are ? [there] : [])
})

test.each([
  ['telephone', '+92 (0)52 460-1234 ext. 5', '052 4601234', true],
  ['telephone', '0092-52-4601234 / 4605678', '+92 52 460 56 78', true],
  ['telephone', '+92 52 4601234', '+92 42 4601234', false],
  ['telephone', '12345', '12345', false],
  ['mobile', '0300 1234567', '+92 300 1234567', true],
  ['email', 'exports@surgical.com.pk', 'A.Khan@SURGICAL.com.pk', true],
  ['email', 'surgical@gmail.com', 'instruments@gmail.com', false],
  ['email', 'surgical@yahoo.co.uk', 'instruments@yahoo.co.uk', false],
  ['email', 'a@one.com.pk', 'b@two.com.pk', false],
  ['website', 'https://www.surgical.example/en?from=x@y', 'shop.surgical.example', true],
])('%s “%s” and “%s” are taken for one: %s', async (field, there, typed, are) => {
  await add('Sialkot Surgical', { [field]: there })
  const { body } = await similar({ name: 'Quite Another', [field]: typed })
  const likeness = field === 'telephone' || field === 'mobile' ? 'telephone' : 'domain'
  expect(body.map(one => [one.name, one.alike])).toEqual(are ? [['Sialkot Surgical', [likeness]]] : [])
})

test('whoever is like it in most ways comes first; a change is known at once', async () => {
  await add('Elbe Foods GmbH')
  const both = await add('Elbe Foods KG', { email: 'in@elbe.example' })
  await add('Alster Handel', { website: 'www.elbe.example' })
  const wanted = { name: 'Elbe Foods', email: 'x@elbe.example' }
  expect((await names(wanted))[0]).toBe('Elbe Foods KG')
  expect(await names(wanted)).toHaveLength(3)
  expect(await names({ ...wanted, limit: '1' })).toEqual(['Elbe Foods KG'])
  await company.call('PUT', '/api/organisation', { id: both.id, name: 'Weser Foods' })
  expect(await names({ name: 'Weser Foods' })).toEqual(['Weser Foods'])
})

test('bad input is refused, and another company’s are never offered', async () => {
  const stranger = await buildCompany(product)
  const theirs = { telephone: '+92 52 4601234', email: 'a@secret.example' }
  await buildOrganisation(stranger, { name: 'Secret Lines', organisationContacts: [{ contact: theirs }] })
  expect(await names({ name: 'Secret Lines', ...theirs })).toEqual([])
  expect(await names({})).toEqual([])
  expect(
    await names({ name: "'); drop table x; --%$L", email: '@@@', website: '\\%_', telephone: '()/-' }),
  ).toEqual([])
  for (const wanted of [{ name: 'x'.repeat(501) }, { limit: '0' }])
    expectProblem(await similar(wanted), 'invalid_input')
  expectProblem(await similar({ name: 'a\u0000b' }), 'invalid_input')
})
