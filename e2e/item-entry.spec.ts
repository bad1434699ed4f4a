import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  job = await api.call<Job>('POST', '/api/shipment', {})
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
})

const stored = () => api.call<Job>('GET', `/api/shipment/${job.id}`)
const editor = () => page.getByRole('dialog', { name: 'Item', exact: true })

test('Enter saves and opens the next; Enter on an empty one ends the entering', async () => {
  await page.getByRole('button', { name: 'Add Item' }).click()
  for (const name of ['Cotton yarn', 'Bed linen']) {
    await expect(editor().getByLabel('Name', { exact: true })).toHaveValue('')
    await expect(editor().getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('gridcell', { name, exact: true })).toBeVisible()
  }
  await expect(editor().getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor()).toBeHidden()
  expect((await stored()).items.map(item => item.name)).toEqual(['Cotton yarn', 'Bed linen'])
})

test('Save with nothing entered ends the entering, and makes no item', async () => {
  await page.getByRole('button', { name: 'Add Item' }).click()
  await editor().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor()).toBeHidden()
  expect((await stored()).items).toEqual([])
})

test('what could not be saved is kept, with the reason, until it is; and in its order', async () => {
  const names = async () => (await stored()).items.map(item => item.name)
  const unsaved = page.getByRole('region', { name: 'Items not saved yet' })
  await page.route('**/api/item', route => route.abort())
  await page.getByRole('button', { name: 'Add Item' }).click()
  for (const name of ['Tiles', 'Grout']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('Spacers')
  await expect(editor().getByRole('alert')).toContainText(
    '“Tiles” is not saved yet. The server could not be reached.',
  )
  await expect(editor().getByRole('status').filter({ hasText: '2 not saved yet' })).toBeVisible()
  await expectAccessible(page)
  await editor().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor()).toBeHidden()
  await expect(unsaved.getByRole('listitem')).toContainText(['Tiles', 'Grout', 'Spacers'])

  page.once('dialog', question => void question.accept())
  await page.reload()
  await expect(unsaved.getByRole('listitem')).toContainText(['Tiles', 'Grout', 'Spacers'])
  await unsaved.getByRole('button', { name: 'Edit Grout' }).click()
  const kept = page.getByRole('dialog', { name: 'Item not saved yet' })
  await kept.getByLabel('Quantity').fill('12')
  await kept.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(unsaved.getByText('Grout, Quantity 12')).toBeVisible()
  expect(await names()).toEqual([])

  await page.unroute('**/api/item')
  await unsaved.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('gridcell', { name: 'Spacers', exact: true })).toBeVisible()
  await expect(unsaved).toBeHidden()
  expect(await names()).toEqual(['Tiles', 'Grout', 'Spacers'])
  expect((await stored()).items[1]).toMatchObject({ quantity: 12 })
})

test('an item that the server refuses is edited and saved before those behind it', async () => {
  await page.getByRole('button', { name: 'Add Item' }).click()
  await editor().getByLabel('Name', { exact: true }).fill('x'.repeat(501))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Grout')
  await page.keyboard.press('Enter')
  await expect(editor().getByRole('alert')).toContainText('is not saved yet.')
  await editor()
    .getByRole('button', { name: /^Edit x/ })
    .click()
  const kept = page.getByRole('dialog', { name: 'Item not saved yet' })
  await kept.getByLabel('Name', { exact: true }).fill('Tiles')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: 'Grout', exact: true })).toBeVisible()
  await expect(editor().getByText('2 items added')).toBeVisible()
  expect((await stored()).items.map(item => item.name)).toEqual(['Tiles', 'Grout'])
})

test('an item that was stored, though its answer was lost, is stored once', async () => {
  let isFirst = true
  await page.route('**/api/item', async route => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.keyboard.type('Tiles')
  await page.keyboard.press('Enter')
  await editor().getByRole('button', { name: 'Edit Tiles' }).click()
  const kept = page.getByRole('dialog', { name: 'Item not saved yet' })
  await kept.getByLabel('Quantity').fill('7')
  await page.keyboard.press('Enter')
  await expect(editor().getByText('1 item added')).toBeVisible()
  await page.unroute('**/api/item')
  expect((await stored()).items).toMatchObject([{ name: 'Tiles', quantity: 7 }])
})

test('what is being typed is asked about before it is discarded, and outlives a reload', async () => {
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.keyboard.type('Pillow cases')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor().getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(' white')
  page.once('dialog', leaving => void leaving.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(editor().getByLabel('Name', { exact: true })).toHaveValue('Pillow cases white')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(editor()).toBeHidden()
  await page.reload()
  await expect(page.getByText('No items yet.')).toBeVisible()
  await expect(page.getByText('was kept')).toBeHidden()
  expect((await stored()).items).toEqual([])
})

test('items that could not be saved and the one being typed outlive a reload, and leaving and coming Back', async () => {
  const unsaved = page.getByRole('region', { name: 'Items not saved yet' })
  const typed = page.getByText(/The item that you started on .* was kept\./)
  page.on('dialog', dialog => void dialog.accept())
  await page.route('**/api/item', route => route.fulfill({ status: 444, body: '' }))
  await page.getByRole('button', { name: 'Add Item' }).click()
  for (const name of ['Tiles', 'Grout']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('Spacers')
  const isAllThere = async () => {
    await expect(unsaved).toContainText('Tiles')
    await expect(unsaved).toContainText('Grout')
    await expect(typed).toBeVisible()
  }
  await page.reload()
  await isAllThere()
  await page.goto('about:blank')
  await page.goBack()
  await isAllThere()
})
