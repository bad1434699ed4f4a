import { expect, type Page, test } from '@playwright/test'
import type { HouseList } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let company: CompanyApi
let master: Job
let ports: { loadingPortId?: string | undefined; dischargePortId?: string | undefined }

const build = async (fields: object) => company.call<Job>('POST', '/api/shipment', fields)

/** A job by sea of less than a container load on the master's way. */
const fitting = (name: string, fields: object = {}) =>
  build({
    ...{ name, direction: 1, etd: '2026-12-03', weightUnit: 0, volumeUnit: 0, ...fields },
    quote: { transportMode: 2, clType: 1, ...ports },
  })

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await newCompany(page)
  const port = async (name: string) => {
    const found = await company.call<Port[]>('GET', `/api/port/${encodeURIComponent(name)}`)
    return found.find(one => one.name === name)?.id
  }
  ports = { loadingPortId: await port('Karachi'), dischargePortId: await port('Hamburg') }
  master = await fitting('Consolidation KHI–HAM')
  await fitting('Denim', { grossWeight: 4000, volume: 12.5, numberOfPackages: 100, hbl: 'HBL-1' })
  await fitting('Towels', { grossWeight: 5000, volume: 10, numberOfPackages: 80, etd: '2026-12-06' })
  await fitting('Yarn', { grossWeight: 3340, volume: 8.7, numberOfPackages: 34 })
})
test.afterAll(() => page.context().close())

const dialog = () => page.getByRole('dialog', { name: 'Add houses' })
const houses = () => page.getByRole('grid', { name: 'Houses' })
const row = (name: string) => houses().getByRole('row').filter({ hasText: name })
const stored = () => company.call<HouseList>('GET', `/api/shipment/${master.id}/houses`)
const sum = (column: string) => houses().locator(`[data-sum="${column}"]`)

/** Counts what the mouse does on the page that is open. */
async function countClicks() {
  await page.evaluate(() => {
    Reflect.set(window, 'clicks', 0)
    const count = () => Reflect.set(window, 'clicks', Number(Reflect.get(window, 'clicks')) + 1)
    document.addEventListener('click', event => event.detail > 0 && count(), true)
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'clicks')))
}

