import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { companyWithJobs, jobNumbers, openDashboard, rows } from './dashboard-jobs.ts'

let page: Page
let company: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await companyWithJobs(page, 6)
})
test.afterAll(() => page.context().close())

const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Which jobs' }).getByRole('link', { name, exact: true })
const isShown = (name: string) => expect(tab(name)).toHaveAttribute('aria-current', 'page')

test('All, Open and Mine say how many there are, and the one used last opens again', async () => {
  await company.call('PUT', '/api/preferences', { jobTab: 'all' })
  const { id } = await company.call<Job>('POST', '/api/shipment', { ownerId: null })
  await openDashboard(page)
  await isShown('All 7')
  await expect(page).toHaveURL('/webapp')
  await expectAccessible(page)
  await tab('Open 5').click()
  await expect.poll(() => jobNumbers(page)).toEqual([7, 6, 5, 4, 3])
  await expect(page).toHaveURL('/webapp?tab=open')
  const kept = page.waitForResponse(
    reply => reply.url().endsWith('/api/preferences') && reply.request().method() === 'PUT',
  )
  await tab('Mine 4').click()
  await expect.poll(() => jobNumbers(page)).toEqual([6, 5, 4, 3])
  await kept
  // Filters narrow the tab and stay with it.
  await page.getByRole('searchbox', { name: 'Search these jobs' }).fill('plain job 4')
  await expect.poll(() => jobNumbers(page)).toEqual([4])
  await expect(page).toHaveURL('/webapp?tab=mine&search=plain+job+4')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(() => jobNumbers(page)).toEqual([6, 5, 4, 3])

  await openDashboard(page)
  await isShown('Mine 4')
  await expect.poll(() => jobNumbers(page)).toEqual([6, 5, 4, 3])
  await expect(page).toHaveURL('/webapp?tab=mine')
  // What names its jobs is of all of them, and leaves the last tab what it was.
  await openDashboard(page, '?status=0,2')
  await isShown('All 7')
  await expect.poll(() => jobNumbers(page)).toEqual([2, 1])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows(page)).toHaveCount(7)
  await expect(page).toHaveURL('/webapp?tab=all')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await isShown('Mine 4')
  // A change is counted.
  await company.call('PUT', '/api/shipment', { id, statusId: 3 })
  await openDashboard(page)
  await expect(tab('Open 4')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await expect(tab('Mine 4')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await tab('All 7').click()
  await expect(rows(page)).toHaveCount(7)
})
