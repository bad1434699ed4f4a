import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { Finance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import { QuoteType, TransportMode } from '#contract/choices.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let context: BrowserContext
let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext()
  page = await context.newPage()
  api = await newCompany(page)
})
test.afterAll(() => context.close())
test.beforeEach(async () => {
  const { id } = await api.call<Job>('POST', '/api/shipment', {})
  const quote = { quoteType: QuoteType.costAndFreight, transportMode: TransportMode.sea }
  job = await api.call<Job>('PUT', '/api/shipment', { id, quote })
})

const noCharges = '**/api/finance'
const refuse = () => page.route(noCharges, route => route.fulfill({ status: 503, body: 'Busy' }))
const finance = () => api.call<Finance>('GET', `/api/finance/${job.quote.financeId}`)
const drafts = (tab = page) =>
  tab.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('lading:draft:')))
const tabOf = (name: string, on = page) => on.getByRole('navigation', { name: 'Job' }).getByText(name)
const deliveryOrder = (on = page) => on.getByLabel('Delivery Order')
const openFinance = (on = page) => on.goto(`/webapp/shipment/finance?id=${job.id}`)

test('a charge that cannot be saved outlives every way to leave it, and is saved by itself later', async () => {
  await openFinance()
  await refuse()
  await deliveryOrder().fill('4321')
  await expect(page.getByRole('alert')).toContainText('Not saved. The server is busy. Try again in a moment.')
  await tabOf('Details').click()
  await expect(page.getByLabel('Vessel Name')).toBeVisible()
  await expect(tabOf('Finance')).toHaveText('Finance •')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    `Charges of job ${job.jobId} could not be saved: 4,321.00 in Delivery Order of Destination Charges.`,
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('row', { name: 'unnamed' }).first().dblclick()
  await expect(tabOf('Finance')).toHaveText('Finance •')
  await tabOf('Finance').click()
  await expect(deliveryOrder()).toHaveValue('4,321.00')

  await page.reload()
  await expect(deliveryOrder()).toHaveValue('4,321.00')
  await expect(page.getByRole('alert')).toContainText(
    /These charges were not saved on .*: 4,321.00 in Delivery Order of Destination Charges\./,
  )
  await expect(page.getByRole('button', { name: 'Save them' })).toBeVisible()
  await expectAccessible(page)
  expect((await finance()).destinationCharge).toBeNull()

  await page.unroute(noCharges)
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect((await finance()).destinationCharge?.deliveryOrder).toBe(4321)
  expect(await drafts()).toEqual([])
  await expect(tabOf('Finance')).toHaveText('Finance')

  const notice = page.getByRole('region', { name: 'Notices' }).getByText(/could not be saved/)
  await refuse()
  await deliveryOrder().fill('5000')
  await tabOf('Details').click()
  await expect(notice).toBeVisible()
  await page.unroute(noCharges)
  await tabOf('Finance').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a charge that somebody else changed meanwhile is offered, not sent', async () => {
  await openFinance()
  await refuse()
  await deliveryOrder().fill('4321')
  await expect(page.getByRole('alert')).toBeVisible()
  await tabOf('Details').click()
  await api.call('PUT', '/api/finance', {
    id: job.quote.financeId,
    destinationCharge: { deliveryOrder: 500 },
  })
  await page.unroute(noCharges)
  await openFinance()
  const offer = page.getByRole('alert')
  await expect(offer).toContainText('4,321.00 in Delivery Order of Destination Charges (stored: 500.00)')
  await expect(offer).toContainText('Somebody else has changed the same field.')
  expect((await finance()).destinationCharge?.deliveryOrder).toBe(500)
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(deliveryOrder()).toHaveValue('500.00')
  expect(await drafts()).toEqual([])
})

