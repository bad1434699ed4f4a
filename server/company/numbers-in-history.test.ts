import { beforeEach, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import { buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company } = companyPerTest({}, buildTemplateCompany)
let bill: string
let letter: string
let manifest: string

beforeEach(async () => {
  bill = (await company.addTemplate('B/L {{Numbers.HouseBill}}', 'Bill.dotx')).id
  letter = (await company.addTemplate('{{Shipment.HouseBl}} {{Numbers.DeliveryOrder}}', 'Letter.dotx')).id
  manifest = (await company.addTemplate('{{#Bills}}{{Bills.HouseBl}}{{/Bills}}', 'Manifest.dotx')).id
})

const newJob = (fields: object = {}) =>
  buildJob(company, { quote: { commodity: 'Cotton', transportMode: 2 }, ...fields })

async function makeSet(templateIds: string[], ...made: [template: string, job: Job][]) {
  const id = crypto.randomUUID()
  const shipmentIds = [...new Set(made.map(([, job]) => job.id))]
  await company.call('POST', '/api/documenttemplate/documentset', { id, templateIds, shipmentIds })
  for (const [template, job] of made) {
    const path = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
    expect((await company.call('POST', path, { id: template, setId: id })).status).toBe(201)
  }
  await company.call('POST', `/api/documenttemplate/documentset/${id}/end`)
}

const historyOf = async ({ id }: Job) =>
  (await company.call<HistoryEntry[]>('GET', `/api/history?job=${id}`)).body

test('a number is told on its job with the paper that it is for, whichever document prints it first', async () => {
  const job = await newJob()
  await makeSet([letter, bill], [letter, job], [bill, job])
  const entries = await historyOf(job)
  expect(entries.map(({ words }) => words).slice(0, 5)).toEqual([
    'made document Document from template Bill.docx from Bill.dotx',
    'made document Document from template Letter.docx from Letter.dotx, ' +
      'the first to print house bill of lading number HBL-00001, delivery order number DO-00001',
    'set House BL to HBL-00001',
    'took number DO-00001 for the delivery order',
    'took number HBL-00001 for the house bill of lading',
  ])
  expect(entries[4]).toMatchObject({
    by: { displayName: expect.any(String) as string },
    record: { type: 'number', id: job.id, label: 'Number' },
    job: { id: job.id },
    changes: [
      { field: 'paper', label: 'Paper', oldText: '', newText: 'House bill of lading', restorable: false },
      { field: 'number', label: 'Number', oldText: '', newText: 'HBL-00001', restorable: false },
    ],
    restorable: false,
  })
})

test('a house tells its number although the master’s manifest prints it first', async () => {
  const master = await newJob()
  const house = await newJob({ masterShipmentId: master.id })
  await makeSet([manifest, bill], [manifest, master], [bill, house])
  const words = (await historyOf(house)).map(one => one.words)
  expect(words).toContain('took number HBL-00001 for the house bill of lading')
})

test('an e-mail that names a number tells it on the job, and a typed number is told as the House BL', async () => {
  const job = await newJob()
  const to = [{ address: 'import@maas.example' }]
  const numbers = [{ kind: 'deliveryOrder', number: 'DO-00001' }]
  const mail = {
    id: crypto.randomUUID(),
    shipmentId: job.id,
    to,
    subject: 'Release',
    text: 'DO-00001',
    numbers,
  }
  expect((await company.call('POST', '/api/mail', mail)).status).toBe(201)
  const typed = await newJob({ hbl: 'KHI 77' })
  await makeSet([bill], [bill, typed])
  const taken = async (one: Job) =>
    (await historyOf(one)).map(({ words }) => words).filter(words => words.startsWith('took number'))
  expect(await taken(job)).toEqual(['took number DO-00001 for the delivery order'])
  expect(await taken(typed)).toEqual([])
})

test('what people change about a series is told with what it was, and taking its numbers is not', async () => {
  const seriesHistory = async () =>
    (await company.call<HistoryEntry[]>('GET', '/api/history/all?limit=100')).body.filter(({ changes }) =>
      changes.some(({ field }) => field.startsWith('numberSeries.')),
    )
  const job = await newJob()
  await makeSet([bill], [bill, job])
  expect(await seriesHistory()).toEqual([])
  const set = (series: object) => company.call('PUT', '/api/company', { numberSeries: [series] })
  expect((await set({ kind: 'houseBill', prefix: 'KHI-', nextNumber: 70 })).status).toBe(200)
  // As it stands already.
  expect((await set({ kind: 'houseBill', prefix: 'KHI-', nextNumber: 70 })).status).toBe(200)
  expect((await set({ kind: 'invoice', digits: 3 })).status).toBe(200)
  expect((await set({ kind: 'invoice', prefix: '{no}' })).status).toBe(400)
  await makeSet([bill], [bill, await newJob()])
  const told = (field: string, label: string, oldText: string, newText: string) => ({
    field: `numberSeries.${field}`,
    label,
    oldText,
    newText,
    restorable: false,
  })
  expect(await seriesHistory()).toMatchObject([
    {
      by: { id: company.membership.user.id },
      record: { type: 'company', label: 'Company' },
      restorable: false,
      changes: [told('invoice.digits', 'Invoice numbers: digits', '5', '3')],
    },
    {
      by: { id: company.membership.user.id },
      changes: [
        told('houseBill.prefix', 'House bill of lading numbers: prefix', 'HBL-', 'KHI-'),
        told('houseBill.nextNumber', 'House bill of lading numbers: next number', '2', '70'),
      ],
    },
  ])
})
