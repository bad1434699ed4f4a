import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newColleague } from './company.ts'
import { companyWithJobs, grid, jobNumbers, openDashboard, rows, titles } from './dashboard-jobs.ts'
import { fillSignIn } from './people.ts'

let page: Page
let company: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await companyWithJobs(page, 6)
})
test.afterAll(() => page.context().close())

const menu = () => page.getByRole('group', { name: 'Saved views' })
const openViews = () => page.getByRole('button', { name: 'Views', exact: true }).click()

test.beforeEach(async () => {
  await company.call('PUT', '/api/preferences', { jobViews: [], jobAddress: '' })
  await openDashboard(page, '?status=2&sort=eta')
  await openViews()
  await menu().getByLabel('Save this view as').fill('Done by ETA')
  await menu().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu().getByRole('button', { name: 'Done by ETA', exact: true })).toBeVisible()
})

test('the menu has no fault in light or dark', async () => {
  await expectAccessible(page)
})

test('a view holds filters and order under a name, and follows the person to another machine', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto('/webapp')
  await fillSignIn(other, company.person)
  await rows(other).first().waitFor()
  await other.getByRole('button', { name: 'Views', exact: true }).click()
  await other.getByRole('button', { name: 'Done by ETA', exact: true }).click()
  await expect(other).toHaveURL('/webapp?status=2&sort=eta')
  await expect(rows(other)).toHaveCount(1)
  await context.close()
})

test('a view brings back the columns that it was saved with', async () => {
  const layout = { widths: {}, visible: { igm: false }, order: ['jobId', 'eta'], comfortable: false }
  await company.call('PUT', '/api/preferences', { jobTable: layout })
  await openDashboard(page, '?status=2')
  await openViews()
  await menu().getByLabel('Save this view as').fill('Narrow')
  await menu().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu().getByRole('button', { name: 'Narrow', exact: true })).toBeVisible()
  await company.call('PUT', '/api/preferences', { jobTable: { ...layout, visible: {}, order: [] } })
  await openDashboard(page)
  await expect(grid(page).getByRole('columnheader', { name: 'IGM' })).toBeVisible()
  await openViews()
  await menu().getByRole('button', { name: 'Narrow', exact: true }).click()
  await expect(grid(page).getByRole('columnheader', { name: 'IGM' })).toHaveCount(0)
  await expect(grid(page).getByRole('columnheader').nth(1)).toHaveText('ETA')
  await company.call('PUT', '/api/preferences', { jobTable: { ...layout, visible: {}, order: [] } })
})

test('a view keeps its columns where the answer to its address comes late', async () => {
  const layout = { widths: {}, visible: {}, order: [], comfortable: false }
  const view = {
    id: crypto.randomUUID(),
    name: 'Narrow',
    address: 'status=2',
    layout: { ...layout, visible: { igm: false } },
  }
  await company.call('PUT', '/api/preferences', { jobTable: layout, jobViews: [view] })
  await openDashboard(page)
  const igm = grid(page).getByRole('columnheader', { name: 'IGM' })
  await expect(igm).toBeVisible()
  const answered: string[] = []
  await page.route('**/api/preferences', async route => {
    const change = Object.keys(route.request().postDataJSON() as object).join()
    if (change === 'jobTable') await page.waitForTimeout(500)
    const response = await route.fetch()
    if (change !== 'jobTable') await page.waitForTimeout(1000)
    await route.fulfill({ response })
    answered.push(change)
  })
  await openViews()
  await menu().getByRole('button', { name: 'Narrow', exact: true }).click()
  await expect.poll(() => answered).toEqual(['jobTable', 'jobAddress'])
  await page.unrouteAll()
  await expect(igm).toHaveCount(0)
  await company.call('PUT', '/api/preferences', { jobTable: layout })
})

test('saving under the same name replaces the view', async () => {
  await openDashboard(page, '?status=0')
  await openViews()
  await menu().getByLabel('Save this view as').fill('done by eta')
  await menu().getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(menu().getByRole('button', { name: 'done by eta', exact: true })).toBeVisible()
  await expect(menu().getByRole('button', { name: 'Done by ETA', exact: true })).toHaveCount(0)
  await openDashboard(page)
  await openViews()
  await menu().getByRole('button', { name: 'done by eta', exact: true }).click()
  await expect.poll(() => jobNumbers(page)).toEqual([2])
})

