import { beforeEach, expect, test } from 'vitest'
import type { SimilarOrganisation } from '#contract/lookups.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { SearchReply } from '#contract/search.ts'
import { buildCompany, buildOrganisation } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
const url = '/api/organisation'
const trade = {
  taxNumber: 'DE 811.907-980',
  paymentTerms: '30 days from invoice date',
  scac: 'HLCU',
  iataPrefix: '020',
  iataAgentCode: '23-4 7601/0015',
  accountNumber: 'D-10417',
}
let line: Organisation & { partyId: string }

beforeEach(async () => {
  line = await buildOrganisation(company, { name: 'Hansa Line', ...trade })
})

const read = async (id: string) => (await company.call<Organisation>('GET', `${url}/${id}`)).body
const namesOf = (reply: { body: { name: string | null }[] }) => reply.body.map(({ name }) => name)
const put = (body: object) => company.call<Organisation>('PUT', url, { id: line.id, ...body })

test('they are kept as typed, codes in capital letters, and cleared by null or nothing', async () => {
  const { partyId: _, ...stored } = line
  expect(await read(line.id)).toEqual({ ...stored, ...trade })
  const changed = await put({ scac: ' maeu ', iataPrefix: '', paymentTerms: null })
  expect(changed.body).toEqual({ ...stored, scac: 'MAEU', iataPrefix: null, paymentTerms: null, version: 2 })
  expect(await read(line.id)).toEqual(changed.body)
})

test('what is no such code is refused by name and changes nothing', async () => {
  await expectNoChange(rows, company, async () => {
    for (const [field, value] of [
      ['scac', 'MAE'],
      ['scac', 'MA1U'],
      ['iataPrefix', '17'],
      ['iataPrefix', '17A'],
      ['iataAgentCode', '123456'],
      ['iataAgentCode', '12-3 4567/001'],
      ['taxNumber', 5],
    ] as const)
      expectProblem(await put({ [field]: value }), 'invalid_input', {
        errors: [expect.objectContaining({ path: field })],
      })
  })
})

test('tax number, SCAC and account number find the contact: in the list, the search and the field of a party', async () => {
  await buildOrganisation(company, { name: 'Other' })
  for (const text of ['811.907', 'hlcu', 'd-104']) {
    const query = `search=${encodeURIComponent(text)}`
    expect(namesOf(await company.call<Organisation[]>('GET', `${url}?${query}`))).toEqual(['Hansa Line'])
    expect(namesOf(await company.call<Organisation[]>('GET', `${url}/${text}`))).toEqual(['Hansa Line'])
    expect(namesOf(await company.call<Organisation[]>('GET', `${url}/lookup?${query}`))).toEqual([
      'Hansa Line',
    ])
    const { body } = await company.call<SearchReply>('GET', `/api/search?text=${encodeURIComponent(text)}`)
    expect(body.contacts).toEqual([{ id: line.id, name: 'Hansa Line', description: null }])
  }
  // Written without its signs, too; and by the number that stands now.
  const lookUp = async (text: string) =>
    namesOf(await company.call<Organisation[]>('GET', `${url}/lookup?search=${text}`))
  expect(await lookUp('de811907980')).toEqual(['Hansa Line'])
  await put({ taxNumber: 'FR 552' })
  expect(await lookUp('de811907980')).toEqual([])
})

test('one tax number is one company, however it is written; another company’s is not seen', async () => {
  const stranger = await buildCompany(product)
  const similar = (taxNumber: string, by = company) =>
    by.call<SimilarOrganisation[]>(
      'GET',
      `${url}/similar?${new URLSearchParams({ name: 'Quite Another', taxNumber }).toString()}`,
    )
  const found = await similar('de811907980')
  expect(found.body).toEqual([expect.objectContaining({ id: line.id, alike: ['taxNumber'] })])
  expect((await similar('DE 811 907 981')).body).toEqual([])
  expect((await similar('de811907980', stranger)).body).toEqual([])
  // What says that there is none makes no two companies one.
  await put({ taxNumber: 'N/A' })
  expect((await similar('n/a')).body).toEqual([])
})

test('the history tells a change, and gives the former value back', async () => {
  await put({ paymentTerms: '14 days from invoice date' })
  const { body: entries } = await company.call<{ id: number }[]>(
    'GET',
    `/api/history?organisation=${line.id}`,
  )
  expect(entries[0]).toMatchObject({
    changes: [
      {
        field: 'paymentTerms',
        label: 'Payment Terms',
        oldText: '30 days from invoice date',
        newText: '14 days from invoice date',
      },
    ],
  })
  const body = { entry: entries[0]?.id, fields: ['paymentTerms'] }
  expect((await company.call('POST', '/api/history/restore', body)).status).toBe(200)
  expect((await read(line.id)).paymentTerms).toBe('30 days from invoice date')
})

test('a merge takes them field by field, and its undo brings both back', async () => {
  const second = await buildOrganisation(company, { name: 'Hansa', scac: 'HANS', iataAgentCode: '12-3 4567' })
  await put({ iataAgentCode: null })
  const merged = await company.call<{ merge: { id: string } }>('POST', `${url}/merge`, {
    keptId: line.id,
    mergedId: second.id,
    keptVersion: 2,
    mergedVersion: 1,
    take: ['scac'],
  })
  expect(merged.status).toBe(201)
  expect(await read(line.id)).toMatchObject({ ...trade, scac: 'HANS', iataAgentCode: '12-3 4567' })
  expect((await company.call('POST', `${url}/merge/${merged.body.merge.id}/undo`)).status).toBe(200)
  expect(await read(line.id)).toMatchObject({ ...trade, iataAgentCode: null })
  expect(await read(second.id)).toMatchObject({ name: 'Hansa', scac: 'HANS', iataAgentCode: '12-3 4567' })
})
