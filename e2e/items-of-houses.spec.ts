import { expect, type Page, test } from '@playwright/test'
import type { Container } from '#contract/containers.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let master: Job
let house: Job
let yarn: Item
let first: Container
let second: Container

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  master = await api.call<Job>('POST', '/api/shipment', { name: 'Consolidation to Singapore' })
  const box = (number: string) =>
    api.call<Container>('POST', '/api/container', { shipmentId: master.id, number, packages: 9 })
  first = await box('MSKU1234565')
  second = await box('TGHU7654321')
  house = await api.call<Job>('POST', '/api/shipment', { name: 'Yarn', masterShipmentId: master.id })
  yarn = await api.call<Item>('POST', '/api/item', {
    ...{ shipmentId: house.id, name: 'Raw yarn', numberOfPacks: 10 },
  })
})
test.afterAll(() => page.context().close())

const items = () => page.getByRole('grid', { name: 'Items' })
const boxes = () => page.getByRole('grid', { name: 'Containers' })
const cell = (name: string) => items().getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(8)
const links = () => api.call<ItemContainer[]>('GET', `/api/item/containers?shipmentId=${house.id}`)
const nothing = { packs: null, grossWeight: null, volume: null }
const inherited = () => page.getByText(/^From master \d+: MSKU1234565; TGHU7654321/)

test('an item of a house is put into a container of its master, which the house cannot change', async () => {
  await page.goto(`/webapp/shipment/items?id=${house.id}`)
  await expect(items().getByRole('columnheader', { name: 'Container' })).toBeVisible()
  await expect(inherited()).toBeVisible()
  await expect(boxes().getByText('MSKU1234565')).toHaveCount(0)
  await cell('Raw yarn').click()
  await page.keyboard.type('HLXU1111116\n')
  await expect(
    items().getByText(`Master ${master.jobId} has no container “HLXU1111116”.`, { exact: false }),
  ).toBeVisible()
  expect(await links()).toEqual([])
  await cell('Raw yarn').click()
  await page.keyboard.type('4565\n')
  await expect(cell('Raw yarn')).toHaveText('MSKU1234565')
  await expect.poll(links).toEqual([{ itemId: yarn.id, containerId: first.id, ...nothing }])
  await expectAccessible(page)
  await expectNoSideways(page)
})

test('its dialog splits it over the master’s containers', async () => {
  const dialog = page.getByRole('dialog', { name: 'Item', exact: true })
  await page.getByRole('gridcell', { name: 'Raw yarn', exact: true }).dblclick()
  await expect(dialog.getByText(`Of the whole item, from master ${master.jobId}.`)).toBeVisible()
  await expect(dialog.getByLabel('Container', { exact: true })).toHaveValue(first.id)
  await dialog.getByRole('button', { name: 'Split over containers…' }).click()
  const packs = (number: string) => dialog.getByRole('group', { name: number }).getByLabel('Packs')
  await packs('MSKU1234565').fill('4')
  await packs('TGHU7654321').fill('6')
  await packs('MSKU1234565').focus()
  await expect(dialog.getByText('Left:')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(cell('Raw yarn')).toHaveText('2 containers')
  await expect.poll(links).toEqual([
    { itemId: yarn.id, containerId: first.id, ...nothing, packs: 4 },
    { itemId: yarn.id, containerId: second.id, ...nothing, packs: 6 },
  ])
})

test('the master says where its containers have other packages than the items of its houses', async () => {
  await page.goto(`/webapp/shipment/items?id=${master.id}`)
  const amber = boxes().getByText('The houses’ items in it come to 4 packages.')
  await expect(amber).toBeVisible()
  await expect(boxes().getByText('The houses’ items in it come to 6 packages.')).toBeVisible()
  await boxes().getByRole('button', { name: 'Use 4', exact: true }).click()
  await expect(amber).toHaveCount(0)
  const stored = () => api.call<Container[]>('GET', `/api/container?shipmentId=${master.id}`)
  await expect.poll(stored).toMatchObject([{ packages: 4 }, { packages: 9 }])
})

test('the items leave the master’s containers when the house has its own, and return when it goes', async () => {
  await page.goto(`/webapp/shipment/items?id=${house.id}`)
  await expect(inherited()).toContainText('The items leave them when this job gets a container of its own.')
  await boxes().getByRole('gridcell').first().click()
  await page.keyboard.type('HLXU1111116\n')
  await expect(cell('Raw yarn')).toHaveText('')
  await expect(inherited()).not.toContainText('The items leave them')
  expect(await links()).toEqual([])
  const [own] = await api.call<Container[]>('GET', `/api/container?shipmentId=${house.id}`)
  await api.call('DELETE', `/api/container/${own?.id}`)
  await page.reload()
  await expect(cell('Raw yarn')).toHaveText('2 containers')
  expect(await links()).toHaveLength(2)
})
