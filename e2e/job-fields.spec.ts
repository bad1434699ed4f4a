import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible } from './accessibility.ts'
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
  job = await api.call<Job>('POST', '/api/shipment', { vesselName: 'Ever Given' })
})

const open = async () => {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByLabel('Commodity')).toBeVisible()
}
const field = (label: string) => page.getByLabel(label, { exact: true })
const places = () => page.locator('.job-rail select, .card-grid__place').filter({ visible: true }).count()
const offers = () => page.locator('[data-offers]').allInnerTexts()

test('a job shows the fields that its kind has need of, those that are filled, and all on demand', async () => {
  await open()
  await field('Vessel Name').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const kind = (direction: number, quote: object) =>
    api.call('PUT', '/api/shipment', { id: job.id, direction, quote })
  await kind(1, { transportMode: 2, clType: 0 })
  await open()
  await expect(field('Vessel Name')).toBeVisible()
  for (const label of ['IGM', 'Shed Number', 'Master Job']) await expect(field(label)).toHaveCount(0)
  expect(await offers()).toEqual([
    'Master Job',
    'Via Port',
    'Shipping instructions sent to the agent on',
    'Documents emailed to customer on',
    'Documents submitted to carrier on',
  ])
  expect(await places()).toBeLessThanOrEqual(28)

  await kind(0, { transportMode: 0, clType: null })
  await open()
  for (const label of ['Vessel Name', 'Load Type']) await expect(field(label)).toHaveCount(0)
  expect(await places()).toBeLessThanOrEqual(26)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'IGM' }).click()
  await expect(field('IGM')).toBeFocused()
  await page.keyboard.type('4711')
  // What is being retyped does not vanish while it is empty.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(field('IGM')).toBeFocused()
  await page.keyboard.type('4712')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await kind(1, { transportMode: 1 })
  await page.reload()
  await expect(field('IGM')).toHaveValue('4712')
  await expect(field('Index number')).toHaveCount(0)

  await page.goto(`/webapp/shipment?id=${job.id}#indexNumber`)
  await expect(field('Index number')).toBeFocused()
  await open()
  await page.getByRole('button', { name: 'Show all fields' }).click()
  for (const label of ['Vessel Name', 'Load Type', 'Shed Number', 'D/O picked up by customer on'])
    await expect(field(label)).toBeVisible()
  await page.reload()
  await expect(field('Shed Number')).toBeVisible()
  await page.getByRole('button', { name: 'Show only the fields of this job' }).click()
  await expect(field('Shed Number')).toHaveCount(0)
})
