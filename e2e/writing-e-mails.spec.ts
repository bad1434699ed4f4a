import { expect, type Page, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { Mail } from '#contract/mails.ts'
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { jobWithParties } from './mail-job.ts'
import { newPerson } from './people.ts'
import { pdfFile } from './sample-files.ts'
import { type Product, startProduct } from './start-product.ts'

let product: Product
let server: TestMailServer
let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  server = await startMailServer({})
  product = await startProduct({
    SMTP_HOST: server.settings.host,
    SMTP_PORT: String(server.settings.port),
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'office@lading.example',
  })
  const context = await browser.newContext({
    baseURL: product.url,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  api = await newCompany(page, newPerson(), server)
  job = await jobWithParties(api)
})
test.afterAll(async () => {
  await page?.context().close()
  await product?.stop()
  await server?.close()
})

const received = () => server.mails.filter(({ to }) => !to.includes(api.person.email))
const sheet = () => page.getByRole('dialog', { name: /^E-mail on job/ })
const field = (name: string) => sheet().getByLabel(name, { exact: true })
const button = (name: string) => sheet().getByRole('button', { name, exact: true })
const attachments = () => page.getByRole('grid', { name: 'Attachments' })
const stored = () => api.call<Mail[]>('GET', `/api/mail?shipmentId=${job.id}`)
const documents = async () =>
  (await api.call<{ documents: Document[] }>('GET', `/api/shipment/${job.id}`)).documents
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Job' }).getByRole('link', { name, exact: true }).click()
const picture = (name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) })

test.describe.configure({ mode: 'serial', timeout: 60_000 })

