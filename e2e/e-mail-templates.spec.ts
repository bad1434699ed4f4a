import { expect, type Page, test } from '@playwright/test'
import type { MailTemplate } from '#contract/mail-templates.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { jobWithParties } from './mail-job.ts'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  const job = await jobWithParties(api)
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Document Templates' })
    .click()
  await page
    .getByRole('navigation', { name: 'Document Templates' })
    .getByRole('link', { name: 'E-mails' })
    .click()
})
test.afterAll(() => page.close())

const table = () => page.getByRole('grid', { name: 'E-mail Templates' })
const row = (name: string) => table().getByRole('row').filter({ hasText: name })
const dialog = () => page.getByRole('dialog')
const stored = async (name: string) =>
  (await api.call<MailTemplate[]>('GET', '/api/mailtemplate')).find(one => one.name === name)

test.describe.configure({ mode: 'serial' })

test('the ready made templates are there, with whom they address and what they set', async () => {
  await expect(table().getByRole('row')).toHaveCount(9)
  await expect(row('Arrival notice')).toContainText('Consignee')
  await expect(row('Arrival notice')).toContainText('Documents emailed to customer on')
  await expect(row('Pre-alert')).toContainText('Customer; cc Agent')
  await expectAccessible(page)
})

test('a template is changed with its result in sight, and reset to the default', async () => {
  await page.getByRole('button', { name: 'Edit Status update' }).click()
  const preview = dialog().frameLocator('iframe[title="Preview of the e-mail"]')
  await expect(preview.getByText('House B/L: LDG-4711')).toBeVisible()
  const text = dialog().getByLabel('Text', { exact: true })
  await text.fill('Vessel: ')
  await text.press('End')
  await dialog().getByLabel('Insert a field').selectOption({ label: 'Vessel Name' })
  await expect(text).toHaveValue('Vessel: {{Shipment.VesselName}}')
  await expect(preview.getByText('Vessel: Ocean Meridian')).toBeVisible()
  await dialog().getByLabel('Subject', { exact: true }).fill('About {{Shipment.HousBl}}')
  await expect(dialog().getByText('did you mean “Shipment.HouseBl”?')).toBeVisible()
  await expectAccessible(page)
  await dialog().getByLabel('Subject', { exact: true }).fill('About {{Shipment.HouseBl}}')
  await dialog().getByRole('group', { name: 'Cc', exact: true }).getByLabel('Shipper').check()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Status update was saved.')).toBeVisible()
  await expect(row('Status update')).toContainText('Changed')
  expect(await stored('Status update')).toMatchObject({
    subject: 'About {{Shipment.HouseBl}}',
    text: 'Vessel: {{Shipment.VesselName}}',
    cc: ['shipper'],
    version: 1,
  })
  await page.getByRole('button', { name: 'Reset Status update to default' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
  await expect(row('Status update')).toContainText('Default')
  expect(await stored('Status update')).toMatchObject({ cc: [], isChanged: false })
})

test('a template of its own is added, taken away and brought back', async () => {
  await page.getByRole('button', { name: 'New E-mail Template' }).click()
  await dialog().getByLabel('Name', { exact: true }).fill('Reminder')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog()
      .getByText(/This must not be empty/)
      .first(),
  ).toBeVisible()
  await dialog().getByLabel('Subject', { exact: true }).fill('Reminder')
  await dialog().getByLabel('Text', { exact: true }).fill('Please pay.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(row('Reminder')).toContainText('Your own')
  await page.getByRole('button', { name: 'Delete Reminder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
  await expect(row('Reminder')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Reminder')).toBeVisible()
})

test('on a phone a template is written without sideways scrolling', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'New E-mail Template' }).click()
  await expectNoSideways(page)
  await expectAccessible(page)
})
