import { expect, type Page, test } from '@playwright/test'
import type { Finance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import { packingModes } from '#contract/packing-modes.ts'
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
  job = await api.call<Job>('POST', '/api/shipment', {})
})

const openTab = (tab: 'items' | 'finance') => page.goto(`/webapp/shipment/${tab}?id=${job.id}`)
const stored = () => api.call<Job>('GET', `/api/shipment/${job.id}`)
const editor = () => page.getByRole('dialog', { name: 'Item', exact: true })
const addItem = (fields: object) => api.call('POST', '/api/item', { shipmentId: job.id, ...fields })
const section = (name: string) => page.getByRole('region', { name, exact: true })
const finance = () => api.call<Finance>('GET', `/api/finance/${job.quote.financeId}`)
const quoted = (quoteType: number | null, transportMode: number | null) =>
  api.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType, transportMode } })

test.describe('the Items tab', () => {
  test('has an Add Item button and the specification’s columns, and says when it is empty', async () => {
    await openTab('items')
    await expect(page.getByRole('button', { name: 'Add Item' })).toBeVisible()
    await expect(page.getByText(/^No items yet\./)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Items' }).getByRole('columnheader')).toHaveText([
      'Name',
      'Quantity',
      'Packing Mode',
      'Gross Weight',
      'Net Weight',
      'Number of Packs',
      'Weight Unit',
      'Description',
      'State',
      'Edit',
      'Delete',
    ])
    await expectAccessible(page)
  })

  test('the item editor has every field, and the 76 packing modes in their order', async () => {
    await addItem({ name: 'Tiles' })
    await openTab('items')
    await page.getByRole('button', { name: 'Edit Tiles' }).click()
    await expect(editor().locator('label').filter({ visible: true })).toHaveText([
      'Name',
      'Description',
      'Quantity',
      'Packing Mode',
      'Gross Weight',
      'Net Weight',
      'Weight Unit',
      'Number of Packs',
    ])
    await editor().getByRole('combobox', { name: 'Packing Mode' }).click()
    await expect(page.getByRole('listbox', { name: 'Packing Mode' }).getByRole('option')).toHaveText(
      packingModes.map(mode => mode.label),
    )
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  test('a double click edits the item', async () => {
    await addItem({ name: 'Tiles', quantity: 12 })
    await openTab('items')
    await page.getByRole('gridcell', { name: 'Tiles', exact: true }).dblclick()
    await editor().getByLabel('Quantity', { exact: true }).fill('15')
    await editor().getByRole('button', { name: 'Save' }).click()
    await expect(editor()).toBeHidden()
    expect((await stored()).items).toMatchObject([{ name: 'Tiles', quantity: 15 }])
  })

  test('deleting asks in the specification’s words', async () => {
    await addItem({ name: 'Tiles' })
    await openTab('items')
    await page.getByRole('button', { name: 'Delete Tiles' }).click()
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(question).toContainText("Do you want to delete 'Tiles'?")
    await expect(question).toContainText('This will remove the item from this job.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('gridcell', { name: 'Tiles', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Delete Tiles' }).click()
    await question.getByRole('button', { name: 'Ok' }).click()
    await expect(page.getByText(/^No items yet\./)).toBeVisible()
    expect((await stored()).items).toEqual([])
  })

  test('sums stand under their columns; the job’s cargo figures can be taken over from them', async () => {
    await api.call('PUT', '/api/shipment', {
      id: job.id,
      grossWeight: 900,
      weightUnit: 0,
      numberOfPackages: 3,
    })
    await addItem({ name: 'One', quantity: 2, grossWeight: 500.5, weightUnit: 0, numberOfPacks: 3 })
    await addItem({ name: 'Two', quantity: 4, grossWeight: 1, weightUnit: 1 })
    await openTab('items')
    const sum = (column: string) => page.locator(`[data-sum="${column}"]`)
    await expect(sum('quantity')).toHaveText('6')
    await expect(sum('grossWeight')).toHaveText('1,500.5 KG')
    await expect(sum('numberOfPacks')).toHaveText('3')
    await expect(page.getByText('gross weight 1,500.5 KG here, 900 KG on the job')).toBeVisible()
    await page.getByRole('button', { name: 'Use these totals' }).click()
    await expect(page.getByText('The job’s cargo figures differ')).toBeHidden()
    expect(await stored()).toMatchObject({ grossWeight: 1500.5, weightUnit: 0, numberOfPackages: 3 })
  })

  test('figures are taken over beside what is typed on Details, and in its place only when asked', async () => {
    await addItem({ name: 'One', grossWeight: 500, weightUnit: 0 })
    await page.goto(`/webapp/shipment?id=${job.id}`)
    const vessel = page.getByLabel('Vessel Name')
    await vessel.fill('Ever Given')
    await page.getByLabel('Gross Weight').fill('480')
    await page.getByRole('link', { name: 'Items', exact: true }).click()
    await page.getByRole('button', { name: 'Use these totals' }).click()
    const question = page.getByRole('dialog', { name: 'Replace what you typed under Details?' })
    await expect(question).toContainText('Not saved there yet: Gross weight.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(await stored()).toMatchObject({ grossWeight: null, vesselName: null })
    await page.getByRole('button', { name: 'Use these totals' }).click()
    await question.getByRole('button', { name: 'Use these totals' }).click()
    await expect(page.getByText('The job’s cargo figures differ')).toBeHidden()
    await page.getByRole('link', { name: 'Details' }).click()
    await expect(page.getByLabel('Gross Weight')).toHaveValue('500')
    await expect(vessel).toHaveValue('Ever Given')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Nothing to save').or(page.getByText('Saved', { exact: true }))).toBeVisible()
    expect(await stored()).toMatchObject({ grossWeight: 500, weightUnit: 0, vesselName: 'Ever Given' })
  })

  test('what is typed into a searchable field is taken by Tab, and replaces what stood there', async () => {
    await addItem({ name: 'Tiles', modeOfPacking: 13 })
    await openTab('items')
    await page.getByRole('gridcell', { name: 'Tiles', exact: true }).dblclick()
    const mode = editor().getByRole('combobox', { name: 'Packing Mode' })
    await mode.click()
    await page.keyboard.type('wooden')
    const first = page.getByRole('listbox').getByRole('option').first()
    await expect(first).toContainText('ooden')
    const taken = (await first.textContent()) ?? ''
    await page.keyboard.press('Tab')
    await expect(mode).toHaveValue(taken)
    await mode.click()
    await page.keyboard.type('pallts')
    await page.keyboard.press('Tab')
    await expect(mode).toHaveValue('pallts')
    await expect(
      editor().getByText(
        `“pallts” is not in the list. Choose an entry, or empty the field. “${taken}” stays`,
      ),
    ).toBeVisible()
    await expectAccessible(page)
    await editor().getByRole('button', { name: 'Save' }).click()
    await expect(mode).toBeFocused()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await editor().getByRole('button', { name: 'Save' }).click()
    await expect(editor()).toBeHidden()
    expect((await stored()).items).toMatchObject([{ modeOfPacking: null }])
  })
})

test.describe('the Finance tab', () => {
  test('with no quote type it says what to do first', async () => {
    await openTab('finance')
    await expect(
      page.getByText('Please select a Quote Type on the Job Card before entering financial information.'),
    ).toBeVisible()
    await expectAccessible(page)
  })

  const sections = {
    0: ['Destination Charges'],
    1: ['Origin Charges', 'Freight Charges', 'Destination Charges'],
    2: ['Freight Charges', 'Destination Charges'],
  } as const
  const container = ['LCL', "FCL 20'", "FCL 40'"]
  const surcharges = ['FSC', 'SSC']
  const air = [
    'Minimum Air Charges',
    'Minus 45',
    'Plus 45',
    'Plus 100',
    'Plus 250',
    'Plus 300',
    'Plus 500',
    'Plus 1000',
    'Other Air Charges',
  ]
  const freight = {
    0: [...surcharges, ...air],
    1: [...container, ...surcharges],
    2: container,
  } as const
  for (const quoteType of [0, 1, 2] as const)
    for (const mode of [0, 1, 2] as const)
      test(`quote type ${quoteType} and mode ${mode} show their sections and freight fields`, async () => {
        await quoted(quoteType, mode)
        await openTab('finance')
        await expect(section('Destination Charges')).toBeVisible()
        const titles = page.getByRole('main').getByRole('heading', { level: 2 })
        await expect(titles).toHaveText([...sections[quoteType], 'Finance Total (USD)'])
        if (quoteType === 0) return
        await expect(section('Freight Charges').locator('label').filter({ visible: true })).toHaveText([
          ...freight[mode],
          'Other Freight Charges',
          'Total',
          'Currency',
        ])
      })

  test('figures save on change, with the state visible; a missing section is made with a new id', async () => {
    await quoted(1, 2)
    await openTab('finance')
    const currency = section('Origin Charges').getByRole('combobox', { name: 'Currency' })
    await currency.click()
    await page.keyboard.type('PKR')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(currency).toHaveValue(/^PKR/)
    await currency.fill('')
    await page.keyboard.press('Tab')
    await expect(currency).toHaveValue(/^USD/)
    const pickUp = section('Origin Charges').getByLabel('Pick Up')
    await expect(pickUp).toHaveAttribute('placeholder', '00.0')
    await pickUp.fill('120.5')
    await section('Origin Charges').getByLabel('THC').fill('20')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await expect(section('Origin Charges').getByLabel('Total')).toHaveValue('140.50')
    const { originCharge, total } = await finance()
    expect(originCharge).toMatchObject({ pickUp: 120.5, thc: 20, total: 140.5 })
    expect(originCharge?.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(total).toBe(140.5)
    await expectAccessible(page)
  })

  test('switching quote type and mode keeps what was entered, and hidden figures are not totalled', async () => {
    await quoted(1, 0)
    await api.call('PUT', '/api/finance', {
      id: job.quote.financeId,
      originCharge: { pickUp: 100 },
      freightCharge: { plus45: 7, total: 50, totalIsTyped: true },
      destinationCharge: { thc: 10 },
    })
    await openTab('finance')
    await expect(section('Finance Total (USD)').getByLabel('Finance Total')).toHaveValue('160.00')
    await quoted(0, 2)
    await openTab('finance')
    await expect(section('Finance Total (USD)').getByLabel('Finance Total')).toHaveValue('10.00')
    await quoted(1, 0)
    await openTab('finance')
    await expect(section('Origin Charges').getByLabel('Pick Up')).toHaveValue('100.00')
    await expect(section('Freight Charges').getByLabel('Plus 45')).toHaveValue('7.00')
  })

  test('a figure that cannot be saved says why, stays, and is saved by Retry', async () => {
    await quoted(1, 2)
    await openTab('finance')
    await expect(section('Origin Charges')).toBeVisible()
    await page.route('**/api/finance', route => route.abort())
    await section('Origin Charges').getByLabel('Pick Up').fill('77')
    await page.keyboard.press('Tab')
    await expect(page.getByText('The server could not be reached.', { exact: false })).toBeVisible()
    await expect(section('Origin Charges').getByLabel('Pick Up')).toHaveValue('77.00')
    await page.unroute('**/api/finance')
    await page.getByRole('button', { name: /Retry|Try again/ }).click()
    await expect.poll(async () => (await finance()).originCharge?.pickUp).toBe(77)
  })

  test('Calculate proposes the air freight by weight break', async () => {
    await quoted(2, 0)
    await api.call('PUT', '/api/shipment', { id: job.id, grossWeight: 90, weightUnit: 0 })
    await api.call('PUT', '/api/finance', {
      id: job.quote.financeId,
      freightCharge: { plus45: 4, plus100: 3, fsc: 12, fscBasis: 'flat' },
    })
    await openTab('finance')
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(page.getByRole('listitem')).toHaveText([
      'Chargeable weight: 90 kg (gross)',
      'Plus 100: 3.00 × 100 kg = 300.00, cheaper than the rate for the weight itself',
      'FSC: 12.00',
    ])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use 312.00' }).click()
    await expect.poll(async () => (await finance()).freightCharge?.total).toBe(312)
  })

  test('on a phone nothing is wider than the window', async () => {
    await quoted(1, 0)
    await page.setViewportSize({ width: 390, height: 844 })
    await openTab('finance')
    await expect(section('Origin Charges')).toBeVisible()
    await expectNoSideways(page)
    await openTab('items')
    await expect(page.getByRole('button', { name: 'Add Item' })).toBeVisible()
    await expectNoSideways(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
