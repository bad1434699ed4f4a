import { expect, type Page, test } from '@playwright/test'
import { linkIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { PartyRole } from '#contract/parties.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  for (const name of ['Bank of Bremen', 'Weser Haulage'])
    await api.call('POST', '/api/organisation', { name })
  job = await api.call<Job>('POST', '/api/shipment', {})
})
test.afterAll(() => page.close())

const stakeholders = () => page.getByRole('region', { name: 'Stakeholders' })
const offer = (name: string) => stakeholders().getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('combobox', { name, exact: true })
const nameIn = async (role: PartyRole) => {
  const stored = await api.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)
  return linkIn(stored, role)?.party?.organisation?.name
}

async function choose(label: string, text: string, name: string): Promise<void> {
  await offer(label).click()
  await expect(field(label)).toBeFocused()
  await field(label).fill(text)
  await page.getByRole('option', { name }).click()
  await expect(page.getByText(`${label}: ${name} added.`)).toBeVisible()
}

test('further parties are offered by their names, put on at once, and taken back by Undo', async () => {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(field('Consignee')).toBeVisible()
  for (const name of ['Notify Party', 'Second Notify Party', 'Customer', 'Haulier', 'Warehouse']) {
    await expect(offer(name)).toBeVisible()
    await expect(field(name)).toHaveCount(0)
  }
  await choose('Notify Party', 'bremen', 'Bank of Bremen')
  expect(await nameIn('notifyParty')).toBe('Bank of Bremen')
  await expect(offer('Notify Party')).toHaveCount(0)
  await choose('Haulier', 'weser', 'Weser Haulage')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('Haulier: Weser Haulage removed.')).toBeVisible()
  expect(await nameIn('haulier')).toBeUndefined()
  await page.reload()
  await expect(field('Notify Party')).toHaveValue('Bank of Bremen')
  await expect(offer('Haulier')).toBeVisible()
})

test('on a phone the section says who has which role, and unfolds', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(stakeholders()).toContainText('Bank of Bremen')
  await stakeholders().getByRole('button', { name: 'Stakeholders' }).click()
  await expect(field('Notify Party')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a contact has its trade details folded, and a carrier the codes of one', async () => {
  const airline = await api.call<Organisation>('POST', '/api/organisation', { name: 'Emirates SkyCargo' })
  await page.goto(`/webapp/contact?id=${airline.id}`)
  const details = page.getByRole('group').filter({ hasText: 'Trade details' })
  await expect(page.getByLabel('Tax Number')).toBeHidden()
  await details.getByText('Trade details').click()
  await page.getByLabel('Tax Number').fill('AE 100-2')
  await page.getByLabel('Payment Terms').fill('30 days from invoice date')
  await expect(page.getByLabel('IATA Airline Prefix')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Contact saved.')).toBeVisible()

  const carrierId = airline.parties[0]?.id
  await api.call('PUT', '/api/shipment', {
    id: job.id,
    mbl: '157-1234 5675',
    quote: { transportMode: 0 },
    shipmentCarriers: [{ carrierId }],
  })
  await page.reload()
  // Filled: it is open from the beginning.
  await expect(page.getByLabel('Tax Number')).toHaveValue('AE 100-2')
  await page.getByLabel('IATA Airline Prefix').fill('17')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Three digits, such as 176.')).toBeVisible()
  await page.getByLabel('IATA Airline Prefix').fill('176')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // Save is disabled while it saves, too.
  await expect(page.getByText('Contact saved.')).toBeVisible()
  expect(await api.call('GET', `/api/organisation/${airline.id}`)).toMatchObject({
    taxNumber: 'AE 100-2',
    paymentTerms: '30 days from invoice date',
    iataPrefix: '176',
    scac: null,
  })
  await expectAccessible(page)

  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByText('157 is not the prefix of Emirates SkyCargo, which is 176.')).toBeVisible()
  await page.getByLabel('Master BL', { exact: true }).fill('1234 5675')
  await page.getByRole('button', { name: 'Use 176-1234 5675' }).click()
  await expect(page.getByLabel('Master BL', { exact: true })).toHaveValue('176-1234 5675')
  await expect(page.getByText('lacks the prefix')).toHaveCount(0)
})
