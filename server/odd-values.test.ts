import { describe, expect, test } from 'vitest'
import type { Company } from '#contract/company.ts'
import type { ImportReport } from '#contract/imports.ts'
import type { Job } from '#contract/jobs.ts'
import { buildCompany, buildJob, financeOf } from '#testing/factories.ts'
import { importing } from '#testing/importing.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany()

const refusedAt = (path: string) => ({ errors: [{ path, message: expect.any(String) as string }] })

describe('the first and last days and instants', () => {
  const lists = [
    '/api/history/all',
    '/api/history/export',
    '/api/history/signins',
    '/api/history/signins/export',
  ]

  test.each(['0001-01-01', '9999-12-31', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999-15:59'])(
    '%s is a period’s beginning and end like any other, wherever the company is',
    async moment => {
      for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
        await company.call('PUT', '/api/company', { timeZone })
        for (const url of lists)
          for (const side of ['from', 'to']) {
            const reply = await company.call('GET', `${url}?${side}=${encodeURIComponent(moment)}`)
            expect([url, side, timeZone, reply.status]).toEqual([url, side, timeZone, 200])
          }
      }
    },
  )

  test.each([
    '10000-01-01',
    '99999-01-01',
    '+010000-01-01',
    '0000-12-31',
    '0000-01-01T00:00:00Z',
    '2026-01-01T00:00:00+16:00',
    '2026-01-01T00:00:00-23:59',
    '2023-02-29',
  ])('%s is refused by name', async moment => {
    for (const url of lists)
      for (const side of ['from', 'to'])
        expectProblem(
          await company.call('GET', `${url}?${side}=${encodeURIComponent(moment)}`),
          'invalid_input',
          refusedAt(side),
        )
  })
})

describe('what cannot be stored', () => {
  const table = (order: string) => ({ widths: {}, visible: {}, order: [order], comfortable: true })
  const view = (name: string, address: string) => ({ id: crypto.randomUUID(), name, address })

  test.each([
    ['a NUL', 'a\u0000b'],
    ['half a character', 'a\ud800b'],
  ])('%s is refused by name in preferences, at whatever depth, as key too', async (_, text) => {
    await expectNoChange(rows, company, async () => {
      for (const [path, body] of [
        ['jobTable.order.0', { jobTable: table(text) }],
        ['jobViews.0.address', { jobViews: [view('Sea', text)] }],
        ['jobViews.0.name', { jobViews: [view(text, '')] }],
        ['jobViews.0.layout.order.0', { jobViews: [{ ...view('Sea', ''), layout: table(text) }] }],
        ['jobTable.visible', { jobTable: { ...table('name'), visible: { [text]: true } } }],
        ['jobTable.widths', { jobTable: { ...table('name'), widths: { [text]: 100 } } }],
      ] as const)
        expectProblem(await company.call('PUT', '/api/preferences', body), 'invalid_input', refusedAt(path))
    })
  })

  test('a NUL in an address is refused by name', async () => {
    for (const [url, name] of [
      ['/api/search?text=abc%00def', 'text'],
      ['/api/shipment?search=abc%00', 'search'],
      ['/api/mail/all?search=abc%00', 'search'],
      ['/api/organisation/abc%00def', 'idOrSearch'],
      ['/api/documenttemplate/byname/a%00b', 'name'],
    ] as const)
      expectProblem(await company.call('GET', url), 'invalid_input', refusedAt(name))
  })
})

