import { expect, type Page, test } from '@playwright/test'
import type { Container } from '#contract/containers.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
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
    quote: { transportMode: 2, clType: 0 },
    grossWeight: 1.2,
    weightUnit: 1,
    volume: 3,
    volumeUnit: 0,
  })
})
const openDetails = async () => {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByLabel('Gross weight')).toBeVisible()
}
const stored = () => api.call<Job>('GET', `/api/shipment/${job.id}`)

test('beside a cargo figure stands what items and containers come to, to be taken by a click', async () => {
  await api.call('POST', '/api/item', {
    shipmentId: job.id,
    name: 'Tiles',
    grossWeight: 1250,
    weightUnit: 0,
    numberOfPacks: 6,
    volume: 3,
  })
  await api.call('POST', '/api/container', { shipmentId: job.id, number: 'MSKU1234565', cargoWeight: 1250 })
  await api.call('POST', '/api/container', { shipmentId: job.id, number: 'TGHU7654321', volume: 4 })
  await openDetails()
  const weight = page.getByText('Items and containers: 1.25 TON.')
  await expect(weight).toBeVisible()
  await expect(page.getByText('Containers: 4 m³.')).toBeVisible()
  // The job says no packages: nothing differs from them.
  await expect(page.getByText('Items: 6.')).toHaveCount(0)
  await expectAccessible(page)
  await weight.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByLabel('Gross weight')).toHaveValue('1.25')
  await expect(weight).toHaveCount(0)
  expect(await stored()).toMatchObject({ grossWeight: 1.2 })
  await page.getByLabel('Number of packages').fill('5')
  await expect(page.getByText('Items: 6.')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({ grossWeight: 1.25, weightUnit: 1, volume: 3, numberOfPackages: 5 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Cargo Details' }).click()
  await expect(page.getByText('Items: 6.')).toBeVisible()
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('what the items are charged by stands under them and in their dialog, by the rule of the mode', async () => {
  await api.call('POST', '/api/item', {
    shipmentId: job.id,
    name: 'Tiles',
    grossWeight: 400,
    weightUnit: 0,
    volume: 3,
  })
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
  await expect(page.getByRole('button', { name: 'Add Item' })).toBeVisible()
  // A full container is charged as it is.
  await expect(page.getByText('Chargeable')).toHaveCount(0)
  await api.call('PUT', '/api/shipment', { id: job.id, quote: { transportMode: 0 } })
  await page.reload()
  await expect(page.getByText('Chargeable 500.00 kg (air, 1 m³ = 166.67 kg)')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('gridcell', { name: 'Tiles', exact: true }).dblclick()
  const dialog = page.getByRole('dialog', { name: 'Item', exact: true })
  await expect(dialog.getByText('Chargeable 500.00 kg (air, 1 m³ = 166.67 kg)')).toBeVisible()
  await dialog.getByLabel('Gross Weight').fill('600')
  await expect(dialog.getByText('Chargeable 600.00 kg (air, 1 m³ = 166.67 kg)')).toBeVisible()
  await expectAccessible(page)
})

test('one Save stores what an item says and how it is split over containers; closing without it asks', async () => {
  const item = await api.call<Item>('POST', '/api/item', {
    shipmentId: job.id,
    name: 'Tiles',
    numberOfPacks: 10,
  })
  const boxes = []
  for (const number of ['MSKU1234565', 'TGHU7654321'])
    boxes.push(await api.call<Container>('POST', '/api/container', { shipmentId: job.id, number }))
  const [first, second] = boxes
  const links = () => api.call<ItemContainer[]>('GET', `/api/item/containers?shipmentId=${job.id}`)
  const nothing = { packs: null, grossWeight: null, volume: null }
  const dialog = page.getByRole('dialog', { name: 'Item', exact: true })
  const open = async () => {
    await page.getByRole('gridcell', { name: 'Tiles', exact: true }).dblclick()
    await expect(dialog.getByText('Containers', { exact: true })).toBeVisible()
  }
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
  await open()
  await dialog.getByText('Containers', { exact: true }).click()
  await dialog.getByLabel('Container', { exact: true }).selectOption('MSKU1234565')
  expect(await links()).toEqual([])
  await save()
  await expect(page.getByRole('gridcell', { name: 'MSKU1234565' }).first()).toBeVisible()
  await expect.poll(links).toEqual([{ itemId: item.id, containerId: first?.id, ...nothing }])

  await open()
  await dialog.getByRole('button', { name: 'Split over containers…' }).click()
  const packs = (number: string) => dialog.getByRole('group', { name: number }).getByLabel('Packs')
  await packs('MSKU1234565').fill('4')
  await packs('TGHU7654321').fill('some')
  await packs('MSKU1234565').focus()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await packs('TGHU7654321').fill('5')
  await expect(dialog.getByText('Left: packs 1.')).toBeVisible()
  await dialog.getByLabel('Quantity', { exact: true }).fill('120')
  await expectAccessible(page)
  await save()
  await expect.poll(async () => (await stored()).items).toMatchObject([{ quantity: 120, numberOfPacks: 10 }])
  await expect(page.getByRole('gridcell', { name: '2 containers' })).toBeVisible()
  await expectAccessible(page)
  const split = await links()
  expect(split).toHaveLength(2)
  expect(split).toEqual(
    expect.arrayContaining([
      { itemId: item.id, containerId: first?.id, ...nothing, packs: 4 },
      { itemId: item.id, containerId: second?.id, ...nothing, packs: 5 },
    ]),
  )

  await open()
  await dialog.getByRole('button', { name: 'In no container' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeVisible()
  expect(await links()).toHaveLength(2)
})
