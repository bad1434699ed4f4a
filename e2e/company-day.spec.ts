import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Company } from '#contract/company.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import { dayIn } from '#contract/time-zones.ts'
import { signUp as signUpWithoutBrowser } from '#testing/identity.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, companyApi } from './company.ts'
import { expectDashboard, fillSignIn, newPerson, signUp } from './people.ts'

/** One of the two ends of the world is never on the day of UTC. */
const elsewhere = () => {
  const now = new Date()
  const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(one => dayIn(one, now) !== dayIn('UTC', now))
  if (!zone) throw new Error('Both ends of the world are on the day of UTC.')
  return zone
}

const zoneOf = async (api: CompanyApi) => (await api.call<Company>('GET', '/api/company')).timeZone

async function visit(browser: Browser, api: CompanyApi, timezoneId: string): Promise<Page> {
  const page = await browser.newPage({ timezoneId })
  await page.goto('/webapp')
  await fillSignIn(page, api.person)
  await expectDashboard(page)
  return page
}

test('who signs up far from UTC gets jobs of their own day, and may choose another zone', async ({
  browser,
}) => {
  const zone = elsewhere()
  const page = await browser.newPage({ timezoneId: zone })
  const proposedOn: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/company/timezone')) proposedOn.push(new URL(page.url()).pathname)
  })
  const person = await signUp(page)
  const api = await companyApi(new URL(page.url()).origin, person)
  expect(await zoneOf(api)).toBe(zone)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(page.getByLabel('Shipment Date', { exact: true })).toContainText(dayIn(zone, new Date()))
  expect(proposedOn).toEqual(['/register'])
  await page.goto('/webapp/company')
  const field = page.getByRole('combobox', { name: 'Time Zone' })
  await expect(field).toHaveValue(/^Pacific\/(Kiritimati|Pago Pago) \(UTC[+-]1[14]:00\)$/)
  await field.fill('karachi')
  await page.getByRole('option', { name: 'Asia/Karachi (UTC+05:00)' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company saved.')).toBeVisible()
  expect((await api.call<Job>('POST', '/api/shipment')).shipmentDate).toBe(dayIn('Asia/Karachi', new Date()))
  await page.close()
})

test('a company without a zone takes that of its Administrator’s next visit, once', async ({
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const person = newPerson()
  await signUpWithoutBrowser(origin, person)
  const api = await companyApi(origin, person)
  await api.call('POST', '/api/register')
  expect(await zoneOf(api)).toBe(null)
  const first = await visit(browser, api, 'Asia/Tokyo')
  await expect.poll(() => zoneOf(api)).toBe('Asia/Tokyo')
  await first.close()

  const second = await visit(browser, api, 'Europe/Berlin')
  const changes: string[] = []
  second.on('request', request => {
    if (request.method() === 'PUT') changes.push(request.url())
  })
  await second.goto('/webapp/company')
  await expect(second.getByRole('combobox', { name: 'Time Zone' })).toHaveValue('Asia/Tokyo (UTC+09:00)')
  expect(changes).toEqual([])
  const history = await api.call<HistoryEntry[]>('GET', '/api/history/all')
  expect(history.filter(({ record }) => record.type === 'company').map(({ words }) => words)).toEqual([
    'set Time Zone to Asia/Tokyo',
  ])
  await second.close()
})
