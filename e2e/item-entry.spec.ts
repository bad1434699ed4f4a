import { expect, type Page, test } from '@playwright/test'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.context().close())
test.beforeEach(async () => {
  job = await api.call<Job>('POST', '/api/shipment', {})
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
})

const items = async () => (await api.call<Job>('GET', `/api/shipment/${job.id}`)).items
const names = async () => (await items()).map(item => item.name)
const grid = () => page.getByRole('grid', { name: 'Items' })
const row = (text: string) => grid().getByRole('row').filter({ hasText: text })
const cell = (name: string) => grid().locator('tbody').getByRole('gridcell', { name, exact: true })
const add = () => page.getByRole('button', { name: 'Add Item' }).click()
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Enter stands for a line break, and Tab for a tab. */
const type = async (text: string) => {
  for (const [index, part] of text.split('\t').entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(part)
  }
}
const copy = (text: string) => page.evaluate(copied => navigator.clipboard.writeText(copied), text)

test('two items are typed by keyboard alone; figures and packing modes are read as they are written', async () => {
  await add()
  await expect(grid().locator('[data-editor]')).toBeFocused()
  await type('Cotton yarn\t1,200\tcart\t8200.5\t\t300\n')
  await type('Bed linen\t12 pcs\tBales\n')
  await expect(row('Bed linen')).toContainText('12 pcs')
  await expect(page.getByText('Quantity is not saved: “12 pcs” is not a number.')).toBeVisible()
  await expect.poll(items).toMatchObject([
    { name: 'Cotton yarn', quantity: 1200, modeOfPacking: 13, grossWeight: 8200.5, numberOfPacks: 300 },
    { name: 'Bed linen', quantity: null, modeOfPacking: 1 },
  ])
  await expectAccessible(page)
  await cell('12 pcs').click()
  await type('12\n')
  await expect.poll(async () => (await items())[1]?.quantity).toBe(12)
  await expect(grid().locator('[data-sum="quantity"]')).toHaveText('1,212')

  await cell('Bed linen').click()
  await press('F2')
  await type(' white')
  await press('Escape')
  await expect(cell('Bed linen')).toBeVisible()
  await press('Enter')
  await type(' blue')
  await press('ArrowLeft', 'Enter')
  await expect.poll(names).toEqual(['Cotton yarn', 'Bed linen blue'])
  await press('ControlOrMeta+z')
  await expect.poll(names).toEqual(['Cotton yarn', 'Bed linen'])

  // The packing modes used last are offered first: of these one is 0 clicks and 3 keys.
  await cell('Bales').click()
  await press('F2')
  const usedLast = page.getByRole('group', { name: 'Used last' }).getByRole('option')
  await expect(usedLast).toHaveText(['Bales', 'Cartons'])
  await expectAccessible(page)
  await press('ArrowDown', 'ArrowDown', 'Enter')
  await expect.poll(async () => (await items())[1]?.modeOfPacking).toBe(13)
  await cell('300').click()
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'F2')
  await expect(usedLast).toHaveText(['Cartons', 'Bales'])
  await press('Escape')
  await expect(usedLast).toHaveCount(0)
})

test('200 rows of a spreadsheet are one call, and one key takes them back but for what others changed', async () => {
  const calls: string[] = []
  const count = (request: { method: () => string; url: () => string }) =>
    request.method() === 'POST' && request.url().includes('/api/item') && calls.push(request.url())
  page.on('request', count)
  const lines = Array.from({ length: 200 }, (_, index) => `Item ${index + 1}\t${index + 1}\tCartons\t1.5\t1`)
  lines[1] = '"Two\t""lines"""\tdozen\tCartons\t2\t1'
  await copy(`${lines.join('\r\n')}\r\n`)
  await add()
  await press('ControlOrMeta+v')
  await expect(row('Item 200')).toContainText('Saved')
  expect(calls.length).toBe(1)
  page.off('request', count)
  const stored = await items()
  expect(stored.length).toBe(200)
  expect(stored.slice(0, 3)).toMatchObject([
    { name: 'Item 1', quantity: 1, grossWeight: 1.5 },
    { name: 'Two "lines"', quantity: null },
    { name: 'Item 3', quantity: 3 },
  ])
  await expect(page.getByText('Quantity is not saved: “dozen” is not a number.')).toBeVisible()

  await cell('Item 3').click()
  await press('Shift+ArrowRight', 'Shift+ArrowDown', 'ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Item 3\t3\r\nItem 4\t4')

  await api.call<Item>('PUT', '/api/item', { id: stored[2]?.id, quantity: 33 })
  await press('ControlOrMeta+z')
  await expect(page.getByText(/^Taken back, but for .* that changed since\.$/)).toBeVisible()
  await expect.poll(names).toEqual(['Item 3'])
})

test('what could not be saved is kept through a reload and saved in its order; a lost reply stores once', async () => {
  await page.route('**/api/item/many', route => route.abort())
  await add()
  await type('Tiles\nGrout\nSpacers')
  await expect(page.getByRole('alert')).toContainText(
    '2 items not saved yet. The server could not be reached.',
  )
  await expectAccessible(page)
  await press('Enter')
  await expect(page.getByRole('alert')).toContainText('3 items not saved yet.')
  page.once('dialog', question => void question.accept())
  await page.reload()
  await expect(row('Spacers')).toContainText('Not saved')
  expect(await names()).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('3 items not saved yet.')

  await page.unroute('**/api/item/many')
  let isFirst = true
  await page.route('**/api/item/many', async route => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    return route.abort()
  })
  await expect.poll(names).toEqual(['Tiles', 'Grout', 'Spacers'])
  await cell('Grout').click()
  await type('Glue\n')
  await expect.poll(names).toEqual(['Tiles', 'Glue', 'Spacers'])
  await page.unroute('**/api/item/many')
})

test('what is being typed outlives a reload, and leaving and coming Back', async () => {
  await add()
  await type('Pillow cases')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Pillow cases')
  page.once('dialog', leaving => void leaving.accept())
  await page.reload()
  await expect(cell('Pillow cases')).toBeVisible()
  await expect.poll(names).toEqual(['Pillow cases'])
  await cell('Pillow cases').click()
  await type('Duvets')
  await page.getByRole('link', { name: 'Details' }).click()
  await expect.poll(names).toEqual(['Duvets'])
})

test('two people in one row: other cells are both kept, the same one asks', async () => {
  const tiles = await api.call<Item>('POST', '/api/item', { shipmentId: job.id, name: 'Tiles', quantity: 5 })
  await page.reload()
  await expect(cell('Tiles')).toBeVisible()
  await api.call('PUT', '/api/item', { id: tiles.id, numberOfPacks: 7 })
  await cell('5').click()
  await type('6\n')
  await expect.poll(items).toMatchObject([{ quantity: 6, numberOfPacks: 7 }])
  await api.call('PUT', '/api/item', { id: tiles.id, quantity: 8 })
  await cell('6').click()
  await type('9\n')
  await expect(page.getByText('Quantity: yours 9, theirs 8.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(items).toMatchObject([{ quantity: 9 }])
})

test('on a phone the grid is typed into, and the rest of a row passes under its name', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await add()
  await type('Tiles\t5\n')
  await expect.poll(items).toMatchObject([{ name: 'Tiles', quantity: 5 }])
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
})
