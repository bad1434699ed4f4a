import { beforeEach, describe, expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import { chargeLines } from '#contract/finance-sections.ts'
import type { Job } from '#contract/jobs.ts'
import { buildCompany, buildJob, financeOf } from '#testing/factories.ts'
import {
  TOO_LARGE_NUMBER,
  badAmounts,
  badIds,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job
let id: string

beforeEach(async () => {
  job = await buildJob(company, { quote: { quoteType: 1, transportMode: 0 } })
  id = job.quote.financeId
})

const put = (body: object, version?: number) =>
  company.call<Finance>(
    'PUT',
    '/api/finance',
    { id, ...body },
    version === undefined ? {} : { 'if-match': `"${version}"` },
  )
const read = () => financeOf(company, job)
const setQuoteType = (quoteType: number | null) =>
  company.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType } })
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const lines = (section: keyof typeof chargeLines) =>
  Object.fromEntries(Object.keys(chargeLines[section]).map(line => [line, null]))
const section = (name: keyof typeof chargeLines, said: object) => ({
  ...lines(name),
  ...(name === 'freightCharge' && { fscBasis: null, sscBasis: null }),
  id: uuid,
  currency: null,
  exchangeRate: null,
  totalIsTyped: false,
  ...said,
})

describe('a job’s charges', () => {
  test('are empty for a new job', async () => {
    const reply = await company.call<Finance>('GET', `/api/finance/${id.toUpperCase()}`)
    expect(reply.body).toEqual({
      id,
      shipmentId: job.id,
      originCharge: null,
      freightCharge: null,
      destinationCharge: null,
      total: 0,
      totalIsTyped: false,
      currency: 'USD',
      quoteType: 1,
      transportMode: 0,
      version: 1,
    })
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"1"' } })
  })

  test('are kept line by line in each section', async () => {
    const filled = (name: keyof typeof chargeLines, from: number) =>
      Object.fromEntries(Object.keys(chargeLines[name]).map((line, index) => [line, from + index + 0.0001]))
    const body = {
      originCharge: { id: crypto.randomUUID(), ...filled('originCharge', 100) },
      freightCharge: {
        id: crypto.randomUUID(),
        ...filled('freightCharge', 200),
        fscBasis: 'flat',
        sscBasis: 'perKg',
        currency: 'EUR',
        exchangeRate: 1.5,
      },
      destinationCharge: { id: crypto.randomUUID(), ...filled('destinationCharge', 300) },
    }
    const reply = await put(body)
    const expected = {
      ...(await read()),
      originCharge: section('originCharge', { ...body.originCharge, total: 828.0008 }),
      // By air: FSC, Other Air Charges and Other Freight Charges.
      freightCharge: section('freightCharge', { ...body.freightCharge, total: 630.0003 }),
      destinationCharge: section('destinationCharge', { ...body.destinationCharge, total: 2736.0009 }),
      total: 4509.0022,
      version: 2,
    }
    expect(reply.body).toEqual(expected)
    expect(await read()).toEqual(expected)
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(
      await rows.select(
        `select id, finance_id, currency, exchange_rate::text, lcl::text, fcl20::text, fcl40::text, fsc::text,
           ssc::text, other_freight_charges::text, minimum_air_charges::text, minus45::text, plus45::text,
           plus100::text, plus250::text, plus300::text, plus500::text, plus1000::text, other_air_charges::text,
           fsc_basis, ssc_basis, total from freight_charges`,
      ),
    ).toEqual([
      {
        id: body.freightCharge.id,
        finance_id: id,
        currency: 'EUR',
        exchange_rate: '1.50000000',
        lcl: '200.0001',
        fcl20: '201.0001',
        fcl40: '202.0001',
        fsc: '203.0001',
        ssc: '204.0001',
        minimum_air_charges: '205.0001',
        minus45: '206.0001',
        plus45: '207.0001',
        plus100: '208.0001',
        plus250: '209.0001',
        plus300: '210.0001',
        plus500: '211.0001',
        plus1000: '212.0001',
        other_air_charges: '213.0001',
        other_freight_charges: '214.0001',
        fsc_basis: 'flat',
        ssc_basis: 'perKg',
        total: null,
      },
    ])
  })

  test('change by what the body mentions; null clears a line and says nothing of a section', async () => {
    await put({ originCharge: { thc: 10, pickUp: 5 }, destinationCharge: { thc: 7 } })
    const existing = await read()
    const reply = await put({
      OriginCharge: { Thc: null, Handling: 3 },
      destinationCharge: null,
      freightCharge: {},
    })
    expect(reply.body).toEqual({
      ...existing,
      originCharge: { ...existing.originCharge, thc: null, handling: 3, total: 8 },
      freightCharge: section('freightCharge', { total: 0 }),
      total: 15,
      version: 3,
    })
  })

  test('change nothing but the version when the whole record comes back', async () => {
    await put({ originCharge: { thc: 0.1, total: 5 }, freightCharge: { total: 3 }, total: 100 })
    const existing = await read()
    expect((await put(existing)).body).toEqual({ ...existing, version: 3 })
    const summed = (await put({ total: null, originCharge: { total: null } })).body
    expect((await put(summed)).body).toEqual({ ...summed, version: 5 })
    expect(await rows.select('select total from finances where id = $1', [id])).toEqual([{ total: null }])
  })
})