describe('what a text brings along that nobody can see', () => {
  test('is taken out of a name, which would read as another one', async () => {
    for (const mark of ['\u202a', '\u202e', '\u2066', '\u2069', '\u0007']) {
      expect(await company.call('PUT', '/api/company', { name: `Amina ${mark}hcaB` })).toMatchObject({
        status: 200,
        body: { name: 'Amina hcaB' },
      })
    }
    // Arabic and Hebrew names need marks of direction.
    const name = 'שלום\u200f Ltd\u200e'
    expect(await company.call('PUT', '/api/company', { name })).toMatchObject({ status: 200, body: { name } })
  })

  test('is no name alone', async () => {
    await expectNoChange(rows, company, async () => {
      for (const name of ['\u200b', ' \u200b\u2060\u00a0', '\u202e', '\u0007'])
        expectProblem(await company.call('PUT', '/api/company', { name }), 'invalid_input', refusedAt('name'))
    })
  })

  test('is taken out of a job pasted from Word or a PDF, and the lines of its texts stay', async () => {
    const job = await buildJob(company)
    const pasted = 'One\u000bTwo\u000cThree\u0007\u001f\u009f\u202e\n\tFour\r\nFive\u2028Six\u202aa\u202c'
    const reply = await company.call<Job>('PUT', '/api/shipment', {
      ...{ id: job.id, name: pasted, customerInstructions: pasted },
      quote: { commodity: pasted },
    })
    const lines = 'One\nTwo\nThree\n\tFour\r\nFive\nSix\u202aa\u202c'
    expect(reply).toMatchObject({
      status: 200,
      body: {
        ...{ name: 'One Two Three Four Five Sixa', customerInstructions: lines },
        quote: { commodity: lines },
      },
    })
    expect((await company.call<Job>('GET', `/api/shipment/${job.id}`)).body).toEqual(reply.body)
  })

  test('is taken out of what a spreadsheet brings, in the names of contacts that it makes too', async () => {
    const by = importing(product)
    const file = {
      name: 'jobs.csv',
      content:
        'Name,Shipper,Booking,Customer Instructions\na\u202ebcd\u0007,New\u0008 \u202eMills,B\u000712,x\u001fy',
    }
    const { body } = await by.read(company, file, { kind: 'jobs' })
    const planned = await company.call<ImportReport>('PUT', `/api/import/${body.id}`, {
      ...body.settings,
      makeContacts: true,
    })
    expect(planned.body.preview).toMatchObject({ errors: [], counts: { make: 1, contacts: 1 } })
    const done = await by.done(company, planned.body)
    expect(done).toMatchObject({ state: 'ended', made: 2 })
    const stored = await rows.select(
      `select j.name, j.customer_instructions, o.name as shipper, r.number
       from jobs j join job_parties p on p.job_id = j.id join parties x on x.id = p.party_id
       join organisations o on o.id = x.organisation_id join job_references r on r.job_id = j.id
       where j.name = 'abcd'`,
    )
    expect(stored).toEqual([
      { name: 'abcd', customer_instructions: 'xy', shipper: 'New Mills', number: 'B12' },
    ])
  })
})

describe('a currency that there is not', () => {
  test('is refused where it would be new, and saved unchanged where it stands', async () => {
    const finance = await financeOf(company, await buildJob(company))
    const save = (currency: string | null) =>
      company.call('PUT', '/api/finance', { id: finance.id, freightCharge: { currency, lcl: 5 } })
    await expectNoChange(rows, company, async () => {
      for (const code of ['ZZZ', 'ABC'])
        expectProblem(await save(code), 'invalid_input', refusedAt('freightCharge.currency'))
    })
    for (const code of ['EUR', 'PKR', 'CNH', null]) expect((await save(code)).status).toBe(200)
    await rows.select(`update freight_charges set currency = 'ZZZ' where finance_id = $1`, [finance.id])
    expect(await save('ZZZ')).toMatchObject({
      status: 200,
      body: { freightCharge: { currency: 'ZZZ', lcl: 5 } },
    })
    expectProblem(await save('ZZX'), 'invalid_input')
    expect((await save('USD')).status).toBe(200)
    expectProblem(await save('ZZZ'), 'invalid_input')
  })

  test('is refused as the company’s own in the same way', async () => {
    const other = await buildCompany(product)
    const save = (body: object) => other.call<Company>('PUT', '/api/company', body)
    expectProblem(await save({ currency: 'ZZZ' }), 'invalid_input', refusedAt('currency'))
    await rows.select(`update accounts set currency = 'ZZZ' where id = $1`, [other.membership.account.id])
    expect(await save({ currency: 'ZZZ', city: 'Karachi' })).toMatchObject({
      status: 200,
      body: { currency: 'ZZZ', city: 'Karachi' },
    })
  })
})
