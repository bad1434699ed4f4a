import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { Role } from '#contract/permissions.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  type Caller,
  formWithFile,
  buildColleague,
} from '#testing/factories.ts'
import { buildPorts } from '#testing/job-fixtures.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const historyOf = async (query: string, by: Pick<Caller, 'call'> = company) =>
  (await by.call<HistoryEntry[]>('GET', `/api/history?${query}`)).body
const wordsOf = async (query: string) => (await historyOf(query)).map(entry => entry.words)
const save = (body: object) => company.call('PUT', '/api/shipment', { id: job.id, ...body })

const colleague = (role: Role) => buildColleague(product, company, role, { name: 'Bilal Khan' })
const idOf = ({ membership }: Caller) => membership.user.id

describe('the history of a job', () => {
  test('tells who did what to its fields, from where, with the values before and after', async () => {
    await save({ name: 'Cotton' })
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
    await company.call(
      'PUT',
      '/api/shipment',
      { id: job.id, name: 'Yarn', etd: '2026-12-03' },
      {
        'user-agent': 'Sample Browser 1.0',
      },
    )
    const [entry] = await historyOf(`job=${job.id}`)
    const { user } = company.membership
    expect(entry).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      by: { id: user.id, displayName: user.displayName },
      origin: { address: '127.0.0.1', userAgent: 'Sample Browser 1.0' },
      record: { type: 'job', id: job.id, label: 'Job', name: 'Yarn' },
      job: { id: job.id, jobId: job.jobId, name: 'Yarn' },
      action: 'changed',
      words: 'set Name from Cotton to Yarn and ETD to 3 December',
      changes: [
        {
          field: 'name',
          label: 'Name',
          old: 'Cotton',
          new: 'Yarn',
          oldText: 'Cotton',
          newText: 'Yarn',
          restorable: true,
        },
        {
          field: 'etd',
          label: 'ETD',
          old: null,
          new: '2026-12-03',
          oldText: '',
          newText: '2026-12-03',
          restorable: true,
        },
      ],
      restorable: false,
    })
    expect(entry?.record.id).toEqual(uuid)
  })

  test('is said in words', async () => {
    const { Karachi } = await buildPorts(company, ['Karachi'])
    await save({ eta: '2026-12-03' })
    await save({ eta: '2026-12-05' })
    await save({ eta: '2027-01-05', igm: '12' })
    await save({ eta: null, statusId: 2 })
    await save({ quote: { loadingPortId: Karachi, transportMode: 2 } })
    await save({ grossWeight: 1250.5, vesselName: 'x'.repeat(80) })
    await save({ name: 'A', mbl: 'B', hbl: 'C', igm: 'D', indexNumber: 'E' })
    expect(await wordsOf(`job=${job.id}`)).toEqual([
      'changed Name, Master BL, House BL and 2 more',
      `set Vessel Name to ${'x'.repeat(59)}… and Gross weight to 1,250.5`,
      'set Mode of Transport to Sea and Port of Loading to Karachi',
      'set Status from In Progress to Completed and cleared ETA (was 2027-01-05)',
      'set ETA from 5 December 2026 to 5 January 2027 and IGM to 12',
      'set ETA from 3 to 5 December',
      'set ETA to 3 December',
      'created this job',
    ])
  })

  test('holds its parties, items, charges and documents', async () => {
    const [indus, polar] = [
      await buildOrganisation(company),
      await buildOrganisation(company, { name: 'Polar' }),
    ]
    await buildParty(company, job.id, 'consignee', indus.partyId)
    await buildParty(company, job.id, 'consignee', polar.partyId)
    const item = await buildItem(company, job.id, { quantity: 3 })
    await company.call('PUT', '/api/item', { id: item.id, quantity: 4, modeOfPacking: 1 })
    await company.call('DELETE', `/api/item/${item.id}`)
    const { financeId: id } = job.quote
    await company.call('PUT', '/api/finance', { id, freightCharge: { lcl: 120, currency: 'EUR' } })
    await company.call('PUT', '/api/finance', {
      id,
      freightCharge: { lcl: 130 },
      total: 500,
      totalIsTyped: true,
    })
    const { payload, headers } = formWithFile(
      { name: 'Invoice.pdf', content: '%PDF-1.7' },
      { shipmentId: job.id },
    )
    const { body: document } = await company.call<{ id: string }>('POST', '/api/document', payload, headers)
    await company.call('PUT', '/api/document', { id: document.id, name: 'Packing list' })
    await company.call('DELETE', `/api/document/${document.id}`)
    await company.call('POST', `/api/document/${document.id}/restore`)
    const entries = await historyOf(`job=${job.id}`)
    expect(entries.map(({ record, words }) => [record.label, record.name, words])).toEqual([
      ['Document', 'Packing list.pdf', 'restored document Packing list.pdf'],
      ['Document', 'Packing list.pdf', 'deleted document Packing list.pdf'],
      ['Document', 'Packing list.pdf', 'renamed Invoice.pdf to Packing list.pdf'],
      ['Document', 'Invoice.pdf', 'added document Invoice.pdf'],
      ['Finance', null, 'set Total to 500 in the charges'],
      ['Freight Charges', null, 'set LCL from 120 to 130 in Freight Charges'],
      ['Freight Charges', null, 'set LCL to 120 and Currency to EUR in Freight Charges'],
      ['Item', 'Cotton yarn', 'removed item Cotton yarn'],
      ['Item', 'Cotton yarn', 'set Quantity from 3 to 4 and Packing Mode to Bales on item Cotton yarn'],
      ['Item', 'Cotton yarn', 'added item Cotton yarn'],
      ['Consignee', 'Polar', 'added Polar as Consignee'],
      ['Consignee', 'Indus Textiles', 'removed Indus Textiles as Consignee'],
      ['Consignee', 'Indus Textiles', 'added Indus Textiles as Consignee'],
      ['Job', null, 'created this job'],
    ])
    expect(entries.every(entry => entry.job?.id === job.id)).toBe(true)
    expect(JSON.stringify(entries)).not.toMatch(/contentKey|content_key|hash/i)
  })

  test('tells a total that the product came to add up otherwise, which nobody can put back', async () => {
    const { financeId } = job.quote
    await rows.select(
      `insert into history (account_id, record_type, record_id, job_id, changes)
       values ($1, 'finances', $2, $3, '{"summed_total": [1213.5, 4583.5]}')`,
      [company.membership.account.id, financeId, job.id],
    )
    const [entry] = await historyOf(`job=${job.id}`)
    expect(entry).toEqual({
      id: expect.any(Number) as number,
      at: expect.any(String) as string,
      by: null,
      origin: null,
      record: { type: 'finance', id: financeId, label: 'Finance', name: null },
      job: { id: job.id, jobId: job.jobId, name: null },
      action: 'changed',
      words: 'changed the Finance Total from 1,213.5 to 4,583.5: Freight Charges are now added up too',
      changes: [
        {
          field: 'summedTotal',
          label: 'Finance Total',
          old: 1213.5,
          new: 4583.5,
          oldText: '1,213.5',
          newText: '4,583.5',
          restorable: false,
        },
      ],
      restorable: false,
    })
  })

  test('comes in pages, the latest first, and says how many there are', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await save({ name })
    const all = await historyOf(`job=${job.id}`)
    const page = await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}&offset=1&limit=2`)
    expect(page.body).toEqual(all.slice(1, 3))
    expect(page.headers['x-total-count']).toBe('5')
    expect(page.headers['link']).toMatch(/offset=3&limit=2>; rel="next"/)
  })
})

describe('the history of other records', () => {
  test('a contact’s holds its address and people, those taken off too', async () => {
    const organisation = await buildOrganisation(company, {
      organisationContacts: [{ contact: { city: 'Oslo', countryId: 'NO' } }],
    })
    const { id } = organisation
    const [first] = organisation.organisationContacts
    await company.call('PUT', '/api/organisation', {
      id,
      name: 'Indus',
      organisationContacts: [{ ...first, contact: { city: 'Bergen', countryId: 'SE' } }],
    })
    const { body } = await company.call<typeof organisation>('PUT', '/api/organisation', {
      id,
      organisationContacts: [{ contact: { name: 'Greta', role: 'Sales' } }],
    })
    const greta = body.organisationContacts[1]
    await company.call('PUT', '/api/organisation', {
      id,
      organisationContacts: [{ ...greta, contact: { role: 'Imports' } }],
    })
    await company.call('DELETE', `/api/organisationcontact/${greta?.id}`)
    await buildOrganisation(company, { name: 'Another' })
    const entries = await historyOf(`organisation=${id}`)
    expect(entries.map(({ record, words }) => [record.label, record.name, words])).toEqual([
      ['Person', 'Greta', 'removed person Greta'],
      ['Person', 'Greta', 'set Role from Sales to Imports for Greta'],
      ['Person', 'Greta', 'added person Greta'],
      ['Contact', 'Indus', 'set Name from Indus Textiles to Indus'],
      ['Address', 'Indus', 'set City from Oslo to Bergen and Country from Norway to Sweden'],
      ['Address', 'Indus', 'set City to Oslo and Country to Norway'],
      ['Contact', 'Indus Textiles', 'added contact Indus Textiles'],
    ])
  })

  test('a user’s tells of their role', async () => {
    const id = idOf(await colleague('staff'))
    // As when a sign-in provider's claim sets the role.
    await rows.select(`update users set role = 'viewer' where id = $1`, [id])
    const [role, joined, added] = await historyOf(`user=${id}`)
    expect(joined).toMatchObject({
      by: { id },
      origin: { address: '127.0.0.1' },
      words: 'joined the company',
    })
    expect(role).toMatchObject({ by: null, origin: null, words: 'set Role from Staff to Viewer' })
    expect(added).toMatchObject({
      by: { id: company.membership.user.id },
      origin: { address: '127.0.0.1' },
      words: 'added user Bilal Khan',
    })
  })

  test('tells what roles may do and whose access was taken away', async () => {
    const id = idOf(await colleague('staff'))
    await company.call('PUT', '/api/register/user', { id, active: false })
    await company.call('PUT', '/api/register/user', { id, active: true })
    const adjust = (staff: object) =>
      company.call('PUT', '/api/register/permissions', { adjustments: { staff } })
    await adjust({ 'jobs:write': false })
    await adjust({ 'ports:write': false })
    const { body } = await company.call<HistoryEntry[]>('GET', '/api/history/all?limit=4')
    expect(body.map(({ record, words }) => [record.label, words])).toEqual([
      [
        'Permissions',
        'set Staff: Create and change jobs, items and finance from no to yes and Staff: Add ports from yes to no',
      ],
      ['Permissions', 'set Staff: Create and change jobs, items and finance from yes to no'],
      ['User', 'restored the access of Bilal Khan'],
      ['User', 'removed the access of Bilal Khan'],
    ])
  })

  test('is asked for by naming one record', async () => {
    for (const query of [
      '',
      `job=${job.id}&user=${company.membership.user.id}`,
      `by=${company.membership.user.id}`,
    ])
      expectProblem(await company.call('GET', `/api/history?${query}`), 'invalid_input')
    expectProblem(await company.call('GET', '/api/history?job=1'), 'invalid_input')
    expectProblem(await company.call('GET', `/api/history?job=${job.id}&from=yesterday`), 'invalid_input')
  })

  test('the company’s own details are told to who may search it all', async () => {
    const other = await buildCompany(product)
    await other.call('PUT', '/api/company', { name: 'Indus Forwarding', telephone: '021 111 222' })
    const { body } = await other.call<HistoryEntry[]>('GET', '/api/history/all?limit=2')
    expect(new Set(body.map(({ record, words }) => `${record.type} ${record.label} ${words}`))).toEqual(
      new Set([
        `company Company set Name from ${other.membership.account.name} to Indus Forwarding`,
        'company Company set Telephone to 021 111 222',
      ]),
    )
    expect(body.map(entry => entry.by?.id)).toEqual(Array(2).fill(other.membership.user.id))
    expect(body.every(entry => entry.origin !== null)).toBe(true)
  })

  test('of another company is empty', async () => {
    const other = await buildCompany(product)
    for (const subject of [`job=${job.id}`, `user=${company.membership.user.id}`])
      expect(await historyOf(subject, other)).toEqual([])
    const all = await other.call<HistoryEntry[]>('GET', '/api/history/all')
    expect(all.body.map(entry => entry.record.id)).toEqual([other.membership.user.id])
  })
})

describe('who may see it', () => {
  test('staff and viewers read a record’s history, but not from where people work', async () => {
    for (const role of ['staff', 'viewer'] as const) {
      const { call } = await colleague(role)
      const [entry] = await historyOf(`job=${job.id}`, { call })
      expect(entry).toMatchObject({ words: 'created this job', origin: null })
      expectProblem(await call('GET', '/api/history/all'), 'not_allowed')
      expectProblem(await call('GET', '/api/history/export'), 'not_allowed')
    }
  })

  test('administrators search all of it by person and date', async () => {
    const bilal = await colleague('staff')
    await bilal.call('PUT', '/api/shipment', { id: job.id, name: 'By Bilal' })
    await save({ name: 'By Amina' })
    const { user } = company.membership
    await rows.select(
      `update history set at = '2026-03-31T23:59:59.9999Z' where account_id = $1 and changes -> 'name' ->> 1 = 'By Bilal'`,
      [company.membership.account.id],
    )
    const search = async (query: string) =>
      (await company.call<HistoryEntry[]>('GET', `/api/history/all?${query}`)).body.map(entry => entry.words)
    const bilals = 'set Name to By Bilal'
    expect(await search(`by=${idOf(bilal)}`)).toEqual(['joined the company', bilals])
    expect(await search(`by=${user.id}&job=${job.id}`)).toEqual([
      'set Name from By Bilal to By Amina',
      'created this job',
    ])
    expect(await search('from=2026-03-31&to=2026-03-31')).toEqual([bilals])
    expect(await search('from=2026-04-01&to=2026-04-01')).toEqual([])
    expect(await search('to=2026-03-30')).toEqual([])
    expect(await search('from=2026-04-01T02:59:59%2B03:00&to=2026-04-01T03:00:00%2B03:00')).toEqual([bilals])
    expect(await search('to=2026-03-31T23:59:59Z')).toEqual([])
  })
})
