import { describe, expect, test } from 'vitest'
import type { Country, Organisation } from '#contract/organisations.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty, send } from '#testing/factories.ts'
import {
  badIds,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const url = '/api/organisation'
const post = (body: unknown) => company.call<Organisation>('POST', url, body)
const put = (body: object, version?: number) =>
  company.call<Organisation>('PUT', url, body, version === undefined ? {} : { 'if-match': `"${version}"` })
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string

const contact = {
  buildingName: 'Harbour House',
  buildingNo: '12a',
  city: 'Hamburg',
  code: '20457',
  countryId: 'DE',
  county: 'Hamburg',
  description: 'Head office',
  email: 'ops@indus.example',
  fax: '+49 40 1',
  mobile: '+49 170 1',
  name: 'Greta Holm',
  role: 'Imports',
  skype: 'indus',
  street: 'Am Sandtorkai',
  telephone: '+49 40 2',
  twitter: '@indus',
  website: 'https://indus.example',
}
const trade = {
  taxNumber: 'DE 811.907-980',
  paymentTerms: '30 days from invoice date',
  scac: 'HLCU',
  iataPrefix: '020',
  iataAgentCode: '23-4 7601/0015',
  accountNumber: 'D-10417',
}
const noTrade = {
  ...{ taxNumber: null, paymentTerms: null, scac: null, iataPrefix: null, iataAgentCode: null },
  accountNumber: null,
}
const noContact = Object.fromEntries(Object.keys(contact).map(field => [field, null]))

describe('adding an organisation', () => {
  test('stores it with its party and its contact', async () => {
    const ids = {
      id: crypto.randomUUID(),
      party: crypto.randomUUID(),
      link: crypto.randomUUID(),
      contact: crypto.randomUUID(),
    }
    const head = { id: ids.id, name: 'Indus Textiles', description: 'Yarn', contactName: 'Sana', ...trade }
    const links = [
      {
        id: ids.link,
        contactId: ids.contact,
        organisationId: ids.id,
        contact: { id: ids.contact, ...contact },
      },
    ]
    const reply = await post({ ...head, parties: [{ id: ids.party }], organisationContacts: links })
    const expected = {
      ...head,
      parties: [{ id: ids.party, relatedId: ids.id }],
      organisationContacts: links,
      version: 1,
    }
    expect(reply.body).toEqual(expected)
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"1"' } })
    expect((await company.call('GET', `${url}/${ids.id.toUpperCase()}`)).body).toEqual(expected)
    const account = company.membership.account.id
    expect(
      await rows.select(
        'select id, name, description, contact_name from organisations where account_id = $1',
        [account],
      ),
    ).toEqual([{ id: ids.id, name: 'Indus Textiles', description: 'Yarn', contact_name: 'Sana' }])
    expect(
      await rows.select('select id, organisation_id from parties where account_id = $1', [account]),
    ).toEqual([{ id: ids.party, organisation_id: ids.id }])
    expect(
      await rows.select(
        `select id, link_id, building_name, building_no, city, post_code, country_id, county, description, email,
           fax, mobile, name, role, skype, street, telephone, twitter, website from contacts where account_id = $1`,
        [account],
      ),
    ).toEqual([
      {
        id: ids.contact,
        link_id: ids.link,
        building_name: 'Harbour House',
        building_no: '12a',
        city: 'Hamburg',
        post_code: '20457',
        country_id: 'DE',
        county: 'Hamburg',
        description: 'Head office',
        email: 'ops@indus.example',
        fax: '+49 40 1',
        mobile: '+49 170 1',
        name: 'Greta Holm',
        role: 'Imports',
        skype: 'indus',
        street: 'Am Sandtorkai',
        telephone: '+49 40 2',
        twitter: '@indus',
        website: 'https://indus.example',
      },
    ])
  })

  test('needs nothing: ids are made, the specification’s names do', async () => {
    const reply = await post({
      Name: 'Pascal',
      OrganisationContacts: [{ Contact: { City: 'Oslo', Code: '' } }],
    })
    const { id } = reply.body
    expect(reply.body).toEqual({
      id: uuid,
      name: 'Pascal',
      description: null,
      contactName: null,
      ...noTrade,
      parties: [{ id: uuid, relatedId: id }],
      organisationContacts: [
        { id: uuid, contactId: uuid, organisationId: id, contact: { ...noContact, id: uuid, city: 'Oslo' } },
      ],
      version: 1,
    })
    const nothing = await post({})
    expect(nothing).toMatchObject({ status: 201, body: { name: null, organisationContacts: [] } })
    expect(nothing.body.parties).toHaveLength(1)
  })

  test('answers a repeated call with the stored one, and 409 for one of other content', async () => {
    const body = {
      id: crypto.randomUUID(),
      name: 'Indus',
      description: '',
      organisationContacts: [{ contact }],
    }
    const replies = await Promise.all([post(body), post(body), post(body)])
    expect(statusesOf(replies)).toEqual([200, 200, 201])
    await expectNoChange(rows, company, async () => {
      expect((await post(body)).body).toEqual(replies[0]?.body)
      const current = replies[0]?.body
      expectProblem(await post({ ...body, name: 'Other' }), 'already_exists', { current })
      expectProblem(await post({ ...body, organisationContacts: [] }), 'already_exists', { current })
      const party = { parties: current?.parties }
      expectProblem(await post({ ...party, name: 'Takes its party' }), 'already_exists')
      const link = { organisationContacts: current?.organisationContacts }
      expectProblem(await post({ ...link, name: 'Takes its contact' }), 'already_exists')
    })
  })
})

describe('changing an organisation', () => {
  test('saves what the body mentions of it and of its contact', async () => {
    const { partyId: _, ...before } = await buildOrganisation(company, {
      description: 'Yarn',
      contactName: 'Sana',
      organisationContacts: [{ contact }],
    })
    const [link] = before.organisationContacts
    const reply = await put({
      id: before.id,
      name: 'Renamed',
      description: '',
      organisationContacts: [{ id: link?.id, contact: { city: 'Bremen', email: null, skype: '' } }],
    })
    const expected = {
      ...before,
      name: 'Renamed',
      description: null,
      organisationContacts: [
        { ...link, contact: { ...link?.contact, city: 'Bremen', email: null, skype: null } },
      ],
      version: 2,
    }
    expect(reply.body).toEqual(expected)
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect((await put(reply.body)).body).toEqual({ ...expected, version: 3 })
    const nulled = { ...expected, organisationContacts: [{ ...link, contact: null }] }
    expect((await put(nulled)).body).toEqual({ ...expected, version: 4 })
    const byContact = {
      id: before.id,
      organisationContacts: [{ contactId: link?.contactId, contact: { city: 'Kiel' } }],
    }
    expect((await put(byContact)).body.organisationContacts).toMatchObject([
      { id: link?.id, contact: { city: 'Kiel' } },
    ])
  })

  test('makes the contact that was not there', async () => {
    const { id } = await buildOrganisation(company)
    const reply = await put({ id, organisationContacts: [{ contact: { telephone: '1' } }] })
    expect(reply.body.organisationContacts).toEqual([
      { id: uuid, contactId: uuid, organisationId: id, contact: { ...noContact, id: uuid, telephone: '1' } },
    ])
    expect(await rows.select('select telephone from contacts where organisation_id = $1', [id])).toEqual([
      { telephone: '1' },
    ])
  })

  test('refuses an outdated version with what stands and what changed by whom', async () => {
    const { id } = await buildOrganisation(company, { organisationContacts: [{ contact }] })
    const read = async () => (await company.call<Organisation>('GET', `${url}/${id}`)).body
    const link = (await read()).organisationContacts[0]?.id
    await put({ id, name: 'Two', organisationContacts: [{ id: link, contact: { city: 'Bremen' } }] }, 1)
    await put({ id, organisationContacts: [{ id: link, contact: { city: 'Kiel' } }] }, 2)
    const of = { by: 'Amina Qureshi', at: expect.any(String) as string }
    await expectNoChange(rows, company, async () => {
      const current = await read()
      expectProblem(await put({ id, name: 'Mine' }, 2), 'changed_meanwhile', {
        current,
        changes: [{ field: 'organisationContacts.0.contact.city', old: 'Bremen', new: 'Kiel', ...of }],
      })
      expectProblem(await put({ id, name: 'Mine' }, 1), 'changed_meanwhile', {
        current,
        changes: [
          { field: 'organisationContacts.0.contact.city', old: 'Hamburg', new: 'Bremen', ...of },
          { field: 'name', old: 'Indus Textiles', new: 'Two', ...of },
          { field: 'organisationContacts.0.contact.city', old: 'Bremen', new: 'Kiel', ...of },
        ],
      })
    })
    const replies = await Promise.all([put({ id, name: 'One' }, 3), put({ id, name: 'Other' }, 3)])
    expect(statusesOf(replies)).toEqual([200, 412])
    expect((await read()).name).toBe(replies.find(reply => reply.status === 200)?.body.name)
  })
})

describe('finding organisations', () => {
  const list = (query = '') => company.call<Organisation[]>('GET', `${url}${query}`)
  const search = (text: string, query = '') =>
    company.call<Organisation[]>('GET', `${url}/${encodeURIComponent(text)}${query}`)
  const namesOf = (reply: { body: Organisation[] }) => reply.body.map(one => one.name)

  test('lists whole records by name, those without a name last, page by page', async () => {
    const records: Organisation[] = []
    for (const name of ['beta', 'Alpha', null, 'Gamma', 'alpine'])
      records.push((await post({ name, organisationContacts: name === 'Gamma' ? [{ contact }] : [] })).body)
    const byName = [1, 4, 0, 3, 2].map(index => ({ ...records[index], roles: [], openJobs: 0 }))
    const all = await list()
    expect(all.body).toEqual(byName)
    expect(all.headers).toMatchObject({ 'x-total-count': '5' })
    expect(all.headers['link']).toBeUndefined()
    const page = await list('?limit=2&offset=2')
    expect(page.body).toEqual(byName.slice(2, 4))
    expect(page.headers).toMatchObject({
      'x-total-count': '5',
      link: '</api/organisation?limit=2&offset=0>; rel="prev", </api/organisation?limit=2&offset=4>; rel="next"',
    })
    expect(await list('?offset=50')).toMatchObject({ body: [], headers: { 'x-total-count': '5' } })
  })

  test('searches name and description without regard to case, wildcards being text', async () => {
    await post({ name: 'Ömer & Söhne 100%', description: 'Cotton' })
    await post({ name: "O'Brien\\Co_", description: null })
    await post({ name: '🚢🚢🚢 Lines', description: 'cotton too' })
    const cases = {
      ÖMER: ['Ömer & Söhne 100%'],
      COTTON: ['Ömer & Söhne 100%', '🚢🚢🚢 Lines'],
      '00%': ['Ömer & Söhne 100%'],
    }
    for (const [text, names] of Object.entries({
      ...cases,
      "o'b": ["O'Brien\\Co_"],
      '\\co_': ["O'Brien\\Co_"],
    }))
      expect(namesOf(await search(text))).toEqual(names)
    expect(namesOf(await search('🚢🚢🚢'))).toEqual(['🚢🚢🚢 Lines'])
    for (const text of ['%%%', '___', "' or 1=1", 'x%y', '1; drop table organisations'])
      expect(await search(text)).toMatchObject({ status: 200, body: [] })
    const page = await search('cotton', '?limit=1')
    expect(page.headers).toMatchObject({
      'x-total-count': '2',
      link: '</api/organisation/cotton?limit=1&offset=1>; rel="next"',
    })
    expect(namesOf(await list('?search=%20cotton%20&limit=1&offset=1'))).toEqual(['🚢🚢🚢 Lines'])
  })

  test('needs three characters and known pages', async () => {
    for (const text of ['ab', '%20ab%20', '%F0%9F%9A%A2%F0%9F%9A%A2', '1']) {
      expectProblem(await company.call('GET', `${url}/${text}`), 'search_too_short')
      expectProblem(await list(`?search=${text}`), 'search_too_short')
    }
    expectProblem(await search('abc\u0000'), 'invalid_input')
    for (const query of [
      '?limit=0',
      '?limit=100000',
      '?limit=-1',
      '?offset=-1',
      '?offset=99999999999',
      '?limit=x',
    ])
      expectProblem(await list(query), 'invalid_input')
  })

  test('gives no other company’s', async () => {
    const stranger = await buildCompany(product)
    const theirs = await buildOrganisation(stranger, { name: 'Secret Traders' })
    const missing = await company.call('GET', `${url}/${crypto.randomUUID()}`)
    expectProblem(missing, 'not_found')
    expect((await company.call('GET', `${url}/${theirs.id}`)).body).toEqual(missing.body)
    expect((await put({ id: theirs.id, name: 'Mine' })).body).toEqual(missing.body)
    expect((await search('Secret')).body).toEqual([])
    expect(await list()).toMatchObject({ body: [], headers: { 'x-total-count': '0' } })
  })
})

test('bad input is refused by name and changes nothing', async () => {
  const { id } = await buildOrganisation(company)
  const lengths = {
    buildingNo: 100,
    code: 50,
    description: 2000,
    email: 320,
    fax: 100,
    mobile: 100,
    role: 200,
    skype: 200,
    telephone: 100,
    twitter: 200,
    website: 2000,
  }
  const contactPaths = Object.keys(contact)
    .filter(field => field !== 'countryId')
    .map(field => [
      `organisationContacts.0.contact.${field}`,
      badTexts((lengths as Record<string, number>)[field] ?? 500),
    ])
  const fields = {
    name: badTexts(500),
    description: badTexts(2000),
    contactName: badTexts(500),
    parties: ['x', {}, null, [{ id }, { id }]],
    organisationContacts: ['x', {}, null, Array(201).fill({})],
    'organisationContacts.0.id': badIds,
    'organisationContacts.0.contact': ['x', 1],
    'organisationContacts.0.contact.countryId': [...badTexts(2), 'de', 'ZZ', '49'],
    ...(Object.fromEntries(contactPaths) as Record<string, unknown[]>),
  }
  const bodyWith = (path: string, value: unknown) => {
    const [head = '', , second, third] = path.split('.')
    const inner = third ? [{ [second ?? '']: { [third]: value } }] : second ? [{ [second]: value }] : value
    return { name: 'Never', [head]: inner }
  }
  await expectFieldsRefused(rows, company, {
    method: 'POST',
    url,
    fields: { ...fields, id: badIds },
    bodyWith,
  })
  await expectFieldsRefused(rows, company, {
    method: 'PUT',
    url,
    fields: { ...fields, id: [...badIds, null] },
    bodyWith: (path, value) => ({ id, ...bodyWith(path, value) }),
  })
})

test('the countries are the world’s, by name', async () => {
  const { status, body } = await company.call<Country[]>('GET', '/api/country')
  expect(status).toBe(200)
  expect(body.length).toBeGreaterThan(240)
  expect(body).toContainEqual({ id: 'PK', name: 'Pakistan' })
  expect(body.map(country => country.name)).toEqual(
    body.map(country => country.name).sort((one, other) => one.localeCompare(other, 'en')),
  )
})

describe('deleting', () => {
  test('an organisation that no job names goes with its party and contacts', async () => {
    const { id, partyId } = await buildOrganisation(company, { organisationContacts: [{ contact }] })
    expect(await company.call('DELETE', `/api/organisation/${id}`)).toMatchObject({ status: 204, body: null })
    expectProblem(await company.call('GET', `/api/organisation/${id}`), 'not_found')
    expect(await rows.select('select id from parties where id = $1', [partyId])).toEqual([])
    expect(await rows.select('select id from contacts where organisation_id = $1', [id])).toEqual([])
  })

  test('one that a job names stays, and the refusal says which', async () => {
    const { id, partyId } = await buildOrganisation(company, { name: 'Indus Textiles' })
    const job = await buildJob(company)
    await buildParty(company, job.id, 'shipper', partyId)
    await expectNoChange(rows, company, async () =>
      expectProblem(await company.call('DELETE', `/api/organisation/${id}`), 'in_use', {
        detail: `“Indus Textiles” cannot be deleted: it is a party to job ${job.jobId}. Remove it there first.`,
      }),
    )
  })

  test('a further contact goes by its link, and the organisation has a new version', async () => {
    const { id, organisationContacts, version } = await buildOrganisation(company, {
      organisationContacts: [
        { contact },
        { contact: { name: 'Omar', role: 'Accounts', email: 'o@x.example' } },
      ],
    })
    const reply = await company.call<Organisation>(
      'DELETE',
      `/api/organisationcontact/${organisationContacts[1]?.id}`,
    )
    expect(reply).toMatchObject({ status: 200, body: { id, version: version + 1 } })
    expect(reply.body.organisationContacts).toEqual([organisationContacts[0]])
  })

  test('what another company has is not there', async () => {
    const { id, organisationContacts } = await buildOrganisation(company, {
      organisationContacts: [{ contact }],
    })
    const other = await buildCompany(product)
    await expectNoChange(rows, company, async () => {
      expectProblem(await other.call('DELETE', `/api/organisation/${id}`), 'not_found')
      const link = `/api/organisationcontact/${organisationContacts[0]?.id}`
      expectProblem(await other.call('DELETE', link), 'not_found')
      expectProblem(await send(product, { method: 'DELETE', url: link }), 'sign_in_required')
    })
  })
})
