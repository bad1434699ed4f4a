import { expect, test } from 'vitest'
import type { OrganisationChoice } from '#contract/lookups.ts'
import type { PartyRole } from '#contract/parties.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()

const lookUp = (query: Record<string, string>, by = company) =>
  by.call<OrganisationChoice[]>('GET', `/api/organisation/lookup?${new URLSearchParams(query).toString()}`)
const found = async (search: string) => (await lookUp({ search })).body.map(row => row.name)

const add = (name: string, contact: object = {}) =>
  buildOrganisation(company, { name, organisationContacts: [{ contact }] })

test('the likeliest first: the name begins, a word of it begins, it holds the text, something else of it does', async () => {
  const names = ['Alstermann & Co', 'Nord-Alster Textil', 'Neualster GmbH', 'Elbe Foods', 'Alster Wohntextil']
  const [, , , elbe] = [
    await add(names[0] ?? ''),
    await add(names[1] ?? ''),
    await add(names[2] ?? ''),
    await add('Elbe Foods', { city: 'Alsterdorf', countryId: 'DE', email: 'in@elbe.example' }),
    await add(names[4] ?? ''),
  ]
  const begins = ['Alster Wohntextil', 'Alstermann & Co']
  expect(await found('ALSTER')).toEqual([...begins, 'Nord-Alster Textil', 'Neualster GmbH', 'Elbe Foods'])
  expect((await lookUp({ search: 'Alsterdorf' })).body).toEqual([
    {
      id: elbe.id,
      partyId: elbe.partyId,
      name: 'Elbe Foods',
      city: 'Alsterdorf',
      countryId: 'DE',
      country: 'Germany',
      email: 'in@elbe.example',
      jobs: 0,
      lastJob: null,
    },
  ])
  expect((await lookUp({ search: 'alster', limit: '2' })).body.map(row => row.name)).toEqual(begins)
  // Who was used last comes first among equals, not before what fits better.
  const job = await buildJob(company)
  for (const name of ['Alstermann & Co', 'Neualster GmbH']) {
    const [row] = (await lookUp({ search: name })).body
    await buildParty(company, job.id, name === 'Neualster GmbH' ? 'agent' : 'shipper', row?.partyId ?? '')
  }
  expect(await found('alster')).toEqual([
    'Alstermann & Co',
    'Alster Wohntextil',
    'Nord-Alster Textil',
    'Neualster GmbH',
    'Elbe Foods',
  ])
})

test('it is found whatever its accents, blanks, order of words, and by domain and telephone', async () => {
  await add('Exportação São\u00a0João  Ltda', {
    city: 'Łódź',
    email: 'comercial@saojoao.example',
    website: 'https://www.caravela.example/en',
    telephone: '+55 (11) 3030-4040',
    mobile: '0092 300 2345678',
  })
  const all = ['sao', 'São', 'SAO JOAO', 'joao exportacao', 'lodz', 'saojoao.exa', 'x@saojoao.example']
  for (const search of [...all, 'caravela', '3030 4040', '11-3030', '0300 234 5678', '+92 300'])
    expect([search, await found(search)]).toEqual([search, [expect.stringContaining('Exporta') as string]])
  for (const search of [
    'comercial',
    'sao paulo',
    '%%%',
    '___',
    "' or '1'='1",
    '🚢🚢🚢',
    '(select 1)',
    '\\\\\\',
    '[a-z]+',
  ])
    expect([search, await found(search)]).toEqual([search, []])
  // A change of name or address is found at once, and the former one no more.
  const [row] = (await lookUp({ search: 'sao joao' })).body
  await company.call('PUT', '/api/organisation', { id: row?.id, name: 'Porto Velho' })
  expect([await found('exporta'), await found('porto v')]).toEqual([[], ['Porto Velho']])
  const { organisationContacts: links } = (
    await company.call<{ organisationContacts: { id: string }[] }>('GET', `/api/organisation/${row?.id}`)
  ).body
  await company.call('DELETE', `/api/organisationcontact/${links[0]?.id}`)
  expect(await found('lodz')).toEqual([])
  // A name longer than an index entry may be.
  await add(`${'ﷺ'.repeat(499)}Z`)
  expect(await found('ﷺﷺﷺ')).toHaveLength(1)
})

test('without a text, the five last used in the role; where nobody was, in any', async () => {
  const parties = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) parties.push(await add(`${name} Lines`))
  const [one] = parties
  const jobs = []
  for (const { partyId } of parties) {
    const job = await buildJob(company, { name: `Job ${jobs.length}` })
    jobs.push(job)
    await buildParty(company, job.id, 'carrier', partyId)
  }
  const last = async (role: PartyRole) => (await lookUp({ role })).body.map(row => row.name)
  const newest = ['Six Lines', 'Five Lines', 'Four Lines', 'Three Lines', 'Two Lines']
  expect([await last('carrier'), await last('agent')]).toEqual([newest, newest])
  await buildParty(company, jobs[5]?.id ?? '', 'agent', one?.partyId ?? '')
  const reply = await lookUp({ role: 'agent', search: '' })
  expect(reply.body).toEqual([
    {
      id: one?.id,
      partyId: one?.partyId,
      name: 'One Lines',
      city: null,
      countryId: null,
      country: null,
      email: null,
      jobs: 2,
      lastJob: { id: jobs[5]?.id, jobId: jobs[5]?.jobId, name: 'Job 5' },
    },
  ])
})

test('bad input is refused in plain words, and another company’s are never given', async () => {
  const stranger = await buildCompany(product)
  const theirs = await buildOrganisation(stranger, { name: 'Secret Lines' })
  await buildParty(stranger, (await buildJob(stranger)).id, 'agent', theirs.partyId)
  for (const query of [{ search: 'secret' }, { search: 'lines' }, {}, { role: 'agent' }])
    expect((await lookUp(query)).body).toEqual([])
  expect((await lookUp({ search: 'secret' }, stranger)).body).toMatchObject([{ id: theirs.id, jobs: 1 }])
  for (const search of ['ab', ' ab ', ' ', '🚢🚢']) {
    const reply = await lookUp({ search })
    expectProblem(reply, 'search_too_short')
    expect(reply.status).toBe(400)
  }
  for (const query of [{ limit: '0' }, { limit: '21' }, { role: 'importer' }, { search: 'x'.repeat(201) }])
    expectProblem(await lookUp(query), 'invalid_input')
})