describe('totals', () => {
  test('are exact sums: 0.1 + 0.2 is 0.3', async () => {
    const { body } = await put({
      originCharge: { thc: 0.1, pickUp: 0.2 },
      destinationCharge: { thc: 9_999_999_999, insurance: -9_999_999_998.9999, splitting: 0.0001 },
    })
    expect(body.originCharge?.total).toBe(0.3)
    expect(body.destinationCharge?.total).toBe(0.0002)
    expect(body.total).toBe(0.3002)
  })

  test('are typed, stay typed when lines change, and go back to the sum', async () => {
    await put({ originCharge: { thc: 10 } })
    const typed = (await put({ originCharge: { total: 99.5 } })).body
    expect(typed).toMatchObject({
      total: 99.5,
      totalIsTyped: false,
      originCharge: { total: 99.5, totalIsTyped: true },
    })
    const changed = (await put({ originCharge: { thc: 20 }, total: 500 })).body
    expect(changed).toMatchObject({
      total: 500,
      totalIsTyped: true,
      originCharge: { total: 99.5, totalIsTyped: true },
    })
    // A zero that was typed is a total like any other.
    expect((await put({ total: 0 })).body).toMatchObject({ total: 0, totalIsTyped: true })
    const back = (await put({ total: 500, totalIsTyped: false, originCharge: { totalIsTyped: false } })).body
    expect(back).toMatchObject({
      total: 20,
      totalIsTyped: false,
      originCharge: { total: 20, totalIsTyped: false },
    })
    const kept = (await put({ totalIsTyped: true, originCharge: { totalIsTyped: true } })).body
    expect(kept).toMatchObject({
      total: 20,
      totalIsTyped: true,
      originCharge: { total: 20, totalIsTyped: true },
    })
    const sum = (await put({ total: null, originCharge: { total: null, thc: 1 } })).body
    expect(sum).toMatchObject({
      total: 1,
      totalIsTyped: false,
      originCharge: { total: 1, totalIsTyped: false },
    })
  })

  test('of freight are the sum of its amounts; rates are in no sum', async () => {
    const rates = { plus45: 3.5, minimumAirCharges: 80, fsc: 0.4, fscBasis: 'perKg' }
    const amounts = { otherFreightCharges: 10.1, otherAirCharges: 0.2, ssc: 5, sscBasis: 'flat' }
    const { body } = await put({ freightCharge: { ...rates, ...amounts } })
    expect(body).toMatchObject({ total: 15.3, freightCharge: { total: 15.3, totalIsTyped: false } })
    expect((await put({ freightCharge: { total: 350 } })).body).toMatchObject({ total: 350 })
  })

  test.each([
    ['no mode', null, 1 + 2 + 4 + 8 + 16 + 64],
    ['air', 0, 8 + 16 + 32 + 64],
    ['road', 1, 1 + 2 + 4 + 8 + 16 + 64],
    ['sea', 2, 1 + 2 + 4 + 64],
  ])('of freight with %s are of the lines that it shows', async (_name, transportMode, total) => {
    const bases = { fscBasis: 'flat', sscBasis: 'flat' }
    const figures = {
      lcl: 1,
      fcl20: 2,
      fcl40: 4,
      fsc: 8,
      ssc: 16,
      otherAirCharges: 32,
      otherFreightCharges: 64,
    }
    await put({ freightCharge: { ...figures, ...bases, plus1000: 128 } })
    await company.call('PUT', '/api/shipment', { id: job.id, quote: { transportMode } })
    expect(await read()).toMatchObject({ total, freightCharge: { total, totalIsTyped: false } })
  })

  test('come in the account’s currency by each section’s exchange rate, rounded to four digits', async () => {
    const { body } = await put({
      originCharge: { thc: 100.01, currency: 'EUR', exchangeRate: 1.08765432 },
      freightCharge: { total: 33.3333, currency: 'PKR', exchangeRate: 0.0035 },
      destinationCharge: { thc: 1 },
    })
    // 108.776308543 → 108.7763; 0.11666655 → 0.1167
    expect(body.total).toBe(109.893)
    expect(body.originCharge).toMatchObject({ total: 100.01, currency: 'EUR', exchangeRate: 1.08765432 })
    expect((await put({ originCharge: { currency: null, exchangeRate: null } })).body.total).toBe(101.1267)
  })

  test('know no exchange rate in the account’s own currency', async () => {
    const refused = {
      errors: [
        {
          path: 'originCharge.exchangeRate',
          message:
            'These charges are in USD, the company’s own currency, which has no exchange rate. Name the foreign currency, or leave the rate out.',
        },
      ],
    }
    for (const currency of [{}, { currency: null }, { currency: 'USD' }])
      expectProblem(
        await put({ originCharge: { thc: 100, exchangeRate: 0.5, ...currency } }),
        'invalid_input',
        refused,
      )
    expect(await read()).toMatchObject({ originCharge: null, version: 1 })
    await put({ originCharge: { thc: 100, currency: 'EUR', exchangeRate: 2 } })
    expect(await read()).toMatchObject({ total: 200, originCharge: { exchangeRate: 2 } })
    // Its rate goes with the foreign currency.
    const { body } = await put({ originCharge: { currency: 'USD' } })
    expect(body).toMatchObject({ total: 100, originCharge: { currency: 'USD', exchangeRate: null } })
    expect((await put(body)).body).toEqual({ ...body, version: body.version + 1 })
  })

  test('add what the quote type shows, and keep the figures that it hides', async () => {
    await put({ originCharge: { thc: 1 }, freightCharge: { total: 10 }, destinationCharge: { thc: 100 } })
    const whole = await read()
    const totals = [
      [0, 100],
      [2, 110],
      [null, null],
      [1, 111],
    ] as const
    for (const [quoteType, total] of totals) {
      await setQuoteType(quoteType)
      expect(await read()).toEqual({ ...whole, quoteType, total })
    }
    await setQuoteType(0)
    expect((await put({ originCharge: { pickUp: 2 } })).body).toMatchObject({
      total: 100,
      originCharge: { total: 3 },
    })
  })

  test('beyond what a total can hold are refused, whichever quote type would add them', async () => {
    await setQuoteType(0)
    const most = 9_999_999_999
    await expectNoChange(rows, company, async () => {
      const path = 'total'
      const bodies = {
        'originCharge.total': { originCharge: { thc: most, pickUp: 1 } },
        // Also what another transport mode would show.
        'freightCharge.total': { freightCharge: { fcl20: most, fcl40: 1 } },
        'destinationCharge.total': { destinationCharge: { thc: -most, splitting: -1 } },
        [path]: { freightCharge: { total: most }, destinationCharge: { total: 1 } },
      }
      for (const [field, body] of Object.entries(bodies))
        expectProblem(await put(body), 'invalid_input', {
          errors: [{ path: field, message: expect.any(String) as string }],
        })
      const exchanged = {
        destinationCharge: { thc: 2, currency: 'EUR', exchangeRate: 99_999_999, total: most },
      }
      expectProblem(await put(exchanged), 'invalid_input')
    })
    expect((await put({ destinationCharge: { thc: most } })).body.total).toBe(most)
  })
})

