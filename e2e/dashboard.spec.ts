import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import {
  companyWithJobs,
  count,
  grid,
  headers,
  jobNumbers,
  openDashboard,
  rows,
  titles,
} from './dashboard-jobs.ts'
import { signUp } from './people.ts'

const JOBS = 155

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  await companyWithJobs(page, JOBS)
})
test.afterAll(() => page.context().close())

const pageButton = (name: string) => page.getByRole('button', { name, exact: true })

test.describe('the table', () => {
  test('has the 26 columns in the specification’s order and words', async () => {
    await openDashboard(page)
    const shown = async () => (await headers(page).allInnerTexts()).map(text => text.trim())
    await expect.poll(shown).toEqual(titles)
  })

  test('shows each value of a job under its own title', async () => {
    await openDashboard(page, '?search=Bed%20linen')
    await expect
      .poll(() => rows(page).first().getByRole('gridcell').allTextContents())
      .toEqual(
        [
          '1',
          'Bed linen for Orwell',
          'Completed',
          'Orwell Furnishings',
          'Sea',
          'LCL',
          '2026-12-03',
          '2027-01-09',
          'Indus Textiles',
          'Deccan Forwarding',
          'Northern Star Line',
          'Cotton bed linen',
          'ExWorks - Required pickup from shipper',
          'Karachi',
          'Felixstowe',
          'Singapore',
          'Rotterdam',
          '4,250.5 KG',
          '4,100 KG',
          '31.2 m³',
          '1,120',
          'MBL-777',
          'HBL-778',
          'IGM-12/2026',
          'X-41',
          'Shed 9',
        ].map((text, place) => (place === 0 ? `Open${text}` : text)),
      )
  })

  test('shows a job without a name as “(unnamed)”, In Progress, with nothing else', async () => {
    await openDashboard(page)
    const cells = await rows(page).first().getByRole('gridcell').allTextContents()
    expect(cells.filter(Boolean)).toEqual([`Open${JOBS}`, '(unnamed)', 'In Progress'])
  })

  test('is sorted by its first column, descending, at the start', async () => {
    await openDashboard(page)
    await expect(headers(page).first()).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => jobNumbers(page)).toEqual(Array.from({ length: 50 }, (_, index) => JOBS - index))
  })

  test('is sorted by any column, up and down, and the address says how', async () => {
    await openDashboard(page)
    for (const title of titles.slice(1)) {
      const header = page.getByRole('columnheader', { name: title, exact: true })
      await header.click()
      await expect(header).toHaveAttribute('aria-sort', 'ascending')
    }
    await expect(page).toHaveURL('/webapp?sort=shedNumber')
    await expect.poll(async () => (await jobNumbers(page))[0]).toBe(1)
    await headers(page).last().click()
    await expect(headers(page).last()).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL('/webapp?sort=-shedNumber')
    await openDashboard(page, '?sort=-eta')
    await expect.poll(async () => (await jobNumbers(page)).slice(0, 2)).toEqual([2, 1])
  })

  test('draws of a long page only what is in sight, and all of it on paper', async () => {
    await openDashboard(page, '?size=200')
    expect(await rows(page).count()).toBeLessThan(80)
    await grid(page).evaluate(table => table.parentElement?.scrollTo({ top: 1e6 }))
    await expect(rows(page).last()).toContainText('Bed linen for Orwell')
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(rows(page)).toHaveCount(JOBS)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect.poll(() => rows(page).count()).toBeLessThan(80)
  })

  test('prints without menus, buttons and pages', async () => {
    await openDashboard(page)
    await page.emulateMedia({ media: 'print' })
    await expect(grid(page)).toBeVisible()
    for (const name of ['Create Job', 'Columns', 'Filters', 'Next page'])
      await expect(pageButton(name)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Contacts' })).toBeHidden()
    await page.emulateMedia({ media: null })
  })
})

