import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { companyWithJobs, grid, headers, openDashboard, rows, titles } from './dashboard-jobs.ts'
import { fillSignIn } from './people.ts'

let page: Page
let company: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await companyWithJobs(page, 3)
})
test.afterAll(() => page.context().close())
test.beforeEach(async () => {
  await company.call('PUT', '/api/preferences', { jobTable: null })
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('lading.')) localStorage.removeItem(key)
  })
  await openDashboard(page)
})

const asItCame = { widths: {}, visible: {}, order: [], comfortable: false }
const shownTitles = async () => (await headers(page).allInnerTexts()).map(text => text.trim())
const header = (title: string) => page.getByRole('columnheader', { name: title, exact: true })
const edge = (title: string) => header(title).locator('.data-table__grip')
const width = (title: string) => header(title).evaluate(one => Math.round(one.getBoundingClientRect().width))
const openMenu = () => page.getByRole('button', { name: 'Columns', exact: true }).click()
/** The layout has reached the server. */
const kept = () =>
  page.waitForResponse(
    reply => reply.url().endsWith('/api/preferences') && reply.request().method() === 'PUT',
  )

/** The headers by the keyboard alone: this many steps to the right of the first. */
async function goToHeader(steps: number): Promise<void> {
  await grid(page).focus()
  await page.keyboard.press('ArrowUp')
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight')
}

test('the column-visibility button hides and shows columns', async () => {
  await openMenu()
  await page.getByRole('checkbox', { name: 'Status' }).uncheck()
  await expect.poll(shownTitles).toEqual(titles.filter(title => title !== 'Status'))
  await page.getByRole('checkbox', { name: 'Status' }).check()
  await expect.poll(shownTitles).toEqual(titles)
})

test('a column among many is found by typing a part of its title, and Enter shows it', async () => {
  await openMenu()
  await expect(page.getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
  await page.keyboard.type('seal')
  await expect(page.getByRole('group', { name: 'Columns' }).getByRole('checkbox')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect.poll(shownTitles).toEqual([...titles, 'Seals'])
})

test('columns of references, containers and items are shown when they are wanted', async () => {
  const { id } = (await company.call<{ id: string }[]>('GET', '/api/shipment?search=2'))[0] ?? { id: '' }
  await company.call('POST', '/api/reference', { shipmentId: id, kind: 'letterOfCredit', number: 'LC 44' })
  for (const [number, emptyReturned] of [
    ['KSOU4182075', '2026-11-20'],
    ['MSKU1234565', null],
  ])
    await company.call('POST', '/api/container', {
      shipmentId: id,
      number,
      emptyReturned,
      seals: [`S${number}`],
    })
  await company.call('POST', '/api/item', { shipmentId: id, hsCode: '6302.10', unNumber: '1263' })
  await openDashboard(page)
  await openMenu()
  for (const [title, text] of [
    ['Letter of Credit', 'LC 44'],
    ['Seals', 'SKSOU4182075, SMSKU1234565'],
    ['Empty Returned', '1 of 2'],
    ['HS Codes', '6302.10'],
    ['UN Numbers', '1263'],
  ] as const) {
    await page.getByRole('checkbox', { name: title, exact: true }).click()
    await expect(header(title)).toBeAttached()
    const at = (await shownTitles()).indexOf(title)
    await expect(rows(page).filter({ hasText: 'LC 44' }).getByRole('gridcell').nth(at)).toHaveText(text)
  }
  await expectAccessible(page)
})

test('Id and Name stay in sight while the columns are scrolled, as long as they leave half of the window', async () => {
  // The first header holds the box that ticks the page as well.
  const left = (title: string) =>
    headers(page)
      .nth(titles.indexOf(title))
      .evaluate(one => Math.round(one.getBoundingClientRect().left))
  const cellLeft = () =>
    rows(page)
      .first()
      .getByRole('gridcell')
      .nth(1)
      .evaluate(one => Math.round(one.getBoundingClientRect().left))
  const before = [await left('Id'), await left('Name')]
  // By the keyboard, to the last header and back to the third, which is not left beneath them.
  await goToHeader(titles.length - 1)
  expect(await left('Status')).toBeLessThan(0)
  expect([await left('Id'), await left('Name')]).toEqual(before)
  expect(await cellLeft()).toBe(before[1])
  for (let step = 0; step < titles.length - 3; step += 1) await page.keyboard.press('ArrowLeft')
  expect(await left('Status')).toBeGreaterThanOrEqual((before[1] ?? 0) + (await width('Name')) - 1)
  await expectAccessible(page)
  // A name that is pulled wide goes along with the others, and the number stays.
  await company.call('PUT', '/api/preferences', { jobTable: { ...asItCame, widths: { name: 900 } } })
  await page.reload()
  await rows(page).first().waitFor()
  await goToHeader(titles.length - 1)
  expect(await left('Name')).toBeLessThan(0)
  expect(await left('Id')).toBe(before[0])
})

test('Direction and Master Job are further columns, hidden at first', async () => {
  await openMenu()
  for (const name of ['Direction', 'Master Job']) {
    await expect(page.getByRole('checkbox', { name })).not.toBeChecked()
    await page.getByRole('checkbox', { name }).check()
  }
  await expect.poll(shownTitles).toEqual([...titles, 'Direction', 'Master Job'])
  await expect(rows(page).last().getByRole('gridcell').nth(26)).toHaveText('Export')
  await expect(rows(page).last().getByRole('gridcell').nth(27)).toHaveText('2 Consolidation in March')
})

test('a page is asked for with what its columns show, and once after a reload', async () => {
  const { id } = await company.call<{ id: string }>('POST', '/api/shipment', { name: 'In a container' })
  await company.call('PUT', '/api/shipment', { id, placeOfReceipt: 'Lahore' })
  await company.call('POST', '/api/container', { shipmentId: id, number: 'MSKU1234565' })
  const asked: (string | null)[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/shipment/table') asked.push(searchParams.get('further'))
  })
  await openDashboard(page)
  expect(asked).toEqual(['none'])

  const saved = kept()
  await openMenu()
  await page.getByRole('checkbox', { name: 'Containers' }).click()
  await page.getByRole('checkbox', { name: 'Place of Receipt' }).click()
  await expect.poll(shownTitles).toEqual([...titles, 'Containers', 'Place of Receipt'])
  const cells = rows(page).first().getByRole('gridcell')
  await expect(cells.nth(26)).toHaveText('MSKU1234565')
  await expect(cells.nth(27)).toHaveText('Lahore')
  expect(asked).toEqual(['none', 'containers', 'containers,particulars'])
  await saved

  await openDashboard(page)
  await expect(cells.nth(27)).toHaveText('Lahore')
  expect(asked.slice(3)).toEqual(['containers,particulars'])

  // As on a machine where nobody has opened the dashboard yet.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('lading.')) localStorage.removeItem(key)
  })
  await openDashboard(page)
  await expect(cells.nth(26)).toHaveText('MSKU1234565')
  expect(asked.slice(4)).toEqual(['none', 'containers,particulars'])
})

