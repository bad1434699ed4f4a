import { beforeAll, describe, expect, test } from 'vitest'
import type { Job, JobRow } from '#contract/jobs.ts'
import { buildCompany, buildItem, buildParty } from '#testing/factories.ts'
import {
  buildCompanies,
  buildFullJob,
  buildPorts,
  insertJobs,
  type Companies,
  type Ports,
} from '#testing/job-fixtures.ts'
import { joinWithOwnValues } from '#testing/houses.ts'
import { expectProblem } from '#testing/refusals.ts'
import { fewestStatements } from '#testing/statements.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany()
let companies: Companies
let ports: Ports
let jobs: Job[]

beforeAll(async () => {
  // Another company's jobs stand beside these in every test.
  const stranger = await buildCompany(product)
  await buildFullJob(stranger, { name: 'Theirs', statusId: 1, etd: '2026-03-01', quote: { quoteType: 0 } })
  companies = await buildCompanies(company, ['Indus', 'Hansa'])
  ports = await buildPorts(company, ['Karachi', 'Hamburg'])
  const { Karachi, Hamburg } = ports
  const { Indus, Hansa } = companies
  jobs = [
    await buildFullJob(
      company,
      {
        name: 'One',
        statusId: 0,
        etd: '2026-03-01',
        eta: '2026-04-01',
        direction: 0,
        quote: { transportMode: 0, quoteType: 0, clType: 0, loadingPortId: Karachi },
      },
      { consignee: Indus, shipper: Hansa, agent: Indus, carrier: Indus, clearingAgent: Indus },
    ),
    await buildFullJob(
      company,
      {
        name: 'Two',
        etd: '2026-03-02',
        eta: '2026-04-02',
        direction: 1,
        quote: { transportMode: 1, quoteType: 1, clType: 1, viaPortId: Karachi },
      },
      { carrier: Hansa },
    ),
    await buildFullJob(company, {
      name: 'Three',
      statusId: 2,
      etd: '2026-03-03',
      quote: { transportMode: 2, dischargePortId: Karachi },
    }),
    await buildFullJob(company, {
      name: 'Four',
      statusId: 3,
      eta: '2026-04-04',
      quote: { quoteType: 2, destinationPortId: Karachi },
    }),
    await buildFullJob(
      company,
      { name: 'Five', statusId: null, quote: { loadingPortId: Hamburg } },
      { clearingAgent: Hansa },
    ),
  ]
  const [master] = jobs
  for (const index of [1, 4]) await joinWithOwnValues(company, jobs[index]?.id ?? '', master?.id)
})

const list = (query = '') => company.call<JobRow[]>('GET', `/api/shipment${query}`)
const namesOf = (reply: { body: JobRow[] }) => reply.body.map(row => row.name)

/** A whole job as the list shows it: companies by id and name, nothing that belongs to the card alone. */
async function rowOf({ id }: { id: string }): Promise<JobRow> {
  const { body } = await company.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)
  const { items: _, documents: _d, houses: _h, differs: _f, shipmentParties: _p, ...row } = body
  const brief = (
    links: {
      party: {
        id: string
        relatedId: string
        organisation: { id: string; name: string | null } | null
      } | null
    }[],
  ) =>
    links.map(link => {
      const { organisation } = link.party ?? {}
      return {
        ...link,
        party: { ...link.party, organisation: { id: organisation?.id, name: organisation?.name } },
      }
    })
  return {
    ...row,
    shipmentConsignees: brief(row.shipmentConsignees),
    shipmentShipers: brief(row.shipmentShipers),
    shipmentAgents: brief(row.shipmentAgents),
    shipmentCarriers: brief(row.shipmentCarriers),
    shipmentClearingAgents: brief(row.shipmentClearingAgents),
  } as JobRow
}

