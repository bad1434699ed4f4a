import { expect, type Page, test } from '@playwright/test'
import type { Company } from '#contract/company.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Job } from '#contract/jobs.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { attachmentsOfNewJob, type AttachmentsPage } from './attachments-page.ts'
import { type CompanyApi, newCompany } from './company.ts'

const path = '/api/documenttemplate'

let page: Page
let api: CompanyApi
let tab: AttachmentsPage

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  for (const { id } of await api.call<DocumentTemplate[]>('GET', path))
    await api.call('DELETE', `${path}/${id}`)
  const templates = {
    'Arrival.dotx': '{{Shipment.Hbl}} {{Shipment.Etd}}',
    'Bill.dotx': '{{Numbers.HouseBill}}',
    'Waybill.dotx': '{{Numbers.HouseAirWaybill}}',
  }
  for (const [name, text] of Object.entries(templates)) {
    const content = new Uint8Array(templateFile({ body: paragraph(text) }))
    await api.upload<DocumentTemplate>(path, new File([content], name), {})
  }
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  tab = await attachmentsOfNewJob(page, api)
})

const dialog = (name: string) => page.getByRole('dialog', { name })
const before = () => dialog('Before the documents are made')
const stored = () => api.call<Job>('GET', `/api/shipment/${tab.job.id}`)
const change = (fields: object) => api.call<Job>('PUT', '/api/shipment', { id: tab.job.id, ...fields })

async function choose(...names: string[]) {
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  const box = dialog('Select Document Template')
  for (const name of names) await box.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await box.getByRole('button', { name: 'Select', exact: true }).click()
}

test('the numbers are told before, papers of another mode are left out, and those made together agree', async () => {
  await change({ quote: { commodity: 'Cotton', transportMode: 2 } })
  await choose('Arrival.dotx', 'Bill.dotx', 'Waybill.dotx')
  await expect(
    before().getByRole('list', { name: 'Numbers that are used' }).getByRole('listitem'),
  ).toHaveText([/^House bill of lading HBL-0000\d$/])
  await expect(before()).toContainText('Waybill.dotx is left out. A house air waybill is made for an air job')
  await expect(before()).toContainText('ETD is empty')
  await expect(before()).not.toContainText('House BL is empty')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await before().getByRole('button', { name: 'Generate anyway' }).click()
  await expect(page.getByText(`2 documents were generated and added to job ${tab.job.jobId}.`)).toBeVisible()
  const { hbl, documents } = await stored()
  expect(hbl).toMatch(/^HBL-0000\d$/)
  expect(documents.map(({ name }) => name).toSorted()).toEqual([
    'Document from template Arrival.docx',
    'Document from template Bill.docx',
  ])
})

