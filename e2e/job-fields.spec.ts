import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
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
    'Notify Party',
    'Second Notify Party',
    'Customer',
    'Haulier',
    'Warehouse',
    'Via Port',
    'Place of Receipt',
    'Place of Delivery',
    'Incoterm',
    'Incoterm Place',
    'Service',
    'Valid until',
    'Vessel Flag',
    'Documents Cut-off',
    'VGM Cut-off',
    'Cargo Cut-off',
    'ATD',
    'ATA',
    'Free Days',
    'Shipping instructions sent to the agent on',
    'Empty Container Depot',
    'Container Terminal',
    'Handling Information',
    'Amount of Insurance',
    'Documents emailed to customer on',
    'Documents submitted to carrier on',
    'Documents attached',
    'Freight Terms',
    'Freight Payable at',
    'Number of Originals',
    'On-board Date',
    'Place of Issue',
    'Date of Issue',
  ])
  expect(await places()).toBeLessThanOrEqual(28)
  expect((await page.locator('.job-details').boundingBox())?.height).toBeLessThanOrEqual(750)
  // Without scrolling, the last field stands above the bar of Save.
  const [last, bar] = await Promise.all([
    field('House BL').boundingBox(),
    page.locator('.bottom-bar').boundingBox(),
  ])
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  const boxes = page.locator('.job-layout').locator('input, select, textarea').filter({ visible: true })
  const heights = await boxes.evaluateAll(all => all.map(box => box.getBoundingClientRect().height))
  expect([heights.length > 20, ...new Set(heights)]).toEqual([true, 32])

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

test('beside the fields stand the total, the last e-mail and the last note, each a way to its tab', async () => {
  const finance = { id: job.quote.financeId, total: 1450.5, totalIsTyped: true }
  await api.call('PUT', '/api/finance', finance)
  await api.call('POST', '/api/note', { shipmentId: job.id, text: 'Ask for Bilal.\nNot before noon.' })
  const mail = { id: crypto.randomUUID(), shipmentId: job.id, subject: 'Pre-alert', text: 'Sailed.' }
  await api.call('POST', '/api/mail', { ...mail, to: [{ name: 'Ann', address: 'ann@x.example' }] })
  await open()
  const rail = page.getByRole('complementary', { name: 'At a glance' })
  await expect(rail.getByLabel('Finance Total')).toContainText(/1,450\.50 [A-Z]{3}$/)
  await expect(rail.getByLabel('Last e-mail')).toContainText('To AnnNot sent')
  await expect(rail.getByLabel('Last note')).toContainText('Ask for Bilal.Ann Lee')
  await expectAccessible(page)
  for (const [link, tab] of Object.entries({
    '1,450.50': 'finance',
    'To Ann': 'emails',
    'Ask for': 'notes',
  })) {
    await rail.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(`/webapp/shipment/${tab}?id=${job.id}`)
    await page.goBack()
  }
})

test('what papers need is offered by name; terms of ships and a wrong check digit are said by air, with a cure', async () => {
  await api.call('PUT', '/api/shipment', {
    id: job.id,
    direction: 1,
    quote: { transportMode: 0, quoteType: 2 },
  })
  await open()
  const offer = (name: string) => page.locator('[data-offers]').getByText(name, { exact: true })
  const section = page.getByRole('region', { name: 'Air Waybill' })
  await expect(section).toBeVisible()
  for (const name of ['Service', 'On-board Date', 'Number of Originals'])
    await expect(offer(name)).toHaveCount(0)
  await offer('Incoterm').click()
  await expect(field('Incoterm')).toBeFocused()
  await field('Incoterm').selectOption('FOB Free on Board')
  await expect(page.getByText('FOB is for sea and inland waterway alone.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use FCA' }).click()
  await expect(field('Incoterm')).toHaveValue('1')
  await field('Master BL').fill('176-123456')
  await expect(page.getByText('An air waybill number has 11 digits; this one has 9.')).toBeVisible()
  await field('Master BL').fill('176-12345674')
  await page.getByRole('button', { name: 'Use 176-12345675' }).click()
  await expect(field('Master BL')).toHaveValue('176-12345675')
  await offer('Freight Terms').click()
  await field('Freight Terms').selectOption('Collect')
  await offer('Free Days').click()
  await field('Free Days').fill('7')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await api.call<Job>('GET', `/api/shipment/${job.id}`)).toMatchObject({
    incoterm: 1,
    mbl: '176-12345675',
    freightPayment: 1,
    freeDays: 7,
  })
  await open()
  await expect(field('Free Days')).toHaveValue('7')
})