describe('the job list', () => {
  test('gives whole rows, the newest first, and says how many there are', async () => {
    await buildItem(company, jobs[0]?.id ?? '')
    const expected = (await Promise.all(jobs.map(rowOf))).reverse()
    const reply = await list()
    expect(reply.body).toEqual(expected)
    expect(reply).toMatchObject({ status: 200, headers: { 'x-total-count': '5' } })
    expect(reply.headers['link']).toBeUndefined()
  })

  test('is empty for a company without jobs', async () => {
    const empty = await buildCompany(product)
    for (const query of [
      '',
      '?search=karachi',
      '?status=1',
      '?search=1',
      '?offset=3',
      '?status=1&offset=3&sort=name',
    ])
      expect(await empty.call('GET', `/api/shipment${query}`)).toMatchObject({
        status: 200,
        body: [],
        headers: { 'x-total-count': '0' },
      })
  })

  test('takes each choice of a filter once, and no endless list of them', async () => {
    const once = await list('?status=1,2')
    expect((await list('?status=2,1,1,2')).body).toEqual(once.body)
    const endless = `?status=${Array.from({ length: 300 }, () => 1).join()}`
    expectProblem(await list(endless), 'invalid_input', {
      errors: [{ path: 'status', message: 'At most 400 characters.' }],
    })
  })

  test('gives 200 rows unless asked for more', async () => {
    const busy = await buildCompany(product)
    await insertJobs(rows, busy.membership.account.id, 203)
    const first = await busy.call<JobRow[]>('GET', '/api/shipment')
    expect(first.body.map(row => row.jobId)).toEqual(Array.from({ length: 200 }, (_, index) => 203 - index))
    expect(first.headers).toMatchObject({
      'x-total-count': '203',
      link: '</api/shipment?offset=200&limit=200>; rel="next"',
    })
    const second = await busy.call<JobRow[]>('GET', '/api/shipment?offset=200')
    expect(second.body.map(row => row.jobId)).toEqual([3, 2, 1])
    expect((await busy.call<JobRow[]>('GET', '/api/shipment?limit=500')).body).toHaveLength(203)
  })

  test('pages through every kind of list, keeping the rest of the address', async () => {
    const third = await list('?limit=2&offset=2')
    expect(namesOf(third)).toEqual(['Three', 'Two'])
    expect(third.headers).toMatchObject({
      'x-total-count': '5',
      link: '</api/shipment?limit=2&offset=0>; rel="prev", </api/shipment?limit=2&offset=4>; rel="next"',
    })
    const filtered = await list('?status=0,1,2&sort=name&search=karachi&limit=1&offset=1')
    expect(namesOf(filtered)).toEqual(['Three'])
    const rest = '</api/shipment?status=0%2C1%2C2&sort=name&search=karachi&limit=1&offset'
    expect(filtered.headers).toMatchObject({
      'x-total-count': '3',
      link: `${rest}=0>; rel="prev", ${rest}=2>; rel="next"`,
    })
    const searched = await list('?search=karachi&limit=1&offset=3')
    expect(searched).toMatchObject({ body: [{ name: 'One' }], headers: { 'x-total-count': '4' } })
    const beyond = {
      '': '5',
      '&search=karachi': '4',
      '&status=1': '1',
      '&search=karachi&sort=name': '4',
      '&search=1': '1',
    }
    for (const [query, total] of Object.entries(beyond)) {
      const reply = await list(`?offset=1000000&limit=3${query}`)
      expect(reply).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': total } })
      expect(reply.headers['link']).toMatch(/^<[^>]*offset=999997[^>]*>; rel="prev"$/)
    }
  })

  test('is one statement besides those that open and close the transaction', async () => {
    for (const address of [
      '',
      '?search=karachi',
      '?search=kar&sort=name',
      '?status=1&sort=-etd&limit=2',
      '?search=1',
    ]) {
      const texts = await fewestStatements(product, () => list(address))
      expect(texts.map(text => text.split(' ')[0])).toEqual(['with'])
    }
  })

  test.each([
    ['status=1', ['Two']],
    ['status=0,2,3', ['Four', 'Three', 'One']],
    ['mode=0', ['One']],
    ['mode=1,2', ['Three', 'Two']],
    ['loadType=1', ['Two']],
    ['loadType=0,1', ['Two', 'One']],
    ['quoteType=0,2', ['Four', 'One']],
    ['direction=1', ['Two']],
    ['direction=0', ['One']],
    ['etdFrom=2026-03-02', ['Three', 'Two']],
    ['etdTo=2026-03-02', ['Two', 'One']],
    ['etdFrom=2026-03-02&etdTo=2026-03-02', ['Two']],
    ['etaFrom=2026-04-02', ['Four', 'Two']],
    ['etaTo=2026-04-01', ['One']],
    ['status=0,1&etdFrom=2026-03-02&direction=1', ['Two']],
    ['status=0&mode=1', []],
    ['status=0&search=one', ['One']],
    ['status=1&search=one', []],
    ['status=1,0&search=1', ['One']],
    ['status=3&search=1', []],
  ])('narrowed by %s', async (query, names) => {
    const reply = await list(`?${query}`)
    expect(namesOf(reply)).toEqual(names)
    expect(reply.headers['x-total-count']).toBe(String(names.length))
  })

  test('narrowed by party in any role, port in any place and master', async () => {
    const { Indus, Hansa } = companies
    const one = jobs[0]?.id ?? ''
    expect(namesOf(await list(`?party=${Indus?.partyId}`))).toEqual(['One'])
    expect(namesOf(await list(`?party=${Hansa?.partyId.toUpperCase()}`))).toEqual(['Five', 'Two', 'One'])
    expect(namesOf(await list(`?port=${ports['Karachi']}`))).toEqual(['Four', 'Three', 'Two', 'One'])
    expect(namesOf(await list(`?port=${ports['Hamburg']}&party=${Hansa?.partyId}`))).toEqual(['Five'])
    expect(namesOf(await list(`?master=${one}`))).toEqual(['Five', 'Two'])
    for (const field of ['party', 'port', 'master'])
      expect(namesOf(await list(`?${field}=${crypto.randomUUID()}`))).toEqual([])
  })

  test('follows what changes', async () => {
    const mine = await buildCompany(product)
    const job = await buildFullJob(mine, { name: 'Job', statusId: 2 })
    const find = async (query: string) => namesOf(await mine.call<JobRow[]>('GET', `/api/shipment?${query}`))
    const { Acme } = await buildCompanies(mine, ['Acme'])
    expect(await find(`party=${Acme?.partyId}`)).toEqual([])
    const link = await buildParty(mine, job.id, 'agent', Acme?.partyId ?? '')
    expect(await find(`party=${Acme?.partyId}`)).toEqual(['Job'])
    await mine.call('DELETE', `/api/shipmentagent/${link.id}`)
    expect(await find(`party=${Acme?.partyId}`)).toEqual([])
    expect(await find('status=2')).toEqual(['Job'])
    await mine.call('PUT', '/api/shipment', { id: job.id, statusId: null })
    expect(await find('status=0,1,2,3')).toEqual([])
  })

  test('refuses what it does not know', async () => {
    const bad = [
      'sort=unknown',
      'sort=',
      'sort=jobId,name',
      'sort=jobId;drop table jobs',
      'sort=-',
      'sort=JobId',
      'sort=name&sort=etd',
      'status=4',
      'status=-1',
      'status=',
      'status=one',
      'status=1,',
      'status=1;2',
      'mode=3',
      'loadType=2',
      'quoteType=3',
      'direction=2',
      'party=1',
      'port=x',
      'master=',
      "party=' or 1=1",
      'etdFrom=2026-02-30',
      'etdTo=03.12.2026',
      'etaFrom=0000-01-01',
      'etaTo=infinity',
      'etdFrom=',
      'limit=0',
      'limit=-1',
      'limit=501',
      'limit=100000',
      'limit=1.5',
      'limit=x',
      'limit=1e400',
      'limit=1&limit=2',
      'offset=-1',
      'offset=10000001',
      'offset=1e400',
      'offset=0.5',
      'offset=NaN',
    ]
    for (const query of bad) {
      const reply = await list(`?${query.replaceAll(' ', '%20')}`)
      expect([query, reply.status]).toEqual([query, 400])
      expectProblem(reply, 'invalid_input')
    }
    expect((await list('?unknown=1&__proto__=2&constructor=3')).status).toBe(200)
  })
})