describe('the basis of a surcharge', () => {
  const freight = async (freightCharge: object) => {
    const { body } = await put({ freightCharge })
    const { fsc, fscBasis, ssc, sscBasis, total } = body.freightCharge ?? {}
    return [fsc, fscBasis, ssc, sscBasis, total]
  }
  const setMode = (transportMode: number) =>
    company.call('PUT', '/api/shipment', { id: job.id, quote: { transportMode } })

  test('that is not said is per kg by air and flat otherwise, and then stays whatever the mode', async () => {
    expect(await freight({ fsc: 0.4 })).toEqual([0.4, 'perKg', null, null, 0])
    await setMode(1)
    expect(await freight({ ssc: 15 })).toEqual([0.4, 'perKg', 15, 'flat', 15])
    await setMode(0)
    expect(await freight({ ssc: 16, fsc: 0.5 })).toEqual([0.5, 'perKg', 16, 'flat', 16])
  })

  test('outlives a client that knows of none, and a figure that goes and comes', async () => {
    await freight({ fsc: 12, fscBasis: 'flat' })
    expect(await freight({ fsc: null })).toEqual([null, 'flat', null, null, 0])
    expect(await freight({ fsc: 20 })).toEqual([20, 'flat', null, null, 20])
    expect(await freight({ fscBasis: null })).toEqual([20, 'flat', null, null, 20])
    expect(await freight({ fsc: null, fscBasis: null })).toEqual([null, null, null, null, 0])
    expect(await freight({ fscBasis: 'perKg', SscBasis: 'flat' })).toEqual([null, 'perKg', null, 'flat', 0])
  })
})