test('an air waybill shows its charges where the job says so; by other modes nobody is asked', async () => {
  await api.call('PUT', '/api/shipment', { id: job.id, direction: 1, quote: { transportMode: 0 } })
  await open()
  const section = page.getByRole('region', { name: 'Air Waybill' })
  const amounts = ['Rate / Charge', 'Valuation Charge', 'Waybill Tax', 'Other Charges due Agent']
  for (const label of ['Rate Class', ...amounts]) await expect(section.getByLabel(label)).toHaveCount(0)
  await section.getByRole('button', { name: 'Charges on the Air Waybill' }).click()
  await expect(field('Charges on the Air Waybill')).toBeFocused()
  await field('Charges on the Air Waybill').selectOption('As agreed')
  await expect(section.getByLabel('Rate Class')).toHaveCount(0)
  await field('Charges on the Air Waybill').selectOption('Shown')
  for (const label of amounts) await expect(section.getByLabel(label)).toBeVisible()
  await field('Rate Class').selectOption('C Specific commodity rate')
  await field('Rate / Charge').fill('2.35')
  await field('Other Charges due Carrier').fill('0')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const typed = { waybillCharges: 1, rateClass: 3, waybillRate: 2.35, chargesDueCarrier: 0 }
  expect(await api.call<Job>('GET', `/api/shipment/${job.id}`)).toMatchObject(typed)

  await field('Charges on the Air Waybill').selectOption('As agreed')
  // What is filled in stays in sight.
  await expect(field('Rate / Charge')).toHaveValue('2.35')
  await expect(field('Waybill Tax')).toHaveCount(0)
  await api.call('PUT', '/api/shipment', {
    id: job.id,
    quote: { transportMode: 2 },
    ...{ waybillCharges: null, rateClass: null, waybillRate: null, chargesDueCarrier: null },
  })
  await open()
  await expect(page.locator('[data-offers]').getByText('Charges on the Air Waybill')).toHaveCount(0)
})

test('an ETA before its ETD is said, and both dates change places by one click', async () => {
  await api.call('PUT', '/api/shipment', { id: job.id, etd: '2027-03-20', eta: '2027-03-02' })
  await open()
  await expect(page.getByText('ETA is before ETD.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Swap the dates' }).click()
  await expect(page.getByText('ETA is before ETD.')).toBeHidden()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await api.call<Job>('GET', `/api/shipment/${job.id}`)).toMatchObject({
    etd: '2027-03-02',
    eta: '2027-03-20',
  })
})

test('a port that the mode cannot load at is said beside it, with the port of the same place where there is one', async () => {
  const [pudong] = await api.call<Port[]>('GET', '/api/port/cnpvg')
  const [geneva] = await api.call<Port[]>('GET', '/api/port/chgva')
  await api.call('PUT', '/api/shipment', {
    id: job.id,
    quote: {
      transportMode: 2,
      loadingPortId: pudong?.id,
      dischargePortId: geneva?.id,
      destinationPortId: geneva?.id,
    },
  })
  await open()
  await expect(page.getByText('Shanghai Pudong Airport is no seaport.')).toBeVisible()
  // The port of destination may lie inland.
  await expect(page.getByText('Geneva is no seaport.')).toHaveCount(1)
  await expectAccessible(page)
  // A place that has none leads to the search for one.
  await page.getByRole('button', { name: 'Search for a seaport …' }).click()
  await expect(page.getByRole('dialog', { name: /Port/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use Shanghai', exact: true }).click()
  await expect(page.getByText('Shanghai Pudong Airport is no seaport.')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Port of Loading' })).toHaveValue('Shanghai')
  await expect
    .poll(() => api.call<Job>('GET', `/api/shipment/${job.id}`))
    .toMatchObject({ quote: { loadingPort: 'Shanghai', dischargePortId: geneva?.id } })
  await field('Mode of Transport').selectOption('Air')
  await expect(page.getByText('is no seaport.')).toHaveCount(0)
})