test('a total on a contact that cannot be saved is kept and saved by itself later', async () => {
  const contact = await api.call<Organisation>('POST', '/api/organisation', { name: 'Cape Foods' })
  const consigneeId = contact.parties[0]?.id
  await api.call('POST', '/api/shipmentconsignee', { shipmentId: job.id, consigneeId })
  await page.goto(`/webapp/contact/finance?id=${contact.id}`)
  await refuse()
  const total = page.getByLabel(`Total of job ${job.jobId}`)
  await total.fill('77.5')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('alert')).toContainText('Not saved.')
  const tabs = page.getByRole('navigation', { name: 'Contact' })
  await tabs.getByText('Details').click()
  await expect(page.getByLabel('City')).toBeVisible()
  await expect(tabs.getByText('Finance')).toHaveText('Finance •')
  await page.reload()
  await expect(tabs.getByText('Finance')).toHaveText('Finance •')
  await tabs.getByText('Finance').click()
  await expect(total).toHaveValue('77.50')
  await expect(page.getByRole('alert')).toContainText(/This change was not saved on .*: 77.50 in Total/)
  await expectAccessible(page)
  await page.unroute(noCharges)
  await expect.poll(async () => (await finance()).total).toBe(77.5)
  await expect.poll(() => drafts()).toEqual([])
  await expect(tabs.getByText('Finance')).toHaveText('Finance')

  await page.setViewportSize({ width: 1366, height: 768 })
  await total.fill('12kg')
  await page.keyboard.press('Tab')
  const reason = page.getByRole('alert').filter({ hasText: 'Not saved: 1 field not understood.' })
  await expect(reason).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('two tabs of one job keep what is unsaved apart; what a closed one left is found', async () => {
  const address = `/webapp/shipment?id=${job.id}`
  const kept = (on: Page) => on.getByText(/Your unsaved changes of .* were kept\./)
  await page.goto(address)
  await page.getByLabel('Vessel Name').fill('Ever Given')
  await expect.poll(() => drafts()).toHaveLength(1)
  // However far the page is scrolled, the mark stays on its tab.
  await page.getByLabel('Customer Instructions').scrollIntoViewIfNeeded()
  const details = await tabOf('Details').boundingBox()
  const mark = await tabOf('Details').getByTitle('Not saved').boundingBox()
  const below = (mark?.y ?? 0) - (details?.y ?? 0)
  expect(below).toBeGreaterThanOrEqual(0)
  expect(below).toBeLessThan(details?.height ?? 0)
  const second = await context.newPage()
  await second.goto(address)
  await expect(second.getByText('Nothing to save')).toBeVisible()
  await expect(second.getByLabel('Vessel Name')).toHaveValue('')
  await second.getByLabel('Customer Instructions').fill('Call first')
  await expect.poll(() => drafts()).toHaveLength(2)

  await page.reload()
  await expect(kept(page)).toBeVisible()
  await expect(page.getByLabel('Vessel Name')).toHaveValue('Ever Given')
  await expect(page.getByLabel('Customer Instructions')).toHaveValue('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Nothing to save').or(page.getByText('Saved', { exact: true }))).toBeVisible()
  await expect.poll(() => drafts()).toHaveLength(1)

  await second.close()
  await page.goto(address)
  await expect(kept(page)).toBeVisible()
  await expect(page.getByLabel('Customer Instructions')).toHaveValue('Call first')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect.poll(() => drafts()).toEqual([])
})

test('a reload brings back all that its tab left, of every kind, and not what another left', async () => {
  const address = `/webapp/shipment/emails?id=${job.id}`
  const goOn = (on: Page) => on.getByRole('button', { name: 'Continue writing' })
  const write = async (on: Page, subject: string) => {
    await on.getByRole('button', { name: 'New E-mail' }).or(goOn(on)).click()
    await on.getByLabel('Subject').fill(subject)
    await on.keyboard.press('Escape')
    await expect(goOn(on)).toBeVisible()
  }
  await refuse()
  await openFinance()
  await deliveryOrder().fill('4321')
  await expect(page.getByRole('alert')).toContainText('Not saved.')
  await tabOf('E-mails').click()
  await write(page, 'Hello')
  const second = await context.newPage()
  await second.goto(address)
  await write(second, 'Another tab')
  await second.close()

  for (const subject of ['Hello again', 'Hello at last']) {
    await page.reload()
    await write(page, subject)
  }
  await page.reload()
  await goOn(page).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Hello at last')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(tabOf('Finance')).toHaveText('Finance •')

  await page.reload()
  await goOn(page).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Another tab')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.unroute(noCharges)
  await openFinance()
  await expect.poll(() => drafts()).toEqual([])
})
