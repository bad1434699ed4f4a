import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { companyWithJobs, openDashboard } from './dashboard-jobs.ts'

let page: Page
let company: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await companyWithJobs(page, 3)
})
test.afterAll(() => page.context().close())

const nameOf = async (jobId: number) =>
  (await company.call<Job[]>('GET', '/api/shipment')).find(job => job.jobId === jobId)?.name

test('rows are pasted on the page of imports without a click into a field', async () => {
  await page.goto('/webapp/import?kind=jobs')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Name\tETD\nPasted anywhere\t2026-12-03\n')
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByText('1 new, 0 changed, 0 already so, 0 wrong.')).toBeVisible()
})

test('the search box leads to each import', async () => {
  await openDashboard(page)
  for (const kind of ['jobs', 'contacts', 'items']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`import ${kind}`)
    await expect(page.getByRole('option', { name: `Import ${kind}…` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Import ${kind}` })).toBeVisible()
  }
})

test('pasted rows come in as jobs, one is changed, and one Undo takes all of it back', async () => {
  await openDashboard(page)
  await page.getByRole('button', { name: 'Export and import' }).click()
  await page.getByRole('link', { name: 'Import jobs from a spreadsheet…' }).click()
  await page
    .getByLabel('Or paste rows of a spreadsheet, with their headings')
    .fill(
      'Id\tJob name\tPOL\tShipper\tETD\n1\tRenamed\t\t\t\n\tImported\tDEHAM\tNew Mills\t2026-12-03\n\tWrong\t\t\t31.02.2026',
    )
  await page.getByRole('button', { name: 'Read the pasted rows' }).click()
  await expect(page.getByText('0 new, 1 changed, 0 already so, 2 wrong.')).toBeVisible()
  await expect(page.getByText('“31.02.2026”: This is no date').first()).toBeVisible()
  const makesContacts = page.getByLabel('Make contacts of the companies that are not among them')
  await makesContacts.click()
  await expect(makesContacts).toBeChecked()
  await expect(
    page.getByText('1 new, 1 changed, 0 already so, 1 wrong. 1 contact made beside.'),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 made. 1 changed. 0 already so. 1 left out.')).toBeVisible()
  expect(await nameOf(1)).toBe('Renamed')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('3 put back.')).toBeVisible()
  expect(await nameOf(1)).toBe('Bed linen for Orwell')
  await page.setViewportSize({ width: 1440, height: 900 })
})
