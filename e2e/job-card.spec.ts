import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'
import { fillSignIn } from './people.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', { id: job.id, name: 'Green tea', vesselName: 'Ever Given' })
})

const open = async (id = job.id) => {
  await page.goto(`/webapp/shipment?id=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const openDetails = async () => {
  await open()
  await expect(page.getByLabel('Vessel Name')).toBeVisible()
}
const field = (label: string) => page.getByLabel(label, { exact: true })
const stored = () => api.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const message = () => page.getByRole('alertdialog').or(page.getByRole('dialog'))

const specifiedTabs: Record<string, string> = {
  Details: '/webapp/shipment',
  Attachments: '/webapp/shipment/document',
  Finance: '/webapp/shipment/finance',
  Items: '/webapp/shipment/items',
  'E-mails': '/webapp/shipment/emails',
  History: '/webapp/shipment/history',
}

test('the tabs are Details, Attachments, Finance, Items, E-mails and History, each under its own address', async () => {
  await openDetails()
  const tabs = page.getByRole('navigation', { name: 'Job' }).getByRole('link')
  await expect(tabs.filter({ hasText: 'Details' })).toBeVisible()
  const shown = await tabs.allTextContents()
  expect(shown.filter(tab => tab in specifiedTabs)).toEqual(Object.keys(specifiedTabs))
  const addresses = new Set<string>()
  for (const tab of shown.toReversed()) {
    await page.getByRole('navigation', { name: 'Job' }).getByRole('link', { name: tab, exact: true }).click()
    const another = new RegExp(`/webapp/shipment/[a-z-]+[?]id=${job.id}$`)
    await expect(page).toHaveURL(tab in specifiedTabs ? `${specifiedTabs[tab]}?id=${job.id}` : another)
    await expect(page.getByRole('heading', { name: 'Green tea', level: 1 })).toBeVisible()
    addresses.add(page.url())
  }
  expect(addresses.size).toBe(shown.length)
})

test('Details has every section and field of the specification, in its words and order', async () => {
  await openDetails()
  const sections: Record<string, string[]> = {
    Stakeholders: ['Consignee', 'Shipper', 'Agent', 'Carrier', 'Clearing Agent'],
    Job: ['Name', 'Direction', 'Master Job'],
    'Quotation Details': [
      'Commodity',
      'Mode of Transport',
      'Load Type',
      'Quote Type',
      'Port of Loading',
      'Via Port',
      'Port of Discharge',
      'Port of Destination',
    ],
    Schedule: [
      'Ready on',
      'Vessel Name',
      'Voyage',
      'ETD',
      'ETA',
      'Customer Instructions',
      'Shipping instructions sent to the agent on',
    ],
    'Cargo Details': [
      'Gross weight',
      'Weight unit',
      'Net weight',
      'Volume',
      'Volume unit',
      'Number of packages',
    ],
    'Arrival Notice': [
      'Documents received on',
      'Master BL',
      'House BL',
      'Documents emailed to customer on',
      'Documents submitted to carrier on',
      'IGM',
      'Index number',
      'Shed Number',
      'D/O picked up by customer on',
    ],
  }
  for (const [title, labels] of Object.entries(sections))
    await expect(
      page.getByRole('region', { name: title, exact: true }).locator('label').filter({ visible: true }),
    ).toHaveText(labels)
  const rail = page.getByRole('complementary', { name: 'At a glance' })
  await expect(rail.getByLabel('Job Id')).toHaveText(`Job Id${job.jobId}`)
  await expect(rail.getByLabel('Shipment Date')).toContainText(job.shipmentDate)
  await expect(rail.getByLabel('Status')).toHaveValue('1')
  await expectAccessible(page)
})

test('the choices are those of the specification, in its order', async () => {
  await openDetails()
  const choices: Record<string, string[]> = {
    Status: ['', 'Cancelled', 'In Progress', 'Completed', 'Closed'],
    'Mode of Transport': ['', 'Air', 'Road', 'Sea'],
    'Quote Type': [
      '',
      'Cost & Freight (C&F)',
      'ExWorks - Required pickup from shipper',
      'Free on board (FOB)',
    ],
    'Load Type': ['', 'FCL', 'LCL'],
    'Weight unit': ['', 'KG', 'TON'],
    'Volume unit': ['', 'Cubic Meter', 'Cubic Feet'],
  }
  for (const [label, options] of Object.entries(choices))
    await expect(field(label).locator('option')).toHaveText(options)
  await expect(field('Status')).toHaveValue('1')
})

test('dates and figures are typed as people write them, and Save waits for what is not understood', async () => {
  await openDetails()
  const type = async (label: string, text: string) => {
    await field(label).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await type('ETD', '3 Dec 2026')
  await expect(field('ETD')).toHaveValue('2026-12-03')
  await type('ETA', '03/12/2026')
  await expect(field('ETA')).toHaveValue('03/12/2026')
  await type('Gross weight', '12.450,5')
  await expect(field('Gross weight')).toHaveValue('12,450.5')
  await type('Volume', '12kg')
  await expect(field('Volume')).toHaveValue('12kg')
  await expect(page.getByText('“12kg” is in another unit. Type it in m³ or ft³.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved. Not understood yet: Volume, ETA.')).toBeVisible()
  await expect(field('Volume')).toBeFocused()
  expect(await stored()).toMatchObject({ etd: null, eta: null, grossWeight: null, volume: null })
  await page.keyboard.type('12,5')
  await page.getByRole('button', { name: '12 March 2026' }).click()
  await expect(field('ETA')).toHaveValue('2026-03-12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({
    etd: '2026-12-03',
    eta: '2026-03-12',
    grossWeight: 12450.5,
    volume: 12.5,
  })
})

test('Save updates the job; Cancel goes back to what is stored; both say when there is nothing to do', async () => {
  await openDetails()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  await expect(page.getByText('Nothing to save')).toBeVisible()
  await expect(save).toBeDisabled()
  await field('Name').fill('Black tea')
  await field('Mode of Transport').selectOption('Sea')
  await expect(page.getByText('2 changes not saved')).toBeVisible()
  await cancel.click()
  await expect(field('Name')).toHaveValue('Green tea')
  await field('Name').fill('Black tea')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({ name: 'Black tea', vesselName: 'Ever Given' })
})

test('Ctrl+S saves', async () => {
  await openDetails()
  await field('House BL').fill('HBL-77')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({ hbl: 'HBL-77' })
})

test('a save that fails loses nothing and says what to do', async () => {
  await openDetails()
  await field('Name').fill('Black tea')
  await page.route('**/api/shipment', route => route.abort())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Not saved. The server could not be reached.')
  await expect(field('Name')).toHaveValue('Black tea')
  await page.unroute('**/api/shipment')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('unsaved changes are asked about before leaving, and kept through a reload', async () => {
  await openDetails()
  await field('Name').fill('Black tea')
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(message()).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field('Name')).toHaveValue('Black tea')
  page.once('dialog', asked => void asked.accept())
  await page.reload()
  await expect(page.getByText(/Your unsaved changes of .* were kept\./)).toBeVisible()
  await expect(field('Name')).toHaveValue('Black tea')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(field('Name')).toHaveValue('Green tea')
})

test('two people on one job: what both changed is settled field by field', async ({ browser }) => {
  const { person: colleague } = await newColleague(api, { name: 'Bilal Khan' })
  await openDetails()
  await field('Name').fill('Mine')
  await field('Vessel Name').fill('Mine too')
  const theirs = await browser.newPage()
  await theirs.goto('/login')
  await fillSignIn(theirs, colleague)
  await theirs.waitForURL(/\/webapp/)
  await theirs.goto(`/webapp/shipment?id=${job.id}`)
  await theirs.getByLabel('Name', { exact: true }).fill('Theirs')
  await theirs.getByLabel('IGM').fill('4711')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(theirs.getByText('Saved', { exact: true })).toBeVisible()
  await theirs.close()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = dialog('Somebody has changed this job since you opened it')
  await expect(conflict.getByRole('row', { name: /IGM \(empty\) 4711 Bilal Khan/ })).toBeVisible()
  await expectAccessible(page)
  await conflict.getByRole('radio', { name: 'Theirs: Theirs' }).check()
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(conflict).toBeHidden()
  expect(await stored()).toMatchObject({ name: 'Theirs', vesselName: 'Mine too', igm: '4711' })
})

test('the current job is restored on start; an id in the address wins; another account’s is ignored', async () => {
  await openDetails()
  const other = await api.call<Job>('POST', '/api/shipment', {})
  await page.goto('/webapp/shipment')
  await expect(page).toHaveURL(`/webapp/shipment?id=${job.id}`)
  await open(other.id)
  await expect(page.locator('.job-header__number')).toHaveText(String(other.jobId))
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('currentShipment') ?? '{}') as object
    localStorage.setItem('currentShipment', JSON.stringify({ ...kept, accountId: 'somebody else' }))
  })
  await page.goto('/webapp/shipment')
  await expect(page.getByText('No job is open.')).toBeVisible()
})

test('a job that is not there says so', async () => {
  for (const id of [crypto.randomUUID(), 'rubbish', '7', `${job.id}x`])
    for (const tab of ['', '/finance']) {
      await page.goto(`/webapp/shipment${tab}?id=${id}`)
      await expect(page.getByText('This job does not exist.')).toBeVisible()
    }
})

test('every choice of the quotation is shown whole, however wide the window', async () => {
  await openDetails()
  for (const width of [390, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 390) await page.getByRole('button', { name: 'Quotation Details' }).click()
    for (const label of ['Mode of Transport', 'Load Type', 'Quote Type']) {
      const room = await field(label).evaluate((element: HTMLSelectElement) => {
        const { paddingLeft, paddingRight, font } = getComputedStyle(element)
        const pen = document.createElement('canvas').getContext('2d')
        if (!pen) throw new Error('Nothing to measure texts with.')
        pen.font = font
        const longest = Math.max(...[...element.options].map(({ text }) => pen.measureText(text).width))
        return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - longest
      })
      expect(room, `${label} at ${width}`).toBeGreaterThanOrEqual(0)
    }
  }
})

test('a phone shows the form in one column', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  await page.getByRole('button', { name: 'Job', exact: true }).click()
  await expectNoSideways(page)
  const [name, direction] = await Promise.all([field('Name').boundingBox(), field('Direction').boundingBox()])
  expect(direction?.x).toBe(name?.x)
  const rail = await page.getByRole('complementary', { name: 'At a glance' }).boundingBox()
  expect(rail?.y).toBeLessThan(name?.y ?? 0)
  expect(rail?.height).toBeLessThan(300)
  await page.setViewportSize({ width: 1440, height: 900 })
})
