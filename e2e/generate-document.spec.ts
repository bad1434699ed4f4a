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

test('a double click selects; progress shows; the new document is in the table, highlighted', async () => {
  await tab.open()
  await page.route('**/generatedocument*', async route => {
    await new Promise(resolve => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'HBL.dotx' }).dblclick()
  await expect(page.getByRole('progressbar', { name: 'Generating' })).toBeVisible()
  await expect(tab.rowOf('House bill.docx')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('House bill.docx was generated and added to this job.')).toBeVisible()
  await page.unroute('**/generatedocument*')
})

test('Select takes the chosen template; a generated document never replaces another', async () => {
  await tab.attach(sample('House Bill.docx', templateFile({ isDocument: true, body: paragraph('mine') })))
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  const box = tab.dialog('Select Document Template')
  await box.getByRole('gridcell', { name: 'HBL.dotx' }).click()
  await box.getByRole('button', { name: 'Select' }).click()
  await expect(tab.rowOf('House bill (2).docx')).toHaveAttribute('aria-selected', 'true')
  await expect(tab.nameCell('House Bill.docx')).toBeVisible()
})

test('what is wrong with a template is told with its place', async () => {
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'Mistake.dotx' }).dblclick()
  const told = page.getByRole('alert').filter({ hasText: 'Mistake.dotx' })
  await expect(told).toContainText('Shipment.Nmae')
  await expect(told).toContainText('body, near “Dear …”')
  await expectAccessible(page)
})

test('a generation that the net broke is tried again', async () => {
  await tab.open()
  await page.route('**/generatedocument*', route => route.abort())
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'HBL.dotx' }).dblclick()
  await expect(page.getByText('No document was generated from HBL.dotx.')).toBeVisible()
  await page.unroute('**/generatedocument*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tab.nameCell('House bill.docx')).toBeVisible()
})