test('a job on which nothing stands is asked about before a number is used', async () => {
  await choose('Bill.dotx', 'Arrival.dotx')
  const generate = () => before().getByRole('button', { name: 'Generate anyway' }).click()
  await generate()
  const question = dialog('This job has no parties, goods or route.')
  await expect(question).toContainText(
    /A number will be used: house bill of lading HBL-0000\d\. Generate anyway\?/,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(before()).toBeVisible()
  expect(await stored()).toMatchObject({ hbl: null, documents: [] })
  await generate()
  await question.getByRole('button', { name: 'Generate anyway' }).click()
  await expect(page.getByText(`2 documents were generated and added to job ${tab.job.jobId}.`)).toBeVisible()
})

test('Stop stops, says which documents were made, and the others used no number', async () => {
  await change({ quote: { commodity: 'Cotton' } })
  let calls = 0
  const stopped = Promise.withResolvers<void>()
  await page.route('**/generatedocuments*', async route => {
    calls += 1
    // The first is made; the others are on their way when the person stops.
    if (calls > 1) await stopped.promise
    await route.continue().catch(() => undefined)
  })
  await choose('Arrival.dotx', 'Bill.dotx', 'Waybill.dotx')
  await before().getByRole('button', { name: 'Generate anyway' }).click()
  await expect(page.getByText(`Generating documents for job ${tab.job.jobId}: 1 of 3`)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  const { documents } = await stored()
  expect(documents).toHaveLength(1)
  await expect(
    page.getByText(
      `Stopped. 1 of 3 documents was generated and added to job ${tab.job.jobId}: ${documents[0]?.name}.`,
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  stopped.resolve()
  await tab.open()
  await expect(tab.nameCell(documents[0]?.name ?? '')).toBeVisible()
})

test('where nothing is missing the document is made at once, and the notice names its number', async () => {
  await change({ quote: { commodity: 'Cotton', transportMode: 2 } })
  await choose('Bill.dotx')
  await expect(before()).toBeHidden()
  const notice = page.getByText(
    `Document from template Bill.docx was generated and added to job ${tab.job.jobId}.`,
  )
  await expect(notice).toBeVisible()
  const { hbl } = await stored()
  expect(hbl).toMatch(/^HBL-0000\d$/)
  await expect(notice).toContainText(`Number given: House bill of lading ${hbl}.`)
  await expectAccessible(page)
})

test('made again and for an e-mail, papers ask about an empty job, and a text uses no number until it is kept', async () => {
  const [bill] = (await api.call<DocumentTemplate[]>('GET', path)).filter(({ name }) => name === 'Bill.dotx')
  await change({ hbl: 'KHI 77', quote: { transportMode: 2 } })
  await api.call('POST', `${path}/generatedocument/?shipmentId=${tab.job.id}`, { id: bill?.id })
  await change({ hbl: null })
  const question = dialog('This job has no parties, goods or route.')
  await tab.open()
  await page.getByRole('button', { name: /Make again: Document from template Bill\.docx/ }).click()
  const box = dialog('Make Document from template Bill.docx again?')
  await box.getByRole('button', { name: 'Make again' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).toContainText('has no parties, goods or route yet')
  expect((await stored()).hbl).toBe(null)
  await box.getByRole('button', { name: 'Make again' }).click()
  await question.getByRole('button', { name: 'Generate anyway' }).click()
  await expect(page.getByText('was made again. Its earlier version is kept for 30 days.')).toBeVisible()
  expect((await stored()).hbl).toMatch(/^HBL-0000\d$/)

  tab = await attachmentsOfNewJob(page, api)
  await api.call('POST', '/api/mailtemplate', {
    name: 'With bill',
    purpose: 'other',
    subject: 'Bill',
    text: 'The arrival notice has number {{Numbers.ArrivalNotice}}.',
    to: [],
    cc: [],
    documentTemplateIds: [bill?.id],
    stamp: null,
  })
  const series = async () => (await api.call<Company>('GET', '/api/company')).numberSeries
  const seriesBefore = await series()
  await page.goto(`/webapp/shipment/emails?id=${tab.job.id}`)
  const mail = () => page.getByRole('dialog')
  const write = async () => {
    await page.getByRole('button', { name: 'New E-mail' }).click()
    await mail().getByLabel('Template', { exact: true }).selectOption({ label: 'With bill' })
    await expect(mail().getByLabel('Subject', { exact: true })).toHaveValue('Bill')
  }
  await change({ quote: { commodity: 'Cotton', transportMode: 2 } })
  for (let time = 0; time < 10; time += 1) {
    await write()
    await expect(mail().getByLabel('Text', { exact: true })).toHaveValue(/has number AN-00001\.$/)
    await mail().getByRole('button', { name: 'Discard' }).click()
    await expect(mail()).toBeHidden()
  }
  expect(await series()).toEqual(seriesBefore)
  await change({ quote: { commodity: null, transportMode: 2 } })
  await write()
  await mail().getByLabel('To', { exact: true }).fill('ann@x.example')
  await mail().getByLabel('To', { exact: true }).press('Enter')
  await mail().getByRole('button', { name: 'Save as not sent' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await stored()).hbl).toBe(null)
  await mail().getByRole('button', { name: 'Save as not sent' }).click()
  await question.getByRole('button', { name: 'Generate anyway' }).click()
  await expect(
    page.getByText('The e-mail was saved but not sent: no mail server is configured.'),
  ).toBeVisible()
  expect((await stored()).hbl).toMatch(/^HBL-0000\d$/)
})
