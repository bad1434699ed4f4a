import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { companyWithJobs, count, grid, jobNumbers, openDashboard, rows } from './dashboard-jobs.ts'

let page: Page
let company: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await companyWithJobs(page, 6)
})
test.afterAll(() => page.context().close())

const panel = (name: string) => page.getByRole('dialog', { name: `Filter by ${name}` })
const search = () => page.getByRole('searchbox', { name: 'Search these jobs' })
const chip = (label: string) => page.locator('.job-filters__chip').filter({ hasText: label })
const addButton = () => page.getByRole('button', { name: 'Filter', exact: true })

/** Opens the panel of a filter that is not in force yet. */
async function addFilter(name: string): Promise<void> {
  await addButton().click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name, exact: true }).click()
}

/** These jobs alone are shown, now and when the address is opened anew. */
async function expectJobs(numbers: number[], address: RegExp): Promise<void> {
  await expect.poll(() => jobNumbers(page)).toEqual(numbers)
  await expect(page).toHaveURL(address)
  await openDashboard(page, new URL(page.url()).search)
  await expect.poll(() => jobNumbers(page)).toEqual(numbers)
  const total = numbers.length === 1 ? '1 job' : `1 to ${numbers.length} of ${numbers.length} jobs`
  await expect(count(page)).toHaveText(total)
}

for (const { group, choice, numbers, address } of [
  { group: 'Status', choice: 'Completed', numbers: [1], address: /\?status=2$/ },
  { group: 'Transport Mode', choice: 'Sea', numbers: [1], address: /\?mode=2$/ },
  { group: 'Load Type', choice: 'FCL', numbers: [2], address: /\?loadType=0$/ },
  { group: 'Quote Type', choice: 'Cost & Freight (C&F)', numbers: [2], address: /\?quoteType=0$/ },
  { group: 'Direction', choice: 'Export', numbers: [1], address: /\?direction=1$/ },
])
  test(`jobs are filtered by ${group}, and the filter stands in the address`, async () => {
    await openDashboard(page)
    await addFilter(group)
    await panel(group).getByRole('group', { name: group }).getByRole('checkbox', { name: choice }).check()
    // The list follows while the panel is open.
    await expect.poll(() => jobNumbers(page)).toEqual(numbers)
    await expect(panel(group)).toBeVisible()
    await expect(chip(group)).toContainText(choice)
    await expectJobs(numbers, address)
  })

for (const { record, text, address } of [
  { record: 'Party', text: 'Deccan Forwarding', address: /\?party=[0-9a-f-]{36}$/ },
  { record: 'Port', text: 'Rotterdam', address: /\?port=[0-9a-f-]{36}$/ },
])
  test(`jobs are filtered by a ${record.toLowerCase()} that is searched for`, async () => {
    await openDashboard(page)
    await addFilter(record)
    await panel(record).getByRole('combobox', { name: record }).fill(text)
    await panel(record).getByRole('option').filter({ hasText: text }).first().click()
    await expect(chip(text)).toBeVisible()
    await expectJobs([1], address)
    await expect(chip(text)).toBeVisible()
  })

for (const { field, day, numbers, address, words } of [
  {
    field: 'ETD from',
    day: '2027-01-01',
    numbers: [2],
    address: /\?etdFrom=2027-01-01$/,
    words: 'from 2027-01-01',
  },
  {
    field: 'ETA to',
    day: '2027-01-09',
    numbers: [1],
    address: /\?etaTo=2027-01-09$/,
    words: 'until 2027-01-09',
  },
])
  test(`jobs are filtered by ${field}`, async () => {
    const column = field.slice(0, 3)
    await openDashboard(page)
    await addFilter(column)
    await panel(column).getByLabel(column, { exact: true }).selectOption('From … to …')
    await panel(column).getByLabel(field, { exact: true }).fill(day)
    await page.keyboard.press('Tab')
    await expect(chip(column)).toContainText(words)
    await expectJobs(numbers, address)
  })

