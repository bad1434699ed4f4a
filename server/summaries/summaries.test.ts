import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#contract/mails.ts'
import type { SummarySettings } from '#contract/summaries.ts'
import { dayIn } from '#contract/time-zones.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { expectFieldsRefused, expectNoChange } from '#testing/refusals.ts'
import { companyPerTest, sharedByTests } from '#testing/test-company.ts'
import { sendDueSummaries } from './commands.ts'

const server = sharedByTests(() => startMailServer())
const { product, rows, company } = companyPerTest(() => ({ mail: { smtp: server.settings } }))
let said: string[]

beforeEach(() => {
  said = []
})

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const put = (settings: Partial<SummarySettings>, by = company) =>
  by.call<SummarySettings>('PUT', '/api/summary', { on: true, hour: 0, timeZone: 'UTC', ...settings })
/** As if it had been switched on yesterday. */
const sinceYesterday = () => rows.select('update morning_summaries set last_day = current_date - 1')
const work = () =>
  sendDueSummaries({ ...product, publicUrl: 'https://x.example', log: line => said.push(line) })
const mails = async (by = company) => (await by.call<Mail[]>('GET', '/api/mail/all')).body

describe('the morning summary', () => {
  test('is off until one switches it on for oneself', async () => {
    const get = () => company.call('GET', '/api/summary')
    expect((await get()).body).toEqual({ on: false, hour: 7, timeZone: 'UTC' })
    expect((await put({ hour: 6, timeZone: 'Asia/Karachi' })).status).toBe(200)
    expect((await get()).body).toEqual({ on: true, hour: 6, timeZone: 'Asia/Karachi' })
    const off = await put({ on: false, hour: 15, timeZone: 'America/Lima' })
    expect(off.body).toEqual({ on: false, hour: 7, timeZone: 'UTC' })
    expect((await get()).body).toEqual({ on: false, hour: 7, timeZone: 'UTC' })
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: '/api/summary',
      fields: { hour: [24, -1, 7.5], timeZone: ['', 'Mars/Olympus', "x'; select 1"], on: ['yes'] },
      bodyWith: (field, value) => ({ on: true, hour: 7, timeZone: 'UTC', [field]: value }),
    })
  })

  test('tells of the day once, to whom it belongs, and begins on the next morning', async () => {
    await buildJob(company, { name: 'Leaves\r\nBcc: evil@x.example', etd: day(0), hbl: 'H1' })
    await buildJob(company, { name: 'Late', eta: day(-2) })
    await buildJob(company, { name: 'Closed', eta: day(-2), statusId: 3 })
    await put({})
    await work()
    expect(await mails()).toEqual([])

    await sinceYesterday()
    await Promise.all([work(), work()])
    await work()
    expect(said).toEqual([])
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'summary',
      shipmentId: null,
      state: 'waiting',
      subject: `Karachi Forwarding, ${day(0)}: 1 leaving, 1 overdue`,
      recipients: [{ kind: 'to', address: company.person.email }],
    })
    const { rawPayload } = await product.app.inject({
      url: `/api/mail/${mail?.id}/eml`,
      headers: { authorization: `Bearer ${company.token}` },
    })
    const message = await PostalMime.parse(rawPayload)
    expect(message.bcc).toBeUndefined()
    expect(message.text).toContain(
      `- 1 Leaves Bcc: evil@x.example, ETD ${day(0)} https://x.example/webapp/shipment?id=`,
    )
    expect(message.text).toContain('Overdue: ETA is past and the delivery order is not picked up:\n- 2 Late')
    expect(message.text).not.toContain('Closed')
  })

  test('is not sent where there is nothing to tell, nor to whose access was taken away, nor of another company', async () => {
    await buildJob(company, { name: 'Far', eta: day(30) })
    const other = await buildCompany(product)
    await buildJob(other, { name: 'Theirs', eta: day(0) })
    await put({})
    await put({}, other)
    await rows.select('update users set deactivated_at = now() where id = $1', [other.membership.user.id])
    await sinceYesterday()
    await work()
    expect(said).toEqual([])
    expect(await mails()).toEqual([])
    expect(
      await rows.select('select count(*)::int as count from mails where account_id = $1', [
        other.membership.account.id,
      ]),
    ).toEqual([{ count: 0 }])
  })

  test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    'tells of the company’s day, in %s too, whatever zone its reader wakes up in',
    async zone => {
      await company.call('PUT', '/api/company', { timeZone: zone })
      expect((await company.call('GET', '/api/summary')).body).toEqual({ on: false, hour: 7, timeZone: zone })
      const now = Date.now()
      for (const offset of [-1, 0, 1])
        await buildJob(company, { etd: dayIn(zone, new Date(now + offset * 86_400_000)), hbl: 'H' })
      await put({ timeZone: 'Asia/Karachi' })
      await sinceYesterday()
      await work()
      expect((await mails()).map(({ subject }) => subject)).toEqual([
        `Karachi Forwarding, ${dayIn(zone, new Date(now))}: 1 leaving`,
      ])
    },
  )

  test('reads of a house what stands on its master job, and of an export what is soon to leave', async () => {
    const soon = { direction: 1, etd: day(5), quote: { transportMode: 2 } }
    const master = await buildJob(company, { ...soon, name: 'Master', sisttao: day(-1) })
    const house = { ...soon, name: 'House', masterShipmentId: master.id }
    await buildJob(company, house)
    await buildJob(company, { ...soon, name: 'Alone' })
    await buildJob(company, { ...soon, name: 'Import', direction: 0 })
    await buildJob(company, { ...soon, name: 'Done', statusId: 2 })
    const { body } = await company.call<{ mail: { text: string } }>('GET', '/api/summary/preview')
    expect(body.mail.text.split('\n').slice(0, 2)).toEqual([
      'Shipping instructions not sent, leaving within 7 days or left already:',
      expect.stringContaining(`- 3 Alone, ETD ${day(5)}`),
    ])
  })

  test('is shown beforehand, and null where there is nothing', async () => {
    const preview = () =>
      company.call<{ mail: { subject: string; html: string } | null }>('GET', '/api/summary/preview')
    expect((await preview()).body).toEqual({ mail: null })
    await buildJob(company, { name: '<b>Bold</b>', eta: day(1) })
    await expectNoChange(rows, company, async () => {
      const { body } = await preview()
      expect(body.mail?.subject).toContain('1 without an arrival notice, 1 without documents')
      expect(body.mail?.html).toContain('&lt;b&gt;Bold&lt;/b&gt;')
    })
  })
})
