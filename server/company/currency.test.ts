import { describe, expect, test } from 'vitest'
import type { CompanyCurrency } from '#contract/company-currency.ts'
import type { Company } from '#contract/company.ts'
import type { Finance } from '#contract/finance.ts'
import { buildColleague, buildCompany, buildJob, type Reply } from '#testing/factories.ts'
import { expectFieldsRefused, expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

type Changed = { company: Company; sections: number; totals: number }
type Undone = { company: Company; restored: number; converted: number }

const change = async (body: object, headers = {}, by = company) => {
  const { currency: from } = await standing(by)
  return by.call<Changed>('POST', '/api/company/currency', { from, ...body }, headers)
}
const undo = (id: string, headers = {}) =>
  company.call<Undone>('POST', '/api/company/currency/undo', { id }, headers)
const standing = async (by = company) => (await by.call<CompanyCurrency>('GET', '/api/company/currency')).body
const own = async () => (await company.call<Company>('GET', '/api/company')).body
const finance = async (id: string) => (await company.call<Finance>('GET', `/api/finance/${id}`)).body

async function charged(charges: object): Promise<string> {
  const job = await buildJob(company, { quote: { quoteType: 1, transportMode: 2 } })
  const id = job.quote.financeId
  const saved = await company.call('PUT', '/api/finance', { id, ...charges })
  expect(saved.status).toBe(200)
  return id
}

const heads = ({ originCharge, freightCharge, destinationCharge, total, currency }: Finance) => ({
  sections: [originCharge, freightCharge, destinationCharge].map(
    section => section && [section.currency, section.exchangeRate, section.total],
  ),
  total,
  currency,
})

describe('a change of the company’s currency', () => {
  test('leaves every charge what it was, gives it the rate, and converts rates and typed totals', async () => {
    const mixed = await charged({
      originCharge: { thc: 100 },
      freightCharge: { fcl40: 1000, currency: 'EUR', exchangeRate: 1.1 },
      destinationCharge: { thc: 5000, currency: 'PKR', exchangeRate: 0.0036 },
    })
    const typed = await charged({ originCharge: { thc: 10 }, total: 999.99, totalIsTyped: true })
    const lacking = await charged({ freightCharge: { fcl20: 7, currency: 'JPY' } })
    const empty = (await buildJob(company)).quote.financeId
    const before = await finance(mixed)
    expect(await standing()).toEqual({
      currency: 'USD',
      jobs: 3,
      ownSections: 2,
      foreignSections: 3,
      withoutRate: 1,
      typedTotals: 1,
      latest: null,
    })

    const changed = await change({ currency: 'PKR', rate: 278.5 })
    expect(changed).toMatchObject({
      status: 200,
      body: { sections: 4, totals: 1, company: { currency: 'PKR', isCurrencyFixed: true } },
    })
    expect(changed.body.company).toEqual(await own())
    expect(heads(await finance(mixed))).toEqual({
      sections: [
        ['USD', 278.5, 100],
        ['EUR', 306.35, 1000],
        ['PKR', null, 5000],
      ],
      // 100 × 278.5 + 1,000 × 306.35 + 5,000
      total: 339_200,
      currency: 'PKR',
    })
    expect((await finance(mixed)).version).toBe(before.version + 1)
    // 999.99 × 278.5 = 278,497.215
    expect(heads(await finance(typed))).toMatchObject({
      total: 278_497.22,
      sections: [['USD', 278.5, 10], null, null],
    })
    expect(heads(await finance(lacking))).toMatchObject({ sections: [null, ['JPY', null, 7], null] })
    expect(await finance(empty)).toMatchObject({ currency: 'PKR', version: 1, total: null })
    expect(await standing()).toEqual({
      currency: 'PKR',
      jobs: 3,
      ownSections: 1,
      foreignSections: 4,
      withoutRate: 1,
      typedTotals: 1,
      latest: {
        id: expect.any(String),
        from: 'USD',
        to: 'PKR',
        rate: 278.5,
        by: 'Amina Qureshi',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    })
  })

  test('is in the history of the company and of each job', async () => {
    const id = await charged({ originCharge: { thc: 100 }, total: 5, totalIsTyped: true })
    const { shipmentId } = await finance(id)
    await change({ currency: 'PKR', rate: 278.5 })
    const told = await rows.select<{ record_type: string; changes: object }>(
      `select record_type, changes from history where not made and (job_id = $1 or record_type = 'accounts')
       order by id desc limit 3`,
      [shipmentId],
    )
    expect(told).toEqual([
      { record_type: 'accounts', changes: { currency: ['USD', 'PKR'] } },
      { record_type: 'finances', changes: { total: [5, 1392.5] } },
      {
        record_type: 'origin_charges',
        changes: { currency: [null, 'USD'], exchange_rate: [null, 278.5] },
      },
    ])
  })

  test('rounds typed totals to what the new currency can be paid in', async () => {
    const id = await charged({ total: 10.55, totalIsTyped: true })
    await change({ currency: 'JPY', rate: 151.27 })
    expect((await finance(id)).total).toBe(1596)
  })

  test('undone, puts everything back as it was, in exactly the same figures', async () => {
    const mixed = await charged({
      originCharge: { thc: 100 },
      freightCharge: { fcl40: 1000, currency: 'EUR', exchangeRate: 1.1234567 },
      destinationCharge: { thc: 5000, currency: 'PKR', exchangeRate: 0.0036 },
    })
    const typed = await charged({ total: 0.01, totalIsTyped: true })
    const before = await Promise.all([mixed, typed].map(finance))
    await change({ currency: 'JPY', rate: 151.27 })
    const { latest } = await standing()
    const undone = await undo(latest?.id ?? '')
    expect(undone).toMatchObject({
      status: 200,
      body: { restored: 4, converted: 0, company: { currency: 'USD' } },
    })
    const after = await Promise.all([mixed, typed].map(finance))
    expect(after).toEqual(before.map(one => ({ ...one, version: one.version + 2 })))
    expect((await standing()).latest).toBeNull()
    expectProblem(await undo(latest?.id ?? ''), 'in_use')
  })

  test('undone, converts by its rate what was entered or changed since, and says how much', async () => {
    const changedSince = await charged({ originCharge: { thc: 100 }, total: 50, totalIsTyped: true })
    await change({ currency: 'PKR', rate: 250 })
    const { latest } = await standing()
    const since = await charged({ destinationCharge: { thc: 1000 } })
    await company.call('PUT', '/api/finance', { id: changedSince, total: 25_000 })
    expect((await undo(latest?.id ?? '')).body).toMatchObject({ restored: 1, converted: 2 })
    expect(heads(await finance(since))).toMatchObject({
      total: 4,
      sections: [null, null, ['PKR', 0.004, 1000]],
    })
    expect(heads(await finance(changedSince))).toMatchObject({
      total: 100,
      sections: [[null, null, 100], null, null],
    })
  })

  test('is undone only as the latest, then the one before it, and not after 30 days', async () => {
    const id = await charged({ originCharge: { thc: 100 }, total: 77.77, totalIsTyped: true })
    const before = await finance(id)
    await change({ currency: 'PKR', rate: 278.1234 })
    const first = (await standing()).latest?.id ?? ''
    await change({ currency: 'EUR', rate: 0.00391 })
    expect(await undo((await standing()).latest?.id ?? '')).toMatchObject({
      body: { restored: 2, converted: 0 },
    })
    expect((await standing()).latest?.id).toBe(first)
    expect(await undo(first)).toMatchObject({ body: { restored: 2, converted: 0 } })
    expect(await finance(id)).toEqual({ ...before, version: before.version + 4 })

    await change({ currency: 'PKR', rate: 250 })
    const third = (await standing()).latest?.id ?? ''
    await change({ currency: 'EUR', rate: 0.004 })
    const second = (await standing()).latest?.id ?? ''
    await expectNoChange(rows, company, async () => expectProblem(await undo(third), 'in_use'))
    await rows.select(`update currency_changes set made_at = made_at - interval '31 days' where id = $1`, [
      second,
    ])
    await expectNoChange(rows, company, async () => expectProblem(await undo(second), 'in_use'))
  })

  test('is not undone once the currency was chosen anew, when no job had amounts', async () => {
    const id = await charged({ originCharge: { thc: 100 } })
    await change({ currency: 'PKR', rate: 250 })
    const { latest } = await standing()
    await company.call('PUT', '/api/finance', { id, originCharge: { thc: null } })
    expect((await company.call('PUT', '/api/company', { currency: 'EUR' })).status).toBe(200)
    await company.call('PUT', '/api/finance', { id, destinationCharge: { thc: 7 } })
    expect((await standing()).latest).toBeNull()
    await expectNoChange(rows, company, async () => expectProblem(await undo(latest?.id ?? ''), 'in_use'))
  })

  test('is refused whole where a rate or a total would be beyond what can be kept, naming the job', async () => {
    await charged({ originCharge: { thc: 1 } })
    await charged({ freightCharge: { fcl20: 1, currency: 'KWD', exchangeRate: 99_999 } })
    await charged({ originCharge: { thc: 5_000_000_000 } })
    await charged({ total: 5_000_000_000, totalIsTyped: true })
    const refusals: [number, RegExp][] = [
      [1001, /an exchange rate of job 2 would be/],
      [3, /the total of job 4 would be/],
      [1.9999, /the charges of job 3 would come to more/],
    ]
    await expectNoChange(rows, company, async () => {
      for (const [rate, words] of refusals.slice(0, 2)) await refused({ currency: 'PKR', rate }, words)
    })
    await rows.select('update finances set total = null where account_id = $1', [
      company.membership.account.id,
    ])
    await expectNoChange(rows, company, () =>
      refused({ currency: 'PKR', rate: 2.5 }, refusals[2]?.[1] ?? /./),
    )
  })

  test('is refused where a rate or a total would be too small to be converted back', async () => {
    await charged({ freightCharge: { fcl20: 1000, currency: 'IRR', exchangeRate: 0.0000024 } })
    await charged({ total: 0.01, totalIsTyped: true })
    await expectNoChange(rows, company, async () => {
      await refused(
        { currency: 'KWD', rate: 0.307 },
        /an exchange rate of job 1 would be too large or too small/,
      )
      await refused({ currency: 'EUR', rate: 0.42 }, /the total of job 2 would be too large or too small/)
    })
  })

  test('is refused where the rate was asked for another currency than stands by now', async () => {
    await charged({ originCharge: { thc: 100 } })
    await change({ currency: 'PKR', rate: 278.5 })
    await expectNoChange(rows, company, async () => {
      expectProblem(await change({ from: 'USD', currency: 'EUR', rate: 0.9 }), 'changed_meanwhile', {
        detail: 'The company’s currency was changed after you opened it.',
        current: await own(),
        changes: [],
      })
    })
  })

  test('keeps figures of the former currency from being restored as if they were in the new one', async () => {
    const id = await charged({ originCharge: { thc: 100 }, total: 5, totalIsTyped: true })
    const { shipmentId } = await finance(id)
    await company.call('PUT', '/api/finance', { id, originCharge: { thc: 200 }, total: 6 })
    const entries = await rows.select<{ id: string; record_type: string }>(
      `select id, record_type from history where job_id = $1 and not made order by id desc limit 2`,
      [shipmentId],
    )
    const restore = (body: object) => company.call('POST', '/api/history/restore', body)
    const [typed, section] = ['finances', 'origin_charges'].map(type =>
      Number(entries.find(entry => entry.record_type === type)?.id),
    )
    await change({ currency: 'PKR', rate: 278.5 })
    const { latest } = await standing()
    await expectNoChange(rows, company, async () => {
      for (const body of [
        { entry: typed, fields: ['total'] },
        { entry: section, fields: ['thc'] },
        { entry: section, wholeJob: true },
      ]) {
        const reply = await restore(body)
        expectProblem(reply, 'invalid_input')
        expect(JSON.stringify(reply.body)).toContain('changed from USD to PKR')
      }
    })
    await undo(latest?.id ?? '')
    expect((await restore({ entry: typed, fields: ['total'] })).status).toBe(200)
    expect((await finance(id)).total).toBe(5)
  })

  test('is refused where the currency stands already, is none, or the settings changed meanwhile', async () => {
    await charged({ originCharge: { thc: 100 } })
    await expectNoChange(rows, company, async () => {
      await refused({ currency: 'USD', rate: 1 }, /already/)
      await refused({ currency: 'ZZZ', rate: 1 }, /not a known currency/)
      expectProblem(await change({ currency: 'PKR', rate: 2 }, { 'if-match': '"7"' }), 'changed_meanwhile', {
        current: await own(),
        changes: [],
      })
    })
  })

  test('refuses what is no currency and no rate', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/company/currency',
      fields: {
        from: ['usd', '', null],
        currency: ['usd', 'US', '', null, 1],
        rate: [0, -1, 100_000_000, 0.000000001, '2', null],
      },
      bodyWith: (path, value) => ({ from: 'USD', currency: 'PKR', rate: 2, [path]: value }),
    })
  })

  test('is for Administrators of this company alone', async () => {
    await charged({ originCharge: { thc: 100 } })
    const staff = await buildColleague(product, company, 'staff')
    const other = await buildCompany(product)
    await expectNoChange(rows, company, async () => {
      expectProblem(await change({ currency: 'PKR', rate: 2 }, {}, staff), 'not_allowed')
      await change({ currency: 'PKR', rate: 2 }, {}, other)
      const { latest } = await standing(other)
      expectProblem(await undo(latest?.id ?? ''), 'in_use')
    })
    expect(await standing(staff)).toMatchObject({ currency: 'USD', latest: null })
  })
})

