import { expect, test } from '@playwright/test'
import type { Container } from '#contract/containers.ts'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { newCompany } from './company.ts'
import { countHands, watchHands } from './hands.ts'

test.setTimeout(60_000)
test('a whole FCL export job, from its name to the e-mail with its first document, opens no dialog that covers it', async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const api = await newCompany(page)
  const { keyboard } = page
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const lookup = (label: string) => page.getByRole('combobox', { name: label, exact: true })
  const tabs = page.getByRole('navigation', { name: 'Job' })
  const tab = (name: string) => tabs.getByRole('link', { name, exact: true }).click()
  const paste = async (text: string) => {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
    await keyboard.press('ControlOrMeta+v')
  }
  await watchHands(page)

  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(field('Name')).toBeFocused()
  await keyboard.type('Bed linen for Orwell')
  await keyboard.press('Tab')
  await keyboard.type('Export')
  for (const [role, name] of [
    ['Consignee', 'Orwell Home'],
    ['Shipper', 'Indus Textiles'],
  ] as const) {
    await lookup(role).click()
    await keyboard.type(name)
    await page.getByRole('option', { name: /^Create/ }).click()
    await page
      .getByRole('dialog', { name: `New ${role}` })
      .getByRole('button', { name: 'Create' })
      .click()
    await expect(page.getByText(`${role}: ${name} added.`)).toBeVisible()
  }
  await field('Commodity').click()
  for (const value of ['Bed linen', 'Sea', 'FCL', 'Free on board']) {
    await keyboard.type(value)
    await keyboard.press('Tab')
  }
  for (const [port, code] of [
    ['Port of Loading', 'KHI'],
    ['Port of Discharge', 'GBFXT'],
  ] as const) {
    await lookup(port).click()
    await keyboard.type(code)
    await keyboard.press('Enter')
    await expect(page.getByText(new RegExp(`^${port}: .* added\\.$`))).toBeVisible()
  }
  const values = {
    'Vessel Name': 'Ever Given',
    Voyage: '0124W',
    ETD: '2026-12-03',
    ETA: '2027-01-09',
    'Gross weight': '18250',
    Volume: '66.5',
    'Number of packages': '940',
    'House BL': 'LDG1',
  }
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
  await keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await tab('Items')
  await page.getByRole('grid', { name: 'Items' }).getByRole('gridcell').first().click()
  await paste('Bed linen, printed\t600\nBed linen, plain\t340')
  await expect(page.getByRole('row').filter({ hasText: 'Bed linen, plain' })).toContainText('Saved')
  await page.getByRole('grid', { name: 'Containers' }).getByRole('gridcell').first().click()
  await paste('MSKU1234565 45G1 SL12345')
  await expect(page.getByRole('row').filter({ hasText: 'MSKU1234565' })).toContainText('Saved')
  // One after the other, with the keyboard alone.
  await keyboard.press('ArrowDown')
  await keyboard.type('CSQU3054383')
  await keyboard.press('Tab')
  await keyboard.type('40HC')
  await keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'CSQU3054383' })).toContainText('Saved')

  await tab('Finance')
  await page.getByRole('region', { name: 'Freight Charges' }).getByLabel("FCL 40'").fill('1450')
  await keyboard.press('Tab')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  await tab('Attachments')
  await page.getByRole('button', { name: 'Generate from a template' }).click()
  await page.getByRole('button', { name: /^House Bill of Lading/ }).click()
  const lacking = page.getByRole('region', { name: /^Before House Bill of Lading .*is made$/ })
  await expect(lacking.getByRole('button', { name: 'Generate anyway' })).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await keyboard.press('Enter')
  await expect(page.getByText(/was generated and added to job 1\./)).toBeVisible()
  await expect(lacking).toBeHidden()
  await expect(page.getByRole('button', { name: 'Generate from a template' })).toBeFocused()
  await expect(page.getByRole('grid', { name: 'Attachments' })).toContainText('House Bill of Lading')

  // And on to the customer, beside the job.
  await tab('E-mails')
  await page.getByRole('button', { name: 'New E-mail' }).click()
  const sheet = page.getByRole('dialog', { name: 'E-mail on job 1' })
  const written = (label: string) => sheet.getByLabel(label, { exact: true })
  await expect(written('Template')).toBeFocused()
  await sheet.getByRole('checkbox', { name: /^House Bill of Lading.*kB$/ }).check()
  await written('To').fill('sana@orwell.example')
  await keyboard.press('Enter')
  await written('Subject').fill('Your bill of lading')
  await written('Text').fill('It is attached.')
  await tab('Items')
  await expect(page.getByRole('row').filter({ hasText: 'MSKU1234565' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Save as not sent' }).click()
  await expect(
    page.getByText('The e-mail was saved but not sent: no mail server is configured.'),
  ).toBeVisible()
  await expect(sheet).toBeHidden()

  expect((await countHands(page)).modals).toBe(0)
  const id = new URL(page.url()).searchParams.get('id')
  const job = await api.call<Job>('GET', `/api/shipment/${id}`)
  expect(job).toMatchObject({ voyage: '0124W', grossWeight: 18_250, hbl: 'LDG1' })
  expect(job.items.map(({ name }) => name)).toEqual(['Bed linen, printed', 'Bed linen, plain'])
  expect(job.documents).toHaveLength(1)
  const containers = await api.call<Container[]>('GET', `/api/container?shipmentId=${id}`)
  expect(containers.map(({ number, sizeType }) => [number, sizeType])).toEqual([
    ['MSKU1234565', '45G1'],
    ['CSQU3054383', '45G1'],
  ])

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const name of ['Details', 'Items', 'Finance', 'Attachments', 'E-mails']) {
      await tab(name)
      await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)
      await expectNoSideways(page)
    }
  }
  await context.close()
})

test('Escape leaves what lacks; the specification’s dialog is still there', async ({ page }) => {
  const api = await newCompany(page)
  const job = await api.call<Job>('POST', '/api/shipment', { name: 'Rice' })
  await page.goto(`/webapp/shipment/document?id=${job.id}`)
  await page.getByRole('button', { name: 'Generate from a template' }).click()
  await page.getByRole('button', { name: /^House Bill of Lading/ }).click()
  const lacking = page.getByRole('region', { name: /^Before House Bill of Lading .*is made$/ })
  await expect(lacking.getByRole('button', { name: 'Generate anyway' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lacking).toBeHidden()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await expect(page.getByRole('dialog', { name: 'Select Document Template' })).toBeVisible()
})