test.describe('paging', () => {
  test('is full: first, previous, numbers, next and last, and rows a page', async () => {
    await openDashboard(page)
    await expect(count(page)).toHaveText(`1 to 50 of ${JOBS} jobs`)
    await expect(pageButton('First page')).toBeDisabled()
    await expect(pageButton('Previous page')).toBeDisabled()
    await pageButton('Next page').click()
    await expect(count(page)).toHaveText(`51 to 100 of ${JOBS} jobs`)
    await pageButton('Last page').click()
    await expect(count(page)).toHaveText(`151 to ${JOBS} of ${JOBS} jobs`)
    await expect.poll(() => jobNumbers(page)).toEqual([5, 4, 3, 2, 1])
    await expect(pageButton('Next page')).toBeDisabled()
    await expect(pageButton('Last page')).toBeDisabled()
    await pageButton('Previous page').click()
    await expect(count(page)).toHaveText(`101 to 150 of ${JOBS} jobs`)
    await pageButton('Page 2').click()
    await expect(pageButton('Page 2')).toHaveAttribute('aria-current', 'page')
    await pageButton('First page').click()
    await expect(count(page)).toHaveText(`1 to 50 of ${JOBS} jobs`)
    await page.getByLabel('Rows per page').selectOption('25')
    await expect(count(page)).toHaveText(`1 to 25 of ${JOBS} jobs`)
    await expect(rows(page)).toHaveCount(25)
  })

  test('stands in the address, so that a page is a link', async () => {
    await openDashboard(page, '?page=3&size=25')
    await expect(count(page)).toHaveText(`51 to 75 of ${JOBS} jobs`)
    expect((await jobNumbers(page))[0]).toBe(JOBS - 50)
  })

  test('leads back from a page that there is not', async () => {
    await page.goto('/webapp?page=9')
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await expect(count(page)).toHaveText(`151 to ${JOBS} of ${JOBS} jobs`)
  })

  test('has the next page ready before it is asked for', async () => {
    const ahead = page.waitForRequest(/\/api\/shipment\/table\?.*offset=50/)
    await openDashboard(page)
    await (await ahead).response()
  })
})

