import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { attachmentsOfNewJob, type AttachmentsPage } from './attachments-page.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { sample } from './sample-files.ts'

let page: Page
let api: CompanyApi
let tab: AttachmentsPage

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  await api.upload('/api/documenttemplate', new File([new Uint8Array(houseBillOfLading())], 'HBL.dotx'), {
    defaultDocumentName: 'House bill.docx',
  })
  const bad = templateFile({ body: paragraph('Dear {{Shipment.Nmae}}') })
  await api.upload('/api/documenttemplate', new File([new Uint8Array(bad)], 'Mistake.dotx'), {})
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  tab = await attachmentsOfNewJob(page, api)
})

const generateAnyway = () =>
  tab.dialog('Before the documents are made').getByRole('button', { name: 'Generate anyway' }).click()

const names = async () => (await tab.documents()).map(one => one.name)

test('opens the selector with a Name column, Select and Close', async () => {
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  const box = tab.dialog('Select Document Template')
  await expect(box.getByRole('columnheader')).toHaveText(['Name'])
  await expect(box.getByRole('button', { name: 'Select' })).toBeVisible()
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Close' }).last().click()
  await expect(box).toBeHidden()
  expect(await names()).toEqual([])
})

test('a double click selects; what the job lacks is told; the new document is in the table, highlighted', async () => {
  await tab.open()
  const progressSeen = Promise.withResolvers<void>()
  await page.route('**/generatedocuments*', async route => {
    await progressSeen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'HBL.dotx' }).dblclick()
  await generateAnyway()
  await expect(
    page.getByRole('progressbar', { name: `Generating HBL.dotx for job ${tab.job.jobId}` }),
  ).toBeVisible()
  progressSeen.resolve()
  await expect(tab.rowOf('House bill.docx')).toHaveAttribute('aria-selected', 'true')
  await expect(
    page.getByText(`House bill.docx was generated and added to job ${tab.job.jobId}.`),
  ).toBeVisible()
  await page.unroute('**/generatedocuments*')
})

test('Select takes the chosen template; a generated document never replaces another', async () => {
  await tab.attach(sample('House Bill.docx', templateFile({ isDocument: true, body: paragraph('mine') })))
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  const box = tab.dialog('Select Document Template')
  await box.getByRole('gridcell', { name: 'HBL.dotx' }).click()
  await box.getByRole('button', { name: 'Select' }).click()
  await generateAnyway()
  await expect(tab.rowOf('House bill (2).docx')).toHaveAttribute('aria-selected', 'true')
  await expect(tab.nameCell('House Bill.docx')).toBeVisible()
})

test('what a template names wrongly is told with its place, and printed as blanks only when that is meant', async () => {
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'Mistake.dotx' }).dblclick()
  const told = tab.dialog('Before the documents are made').getByRole('status')
  await expect(told).toContainText('Mistake.dotx has 1 place that cannot be filled.')
  await expect(told).toContainText('Shipment.Nmae')
  await expect(told).toContainText('body, near “Dear …”')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await tab.dialog('Select Document Template').getByRole('button', { name: 'Close' }).last().click()
  expect(await names()).toEqual([])
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'Mistake.dotx' }).dblclick()
  await generateAnyway()
  await expect(tab.nameCell('Document from template Mistake.docx')).toBeVisible()
})

test('a generation that the net broke is tried again', async () => {
  await tab.open()
  await page.route('**/generatedocuments*', route => route.abort())
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'HBL.dotx' }).dblclick()
  await generateAnyway()
  await expect(page.getByRole('alert').filter({ hasText: 'No document was generated.' })).toContainText(
    'HBL.dotx',
  )
  await page.unroute('**/generatedocuments*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tab.nameCell('House bill.docx')).toBeVisible()
})
