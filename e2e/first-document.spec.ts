import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { countHands, watchHands } from './hands.ts'

const HOUSE_BILL = /House Bill of Lading/

const current = (page: Page, api: CompanyApi) =>
  api.call<Job>('GET', `/api/shipment/${new URL(page.url()).searchParams.get('id')}?stakeholder=true`)
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const lookup = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true })
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const made = (page: Page) => expect(page.getByText(/was generated and added to job 1\./)).toBeVisible()

const wanted = {
  name: 'Bed linen for Orwell',
  direction: 1,
  quote: { transportMode: 2, clType: 0, loadingPort: 'Karachi', dischargePort: 'Felixstowe' },
  shipmentConsignees: [{ party: { organisation: { name: 'Orwell Home' } } }],
  shipmentShipers: [{ party: { organisation: { name: 'Indus Textiles' } } }],
}

test('a new FCL export job with two new parties is 16 clicks away from its first document', async ({
  page,
}) => {
  const api = await newCompany(page)
  await watchHands(page)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.type(wanted.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Export')
  for (const [role, name] of [
    ['Consignee', 'Orwell Home'],
    ['Shipper', 'Indus Textiles'],
  ] as const) {
    await lookup(page, role).click()
    await page.keyboard.type(name)
    await page.getByRole('option', { name: /^Create/ }).click()
    await page
      .getByRole('dialog', { name: `New ${role}` })
      .getByRole('button', { name: 'Create' })
      .click()
    await expect(page.getByText(`${role}: ${name} added.`)).toBeVisible()
  }
  await field(page, 'Commodity').click()
  for (const value of ['Bed linen', 'Sea', 'FCL']) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  for (const [port, code] of [
    ['Port of Loading', 'KHI'],
    ['Port of Discharge', 'GBFXT'],
  ] as const) {
    await lookup(page, port).click()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await expect(page.getByText(new RegExp(`^${port}: .* added\\.$`))).toBeVisible()
  }
  await page.keyboard.press('Control+s')
  await saved(page)
  expect(await current(page, api)).toMatchObject(wanted)
  expect(await countHands(page)).toMatchObject({ modals: 0 })

  await page.getByRole('link', { name: 'Attachments', exact: true }).click()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await page.getByRole('dialog').getByRole('gridcell', { name: HOUSE_BILL }).dblclick()
  await page.getByRole('button', { name: 'Generate anyway' }).click()
  await made(page)
  expect((await countHands(page)).clicks).toBeLessThanOrEqual(16)
})

test('the same by keyboard alone; from Name to House BL are no more than 30 Tabs', async ({ page }) => {
  const api = await newCompany(page)
  await watchHands(page)
  const { keyboard } = page
  const tabTo = async (place: Locator) => {
    await expect(place).toBeVisible()
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await place.evaluate(element => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    await expect(place).toBeFocused()
  }
  await tabTo(page.getByRole('button', { name: 'Create Job' }))
  await keyboard.press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  const { tabs } = await countHands(page)
  await keyboard.type(wanted.name)
  await tabTo(field(page, 'Direction'))
  await keyboard.type('Export')
  for (const [role, name] of [
    ['Consignee', 'Orwell Home'],
    ['Shipper', 'Indus Textiles'],
  ] as const) {
    await tabTo(lookup(page, role))
    await keyboard.type(name)
    await expect(page.getByText(`Nothing found for “${name}”.`)).toBeVisible()
    for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key)
    await expect(
      page.getByRole('dialog', { name: `New ${role}` }).getByLabel('Name', { exact: true }),
    ).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByText(`${role}: ${name} added.`)).toBeVisible()
  }
  const values = { Commodity: 'Bed linen', 'Mode of Transport': 'Sea', 'Load Type': 'FCL' }
  for (const [label, value] of Object.entries(values)) {
    await tabTo(field(page, label))
    await keyboard.type(value)
  }
  for (const [port, code] of [
    ['Port of Loading', 'KHI'],
    ['Port of Discharge', 'GBFXT'],
  ] as const) {
    await tabTo(lookup(page, port))
    await keyboard.type(code)
    await keyboard.press('Enter')
    await expect(page.getByText(new RegExp(`^${port}: .* added\\.$`))).toBeVisible()
  }
  for (const [label, value] of Object.entries({ ETD: '2026-12-03', ETA: '2027-01-09', 'House BL': 'LDG1' })) {
    await tabTo(field(page, label))
    await keyboard.type(value)
  }
  expect((await countHands(page)).tabs - tabs).toBeLessThanOrEqual(30)
  await keyboard.press('Control+s')
  await saved(page)
  expect(await current(page, api)).toMatchObject({ ...wanted, etd: '2026-12-03', hbl: 'LDG1' })

  await tabTo(page.getByRole('link', { name: 'Attachments', exact: true }))
  await keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Generate Document' }))
  await keyboard.press('Enter')
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: HOUSE_BILL })
  await expect(row).toBeVisible()
  for (let rows = 0; rows < 20; rows += 1) {
    if ((await row.getAttribute('aria-selected')) === 'true') break
    await keyboard.press('ArrowDown')
  }
  await keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Generate anyway' }))
  await keyboard.press('Enter')
  await made(page)
  expect((await countHands(page)).clicks).toBe(0)
})
