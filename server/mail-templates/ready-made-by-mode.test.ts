import { expect, test } from 'vitest'
import { TransportMode } from '#contract/choices.ts'
import type { MailTemplate, RenderedMail } from '#contract/mail-templates.ts'
import { buildItem } from '#testing/factories.ts'
import { buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { testCompany } from '#testing/test-company.ts'

const { company } = testCompany()

/** The ready-made e-mails for a job of this mode, by their names: subject and text. */
async function mailsFor(mode: number): Promise<Record<string, string>> {
  const ports = await buildPorts(company, [`Via ${mode}`])
  const job = await buildFullJob(company, {
    name: 'Yarn',
    hbl: 'NO-9',
    mbl: 'M-1',
    vesselName: 'X 7',
    quote: { transportMode: mode, commodity: 'Yarn', viaPortId: ports[`Via ${mode}`] },
  })
  await buildItem(company, job.id, { name: 'Cones', quantity: 1, numberOfPacks: 2, modeOfPacking: null })
  const { body: templates } = await company.call<MailTemplate[]>('GET', '/api/mailtemplate')
  const mails: Record<string, string> = {}
  for (const { id, name } of templates) {
    const { body } = await company.call<RenderedMail>('POST', `/api/mailtemplate/${id}/render`, {
      shipmentId: job.id,
    })
    expect(body.problems).toEqual([])
    mails[name] = `${body.subject}\n${body.text}`
  }
  return mails
}

const ofBills = /B\/L|bill of lading|vessel|demurrage/i

test('an e-mail for an air job speaks of air waybills and flights', async () => {
  const mails = await mailsFor(TransportMode.air)
  for (const mail of Object.values(mails)) {
    expect(mail).not.toMatch(ofBills)
    expect(mail).toMatch(/, HAWB NO-9/)
    expect(mail).toContain('\nMAWB: M-1\nHAWB: NO-9\n')
    expect(mail).toContain('\nFlight: X 7\nVia: Via 0\n')
  }
  expect(mails['Shipping instructions to the agent']).toContain('the draft air waybill.')
  expect(mails['Delivery order ready']).toContain('Please bring the receipt of our charges.')
})

test('an e-mail for a road job speaks of consignment notes and trucks', async () => {
  const mails = await mailsFor(TransportMode.road)
  for (const mail of Object.values(mails)) {
    expect(mail).not.toMatch(ofBills)
    expect(mail).toMatch(/, consignment note NO-9/)
    expect(mail).toContain('\nCarrier’s reference: M-1\nConsignment note: NO-9\n')
    expect(mail).toContain('\nTruck: X 7\nVia: Via 1\n')
  }
  expect(mails['Arrival notice']).toContain('so that no storage is due.')
})

test('an e-mail for a sea job speaks of bills of lading', async () => {
  const mails = await mailsFor(TransportMode.sea)
  for (const mail of Object.values(mails)) {
    expect(mail).toMatch(/, B\/L NO-9/)
    expect(mail).toContain('\nMaster B/L: M-1\nHouse B/L: NO-9\n')
    expect(mail).toContain('\nVessel: X 7\n')
  }
  expect(mails['Delivery order ready']).toContain('the original bill of lading and the receipt')
})

test('documents for customs tell the goods once, and no unit that nobody entered', async () => {
  const text = (await mailsFor(TransportMode.sea))['Documents for customs'] ?? ''
  expect(text.match(/Goods/g)).toHaveLength(1)
  expect(text).toMatch(/Goods \(Yarn\):\n- Cones, 2 packages, quantity 1\n/)
})

test('the end of the way is "To", and another port of discharge stands under its own name', async () => {
  const ports = await buildPorts(company, ['Tema', 'Kumasi'])
  const job = await buildFullJob(company, {
    name: 'Yarn',
    quote: { transportMode: TransportMode.sea, dischargePortId: ports.Tema, destinationPortId: ports.Kumasi },
  })
  const { body: templates } = await company.call<MailTemplate[]>('GET', '/api/mailtemplate')
  const id = templates.find(({ name }) => name === 'Arrival notice')?.id
  const rendered = async () =>
    (await company.call<RenderedMail>('POST', `/api/mailtemplate/${id}/render`, { shipmentId: job.id })).body
  const without = await rendered()
  expect(without.text).toContain('Port of discharge: Tema\nTo: Kumasi\n')
  expect(without.text).toContain('\n\nThe arrival notice for your shipment is attached.\n')
  expect(without.missing.map(({ message }) => message)).toContain('ETA is empty')
  await company.call('PUT', '/api/shipment', {
    id: job.id,
    eta: '2026-12-29',
    quote: { dischargePortId: ports.Kumasi },
  })
  const { text } = await rendered()
  expect(text).not.toContain('Port of discharge')
  expect(text).toContain('is attached. Estimated date of arrival: 29 Dec 2026.')
  expect(text).toContain('\nTo: Kumasi\n')
})