test('the columns menu has no fault in light or dark, and Escape closes it', async () => {
  await openMenu()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Status' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Status' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeFocused()
})

test('a column moves where its header is dragged', async () => {
  await header('Consignee').dragTo(header('Name'))
  await expect.poll(shownTitles).toEqual(['Id', 'Consignee', 'Name', 'Status', ...titles.slice(4)])
  await expect(rows(page).last().getByRole('gridcell').nth(1)).toHaveText('Orwell Furnishings')
})

const firstTitles = async () => (await shownTitles()).slice(0, 4)

test('a column moves by Control and an arrow', async () => {
  await goToHeader(1)
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+ArrowRight')
  await expect.poll(firstTitles).toEqual(['Id', 'Status', 'Consignee', 'Name'])
  // A layout that is kept after the test has ended would be the next one's.
  const saved = kept()
  await page.keyboard.press('Control+ArrowLeft')
  await expect.poll(firstTitles).toEqual(['Id', 'Status', 'Name', 'Consignee'])
  await saved
})

test('a column becomes wider as its edge is dragged, and nothing is sorted or moved by that', async () => {
  const before = await width('Name')
  const box = await edge('Name').boundingBox()
  if (!box) throw new Error('The edge of Name cannot be seen.')
  await page.mouse.move(box.x + 4, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 34, box.y + 8)
  await page.mouse.move(box.x + 64, box.y + 8)
  await page.mouse.up()
  await expect.poll(() => width('Name')).toBe(before + 60)
  await expect(page).toHaveURL('/webapp')
  await expect.poll(shownTitles).toEqual(titles)
})

test('a column becomes wider and narrower by Shift and an arrow', async () => {
  const before = await width('Name')
  await goToHeader(1)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => width('Name')).toBe(before + 32)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => width('Name')).toBe(before + 16)
})

test('a double click on a column’s edge fits it to what it shows', async () => {
  const cell = rows(page).last().getByRole('gridcell').nth(12)
  const isCut = () => cell.evaluate(one => one.scrollWidth > one.clientWidth)
  await expect.poll(isCut).toBe(true)
  await edge('Quote Type').dblclick()
  await expect.poll(isCut).toBe(false)
  await expect.poll(() => width('Quote Type')).toBeLessThan(330)
})

test('rows are 32 pixels high, or 40 where the person likes them higher', async () => {
  const height = () =>
    rows(page)
      .first()
      .evaluate(row => row.getBoundingClientRect().height)
  await expect.poll(height).toBe(32)
  const saved = kept()
  await openMenu()
  await page.getByRole('checkbox', { name: 'Taller rows' }).check()
  await expect.poll(height).toBe(40)
  await saved
  await openDashboard(page)
  await expect.poll(height).toBe(40)
})

test('order, widths and columns follow the person to another machine, and can be reset', async ({
  browser,
}) => {
  const saved = kept()
  await goToHeader(1)
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await openMenu()
  await page.getByRole('checkbox', { name: 'ETD' }).uncheck()
  await saved
  const [order, wide] = [await shownTitles(), await width('Name')]

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto('/webapp')
  await fillSignIn(other, company.person)
  await rows(other).first().waitFor()
  await expect.poll(() => headers(other).allInnerTexts()).toHaveLength(25)
  expect((await headers(other).allInnerTexts()).map(text => text.trim())).toEqual(order)
  expect(
    await headers(other)
      .nth(2)
      .evaluate(one => Math.round(one.getBoundingClientRect().width)),
  ).toBe(wide)
  await context.close()

  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(shownTitles).toEqual(titles)
})
