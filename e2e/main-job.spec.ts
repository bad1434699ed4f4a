import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { documentText } from '#testing/word/read-document.ts'
import { arrivalNotice } from '#testing/word/arrival-notice.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { expectDashboard, fillSignIn, signUp } from './people.ts'

test('a job from nothing to its finished house bill of lading, and all of it is there the next morning', async ({
  page,
}) => {
  const person = await signUp(page)

  await test.step('create a job', async () => {
    await page.getByRole('button', { name: 'Create Job' }).click()
    await page.waitForURL(/\/webapp\/shipment\?id=/)
    await expect(page.getByLabel('Job Id')).toHaveText('Job Id1')
    await expect(page.getByLabel('Status')).toContainText('In Progress')
  })

  await test.step('make consignee and shipper from the dialog', async () => {
    await addNewCompany(page, 'Consignee', {
      Name: 'Orwell Home Furnishings Ltd',
      'Building No.': '14',
      Street: 'Dock Road',
      City: 'Felixstowe',
      'Post Code': 'IP11 3SY',
    })
    await expect(chosen(page, 'Consignee')).toHaveValue('Orwell Home Furnishings Ltd')
    await addNewCompany(page, 'Shipper', { Name: 'Indus Textiles (Pvt) Ltd', City: 'Karachi' })
    await expect(chosen(page, 'Shipper')).toHaveValue('Indus Textiles (Pvt) Ltd')
  })

  await test.step('choose ports, dates and cargo, and save', async () => {
    await addPort(page, 'Port of Loading', 'Add Loading Port', 'karachi', /PKKHI/)
    await addPort(page, 'Port of Discharge', 'Add Discharge Port', 'felixstowe', /GBFXT/)
    await page.getByLabel('Name', { exact: true }).fill('Bed linen for Orwell')
    await page.getByLabel('Commodity').fill('Bed linen')
    await choose(page, 'Mode of Transport', 'Sea')
    await choose(page, 'Quote Type', 'Free on board (FOB)')
    await page.getByLabel('Vessel Name').fill('Ocean Meridian')
    await typeDate(page, 'ETD', '2026-12-03')
    await typeDate(page, 'ETA', '2027-01-09')
    await page.getByLabel('Gross Weight').fill('12450.5')
    await choose(page, 'Weight unit', 'KG')
    await page.getByLabel('Number of Packages').fill('412')
    await page.getByLabel('House BL').fill('LDG0000123')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('add two items', async () => {
    await openTab(page, 'Items')
    await addItem(page, {
      name: 'Duvet covers',
      quantity: '2400',
      packing: 'Cartons',
      gross: '8200.5',
      packs: '300',
    })
    await addItem(page, {
      name: 'Pillow cases',
      quantity: '5600',
      packing: 'Bales',
      gross: '4250',
      packs: '112',
    })
    const rows = page.getByRole('grid', { name: 'Items' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Duvet covers' })).toContainText('Cartons')
    await expect(rows.filter({ hasText: 'Pillow cases' })).toContainText('Bales')
  })

  await test.step('enter charges', async () => {
    await openTab(page, 'Finance')
    const destination = page.getByRole('region', { name: 'Destination Charges' })
    await destination.getByLabel('THC', { exact: true }).fill('180.1')
    await destination.getByLabel('Delivery Order', { exact: true }).fill('45.2')
    await page.getByRole('region', { name: 'Freight Charges' }).getByLabel("FCL 40'").fill('1450')
    await page.keyboard.press('Tab')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    // A sum that binary fractions would get wrong.
    await expect(destination.getByLabel('Total', { exact: true })).toHaveValue(/^225\.3/)
    await expect(page.getByLabel('Finance Total', { exact: true })).toHaveValue(/^1,675\.3/)
  })

  await test.step('upload the Word template that the company uses', async () => {
    await page.getByRole('link', { name: 'Document Templates' }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'House Bill of Lading.dotx', mimeType: DOTX, buffer: houseBillOfLading() })
    await expect(page.getByRole('gridcell', { name: 'House Bill of Lading.dotx', exact: true })).toBeVisible()
    await expect(
      page.getByTitle('Document from template House Bill of Lading.docx', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'Word Template' }).first()).toBeVisible()
    const report = page.getByRole('dialog', { name: 'House Bill of Lading.dotx' })
    await expect(report).toContainText('is ready to generate documents from.')
    await report.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('generate the document, download it and find the job in it', async () => {
    await openJobFromDashboard(page, 'Bed linen for Orwell')
    await openTab(page, 'Attachments')
    await page.getByRole('button', { name: 'Generate Document' }).click()
    await page.getByRole('dialog').getByRole('gridcell', { name: 'House Bill of Lading.dotx' }).dblclick()
    // The job lacks a carrier and what else the bill has room for; that is told, and no hindrance.
    await page.getByRole('button', { name: 'Generate anyway' }).click()
    const row = page.getByTitle('Document from template House Bill of Lading.docx', { exact: true })
    await expect(row).toBeVisible()
    const [download] = await Promise.all([page.waitForEvent('download'), row.dblclick()])
    expect(download.suggestedFilename()).toBe('Document from template House Bill of Lading.docx')
    const text = await documentText(await readFile(await download.path()))
    for (const value of [
      'Orwell Home Furnishings Ltd',
      'Indus Textiles (Pvt) Ltd',
      'Felixstowe',
      'Karachi',
      'Ocean Meridian',
      '03 Dec 2026',
      'Duvet covers',
      'Pillow cases',
      '12,450.50',
    ])
      expect(text).toContain(value)
    expect(text).not.toMatch(/\{\{|undefined|null/)
  })

  await test.step('sign out, sign in again: everything is there', async () => {
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.waitForURL(url => url.pathname === '/')
    await page.goto('/webapp')
    await fillSignIn(page, person)
    await expectDashboard(page)
    const row = page.getByRole('row').filter({ hasText: 'Bed linen for Orwell' })
    for (const value of [
      'Orwell Home Furnishings Ltd',
      'Sea',
      '2026-12-03',
      '2027-01-09',
      'Indus Textiles (Pvt) Ltd',
    ])
      await expect(row).toContainText(value)
    await openJobFromDashboard(page, 'Bed linen for Orwell')
    await expect(page.getByLabel('Vessel Name')).toHaveValue('Ocean Meridian')
    await expect(chosen(page, 'Port of Loading')).toHaveValue('Karachi')
    await expect(chosen(page, 'Consignee')).toHaveValue('Orwell Home Furnishings Ltd')
    await openTab(page, 'Items')
    await expect(page.getByRole('gridcell', { name: 'Duvet covers', exact: true })).toBeVisible()
    await openTab(page, 'Finance')
    await expect(page.getByRole('region', { name: 'Freight Charges' }).getByLabel("FCL 40'")).toHaveValue(
      /^1,?450/,
    )
    await openTab(page, 'Attachments')
    await expect(page.getByRole('gridcell', { name: /House Bill of Lading\.docx/ }).first()).toBeVisible()
  })
})

test('a template that is no .dotx file is refused in the words that people know', async ({ page }) => {
  await signUp(page)
  await page.getByRole('link', { name: 'Document Templates' }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Notice.docx', mimeType: DOTX, buffer: arrivalNotice() })
  const box = page.getByRole('dialog')
  await expect(box).toContainText("Please select a file with '.dotx' extension.")
  await expect(box).toContainText(
    "Only Microsoft Word Template files are allowed for document templates. Current file extension is '.docx'",
  )
  await box.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByRole('gridcell', { name: /^Notice/ })).toHaveCount(0)
})

test('two people on one job: the second save says who changed what, and nothing is lost', async ({
  browser,
}) => {
  const first = await (await browser.newContext()).newPage()
  const person = await signUp(first)
  await first.getByRole('button', { name: 'Create Job' }).click()
  await first.waitForURL(/\/webapp\/shipment\?id=/)
  const second = await (await browser.newContext()).newPage()
  await second.goto(first.url())
  await fillSignIn(second, person)
  await second.waitForURL(/\/webapp\/shipment\?id=/)
  await expect(second.getByLabel('Vessel Name')).toBeVisible()

  await first.getByLabel('Vessel Name').fill('Ocean Meridian')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(first.getByText('Saved', { exact: true })).toBeVisible()
  await second.getByLabel('Vessel Name').fill('Indus Pride')
  await second.keyboard.press('Control+s')
  const dialog = second.getByRole('dialog')
  await expect(dialog).toContainText('Ocean Meridian')
  await expect(dialog).toContainText(person.name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByText('Saved', { exact: true })).toBeVisible()
  await first.reload()
  await expect(first.getByLabel('Vessel Name')).toHaveValue('Indus Pride')
})

const DOTX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.template'

const linked = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })
const chosen = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true })
const openTab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

async function addNewCompany(page: Page, role: string, fields: Record<string, string>): Promise<void> {
  await linked(page, role).getByRole('button', { name: /^Add/ }).click()
  await page
    .getByRole('dialog', { name: `Add ${role}` })
    .getByRole('button', { name: 'Create New' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Organisation' })
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function addPort(page: Page, label: string, title: string, text: string, row: RegExp): Promise<void> {
  await linked(page, label).getByRole('button', { name: /^Add/ }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox').fill(text)
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog.getByRole('row').filter({ hasText: row }).first().click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  if ((await field.evaluate(element => element.tagName)) === 'SELECT')
    await field.selectOption({ label: option })
  else {
    await field.click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
}

async function typeDate(page: Page, label: string, date: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(date)
  await page.keyboard.press('Tab')
}

async function addItem(
  page: Page,
  item: { name: string; quantity: string; packing: string; gross: string; packs: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add Item' }).click()
  for (const text of [item.name, item.quantity, item.packing, item.gross, '']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(item.packs)
  await page.keyboard.press('Enter')
  const row = page.getByRole('grid', { name: 'Items' }).getByRole('row').filter({ hasText: item.name })
  await expect(row).toContainText('Saved')
}

async function openJobFromDashboard(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('row').filter({ hasText: name }).dblclick()
  await page.waitForURL(/\/webapp\/shipment\?id=/)
}
