import { expect, type Page, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { Job } from '#contract/jobs.ts'
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { jobWithParties } from './mail-job.ts'
import { newPerson, openPersonMenu } from './people.ts'
import { type Product, startProduct } from './start-product.ts'

let product: Product
let server: TestMailServer
let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  server = await startMailServer({
    refuseRecipient: address =>
      address === 'ali@indus.example' ? { code: 550, words: 'No such user here' } : undefined,
  })
  product = await startProduct({
    SMTP_HOST: server.settings.host,
    SMTP_PORT: String(server.settings.port),
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'office@lading.example',
  })
  page = await browser.newPage({ baseURL: product.url })
  api = await newCompany(page, newPerson(), server)
  job = await jobWithParties(api)
  await page.goto(`/webapp/shipment/emails?id=${job.id}`)
})
test.afterAll(async () => {
  await page?.close()
  await product?.stop()
  await server?.close()
})

/** What left for others: codes and notices of the sign-in go to the person themselves. */
const received = () => server.mails.filter(({ to }) => !to.includes(api.person.email))
const mails = () => page.getByRole('grid', { name: 'E-mails' })
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByLabel(name, { exact: true })
const button = (name: string) => dialog().getByRole('button', { name })
const storedJob = () => api.call<Job>('GET', `/api/shipment/${job.id}`)
const begin = async (template: string) => {
  await page.getByRole('button', { name: 'New E-mail' }).click()
  await field('Template').selectOption({ label: template })
  await expect(field('Subject')).not.toHaveValue('')
}

test.describe.configure({ mode: 'serial' })

test('shipping instructions reach the agent with their paper and set their date', async () => {
  await expect(page.getByText('No e-mails yet.')).toBeVisible()
  await expect(page.getByText('no mail server is configured')).toBeHidden()
  await begin('Shipping instructions to the agent')
  await field('Made as').selectOption('word')
  await button('Send').click()
  await expect(page.getByText('The e-mail is on its way.')).toBeVisible()
  const row = mails().getByRole('row').filter({ hasText: 'Shipping instructions' })
  await expect(row).toContainText('Sent')
  expect(received().map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'office@lading.example', to: ['jan@elbe.example'] },
  ])
  const message = await PostalMime.parse(received()[0]?.raw ?? '')
  expect(message.text).toContain('Please arrange this shipment as the attached shipping instructions say.')
  expect(message.html).toContain('<p dir="auto">Please arrange this shipment')
  expect(message.attachments.map(({ filename }) => filename)).toEqual(['Shipping Instructions.docx'])
  await expect.poll(async () => (await storedJob()).sisttao).toBe(new Date().toISOString().slice(0, 10))
})

test('a recipient that is refused is told with the words of the server, beside one that has it', async () => {
  await begin('Status update')
  await button('+ Ali Raza, Consignee').click()
  await button('Send').click()
  const row = mails().getByRole('row').filter({ hasText: 'Status of' })
  await expect(row).toContainText('Sent to some')
  await row.dblclick()
  const facts = dialog().locator('.mail-facts')
  await expect(facts).toContainText(/Ali Raza <ali@indus\.example>\s*Refused/)
  await expect(facts).toContainText('No such user here')
  await expect(facts).toContainText(/Sana Mir <sana@indus\.example>\s*Sent/)
  await button('Close').last().click()
})

test('a mail is sent again as a new one, after asking', async () => {
  await mails().getByRole('row').filter({ hasText: 'Shipping instructions' }).dblclick()
  await button('Send again').click()
  await page
    .getByRole('dialog', { name: /send this e-mail again/ })
    .getByRole('button', { name: 'Send again' })
    .click()
  await expect.poll(() => received().length).toBe(3)
  expect(received()[2]?.to).toEqual(['jan@elbe.example'])
  await button('Close').last().click()
})

test('a date that stands is replaced by no mail without being asked to', async () => {
  await api.call('PUT', '/api/shipment', { id: job.id, dsttco: '2026-11-01' })
  await page.reload()
  await begin('Documents to the carrier')
  await field('To').fill('ops@meridian.example')
  await field('To').press('Enter')
  await expect(dialog().getByText('Replace the date on the job, 2026-11-01')).toBeVisible()
  await button('Send').click()
  const row = mails().getByRole('row').filter({ hasText: 'Documents: Job' })
  await expect(row).toContainText('Sent')
  expect((await storedJob()).dsttco).toBe('2026-11-01')
  await row.dblclick()
  await expect(dialog().getByText(/kept its existing date/)).toBeVisible()
})

test("the sender's name and address for answers are set, and a test e-mail says what the server answers", async () => {
  await page.goto('/webapp/emails')
  await page.getByRole('button', { name: 'Sender and test' }).click()
  await field('Sender’s name').fill('Lee Forwarding, Hamburg')
  await field('Replies go to').fill('no address')
  await button('Save').click()
  await expect(dialog().getByRole('alert')).toContainText('An address')
  await field('Replies go to').fill('desk@lading.example')
  await expectAccessible(page)
  await button('Save').click()
  await expect(page.getByText('The sender was saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Sender and test' }).click()
  await button('Send me a test e-mail').click()
  await expect(
    dialog().getByText(`The mail server accepted a test e-mail to ${api.person.email}`),
  ).toBeVisible()
  const tests = server.mails.filter(({ raw }) => raw.toString().includes('Lee Forwarding, Hamburg'))
  expect(tests.map(({ to }) => to)).toEqual([[api.person.email]])
  const message = await PostalMime.parse(tests[0]?.raw ?? '')
  expect(message.from).toMatchObject({ name: 'Lee Forwarding, Hamburg', address: 'office@lading.example' })
})

test('the morning summary is switched on by oneself, with what it would tell in sight', async () => {
  const setDates = (dates: object) => api.call('PUT', '/api/shipment', { id: job.id, ...dates })
  await setDates({ etd: null, eta: null })
  await page.goto('/webapp')
  await openPersonMenu(page)
  await page.getByRole('button', { name: 'Morning summary' }).click()
  const now = dialog().frameLocator('iframe[title="Morning summary"]')
  await expect(dialog().getByText('Nothing: no job needs anything today.')).toBeVisible()
  await button('Cancel').click()
  const today = new Date().toISOString().slice(0, 10)
  await setDates({ etd: today })
  await openPersonMenu(page)
  await page.getByRole('button', { name: 'Morning summary' }).click()
  await expect(now.getByText('Leaving today:')).toBeVisible()
  await expect(now.getByRole('link')).toHaveAttribute('href', `${product.url}/webapp/shipment?id=${job.id}`)
  await dialog().getByRole('checkbox', { name: 'E-mail me each morning' }).check()
  await field('From').selectOption('06:00')
  await expectAccessible(page)
  await button('Save').click()
  await expect(page.getByText('You will get the morning summary, starting tomorrow.')).toBeVisible()
  expect(await api.call('GET', '/api/summary')).toMatchObject({ on: true, hour: 6 })
})
