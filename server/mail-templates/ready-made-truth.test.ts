import { expect, test } from 'vitest'
import type { MailTemplate, RenderedMail } from '#contract/mail-templates.ts'
import type { Job } from '#contract/jobs.ts'
import { buildItem, buildJob, buildOrganisation } from '#testing/factories.ts'
import { buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { testCompany } from '#testing/test-company.ts'

const { company } = testCompany()

const weighed = { quantity: 1, grossWeight: 10, weightUnit: 0 }

/** The ready-made e-mails for a job, by their names. */
async function mailsFor(job: Job): Promise<Record<string, RenderedMail>> {
  const { body: templates } = await company.call<MailTemplate[]>('GET', '/api/mailtemplate')
  const mails: Record<string, RenderedMail> = {}
  for (const { id, name } of templates) {
    const body = { shipmentId: job.id }
    const rendered = await company.call<RenderedMail>('POST', `/api/mailtemplate/${id}/render`, body)
    expect(rendered.body.problems).toEqual([])
    mails[name] = rendered.body
  }
  return mails
}
const messages = (mail: RenderedMail | undefined) => mail?.missing.map(({ message }) => message) ?? []

test('every e-mail prints what the items come to where the job has no totals of its own', async () => {
  const job = await buildFullJob(company, { name: 'Yarn' })
  for (const name of ['Wool', 'Silk'])
    await buildItem(company, job.id, { name, numberOfPacks: 20, ...weighed })
  for (const { text } of Object.values(await mailsFor(job)))
    expect(text).toContain('Packages: 40\nGross weight: 20.00\u00a0kg\n')
})

test('an entered 0 is told of the job and of its items', async () => {
  const ofJob = await buildFullJob(company, { name: 'Yarn', numberOfPackages: 0, volume: 0, volumeUnit: 0 })
  expect((await mailsFor(ofJob))['Status update']?.text).toMatch(/Packages: 0\nVolume: 0.000/)
  const job = await buildFullJob(company, { name: 'Yarn' })
  await buildItem(company, job.id, { name: 'Zero', numberOfPacks: 0, quantity: 0 })
  const mails = await mailsFor(job)
  expect(mails['Status update']?.text).toContain('Packages: 0\n')
  expect(mails['Documents for customs']?.text).toContain('- Zero, 0 packages, quantity 0\n')
})

test('an item without a packing mode is told in packages', async () => {
  const job = await buildFullJob(company, { name: 'Yarn' })
  for (const numberOfPacks of [1, 1200]) await buildItem(company, job.id, { name: 'Wool', numberOfPacks })
  const { text } = (await mailsFor(job))['Documents for customs'] ?? { text: '' }
  expect(text).toContain('- Wool, 1 package\n')
  expect(text).toContain('- Wool, 1,200 packages\n')
})

test('a contradiction in what an e-mail prints is told', async () => {
  const { Karachi } = await buildPorts(company, ['Karachi'])
  const quote = { loadingPortId: Karachi, dischargePortId: Karachi, destinationPortId: Karachi }
  const job = await buildFullJob(company, { name: 'Yarn', quote })
  for (const mail of Object.values(await mailsFor(job)))
    expect(messages(mail)).toContain('Port of loading and port of discharge are the same: Karachi')
  const { body } = await company.call<RenderedMail>('POST', '/api/mailtemplate/preview', {
    shipmentId: job.id,
    subject: 'Job',
    text: 'No word of the route.',
  })
  expect(messages(body)).toEqual([])
})

test('no ready-made sentence says what a job alone cannot make true', async () => {
  const mails = await mailsFor(await buildJob(company))
  for (const { text } of Object.values(mails)) expect(text).not.toMatch(/shipment below|on its way/)
  expect(mails['Status update']?.text).toContain('We have no particulars of your shipment yet')
  expect(mails['Booking confirmation']?.text).not.toContain('check the particulars')
})

test('a text that speaks of attachments without any is told', async () => {
  const mails = await mailsFor(await buildFullJob(company, { name: 'Yarn' }))
  const told = Object.keys(mails).filter(name =>
    messages(mails[name]).includes('The text speaks of an attachment, and nothing is attached'),
  )
  const bare = Object.keys(mails).filter(name => mails[name]?.attachments.length === 0)
  expect(told).toEqual(bare.filter(name => !['Status update', 'Delivery order ready'].includes(name)))
  expect(told).toContain('Documents for customs')
})

test('a value of blanks alone is empty: no label stands without it, and nothing at the ends is printed', async () => {
  const consignee = await buildOrganisation(company, { name: ' Wide ', contactName: ' Lee\u3000Min  ' })
  const blanks = { mbl: '\u3000', hbl: '\u00a0', vesselName: ' \u3000' }
  const job = await buildFullJob(company, { name: 'Yarn', ...blanks }, { consignee })
  for (const { subject, text } of Object.values(await mailsFor(job))) {
    expect(subject).toMatch(new RegExp(`Job ${job.jobId}$`))
    expect(text).not.toMatch(/: *$/m)
    expect(text).not.toMatch(/B\/L:|Vessel:/)
  }
  expect((await mailsFor(job))['Arrival notice']?.text).toMatch(/^Dear Lee\u3000Min,\n/)
})

test('items some of which have no unit are compared with the job as on papers', async () => {
  const job = await buildFullJob(company, { name: 'Yarn', grossWeight: 500, weightUnit: 0 })
  await buildItem(company, job.id, { name: 'Wool', grossWeight: 5010, weightUnit: 0 })
  await buildItem(company, job.id, { name: 'Silk', grossWeight: 27, weightUnit: null })
  for (const mail of Object.values(await mailsFor(job)))
    expect(messages(mail).join().replaceAll('\u00a0', ' ')).toContain(
      'The job’s gross weight is 500 kg; its items come to 5,010.00 kg + 27.00 without a unit',
    )
})

test('an item is told by what it has, without a comma where nothing stands before it', async () => {
  const job = await buildFullJob(company, { name: 'Yarn' })
  await buildItem(company, job.id, { name: null, numberOfPacks: 4, quantity: 2 })
  await buildItem(company, job.id, { name: null, numberOfPacks: null, quantity: 7 })
  await buildItem(company, job.id, { name: 'Wool', numberOfPacks: null, quantity: 3 })
  const { text } = (await mailsFor(job))['Documents for customs'] ?? { text: '' }
  expect(text).toContain('Goods:\n- 4 packages, quantity 2\n- quantity 7\n- Wool, quantity 3\n')
})

test.each(['Arrival notice', 'Pre-alert'])(
  'of the %s, its sender is told that the ETA has passed',
  async name => {
    const told = async (eta: string) =>
      messages((await mailsFor(await buildFullJob(company, { name: 'Yarn', eta })))[name])
    expect(await told('2024-02-29')).toContain('The ETA, 29 Feb 2024, has passed')
    expect((await told('2124-02-29')).join()).not.toContain('has passed')
  },
)
