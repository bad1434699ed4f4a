import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
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
  job = await api.call<Job>('POST', '/api/shipment', {
    name: 'Green tea',
    etd: '2026-12-03',
    vesselName: 'Meridian',
  })
  await api.call('POST', '/api/item', { shipmentId: job.id, name: 'Chest' })
})

const jobs = () => api.call<Job[]>('GET', '/api/shipment?sort=jobId')
const read = (id: string) => api.call<Job>('GET', `/api/shipment/${id}`)
const choose = async (entry: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: entry, exact: true }).click()
}
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const open = ({ id }: Job) => page.goto(`/webapp/shipment?id=${id}`)

test('a job is copied three times in five clicks, and each copy is a click away', async () => {
  await open(job)
  await choose('Copy…')
  const asked = dialog(`Copy job ${job.jobId}`)
  await expectAccessible(page)
  await asked.getByLabel('Number of copies').selectOption('3')
  await asked.getByRole('button', { name: 'Copy', exact: true }).click()
  const made = dialog(`3 copies of job ${job.jobId}`)
  await expect(made.getByRole('link')).toHaveCount(3)
  await expectAccessible(page)
  await made.getByRole('link', { name: `${job.jobId + 2} Green tea` }).click()
  await expect(made).toHaveCount(0)
  await expect(page.getByRole('banner').or(page.locator('.job-header'))).toContainText([`${job.jobId + 2}`])
  const copies = (await jobs()).filter(({ jobId }) => jobId > job.jobId)
  expect(copies.map(({ name, etd, vesselName }) => [name, etd, vesselName])).toEqual(
    Array.from({ length: 3 }, () => ['Green tea', null, null]),
  )
})

test('a lost reply and a second click make nothing twice', async () => {
  await open(job)
  await choose('Copy…')
  let sent = 0
  await page.route('**/api/shipment/*/copy', async route => {
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const asked = dialog(`Copy job ${job.jobId}`)
  await asked.getByRole('checkbox', { name: 'Items' }).uncheck()
  await asked.getByRole('button', { name: 'Copy', exact: true }).dblclick()
  await expect(asked.getByRole('alert')).toContainText('The job could not be copied.')
  await asked.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText(`is a copy of job ${job.jobId}.`)).toBeVisible()
  const copies = (await jobs()).filter(({ jobId }) => jobId > job.jobId)
  expect(copies).toHaveLength(1)
  await expect(page).toHaveURL(new RegExp(`id=${copies[0]?.id}`))
  expect((await read(copies[0]?.id ?? '')).items).toEqual([])
  await page.unroute('**/api/shipment/*/copy')
})

test('it fits a phone, and says what is not saved', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(job)
  await page.getByRole('button', { name: 'Job', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Black tea')
  await choose('Copy…')
  await expect(dialog(`Copy job ${job.jobId}`)).toContainText('1 change to this job is not saved')
  await expectNoSideways(page)
  await expectAccessible(page)
})

test('a job that is marked as a template makes new ones from beside Create Job', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(job)
  await choose('Use as a template…')
  const asked = dialog('Use as a template for new jobs')
  await expect(asked.getByLabel('Name of the template')).toHaveValue('Green tea')
  await expectAccessible(page)
  await asked.getByLabel('Name of the template').fill('Weekly tea')
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.job-header')).toContainText('Template “Weekly tea”')
  await page.goto('/webapp')
  await expect(page.getByRole('row', { name: /Template Green tea/ })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Create a job from a template' })
  await menu.click()
  await expect(page.getByRole('button', { name: /^Weekly tea/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Search templates').fill('zzz')
  await expect(page.getByText('No template matches “zzz”.')).toBeVisible()
  await page.getByLabel('Search templates').fill('week')
  await expect(page.getByRole('button', { name: /^Weekly tea/ })).toBeVisible()
  await page.getByLabel('Search templates').press('Enter')
  await expect(page).toHaveURL(/\/webapp\/shipment\?id=/)
  const made = await read(new URL(page.url()).searchParams.get('id') ?? '')
  expect([made.name, made.etd, made.templateName, made.items.length]).toEqual(['Green tea', null, null, 1])

  await open(job)
  await choose('Stop using as a template')
  await expect(page.getByText(`Job ${job.jobId} is no longer a template.`)).toBeVisible()
  expect((await read(job.id)).templateName).toBeNull()
})
