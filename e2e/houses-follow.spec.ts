import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let master: Job
let houses: Job[]

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  const put = async (job: Job, fields: object) =>
    api.call<Job>('PUT', '/api/shipment', { id: job.id, ...fields })
  const carrier = await api.call<Organisation>('POST', '/api/organisation', { name: 'Ocean Line' })
  master = await api.call<Job>('POST', '/api/shipment', {})
  await put(master, { vesselName: 'Ocean Meridian', voyage: '049W', etd: '2026-12-03', eta: '2026-12-28' })
  await api.call('POST', '/api/shipmentcarrier', {
    shipmentId: master.id,
    carrierId: carrier.parties[0]?.id,
  })
  houses = [
    await api.call<Job>('POST', '/api/shipment', {}),
    await api.call<Job>('POST', '/api/shipment', {}),
  ]
  for (const house of houses) await put(house, { masterShipmentId: master.id })
})
test.afterAll(() => page.close())

const open = async ({ id }: Job) => {
  await page.goto(`/webapp/shipment?id=${id}`)
  await expect(page.getByLabel('Vessel Name')).toBeVisible()
}
const read = ({ id }: Job) => api.call<Job>('GET', `/api/shipment/${id}`)
const fromMaster = () => page.getByText(`From master ${master.jobId}`, { exact: true })
const house = (index: number) => houses[index] as Job

test('a house shows what it has from its master, and what it has otherwise', async () => {
  await open(house(0))
  await expect(page.getByLabel('Vessel Name')).toHaveValue('Ocean Meridian')
  await expect(page.getByRole('combobox', { name: 'Carrier', exact: true })).toHaveValue('Ocean Line')
  // Vessel, voyage, ETD, ETA and the carrier.
  await expect(fromMaster()).toHaveCount(5)
  await page.getByLabel('ETD', { exact: true }).fill('2026-12-05')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Master: 2026-12-03.')).toBeVisible()
  await expect(fromMaster()).toHaveCount(4)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await read(house(0))).differs).toEqual(['etd'])
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByLabel('ETD', { exact: true })).toHaveValue('2026-12-03')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await read(house(0))).differs).toEqual([])
  await page.getByLabel('Voyage', { exact: true }).fill('050W')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await read(house(0))).differs).toEqual(['voyage'])
})

test('the containers of the master are shown on its houses, and changed on the master', async () => {
  await api.call('POST', '/api/container', {
    shipmentId: master.id,
    ...{ number: 'MSKU1234565', sizeType: '45G1', seals: ['SL12345'] },
  })
  await page.goto(`/webapp/shipment/items?id=${house(1).id}`)
  await expect(
    page.getByText(`From master ${master.jobId}: MSKU1234565 40' HC SL12345`, { exact: true }),
  ).toBeVisible()
  await page.getByRole('link', { name: `master ${master.jobId}` }).click()
  await expect(page.getByRole('gridcell', { name: 'MSKU1234565', exact: true })).toBeVisible()
})

test('a master that moves takes its houses along, and one Undo brings them all back', async () => {
  await open(master)
  await page.getByLabel('ETD', { exact: true }).fill('2026-12-10')
  await page.getByLabel('Voyage', { exact: true }).fill('051W')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByText('Voyage changed here and in 1 house of this job; ETD here and in 2.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('1 house keeps its own Voyage.', { exact: true })).toBeVisible()
  expect(await Promise.all(houses.map(async job => (await read(job)).etd))).toEqual([
    '2026-12-10',
    '2026-12-10',
  ])
  expect(await Promise.all(houses.map(async job => (await read(job)).voyage))).toEqual(['050W', '051W'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Put back, here and in the houses.')).toBeVisible()
  await expect(page.getByLabel('ETD', { exact: true })).toHaveValue('2026-12-03')
  for (const job of [master, ...houses]) expect((await read(job)).etd).toBe('2026-12-03')
  expect(await Promise.all(houses.map(async job => (await read(job)).voyage))).toEqual(['050W', '049W'])
})

test('an ETD of a house’s own is shown among the houses, and one click lets it follow its master again', async () => {
  await api.call('PUT', '/api/shipment', { id: house(1).id, etd: '2026-12-08' })
  await open(master)
  await page.getByLabel('ETD', { exact: true }).fill('2026-12-11')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('ETD changed here and in 1 house of this job.', { exact: true })).toBeVisible()
  await expect(page.getByText('1 house keeps its own ETD.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'See houses' }).click()
  const grid = page.getByRole('grid', { name: 'Houses' })
  const told = grid.getByText('ETD 2026-12-08; the master has 2026-12-11.')
  await expect(told).toBeVisible()
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Take the master’s' }).click()
  await expect(told).toBeHidden()
  await expect.poll(async () => (await read(house(1))).differs).toEqual([])
  await expect(grid.getByText('the master has')).toHaveCount(0)
})

test('a house whose card gives up its master says what it has lost with it', async () => {
  await open(house(1))
  await page.getByRole('button', { name: 'Remove Master Job' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByText(
      `Job ${house(1).jobId} is no longer a house of job ${master.jobId}. What came from there is empty now: Vessel Name, Voyage, ETA, Carrier.`,
      { exact: true },
    ),
  ).toBeVisible()
  await expect(page.getByLabel('Vessel Name')).toHaveValue('')
  // Its ETD was its own before it followed the master’s.
  const { vesselName, etd, shipmentCarriers } = await read(house(1))
  expect([vesselName, etd, shipmentCarriers]).toEqual([null, '2026-12-11', []])
})