test.describe('rows', () => {
  const selected = () => grid(page).locator('tr[aria-selected=true]')

  test('a single click selects one row and opens nothing', async () => {
    await openDashboard(page)
    await rows(page).nth(2).click()
    await rows(page).nth(4).click()
    await expect(selected()).toHaveCount(1)
    await expect(selected()).toContainText(`Plain job ${JOBS - 4}`)
    await expect(page).toHaveURL('/webapp')
  })

  test('the arrow keys move the selection and Enter opens the job', async () => {
    await openDashboard(page)
    await grid(page).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
    await expect(selected()).toContainText(`Plain job ${JOBS - 1}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/webapp\/shipment\?id=/)
    await expect(page.getByLabel('Job Id')).toHaveText(`Job Id${JOBS - 1}`)
  })

  test('a double click opens the job', async () => {
    await openDashboard(page)
    await rows(page).nth(7).dblclick()
    await page.waitForURL(/\/webapp\/shipment\?id=/)
    await expect(page.getByLabel('Job Id')).toHaveText(`Job Id${JOBS - 7}`)
  })

  test('what opening a job needs is loaded when it is selected', async () => {
    await openDashboard(page)
    await grid(page).focus()
    const loaded = page.waitForRequest(/\/api\/shipment\/[0-9a-f-]{36}\?stakeholder=true/)
    await page.keyboard.press('ArrowDown')
    await (await loaded).response()
    await expect(page).toHaveURL('/webapp')
  })

  test('on a touch screen each row has an Open button, and on a phone two lines that a tap opens', async ({
    browser,
  }) => {
    const context = await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
      isMobile: true,
    })
    const phone = await context.newPage()
    await openDashboard(phone)
    await expectNoSideways(phone)
    await phone.getByRole('button', { name: 'Columns', exact: true }).tap()
    await expect(phone.getByRole('checkbox', { name: 'Consignee' })).toBeInViewport({ ratio: 1 })
    await expectNoSideways(phone)
    await phone.getByRole('button', { name: 'Columns', exact: true }).tap()
    await expectAccessible(phone)
    await rows(phone).nth(1).getByRole('button', { name: 'Open' }).tap()
    await phone.waitForURL(/\/webapp\/shipment\?id=/)
    await expect(phone.getByLabel('Job Id')).toHaveText(`Job Id${JOBS - 1}`)

    await phone.setViewportSize({ width: 390, height: 844 })
    await openDashboard(phone, '?sort=jobId')
    await expect(rows(phone).first().getByRole('gridcell')).toHaveText(
      /^Open1Bed linen for OrwellCompletedOrwell FurnishingsSea LCLETA Jan 9(, 2027)?$/,
    )
    await expect(phone.getByRole('button', { name: 'Columns', exact: true })).toBeHidden()
    await expectNoSideways(phone)
    await expectAccessible(phone)
    await rows(phone).nth(1).tap()
    await phone.waitForURL(/\/webapp\/shipment\?id=/)
    await expect(phone.getByLabel('Job Id')).toHaveText('Job Id2')
    await context.close()
  })
})

test.describe('states', () => {
  const list = /\/api\/shipment\/table\?/

  test('while the jobs load, their places stand there already', async () => {
    let letThrough = () => undefined as void
    const held = new Promise<void>(resolve => {
      letThrough = resolve
    })
    await page.route(list, async route => {
      await held
      await route.continue()
    })
    await page.goto('/webapp')
    await expect(grid(page)).toHaveAttribute('aria-busy', 'true')
    await expect(grid(page).locator('.skeleton').first()).toBeVisible()
    letThrough()
    await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
    await expect(rows(page)).toHaveCount(50)
    await page.unroute(list)
  })

  test('a list that fails to load says so in words, and Retry loads it', async () => {
    await page.route(list, route => route.fulfill({ status: 503 }))
    await page.goto('/webapp')
    const message = page.getByRole('alert').filter({ hasText: 'Jobs could not be loaded.' })
    await expect(message).toBeVisible()
    await expectAccessible(page)
    await page.unroute(list)
    await message.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page)).toHaveCount(50)
  })

  test('the list is not loaded while the address holds an access token', async () => {
    const asked: string[] = []
    const note = (request: { url(): string }) => void asked.push(request.url())
    page.on('request', note)
    await page.goto('about:blank')
    await page.goto('/webapp#access_token=abc')
    await page.waitForLoadState('networkidle')
    expect(asked.some(url => url.includes('/api/'))).toBe(true)
    expect(asked.filter(url => list.test(url))).toEqual([])
    page.off('request', note)
  })

  test('a company without jobs is told what a job is, and sees nobody else’s', async ({ browser }) => {
    const context = await browser.newContext()
    const other = await context.newPage()
    await signUp(other)
    await expect(grid(other).locator('..')).toContainText(
      'No jobs yet.A job holds one shipment: its parties, ports, dates, cargo, charges and documents.Create your first job',
    )
    await expect(count(other)).toHaveText('0 jobs')
    await expectAccessible(other)
    await context.close()
  })
})

test.describe('creating', () => {
  test('Create Contact opens the organisation dialog and then the contact’s page', async () => {
    await openDashboard(page)
    await page.getByRole('button', { name: 'Create Contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Organisation' })
    await expectAccessible(page)
    await dialog.getByLabel('Name', { exact: true }).fill('Anatolia Sports')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/webapp\/contact\?id=/)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Anatolia Sports')
  })

  // The last of all: the others count the jobs.
  test('Create Job makes a job and opens its Job card', async () => {
    await openDashboard(page)
    await page.getByRole('button', { name: 'Create Job' }).click()
    await page.waitForURL(/\/webapp\/shipment\?id=/)
    await expect(page.getByLabel('Job Id')).toHaveText(`Job Id${JOBS + 1}`)
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  })
})