test('jobs are filtered by a number from one to another, and by a place of the bill of lading', async () => {
  const { id } = (await company.call<Job[]>('GET', '/api/shipment?search=3'))[0] ?? { id: '' }
  await company.call('PUT', '/api/shipment', { id, freeDays: 14, placeOfIssue: 'Sialkot' })
  await openDashboard(page)
  await addFilter('Free Days')
  await panel('Free Days').getByLabel('Free Days from').fill('7')
  await page.keyboard.press('Tab')
  await expect(chip('Free Days')).toContainText('at least 7')
  await panel('Free Days').getByLabel('Free Days to').fill('14')
  await page.keyboard.press('Tab')
  await expect(chip('Free Days')).toContainText('from 7 to 14')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await addFilter('Place of Issue')
  await panel('Place of Issue').getByLabel('Place of Issue contains').fill('sialk')
  await expect(chip('Place of Issue')).toContainText('contains “sialk”')
  await expectJobs([3], /\?(?=.*freeDaysFrom=7)(?=.*freeDaysTo=14)(?=.*placeOfIssue=sialk)/)
  await company.call('PUT', '/api/shipment', { id, freeDays: null, placeOfIssue: null })
})

test('jobs are filtered by their depot, their terminal and the last day of their delivery order', async () => {
  const { id } = (await company.call<Job[]>('GET', '/api/shipment?search=3'))[0] ?? { id: '' }
  const values = { emptyDepot: 'Seaboard', containerTerminal: 'KICT', releaseValidUntil: '2027-01-09' }
  await company.call('PUT', '/api/shipment', { id, ...values })
  await openDashboard(page)
  for (const [label, text] of [
    ['Empty Container Depot', 'seab'],
    ['Container Terminal', 'kict'],
  ] as const) {
    await addFilter(label)
    await panel(label).getByLabel(`${label} contains`).fill(text)
    await expect(chip(label)).toContainText(`contains “${text}”`)
    await page.keyboard.press('Escape')
  }
  const release = 'Delivery Order valid until'
  await addFilter(release)
  await panel(release).getByLabel(release, { exact: true }).selectOption('From … to …')
  await panel(release).getByLabel(`${release} to`, { exact: true }).fill('2027-01-10')
  await page.keyboard.press('Tab')
  await expect(chip(release)).toContainText('2027-01-10 or earlier')
  await expectAccessible(page)
  await expectJobs(
    [3],
    /\?(?=.*emptyDepot=seab)(?=.*containerTerminal=kict)(?=.*releaseValidUntilTo=2027-01-10)/,
  )
  await company.call('PUT', '/api/shipment', {
    ...{ id, emptyDepot: null, containerTerminal: null, releaseValidUntil: null },
  })
})

test('days from today on are said in words, and stay so in the address', async () => {
  const { id } = (await company.call<Job[]>('GET', '/api/shipment?search=3'))[0] ?? { id: '' }
  const today = new Date(Date.now()).toISOString().slice(0, 10)
  await company.call('PUT', '/api/company', { timeZone: 'UTC' })
  await company.call('PUT', '/api/shipment', { id, etd: today })
  await openDashboard(page)
  await addFilter('ETD')
  const when = panel('ETD').getByLabel('ETD', { exact: true })
  await when.selectOption('Next … days')
  await panel('ETD').getByLabel('Days').fill('3')
  await expect(chip('ETD')).toContainText('next 3 days')
  await expectJobs([3], /\?etd=next-3-days$/)
  await chip('ETD').getByRole('button').first().click()
  await when.selectOption('Before today')
  await expect(chip('ETD')).toContainText('before today')
  await expect(page).toHaveURL('/webapp?etd=before-today')
  await expect(grid(page).locator('..')).toContainText('No jobs match these filters.')
  await when.selectOption('Any day')
  await page.keyboard.press('Escape')
  await expect(chip('ETD')).toHaveCount(0)
  await company.call('PUT', '/api/shipment', { id, etd: null })
})

test('what a job lacks is a filter of one click, and what is overdue is one click from home', async () => {
  const { id } = (await company.call<Job[]>('GET', '/api/shipment?search=4'))[0] ?? { id: '' }
  await company.call('PUT', '/api/shipment', { id, eta: '2026-01-01' })
  await openDashboard(page)
  await page.getByRole('link', { name: 'Overdue 1' }).click()
  await expectJobs([4], /\?tab=overdue$/)
  await company.call('PUT', '/api/preferences', { jobTab: 'all' })
  await openDashboard(page, '?tab=all')
  await addFilter('No house B/L')
  await expect(addButton()).toBeFocused()
  await expect.poll(() => jobNumbers(page)).toEqual([6, 5, 4, 3, 2])
  await addFilter('Overdue')
  await expectJobs([4], /\?tab=all&noHouseBl=true&overdue=true$/)
  await page.getByRole('button', { name: 'Remove the filter Overdue' }).click()
  await expect(chip('Overdue')).toHaveCount(0)
  await company.call('PUT', '/api/shipment', { id, eta: null })
})

