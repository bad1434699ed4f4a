import { expect, test } from 'vitest'
import { type JobGlance, MOST_FORMER_DATES } from '#contract/job-glance.ts'
import type { Mail } from '#contract/mails.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  buildNote,
  type Caller,
  financeOf,
} from '#testing/factories.ts'
import { badIds, expectProblem, statusesOf } from '#testing/refusals.ts'
import { fewestStatements } from '#testing/statements.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, company } = testCompany()

const glance = (id: string, by: Pick<Caller, 'call'> = company) =>
  by.call<JobGlance>('GET', `/api/shipment/${id}/glance`)
const send = async (shipmentId: string, to: object[], subject: string) =>
  (
    await company.call<Mail>('POST', '/api/mail', {
      id: crypto.randomUUID(),
      shipmentId,
      to,
      cc: [{ address: 'copy@x.example' }],
      subject,
      text: 'Dear Ann,\n\nthe goods are here.',
    })
  ).body

test('a job tells its total, its last e-mail and its last note, in one statement; any role reads it', async () => {
  const job = await buildJob(company, { quote: { quoteType: 2, transportMode: 2 } })
  const { id, currency } = await financeOf(company, job)
  expect((await glance(job.id)).body).toEqual({
    finance: { total: 0, currency },
    lastMail: null,
    lastNote: null,
    formerDates: [],
  })

  await company.call('PUT', '/api/finance', {
    id,
    freightCharge: { fcl40: 1450.5, otherFreightCharges: 0.129 },
  })
  await send(job.id, [{ name: 'Ann', address: 'ann@x.example' }], 'Pre-alert')
  const to = [{ name: 'Bilal Khan', address: 'b@x.example' }, { address: 'desk@x.example' }]
  const mail = await send(job.id, to, 'Arrival notice')
  await buildNote(company, job.id, { text: 'Earlier.' })
  const note = await buildNote(company, job.id, { text: `${'a'.repeat(250)}\r\nAsk for Bilal.` })
  const told: JobGlance = {
    finance: { total: 1450.63, currency },
    lastMail: {
      id: mail.id,
      state: 'notSent',
      subject: 'Arrival notice',
      to: ['Bilal Khan', 'desk@x.example'],
      madeAt: mail.madeAt,
      sentAt: null,
    },
    lastNote: {
      id: note.id,
      author: company.membership.user.displayName,
      writtenAt: note.writtenAt,
      firstLine: 'a'.repeat(200),
    },
    formerDates: [],
  }
  expect(await glance(job.id)).toMatchObject({ status: 200, body: told })
  expect((await glance(job.id)).body).toEqual(told)
  const viewer = await buildColleague(product, company, 'viewer')
  expect((await glance(job.id, viewer)).body).toEqual(told)
  expect(await fewestStatements(product, () => glance(job.id))).toHaveLength(1)

  // What somebody typed is told as it was typed.
  await company.call('PUT', '/api/finance', { id, total: 1500.125 })
  expect((await glance(job.id)).body.finance).toEqual({ total: 1500.125, currency })
})

test('a job without a quote type has no total; notes and e-mails of other jobs are not told', async () => {
  const job = await buildJob(company)
  const other = await buildJob(company)
  await buildNote(company, other.id)
  await send(other.id, [{ address: 'ann@x.example' }], 'Pre-alert')
  const { currency } = await financeOf(company, job)
  expect((await glance(job.id)).body).toEqual({
    finance: { total: null, currency },
    lastMail: null,
    lastNote: null,
    formerDates: [],
  })
})

test('another company’s job cannot be told from none, and what is no id is refused', async () => {
  const theirs = await buildJob(await buildCompany(product))
  const [foreign, none] = await Promise.all([glance(theirs.id), glance(crypto.randomUUID())])
  expectProblem(foreign, 'not_found')
  expect(foreign.body).toEqual(none.body)
  const refused = await Promise.all(badIds.filter(Boolean).map(id => glance(encodeURIComponent(String(id)))))
  expect(new Set(statusesOf(refused))).toEqual(
    new Set([(await company.call('GET', '/api/shipment/rubbish')).status]),
  )
})

test('what the ETD and the ETA were before is told with when and by whom; what nobody changed is not', async () => {
  const job = await buildJob(company, { eta: '2026-12-20' })
  const put = (body: object, by: Pick<Caller, 'call'> = company) =>
    by.call('PUT', '/api/shipment', { id: job.id, ...body })
  const ann = await buildColleague(product, company, 'staff')
  const former = async () => (await glance(job.id)).body.formerDates
  await put({ etd: '2026-12-01', name: 'Rice' })
  expect(await former()).toEqual([])
  await put({ eta: '2026-12-22', etd: '2026-12-02' }, ann)
  await put({ eta: null })
  await put({ eta: '2026-12-24', name: 'Tea' })
  const told = (field: string, value: string, by: Pick<Caller, 'membership'>) => ({
    ...{ field, value, changedBy: by.membership.user.displayName },
    changedAt: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
  })
  expect(await former()).toEqual([
    told('eta', '2026-12-22', company),
    told('eta', '2026-12-20', ann),
    told('etd', '2026-12-01', ann),
  ])
  for (let day = 1; day <= 26; day += 1) {
    const date = `2027-01-${String(day).padStart(2, '0')}`
    await put({ etd: date, eta: date })
  }
  expect(await former()).toHaveLength(MOST_FORMER_DATES)
})