describe('two people on one finance', () => {
  test('the later save is refused with what stands and what changed, section by section', async () => {
    await put({ originCharge: { thc: 1 }, total: 5 })
    await put({ originCharge: { thc: 2 }, destinationCharge: { yardRandD: 3 }, total: null })
    const of = { by: 'Amina Qureshi', at: expect.any(String) as string }
    await expectNoChange(rows, company, async () => {
      const current = await read()
      expectProblem(await put({ total: 1 }, 2), 'changed_meanwhile', {
        current,
        changes: [
          { field: 'originCharge.thc', old: 1, new: 2, ...of },
          { field: 'destinationCharge.yardRandD', old: null, new: 3, ...of },
          { field: 'total', old: 5, new: null, ...of },
        ],
      })
    })
    expect((await put({ total: 1 }, 3)).status).toBe(200)
  })

  test('of saves of one version at once one wins, also for a section that was not there', async () => {
    const replies = await Promise.all([1, 2, 3].map(thc => put({ originCharge: { thc } }, 1)))
    expect(statusesOf(replies)).toEqual([200, 412, 412])
    const blind = await Promise.all([1, 2, 3].map(thc => put({ destinationCharge: { thc } })))
    expect(statusesOf(blind)).toEqual([200, 200, 200])
    expect(await rows.select('select id from destination_charges where finance_id = $1', [id])).toHaveLength(
      1,
    )
    expect((await read()).version).toBe(5)
  })
})

test('leave the job’s version alone', async () => {
  await put({ total: 5 })
  const { body } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
  expect(body).toEqual(job)
})

test('what is missing or another company’s is refused in the same words', async () => {
  const theirs = await buildJob(await buildCompany(product))
  const missing = await company.call('GET', `/api/finance/${crypto.randomUUID()}`)
  expectProblem(missing, 'not_found')
  expect((await company.call('GET', `/api/finance/${theirs.quote.financeId}`)).body).toEqual(missing.body)
  expect((await put({ id: theirs.quote.financeId, total: 1 })).body).toEqual(missing.body)
  expect((await put({ id: job.id, total: 1 })).body).toEqual(missing.body)
  expectProblem(await company.call('GET', '/api/finance/1'), 'invalid_input')
})

test('bad input is refused by name and changes nothing', async () => {
  const amounts = Object.entries(chargeLines).flatMap(([name, all]) =>
    [...Object.keys(all), 'total'].map(line => [`${name}.${line}`, badAmounts]),
  )
  await expectFieldsRefused(rows, company, {
    method: 'PUT',
    url: '/api/finance',
    fields: {
      id: [...badIds, null],
      total: badAmounts,
      totalIsTyped: ['true', 1, null],
      originCharge: ['x', 1, []],
      'originCharge.id': [...badIds, null],
      'originCharge.currency': ['usd', 'US', 'USDX', '', 1, 'U$D'],
      'originCharge.exchangeRate': [0, -1, 0.000000001, 100_000_000, '1', TOO_LARGE_NUMBER],
      'freightCharge.totalIsTyped': ['true', 1, null],
      'freightCharge.fscBasis': ['per kg', 'PerKg', '', 1],
      'freightCharge.sscBasis': ['Flat', false],
      ...(Object.fromEntries(amounts) as Record<string, unknown[]>),
    },
    bodyWith: (path, value) => {
      const [head = '', inner] = path.split('.')
      return { id, destinationCharge: { handling: 1 }, [head]: inner ? { [inner]: value } : value }
    },
  })
})