test('three jobs become houses of a master in five clicks from its card, and it can be undone', async () => {
  await page.goto(`/webapp/shipment?id=${master.id}`)
  await expect(page.getByRole('heading', { name: 'Consolidation KHI–HAM' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Houses', exact: true })).toBeHidden()
  const clicks = await countClicks()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Make this a consolidation…' }).click()
  const found = dialog().getByRole('row')
  await expect(found.filter({ hasText: 'Towels' })).toContainText('Same ports · ETD 3 days later')
  await expect(found.filter({ hasText: 'Denim' })).toContainText('Same ports · same ETD')
  await expectAccessible(page)
  await found.nth(1).getByRole('checkbox').click()
  await found
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await dialog().getByRole('button', { name: 'Add 3 houses' }).click()
  await expect(page.getByText(`3 houses added to job ${master.jobId}.`)).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(5)
  await expect(row('Denim')).toBeVisible()
  expect((await stored()).total).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change was undone on 3 jobs.')).toBeVisible()
  expect((await stored()).total).toBe(0)
  await expect(page.getByText('No houses yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add houses' }).click()
  await dialog().getByRole('checkbox', { name: 'Choose all on this page' }).click()
  await dialog().getByRole('button', { name: 'Add 3 houses' }).click()
  await expect(row('Denim')).toBeVisible()
})

test('the houses are summed, typed into, and held against the master’s containers', async () => {
  await expect(sum('numberOfPackages')).toHaveText('214')
  await expect(sum('grossWeight')).toHaveText('12,340 kg')
  await expect(sum('volume')).toHaveText('31.2 m³')
  await expect(sum('chargeable')).toHaveText('31.2')
  await expect(page.getByText('No containers yet')).toBeVisible()
  await company.call('POST', '/api/container', {
    shipmentId: master.id,
    number: 'MSKU1234565',
    sizeType: '22G1',
  })
  await page.reload()
  await expect(page.getByText('Volume: 31.2 of 32.1 m³ (97 %).')).toBeVisible()
  await expect(page.getByText('Weight: 12,340 of 28,230 kg (44 %).')).toBeVisible()
  await expectAccessible(page)
  // The second cell of the row is the house bill.
  await row('Towels').getByRole('gridcell').nth(1).click()
  await page.keyboard.type('HBL-2')
  await row('Towels').getByRole('gridcell').nth(6).click()
  await page.keyboard.type('12')
  await row('Towels').getByRole('gridcell').nth(8).click()
  await page.keyboard.type('29 Nov 2026')
  await page.keyboard.press('Enter')
  await expect(row('Towels')).toContainText('Saved')
  await expect(row('Towels')).toContainText('2026-11-29')
  await expect(sum('volume')).toHaveText('33.2 m³')
  await expect(page.getByText('Volume: 33.2 of 32.1 m³ (103 %). 1.1 m³ too much.')).toBeVisible()
  expect((await stored()).houses.find(one => one.name === 'Towels')).toMatchObject({
    ...{ hbl: 'HBL-2', volume: 12, receivedAtCfs: '2026-11-29' },
  })
  await expectAccessible(page)
})

test('the master takes the cargo of its houses by one click, which can be undone', async () => {
  const cargo = async () => {
    const { grossWeight, volume, numberOfPackages } = await company.call<Job>(
      'GET',
      `/api/shipment/${master.id}`,
    )
    return { grossWeight, volume, numberOfPackages }
  }
  await page.goto(`/webapp/shipment?id=${master.id}`)
  const proposal = page.getByText('Houses: 12,340 kg, 33.2 m³, 214 packages.')
  await proposal.getByRole('button', { name: 'Use these' }).click()
  await expect(page.getByText('The master’s cargo is now that of its houses.')).toBeVisible()
  await expect(proposal).toBeHidden()
  expect(await cargo()).toEqual({ grossWeight: 12_340, volume: 33.2, numberOfPackages: 214 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(proposal).toBeVisible()
  expect(await cargo()).toEqual({ grossWeight: null, volume: null, numberOfPackages: null })
})

test('a master that is closed names its houses without a bill, and is closed all the same', async () => {
  await page.getByLabel('Status').selectOption('Closed')
  const yarn = (await stored()).houses.find(({ name }) => name === 'Yarn')
  await expect(page.getByText(`House without House BL: ${yarn?.jobId}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('House without House BL')).toBeHidden()
})

test('the costs are split by W/M and by hand, and a house says its share', async () => {
  const { quote } = await company.call<Job>('PUT', '/api/shipment', {
    id: master.id,
    quote: { quoteType: 0 },
  })
  await company.call('PUT', '/api/finance', { id: quote.financeId, total: 1000 })
  await page.goto(`/webapp/shipment/houses?id=${master.id}`)
  await expect(page.getByText(`Costs of job ${master.jobId}: 1,000.00 USD`)).toBeVisible()
  await page.getByLabel('Cost Split').selectOption('W/M')
  await expect(sum('costShare')).toHaveText('1,000.00 USD')
  await expect(row('Denim')).toContainText('376.52 USD')
  await page.getByLabel('Cost Split').selectOption('By hand')
  await expect(page.getByText('1,000.00 USD are left over: no house bears them.')).toBeVisible()
  await row('Denim').getByRole('gridcell').nth(10).click()
  await page.keyboard.type('40')
  await expect(page.getByText('960.00 USD are left over: no house bears them.')).toBeVisible()
  await page.keyboard.type('0')
  await expect(page.getByText('600.00 USD are left over: no house bears them.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('600.00 USD are left over: no house bears them.')).toBeVisible()
  await expect(sum('costShareByHand')).toHaveText('400.00 USD')
  await expectAccessible(page)
  const denim = (await stored()).houses.find(({ name }) => name === 'Denim')
  await page.goto(`/webapp/shipment/finance?id=${denim?.id}`)
  await expect(page.getByText(`Share of master ${master.jobId}’s costs: 400.00 USD (By hand)`)).toBeVisible()
  await page.goto(`/webapp/shipment/houses?id=${master.id}`)
})

test('the bills of all houses go to the agent in one e-mail', async () => {
  await page.getByRole('button', { name: 'E-mail house bills' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Document Template' })
  await expect(picker.getByRole('checkbox', { name: /House Bill of Lading/ })).toBeChecked()
  await picker.getByRole('button', { name: 'Select', exact: true }).click()
  // The houses have no parties: it is said before anything is made.
  const check = page.getByRole('dialog', { name: 'Before the documents are made' })
  await expect(check).toContainText('Shipper')
  await check.getByRole('button', { name: 'Generate anyway' }).click()
  const sheet = page.getByRole('dialog', { name: `E-mail on job ${master.jobId}` })
  await expect(
    sheet.getByRole('group', { name: 'Documents of the houses' }).getByRole('checkbox'),
  ).toHaveCount(3)
  const shownNames = await sheet
    .getByRole('group', { name: 'Documents of the houses' })
    .locator('.compose__name')
    .allInnerTexts()
  await expectAccessible(page)
  const documents = await Promise.all(
    (await stored()).houses.map(async ({ id }) => {
      const { documents: own } = await company.call<Job>('GET', `/api/shipment/${id}`)
      return own.length
    }),
  )
  expect(documents).toEqual([1, 1, 1])
  await sheet.getByLabel('To', { exact: true }).fill('agent@x.example')
  await page.keyboard.press('Enter')
  await sheet.getByLabel('Subject', { exact: true }).fill('House bills')
  await sheet.getByLabel('Text', { exact: true }).fill('All bills are attached.')
  await sheet.getByRole('button', { name: 'Save as not sent' }).click()
  await expect(sheet).toBeHidden()
  type Sent = { attachments: { name: string }[] }
  const [mail] = await company.call<Sent[]>('GET', `/api/mail?shipmentId=${master.id}`)
  // Under the names that were shown, of which no two are the same.
  expect(mail?.attachments.map(({ name }) => name)).toEqual(shownNames)
  expect(new Set(shownNames).size).toBe(3)
})

test('the whole grid stands in a window of 1440 pixels, the sums and what can be done with a house too', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(row('Yarn')).toBeVisible()
  const [shown, whole] = await page.locator('.edit-grid').evaluate(one => [one.clientWidth, one.scrollWidth])
  expect(whole).toBeLessThanOrEqual(shown ?? 0)
})

test('a house leaves the consolidation and what came from there, and Undo brings it back', async () => {
  await company.call('PUT', '/api/shipment', { id: master.id, vesselName: 'Ever Gauge' })
  await row('Yarn')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(
    page.getByText(/is no longer a house of job \d+\. What came from there is empty now: Vessel Name\./),
  ).toBeVisible()
  await expect(row('Yarn')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Yarn')).toBeVisible()
})

test('a house leads to its own card, which has no houses; the tab reads well on a phone, in the dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await houses().getByRole('link', { name: /Denim/ }).click()
  await expect(page.getByRole('heading', { name: 'Denim' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Houses', exact: true })).toBeHidden()
})

test('jobs of the list become houses of a new master, which has what they have in common', async () => {
  const jobs = [
    await fitting('Bed linen', { vesselName: 'Ever Given', voyage: '042W' }),
    await fitting('Curtains', { vesselName: 'Ever Given', voyage: '043W' }),
  ]
  await page.goto('/webapp?sort=-jobId')
  for (const { jobId } of jobs)
    await page.getByRole('checkbox', { name: `Choose ${jobId}`, exact: true }).click()
  const bar = page.getByRole('region', { name: 'Chosen jobs' })
  await bar.getByRole('button', { name: 'Consolidate', exact: true }).click()
  const proposal = page.getByRole('dialog', { name: 'Consolidate 2 jobs' })
  await expect(proposal.getByLabel('Name')).toHaveValue('Consolidation KHI–HAM 2026-12-03')
  await expect(proposal).toContainText('Ever Given')
  await expectAccessible(page)
  await proposal.getByRole('button', { name: 'Make the consolidation' }).click()
  await expect(
    page.getByText(/was made with 2 houses. Undo takes them out again; the job itself stays./),
  ).toBeVisible()
  const [made] = await company.call<Job[]>('GET', '/api/shipment?sort=-jobId&limit=1')
  const { houses: found } = await company.call<Job>('GET', `/api/shipment/${made?.id}`)
  expect(found.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id))
  expect(made).toMatchObject({
    ...{ name: 'Consolidation KHI–HAM 2026-12-03', vesselName: 'Ever Given', voyage: null, direction: 1 },
    quote: { transportMode: 2, ...ports },
  })
})