test('charges that are saved at the same moment are either converted or entered in the new currency', async () => {
  const ids: string[] = []
  for (let index = 0; index < 6; index += 1) ids.push(await charged({ originCharge: { thc: 1 } }))
  const saves = ids.map(id =>
    company.call<Finance>('PUT', '/api/finance', { id, freightCharge: { fcl40: 100 } }),
  )
  const copies = ids.map(async id => {
    const { shipmentId } = await finance(id)
    return company.call('POST', `/api/shipment/${shipmentId}/copies`, { ids: [crypto.randomUUID()] })
  })
  const [changed, ...saved] = await Promise.all([change({ currency: 'PKR', rate: 250 }), ...saves])
  await Promise.all(copies)
  expect(changed.status).toBe(200)
  expect(saved.map(({ status }) => status)).toEqual(ids.map(() => 200))
  // What stands without a currency was sent after the change; a section that was there before never does.
  const left = await rows.select(
    `select c.id from origin_charges c where c.account_id = $1 and c.thc is not null and c.currency is null`,
    [company.membership.account.id],
  )
  expect(left).toEqual([])
  for (const reply of saved) {
    const { freightCharge, currency } = reply.body
    const now = await finance(reply.body.id)
    expect(now.freightCharge).toMatchObject(
      currency === 'USD'
        ? { currency: 'USD', exchangeRate: 250 }
        : { currency: freightCharge?.currency, exchangeRate: freightCharge?.exchangeRate },
    )
  }
})

async function refused(body: object, words: RegExp): Promise<void> {
  const reply: Reply = await change(body)
  expectProblem(reply, 'invalid_input')
  expect(JSON.stringify(reply.body)).toMatch(words)
}
