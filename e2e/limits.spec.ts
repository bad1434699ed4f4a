import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import type { BudgetUse } from '#contract/limits.ts'
import type { Membership } from '#contract/users.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { attachmentsOfNewJob } from './attachments-page.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())

/** As whoever runs the server, beside it. */
async function limit(...options: string[]): Promise<void> {
  const { account } = await api.call<Membership>('GET', '/api/register')
  const env = { ...process.env, DATA_DIR: process.env['LADING_DATA_DIR'] ?? '' }
  await promisify(execFile)(process.execPath, ['server/company-limits.ts', account.id, ...options], { env })
}

test('an administrator sees what the company uses; a document beyond its limit says so in words', async () => {
  await limit('--documents', '1')
  const file = new File([new Uint8Array(templateFile({ body: paragraph('Arrival') }))], 'Notice.dotx')
  await api.upload('/api/documenttemplate', file, {})
  const tab = await attachmentsOfNewJob(page, api)
  // A server that runs goes by a new limit once the company's next calls have been settled.
  await expect
    .poll(async () => {
      const limits = await api.call<BudgetUse[]>('GET', '/api/company/limits')
      return limits.find(one => one.budget === 'documents')?.allowed
    })
    .toBe(1)
  await tab.open()
  const generate = async () => {
    await page.getByRole('button', { name: 'Generate Document' }).click()
    await tab.dialog('Select Document Template').getByRole('gridcell', { name: 'Notice.dotx' }).dblclick()
  }
  await generate()
  await expect(tab.nameCell('Document from template Notice.docx')).toBeVisible()
  await generate()
  await expect(
    page.getByText(/Your company may make 1 document an hour, and this would exceed the limit\./),
  ).toBeVisible()
  expect(await tab.documents()).toHaveLength(1)

  await page.goto('/webapp/company')
  const row = page.getByRole('row', { name: /^Documents made/ })
  await expect(row).toContainText('1 an hour')
  await expect(row).toContainText('Used up')
  await expect(page.getByRole('meter', { name: 'Documents made: used' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
})
