import { expect, type Page, test } from '@playwright/test'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { png } from '#testing/word/png.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())

const open = async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Company' }).click()
  await expect(page.getByRole('form', { name: 'Company' })).toBeVisible()
}
const field = (label: string) => page.getByLabel(label, { exact: true })
const logo = () => page.getByRole('img', { name: /^Logo of/ })

test('what an administrator saves of the company is there after a reload, and in the top bar', async () => {
  await page.goto('/webapp')
  await open()
  await expectAccessible(page)
  await field('Name').fill('Harbour Forwarding')
  await field('City').fill('Karachi')
  await field('IBAN').fill('PK36SCBL0000001123456702')
  await page.getByRole('combobox', { name: 'Country' }).fill('Pakist')
  await page.getByRole('option', { name: 'Pakistan' }).click()
  await field('House bill of lading: begins with').fill('KHI-')
  await expect(page.getByText('KHI-00001')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company saved.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Harbour Forwarding')
  await page.reload()
  await expect(field('City')).toHaveValue('Karachi')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Pakistan')
  await expect(field('House bill of lading: begins with')).toHaveValue('KHI-')
})

test('the currency is changed by its rate though jobs have amounts, and put back', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', { name: 'Rice', quote: { quoteType: 1 } })
  const id = job.quote.financeId
  await api.call('PUT', '/api/finance', { id, originCharge: { thc: 100 }, total: 1500, totalIsTyped: true })
  await page.reload()
  await page.getByRole('button', { name: 'Change Currency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Currency' })
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled()
  await page.keyboard.type('PKR')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Exchange rate: 1 USD in PKR' }).fill('278.5')
  await expect(dialog.getByRole('listitem')).toHaveText([
    '1 charge section in USD keeps its amounts, at 1 USD = 278.5 PKR.',
    '1 typed Finance Total: 1,000.00 USD becomes 278,500.00 PKR.',
  ])
  await expectAccessible(page)
  // The answer is lost on its way: what stands by then tells that it was done.
  await page.route('**/api/company/currency', async route => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await dialog.getByRole('textbox', { name: 'Exchange rate: 1 USD in PKR' }).press('Enter')
  await expect(page.getByText('The currency is PKR now.')).toBeVisible()
  await page.unroute('**/api/company/currency')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/^PKR/)
  await expect(page.getByText(/^Changed from USD to PKR on .+, at 1 USD = 278\.5 PKR\./)).toBeVisible()
  await expectNoSideways(page)

  await page.goto(`/webapp/shipment/finance?id=${job.id}`)
  await expect(page.getByRole('textbox', { name: 'Finance Total' })).toHaveValue('417,750.00')
  await expect(page.getByRole('combobox', { name: 'Currency' }).first()).toHaveValue(/^USD/)

  // Somebody else changes it while the dialog stands open here: the rate was meant for another currency.
  await open()
  await page.getByRole('button', { name: 'Change Currency' }).click()
  await page.keyboard.type('EUR')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Exchange rate: 1 PKR in EUR' }).fill('0.0033')
  await api.call('POST', '/api/company/currency', { from: 'PKR', currency: 'GBP', rate: 0.0028 })
  await dialog.getByRole('button', { name: 'Change to EUR' }).click()
  await expect(dialog.getByText(/^The currency was changed by somebody else meanwhile\./)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Exchange rate: 1 GBP in EUR' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  for (const currency of ['PKR', 'USD']) {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: `Back to ${currency}` }).click()
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(new RegExp(`^${currency}`))
  }
  await expect(page.getByText('The currency is USD again, and every figure is as it was.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  const { total } = await api.call<{ total: number }>('GET', `/api/finance/${id}`)
  expect(total).toBe(1500)
})

test('a logo is kept at once, can be replaced and removed, and a wrong file is refused with a reason', async () => {
  await open()
  const input = page.getByLabel(/^(Upload|Replace) Logo$/).and(page.locator('input'))
  const picture = png(300, 100, () => [15, 76, 92, 255])
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(logo()).toBeVisible()
  expect(await logo().evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(300)
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('This is not a complete PNG or JPEG picture.')).toBeVisible()
  await expect(logo()).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(logo()).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(logo()).toBeVisible()
})

test('a number that is too long is refused beside its field, and nothing is saved', async () => {
  await open()
  await field('Arrival notice: digits').fill('99')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('At most 12.')).toBeVisible()
  await expect(field('Arrival notice: digits')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field('Arrival notice: digits')).toHaveValue('5')
})

test('what is unsaved is asked about before it is left', async () => {
  await open()
  await field('City').fill('Lahore')
  await page.getByRole('link', { name: 'Users' }).click()
  const box = page.getByRole('dialog', { name: 'Leave without saving?' })
  await box.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field('City')).toHaveValue('Lahore')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field('City')).toHaveValue('Karachi')
})

test('it fits a telephone', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/webapp/company')
  await expect(field('City')).toBeVisible()
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a new company’s starter templates make numbered papers in its name', async () => {
  const templates = await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  expect(templates).toHaveLength(18)
  const bill = templates.find(one => one.name === 'House Bill of Lading (starter).dotx')
  const job = await api.call<Job>('POST', '/api/shipment')
  const path = `/api/documenttemplate/generatedocument?shipmentId=${job.id}`
  const made = await api.call<Document>('POST', path, { id: bill?.id, allowEmptyJob: true })
  expect(made.name).toBe('House Bill of Lading COPY.docx')
  expect((await api.call<Job>('GET', `/api/shipment/${job.id}`)).hbl).toBe('KHI-00001')
})

test('a starter template that was deleted comes back by a button', async () => {
  const [first] = await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  await api.call('DELETE', `/api/documenttemplate/${first?.id}`)
  await page.goto('/webapp/documenttemplates')
  const cell = page.getByRole('gridcell', { name: first?.name ?? '', exact: true })
  await expect(page.getByRole('gridcell', { name: 'Quotation (starter).dotx', exact: true })).toBeVisible()
  await expect(cell).toBeHidden()
  await page.getByRole('button', { name: 'Add starter templates' }).click()
  await expect(page.getByText('1 starter template added.')).toBeVisible()
  await expect(cell).toBeVisible()
  await page.getByRole('button', { name: 'Add starter templates' }).click()
  await expect(page.getByText('All starter templates are here already.')).toBeVisible()
})