test('an e-mail is written beside the job with the keyboard alone; a blind copy is seen by nobody else', async () => {
  await page.goto(`/webapp/shipment/emails?id=${job.id}`)
  const { keyboard } = page
  await page.getByRole('button', { name: 'New E-mail' }).press('Enter')
  await expect(field('Template')).toBeFocused()
  await expectAccessible(page)
  await keyboard.press('Tab')
  await expect(button('Cc')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(field('Bcc')).toBeFocused()
  await keyboard.type('chef@forwarder.example')
  await keyboard.press('Enter')
  await field('To').focus()
  await keyboard.type('sana@indus.example')
  await keyboard.press('Enter')
  await field('Subject').focus()
  await keyboard.type('Your goods')
  await field('Text').focus()
  await keyboard.type('They are here.')
  await picture('sheet')

  // The job goes on beside it.
  await tab('Details')
  await expect(field('Text')).toHaveValue('They are here.')
  await page.getByLabel('House BL', { exact: true }).press('ControlOrMeta+a')
  await keyboard.press('ControlOrMeta+c')
  await keyboard.press('Escape')
  await expect(sheet()).toBeVisible()
  await field('Text').focus()
  await keyboard.press('ControlOrMeta+End')
  await keyboard.type(' B/L ')
  await keyboard.press('ControlOrMeta+v')
  await expect(field('Text')).toHaveValue('They are here. B/L LDG-4711')
  await expectAccessible(page)
  await picture('sheet-beside-details')

  await keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Stop writing for now?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(field('Text')).toHaveValue('They are here. B/L LDG-4711')
  await expect(button('Send')).toBeInViewport()
  await button('Send').press('Enter')
  await expect(page.getByText('The e-mail is on its way.')).toBeVisible()
  await expect(sheet()).toBeHidden()

  await expect.poll(() => received().length).toBe(1)
  const [mail] = received()
  expect(mail?.to).toEqual(['sana@indus.example', 'chef@forwarder.example'])
  expect(mail?.raw.toString('latin1')).not.toMatch(/chef|^bcc:/im)
  await tab('E-mails')
  await page
    .getByRole('grid', { name: 'E-mails' })
    .getByRole('row')
    .filter({ hasText: 'Your goods' })
    .dblclick()
  await expect(page.getByRole('dialog', { name: 'Your goods' }).locator('.mail-facts')).toContainText(
    'chef@forwarder.example',
  )
  await page.keyboard.press('Escape')
})

test('what is mailed from its preview is attached, its template chosen, and what is made is filed with the job', async () => {
  await tab('Attachments')
  await page.getByRole('button', { name: 'Generate from a template' }).click()
  await page.getByRole('button', { name: /^Arrival Notice/ }).click()
  const anyway = page.getByRole('button', { name: 'Generate anyway' })
  const made = page.getByText(/was generated and added to job/)
  await expect(anyway.or(made)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(made).toBeVisible({ timeout: 60_000 })
  await attachments()
    .getByRole('button', { name: /^Preview Arrival Notice/ })
    .click()
  const preview = page.getByRole('dialog', { name: /^Arrival Notice/ })
  await expect(preview.getByRole('button', { name: 'E-mail' })).toBeFocused()
  await expectAccessible(page)
  await picture('preview')
  await page.keyboard.press('Enter')
  await expect(preview).toBeHidden()
  await expect(field('Template')).toHaveValue(/./)
  await expect(field('Subject')).toHaveValue(/^Arrival notice/)
  const attached = sheet().getByRole('group', { name: 'Attach documents of the job' })
  await expect(attached.getByRole('checkbox', { checked: true })).toHaveCount(1)
  const toMake = sheet().getByRole('group', { name: 'Make and attach' })
  await expect(toMake.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await toMake.getByRole('checkbox', { name: /^Delivery Order/ }).check()
  await field('Made as').selectOption('word')
  await picture('sheet-with-attachments')
  await button('Send').click()
  await expect.poll(() => received().length, { timeout: 60_000 }).toBe(2)
  const parsed = await PostalMime.parse(received()[1]?.raw ?? Buffer.alloc(0))
  expect(parsed.attachments.map(({ filename }) => filename?.replace(/\..*/, ''))).toEqual([
    'Arrival Notice',
    'Delivery Order',
  ])

  await expect(attachments().getByRole('row').filter({ hasText: 'Delivery Order.docx' })).toBeVisible()
  const filed = (await documents()).find(({ name }) => name === 'Delivery Order.docx')
  const [mail] = await stored()
  expect(mail?.attachments[1]?.documentId).toBe(filed?.id)
  await page.getByRole('button', { name: 'Preview Delivery Order.docx' }).click()
  await expect(page.getByText(/^E-mailed to Sana Mir on /)).toBeVisible()
  await page.keyboard.press('Escape')
})

test('Back in the browser closes a preview, in a tab that begins with it too', async () => {
  await api.upload('/api/document', new File([new Uint8Array(pdfFile('Invoice 7'))], 'Invoice.pdf'), {
    shipmentId: job.id,
  })
  const open = async (one: Page) => {
    await one.getByRole('button', { name: 'Preview Invoice.pdf' }).click()
    await expect(one.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  }
  await page.goto(`/webapp/shipment/notes?id=${job.id}`)
  await tab('Attachments')
  await open(page)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/shipment\/document/)
  await page.goBack()
  await expect(page).toHaveURL(/shipment\/notes/)

  const fresh = await page.context().newPage()
  await fresh.goto(`/webapp/shipment/document?id=${job.id}`)
  await open(fresh)
  await fresh.goBack()
  await expect(fresh.getByRole('dialog')).toBeHidden()
  await expect(fresh).toHaveURL(/shipment\/document/)
  // A form of a dialog is asked about, and Back closes no more than the dialog.
  await fresh.getByRole('button', { name: 'Rename Invoice.pdf' }).click()
  const rename = fresh.getByRole('dialog', { name: /^Rename/ })
  await rename.getByRole('textbox').fill('Other')
  await fresh.goBack()
  await fresh.getByRole('button', { name: 'Discard' }).click()
  await expect(rename).toBeHidden()
  await expect(fresh).toHaveURL(/shipment\/document/)
  await fresh.close()
})

test('a file that is not what its ending says is told in amber, and taken', async () => {
  await tab('Attachments')
  await page
    .getByLabel('Upload Files', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'Packing list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('cartons') })
  const row = attachments().getByRole('row').filter({ hasText: 'Packing list.pdf' })
  await expect(row).toContainText('Text, though named .pdf')
  await expectAccessible(page)
})

test('on a phone the sheet covers the screen and previews fill it, without sideways scrolling', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/webapp/shipment/document?id=${job.id}`)
  await page.getByRole('button', { name: 'Preview Invoice.pdf' }).click()
  const preview = page.getByRole('dialog', { name: 'Invoice.pdf' })
  await expect(preview.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expectNoSideways(page)
  expect((await preview.boundingBox())?.width).toBe(390)
  await picture('phone-preview')
  await preview.getByRole('button', { name: 'E-mail' }).click()
  await expect(sheet()).toHaveAttribute('aria-modal', 'true')
  await expect(sheet().getByRole('checkbox', { name: /^Invoice\.pdf/ })).toBeChecked()
  await expect(button('Send')).toBeInViewport()
  await expectNoSideways(page)
  await expectAccessible(page)
  await picture('phone-sheet')
  await page.goBack()
  await expect(sheet()).toBeHidden()
  await expect(page).toHaveURL(/shipment\/document/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await tab('E-mails')
  await page.getByRole('button', { name: 'Continue writing' }).click()
  await expect(sheet()).toHaveAttribute('aria-modal', 'false')
  await picture('sheet-dark')
  await button('Discard').click()
})
