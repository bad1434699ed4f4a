import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Company } from '#contract/company.ts'
import type { Document } from '#contract/documents.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { dayIn } from '#contract/time-zones.ts'
import type { Membership } from '#contract/users.ts'
import { buildColleague, buildCompany, buildJob, formWithFile } from '#testing/factories.ts'
import { expectFieldsRefused, expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { product, rows, company } = companyPerTest()

// At every moment these two are on different days, so that at least one is not on that of UTC.
const ends = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']

const propose = (timeZone: string, by = company) =>
  by.call<Company>('PUT', '/api/company/timezone', { timeZone })
const settings = async () => (await company.call<Company>('GET', '/api/company')).body
const setZone = (timeZone: string) => company.call<Company>('PUT', '/api/company', { timeZone })

describe('the time zone of a company', () => {
  test('is not set at first, is changed as the other settings are, and is told to whoever signs in', async () => {
    expect(await settings()).toMatchObject({ timeZone: null, version: 1 })
    expect((await setZone('Asia/Karachi')).body).toMatchObject({ timeZone: 'Asia/Karachi', version: 2 })
    const { body } = await company.call<Membership>('GET', '/api/register')
    expect(body.account).toMatchObject({ timeZone: 'Asia/Karachi', country: null })
    const { body: history } = await company.call<HistoryEntry[]>('GET', '/api/history/all')
    expect(history[0]?.words).toBe('set Time Zone to Asia/Karachi')
  })

  test('that a browser proposes is taken once, and never in the place of one that stands', async () => {
    const taken = await propose('Europe/Berlin')
    expect(taken).toMatchObject({ status: 200, body: { timeZone: 'Europe/Berlin', version: 2 } })
    expect(taken.body).toEqual(await settings())
    await expectNoChange(rows, company, async () => {
      expect(await propose('Asia/Tokyo')).toMatchObject({ status: 200, body: taken.body })
    })
    const { body: history } = await company.call<HistoryEntry[]>('GET', '/api/history/all')
    const told = history.filter(({ record }) => record.type === 'company')
    expect(told.map(({ words, by }) => [words, by?.id])).toEqual([
      ['set Time Zone to Europe/Berlin', company.membership.user.id],
    ])
  })

  test('that two propose at once is one of theirs, and both are told which', async () => {
    const zones = ['Europe/Berlin', 'Asia/Tokyo', 'America/Lima', 'Asia/Karachi']
    const replies = await Promise.all(zones.map(zone => propose(zone)))
    const { timeZone, version } = await settings()
    expect(version).toBe(2)
    expect(replies.map(({ body }) => body.timeZone)).toEqual(zones.map(() => timeZone))
    expect(zones).toContain(timeZone)
  })

  test('is proposed by Administrators alone', async () => {
    for (const role of ['staff', 'viewer'] as const) {
      const other = await buildColleague(product, company, role)
      await expectNoChange(rows, company, async () =>
        expectProblem(await propose('Europe/Berlin', other), 'not_allowed'),
      )
    }
  })

  test('has a name of today, also where a browser still has an old one', async () => {
    expect((await propose('Asia/Calcutta')).body.timeZone).toBe('Asia/Kolkata')
    expect((await setZone('Europe/Kiev')).body.timeZone).toBe('Europe/Kyiv')
    expect((await setZone('UTC')).body.timeZone).toBe('UTC')
  })

  test('is refused under a name that no list has, and is never taken away', async () => {
    const wrong = ['', 'Mars/Olympus', 'asia/karachi', '+05:00', "x'; select 1", 'x'.repeat(101), null, 5]
    for (const url of ['/api/company', '/api/company/timezone'])
      await expectFieldsRefused(rows, company, {
        method: 'PUT',
        url,
        fields: { timeZone: wrong },
        bodyWith: (field, value) => ({ [field]: value }),
      })
  })
})

const MIDNIGHTS: readonly [zone: string, instant: string, day: string][] = [
  ['Asia/Karachi', '2026-12-31T18:59:59.999Z', '2026-12-31'],
  ['Asia/Karachi', '2026-12-31T19:00:00Z', '2027-01-01'],
  ['Pacific/Pago_Pago', '2027-01-01T10:59:59.999Z', '2026-12-31'],
  ['Pacific/Pago_Pago', '2027-01-01T11:00:00Z', '2027-01-01'],
  ['Pacific/Kiritimati', '2026-12-31T09:59:59.999Z', '2026-12-31'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  // The night after the clocks went forward, and the one after they went back.
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
  ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
  ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-31'],
  ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
  ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
  // Clocks that go forward at midnight itself.
  ['Africa/Cairo', '2026-04-23T21:59:59Z', '2026-04-23'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24'],
  ['UTC', '2028-02-29T23:59:59Z', '2028-02-29'],
]

test.each(MIDNIGHTS)('in %s %s falls on %s, for the database and for the browser', async (zone, at, day) => {
  await setZone(zone)
  const { account } = company.membership
  const known = await product.database.asAccount(account.id, null, async ({ db }) => {
    const columns = sql<string>`company_day(${at}::timestamptz)`.as('day')
    const isWithin = sql<boolean>`${at}::timestamptz >= company_day_begins(${day}::date)
      and ${at}::timestamptz < company_day_begins(${day}::date + 1)`
    return db.selectNoFrom([columns, isWithin.as('isWithin')]).executeTakeFirst()
  })
  expect(known).toEqual({ day, isWithin: true })
  expect(dayIn(zone, new Date(at))).toBe(day)
})

/** What `look` finds is the day there; looked at once more where midnight came in between. */
async function expectDayIn(zone: string, look: () => Promise<unknown>): Promise<void> {
  const before = dayIn(zone, new Date())
  const found = await look()
  const after = dayIn(zone, new Date())
  expect(found).toBe(before === after ? after : await look())
}

async function todayOnPaper(): Promise<string> {
  const content = templateFile({ body: paragraph('{{Today | date:"yyyy-MM-dd"}}') })
  const { payload, headers } = formWithFile({ name: `${crypto.randomUUID()}.dotx`, content })
  const { body: template } = await company.call<DocumentTemplate>(
    'POST',
    '/api/documenttemplate',
    payload,
    headers,
  )
  const job = await buildJob(company)
  const { body } = await company.call<Document>(
    'POST',
    `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`,
    { id: template.id },
  )
  const { rawPayload } = await product.app.inject({
    url: `/api/document/${body.id}`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  return documentText(rawPayload)
}

async function todayInMail(): Promise<string> {
  const { id } = await buildJob(company)
  const { body } = await company.call<{ subject: string }>('POST', '/api/mailtemplate/preview', {
    subject: '{{Today | date:"yyyy-MM-dd"}}',
    text: 'Dear Sirs',
    shipmentId: id,
  })
  return body.subject
}

describe.each([...ends, 'America/Los_Angeles', 'Asia/Karachi', null])(
  'today, where the company is in %s',
  zone => {
    const where = zone ?? 'UTC'
    beforeEach(async () => {
      if (zone) await propose(zone)
    })

    test('is the shipment date of a new job', () =>
      expectDayIn(where, async () => (await buildJob(company)).shipmentDate))

    test('is the date on its papers', () => expectDayIn(where, todayOnPaper))

    test('is the date in its e-mails', () => expectDayIn(where, todayInMail))

    test('is the day of the morning summary', () =>
      expectDayIn(where, async () => {
        await buildJob(company, { etd: dayIn(where, new Date()) })
        const { body } = await company.call<{ mail: { subject: string } | null }>(
          'GET',
          '/api/summary/preview',
        )
        return /\d{4}-\d\d-\d\d/.exec(body.mail?.subject ?? '')?.[0]
      }))

    test('is a day that the history is searched by, and of which its file is named', async () => {
      const madeOn = (await buildJob(company)).shipmentDate
      const found = async (query: string) => (await company.call<unknown[]>('GET', query)).body.length
      const all = await found('/api/history/all')
      expect(all).toBeGreaterThan(0)
      expect(await found(`/api/history/all?from=${madeOn}&to=${madeOn}`)).toBe(all)
      const dayAfter = new Date(Date.parse(madeOn) + 86_400_000).toISOString().slice(0, 10)
      expect(await found(`/api/history/all?from=${dayAfter}`)).toBe(0)
      const files = { '/api/history/export': 'history', '/api/history/signins/export': 'sign-ins' }
      for (const [path, name] of Object.entries(files)) {
        const { headers } = await company.call('GET', path)
        expect(headers['content-disposition']).toBe(`attachment; filename="${name}-${madeOn}.csv"`)
      }
    })

    test('is the last day of a program’s token, to its end', async () => {
      const today = dayIn(where, new Date())
      const { body } = await company.call<{ expiresAt: string }>('POST', '/api/apitoken', {
        name: 'Night run',
        role: 'viewer',
        expiresOn: today,
      })
      const end = Date.parse(body.expiresAt)
      expect([dayIn(where, new Date(end)), dayIn(where, new Date(end + 1)) > today]).toEqual([today, true])
    })
  },
)

test('a company’s time zone says nothing of another’s', async () => {
  await propose('Pacific/Kiritimati')
  const other = await buildCompany(product)
  await propose('Pacific/Pago_Pago', other)
  const days = [await buildJob(company), await buildJob(other)].map(job => job.shipmentDate)
  expect(days[0]).not.toBe(days[1])
})