test('Escape closes the calendar first, then the panel', async () => {
  await openDashboard(page, '?etaFrom=2026-01-01')
  await chip('ETA').getByRole('button').first().click()
  await panel('ETA').getByLabel('ETA from', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Next month' })).toBeHidden()
  await expect(panel('ETA')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel('ETA')).toBeHidden()
  await expect(chip('ETA').getByRole('button').first()).toBeFocused()
})

test('several filters narrow the list together, several choices of one widen it', async () => {
  await openDashboard(page, '?status=0,2')
  await expect.poll(() => jobNumbers(page)).toEqual([2, 1])
  await openDashboard(page, '?status=0,2&mode=0')
  await expect.poll(() => jobNumbers(page)).toEqual([2])
})

test('a filter is set and taken away by the keyboard alone', async () => {
  await openDashboard(page)
  await search().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(panel('Status').getByRole('checkbox', { name: 'Cancelled' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect.poll(() => jobNumbers(page)).toEqual([2])
  await page.keyboard.press('Escape')
  await expect(panel('Status')).toBeHidden()
  await expect(chip('Status').getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chip('Status')).toHaveCount(0)
  await expect(addButton()).toBeFocused()
})

test('a filter’s chip opens it, and its cross takes it away alone', async () => {
  await openDashboard(page, '?status=0,2&mode=0')
  await chip('Status').getByRole('button').first().click()
  await expect(panel('Status').getByRole('checkbox', { name: 'Completed' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove the filter Transport Mode' }).click()
  await expect.poll(() => jobNumbers(page)).toEqual([2, 1])
  await expect(page).toHaveURL('/webapp?status=0%2C2')
})

test('“Clear all” takes all filters and the search away', async () => {
  await openDashboard(page, '?status=2&search=bed%20linen')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows(page)).toHaveCount(6)
  await expect(page).toHaveURL('/webapp')
  await expect(search()).toHaveValue('')
})

test('a text of 3 characters searches the jobs, and stands in the address', async () => {
  await openDashboard(page)
  await search().fill('consol')
  await expectJobs([2], /\?search=consol$/)
  await expect(search()).toHaveValue('consol')
})

test('a shorter text is not searched for, and the field says why', async () => {
  await openDashboard(page)
  await search().fill('co')
  await expect(page.getByText('Type at least 3 characters, or a job’s number.')).toBeVisible()
  await expectAccessible(page)
  await expect(rows(page)).toHaveCount(6)
  await expect(page).toHaveURL('/webapp')
})

test('a whole number of any length finds the job', async () => {
  await openDashboard(page)
  await search().fill('4')
  await expectJobs([4], /\?search=4$/)
})

test('filters that no job fits say so and can be cleared', async () => {
  await page.goto('/webapp?search=nothing%20like%20it')
  const place = grid(page).locator('..')
  await expect(place).toContainText('No jobs match these filters.')
  await expectAccessible(page)
  await place.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows(page)).toHaveCount(6)
})

test('the filters have no fault in light or dark', async () => {
  await openDashboard(page, '?status=0&noHouseBl=true')
  await addButton().click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await chip('Status').getByRole('button').first().click()
  await expect(panel('Status').getByRole('checkbox', { name: 'Completed' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await addFilter('Port')
  await panel('Port').getByRole('combobox').fill('Rotterdam')
  await expect(panel('Port').getByRole('option').first()).toContainText('NLRTM')
  await expectAccessible(page)
})

test('filters and chips fit a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDashboard(page, '?status=0,1,2,3&mode=2&loadType=1&etdFrom=2026-01-01&etaTo=2028-01-01')
  await expectNoSideways(page)
  await addButton().click()
  const last = page.getByRole('button', { name: 'No arrival notice sent' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Escape')
  for (const name of ['Load Type', 'ETA']) {
    await chip(name).getByRole('button').first().click()
    await expect(panel(name)).toBeInViewport({ ratio: 1 })
    await expectNoSideways(page)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})
