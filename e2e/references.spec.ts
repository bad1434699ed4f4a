import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { ReferenceKind } from '#contract/reference-kinds.ts'
import type { Reference } from '#contract/references.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  api = await newCompany(page)
  job = await api.call<Job>('POST', '/api/shipment', { name: 'Rice to Rotterdam' })
  await page.goto(`/webapp/shipment?id=${job.id}`)
})
test.afterAll(() => page.context().close())

const references = async () =>
  (await api.call<Reference[]>('GET', `/api/reference?shipmentId=${job.id}`)).map(
    ({ kind, number, date }) => [kind, number, date],
  )
const kinds = () => api.call<ReferenceKind[]>('GET', '/api/referencekind')
const grid = () => page.getByRole('grid', { name: 'References' })
const row = (text: string) => grid().getByRole('row').filter({ hasText: text })

test('references are typed by keyboard, pasted as a mail lists them, taken back and deleted with a way back', async () => {
  await page.getByRole('button', { name: 'Add reference' }).click()
  await expect(grid().locator('[data-editor]')).toBeFocused()
  await page.keyboard.type('book')
  await page.keyboard.press('Tab')
  await page.keyboard.type('EGLV149600')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3 Dec 2026')
  await page.keyboard.press('Enter')
  await expect(row('EGLV149600')).toContainText('Saved')
  expect(await references()).toEqual([['booking', 'EGLV149600', '2026-12-03']])

  const lines = 'PO 4711\nPO 4712\nInvoice CI-9'
  await page.evaluate(text => navigator.clipboard.writeText(text), lines)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(row('CI-9')).toContainText('Saved')
  expect((await references()).slice(1)).toEqual([
    ['purchaseOrder', '4711', null],
    ['purchaseOrder', '4712', null],
    ['commercialInvoice', 'CI-9', null],
  ])
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(references).toHaveLength(1)

  await row('EGLV149600').getByRole('button', { name: 'Delete EGLV149600' }).click()
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect.poll(references).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(references).toEqual([['booking', 'EGLV149600', '2026-12-03']])
})

test('a kind that is typed becomes the company’s own, and is renamed and deleted under Company', async () => {
  await page.reload()
  await grid().getByRole('row').last().getByRole('gridcell').first().click()
  await page.keyboard.type('Dossier')
  await page.keyboard.press('Tab')
  await page.keyboard.type('D 77')
  await page.keyboard.press('Enter')
  await expect(row('D 77')).toContainText('Dossier')
  await expect.poll(async () => (await kinds()).map(({ name }) => name)).toEqual(['Dossier'])
  await expect(page.getByText('“Dossier” is now a kind of reference of your company.')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/webapp/company')
  await page.getByRole('button', { name: 'Rename Dossier' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('File')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByText('One job has a reference of this kind.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add kind' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Tender')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete Tender' }).click()
  await expect.poll(async () => (await kinds()).map(({ name }) => name)).toEqual(['File'])
})

test('a job is found by four characters of a reference, which the result names', async () => {
  await page.goto('/webapp')
  await expect(page.getByRole('grid', { name: 'Jobs' })).toContainText('Rice to Rotterdam')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('1496')
  await expect(page.getByText('Booking: EGLV149600')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`id=${job.id}`))
  await expect(row('EGLV149600')).toContainText('Booking')
})