test('a view is renamed', async () => {
  await menu().getByRole('button', { name: 'Rename Done by ETA' }).click()
  await menu().getByLabel('New name of “Done by ETA”').fill('Finished')
  await menu().getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(menu().getByRole('button', { name: 'Finished', exact: true })).toBeVisible()
  await expect(menu().getByRole('button', { name: 'Done by ETA', exact: true })).toHaveCount(0)
})

test('a view is deleted, with an undo', async () => {
  await menu().getByRole('button', { name: 'Delete Done by ETA' }).click()
  await expect(menu().getByRole('button', { name: 'Done by ETA', exact: true })).toHaveCount(0)
  const stored = page.waitForResponse(
    reply => reply.url().endsWith('/api/preferences') && reply.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await stored
  await openDashboard(page)
  await openViews()
  await expect(menu().getByRole('button', { name: 'Done by ETA', exact: true })).toBeVisible()
})

test('the day’s nine columns are a view that nobody can delete, and the view used last opens again', async () => {
  const own = { widths: {}, visible: { igm: false }, order: [], comfortable: false }
  await company.call('PUT', '/api/preferences', { jobTable: own })
  await openDashboard(page)
  const shown = async () =>
    (await grid(page).getByRole('columnheader').allInnerTexts()).map(one => one.trim())
  await openViews()
  await expect(menu().getByRole('button', { name: /(Delete|Rename) (Day view|All columns)/ })).toHaveCount(0)
  await menu().getByRole('button', { name: 'Day view', exact: true }).click()
  const nine = ['Id', 'Name', 'Consignee', 'Transport Mode', 'Loading Port', 'Destination Port', 'ETD', 'ETA']
  await expect.poll(shown).toEqual([...nine, 'Status'])
  await expect(page).toHaveURL('/webapp?tab=open&sort=eta')
  // All nine are in sight on a laptop.
  expect(await grid(page).evaluate(one => one.scrollWidth - (one.parentElement?.clientWidth ?? 0))).toBe(0)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/webapp?tab=open&sort=eta')
  await expect.poll(shown).toEqual([...nine, 'Status'])
  await openViews()
  await menu().getByRole('button', { name: 'All columns', exact: true }).click()
  await expect.poll(shown).toEqual(titles)
  await expect(page).toHaveURL('/webapp?tab=all')
})

test('columns that stand in no view are not lost by opening one', async () => {
  const own = { widths: {}, visible: { igm: false }, order: [], comfortable: false }
  await company.call('PUT', '/api/preferences', { jobTable: own })
  await openDashboard(page)
  await openViews()
  await menu().getByRole('button', { name: 'Day view', exact: true }).click()
  await page.getByRole('button', { name: 'Keep my columns' }).click()
  await expect(grid(page).getByRole('columnheader')).toHaveCount(titles.length - 1)
})

test('a view is shared with the company: colleagues use it and save copies, its maker changes it', async ({
  browser,
}) => {
  await menu().getByRole('button', { name: 'Share Done by ETA with the company' }).click()
  await expect(page.getByText('“Done by ETA” is shared with your company.')).toBeVisible()
  await expect(menu().getByRole('heading', { name: 'Shared with the company' })).toBeVisible()
  await expectAccessible(page)
  const { person } = await newColleague(company, { name: 'Bilal Khan' })
  const colleague = await (await browser.newContext()).newPage()
  await colleague.goto('/webapp')
  await fillSignIn(colleague, person)
  await rows(colleague).first().waitFor()
  await colleague.getByRole('button', { name: 'Views', exact: true }).click()
  const theirs = colleague.getByRole('group', { name: 'Saved views' })
  await expect(theirs.getByRole('button', { name: 'Delete Done by ETA' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Save a copy of Done by ETA' }).click()
  await expect(theirs.getByRole('button', { name: 'Done by ETA', exact: true })).toHaveCount(2)
  await theirs.getByRole('button', { name: 'Done by ETA', exact: true }).last().click()
  await expect(colleague).toHaveURL('/webapp?status=2&sort=eta')
  await colleague.context().close()
  await menu().getByRole('button', { name: 'Delete Done by ETA' }).click()
  await expect(page.getByText('The view is no longer shared.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await openViews()
  await expect(menu().getByRole('button', { name: 'Done by ETA', exact: true })).toBeVisible()
})
