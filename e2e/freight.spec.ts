import { expect, test } from '@playwright/test'
import type { Finance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible } from './accessibility.ts'
import { newCompany } from './company.ts'

test('freight is in the totals, rates are charged by weight, and what is not charged is named', async ({
  page,
}) => {
  const company = await newCompany(page)
  const job = await company.call<Job>('POST', '/api/shipment', {})
  const consignee = await company.call<Organisation>('POST', '/api/organisation', {
    name: 'Pearl River Toys',
  })
  await company.call('POST', '/api/shipmentconsignee', {
    shipmentId: job.id,
    consigneeId: consignee.parties[0]?.id,
  })
  const quoted = (quoteType: number | null, transportMode: number) =>
    company.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType, transportMode } })
  const openFinance = () => page.goto(`/webapp/shipment/finance?id=${job.id}`)
  const finance = () => company.call<Finance>('GET', `/api/finance/${job.quote.financeId}`)
  const section = (name: string) => page.getByRole('region', { name, exact: true })

  await quoted(2, 2)
  await openFinance()
  const freight = section('Freight Charges')
  const whole = section('Finance Total (USD)')
  await freight.getByLabel("FCL 40'").fill('1450')
  await expect(freight.getByLabel('Total')).toHaveValue('1,450.00')
  await expect(whole.getByLabel('Finance Total')).toHaveValue('1,450.00')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await finance()).total).toBe(1450)

  // The same job by air: its container is kept and not charged.
  await company.call('PUT', '/api/shipment', {
    id: job.id,
    grossWeight: 180,
    weightUnit: 0,
    volume: 2.4,
    volumeUnit: 0,
  })
  await quoted(2, 0)
  await openFinance()
  await expect(page.getByText("FCL 40' 1,450.00 USD is kept but not charged by air.")).toBeVisible()
  await expect(whole.getByLabel('Finance Total')).toHaveValue('0.00')
  await freight.getByLabel('Plus 250').fill('2.2')
  await freight.getByLabel('FSC').fill('0.4')
  await expect(freight.getByLabel('Fuel surcharge: per kg or flat')).toHaveValue('perKg')
  await expect(freight.getByText('Rates are entered, but nothing is charged for them yet.')).toBeVisible()
  await expect(whole.getByText('This total does not include the rates in Freight Charges yet.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect.poll(finance).toMatchObject({ freightCharge: { plus250: 2.2, fsc: 0.4, fscBasis: 'perKg' } })

  await page.goto(`/webapp/contact/finance?id=${consignee.id}`)
  await expect(
    page.getByRole('row', { name: /FOB/ }).getByText('Freight rates not charged yet'),
  ).toBeVisible()
  await expectAccessible(page)
  await openFinance()

  await whole.getByRole('button', { name: 'Go to the rates' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem')).toHaveText([
    'Chargeable weight: 400 kg (volumetric)',
    'Plus 250: 2.20 × 400 kg = 880.00',
    'FSC: 0.40 × 400 kg = 160.00',
  ])
  await page.getByRole('button', { name: 'Use 1,040.00' }).click()
  await expect(whole.getByLabel('Finance Total')).toHaveValue('1,040.00')
  await freight.getByLabel('Fuel surcharge: per kg or flat').selectOption('flat')
  await expect.poll(finance).toMatchObject({ total: 1040, freightCharge: { fsc: 0.4, fscBasis: 'flat' } })

  // What was taken from the rates stays, and says so when they come to another figure.
  const difference = 'The rates and amounts come to 880.40 now (400 kg). The total is 1,040.00.'
  await expect(freight.getByText(difference)).toBeVisible()
  await expect(whole.getByText(`Freight Charges (USD): ${difference}`)).toBeVisible()
  await expectAccessible(page)
  await freight.getByLabel('Fuel surcharge: per kg or flat').selectOption('perKg')
  await expect.poll(finance).toMatchObject({ total: 1040, freightCharge: { fscBasis: 'perKg' } })
  await company.call('PUT', '/api/shipment', { id: job.id, grossWeight: 500 })
  await openFinance()
  await whole.getByRole('button', { name: 'Go to the rates' }).click()
  await expect(freight.getByRole('button', { name: 'Use 1,300.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(finance).toMatchObject({ total: 1300, freightCharge: { fscBasis: 'perKg' } })

  await quoted(0, 2)
  await openFinance()
  await expect(
    page.getByText('Freight Charges 1,300.00 USD are kept but not charged under Cost & Freight.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show what is not charged' }).click()
  await expect(section('Freight Charges (not charged)').getByLabel("FCL 40'")).toHaveValue('1,450.00')
  await expect(whole.getByLabel('Finance Total')).toHaveValue('0.00')
  await expectAccessible(page)

  await company.call('PUT', '/api/finance', {
    id: job.quote.financeId,
    destinationCharge: { currency: 'EUR', thc: 5 },
  })
  await page.goto(`/webapp/contact/finance?id=${consignee.id}`)
  await expect(page.getByRole('row', { name: /C&F/ }).getByText('Exchange rate missing')).toBeVisible()

  await quoted(null, 2)
  await openFinance()
  const askForQuoteType = 'Please select a Quote Type on the Job Card before entering financial information.'
  await expect(page.getByText(askForQuoteType, { exact: true })).toBeVisible()
  await expect(
    page.getByText(
      'Freight Charges 1,300.00 USD are kept but not charged without a quote type. ' +
        'Destination Charges 5.00 EUR are kept but not charged without a quote type.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
})
