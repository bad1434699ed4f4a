import { expect, type Page, test } from '@playwright/test'
import { JobStatus } from '#contract/choices.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { type PartyRole, partyWire } from '#contract/parties.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  api = await newCompany(page)
})
test.afterAll(() => page.close())

const newContact = (name: string, contact: object = {}) =>
  api.call<Organisation>('POST', '/api/organisation', { name, organisationContacts: [{ contact }] })

async function newJob(name: string, parts: Partial<Record<PartyRole, Organisation>>, statusId?: number) {
  const links = Object.entries(parts).map(([role, { parties }]) => {
    const { list, field } = partyWire[role as PartyRole]
    return [list, [{ [field]: parties[0]?.id }]]
  })
  return api.call<Job>('POST', '/api/shipment', {
    name,
    statusId: statusId ?? JobStatus.inProgress,
    ...Object.fromEntries(links),
  })
}
const grid = (name: string) => page.getByRole('grid', { name })
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

test('Contacts shows roles and open jobs, and is sorted by them', async () => {
  const [quay, keel] = [
    await newContact('Quay Spices', { city: 'Kochi', telephone: '+91 484 1' }),
    await newContact('Keel Metals'),
  ]
  await newJob('Pepper', { consignee: quay, clearingAgent: quay })
  await newJob('Cardamom', { shipper: quay, consignee: keel }, JobStatus.completed)
  await page.goto('/webapp/contacts')
  const row = page.getByRole('row', { name: /Quay Spices/ })
  await expect(row.getByRole('gridcell').nth(5)).toHaveText('Consignee, Shipper, Clearing Agent')
  await expect(row.getByRole('gridcell').nth(6)).toHaveText('1')
  await page.getByRole('columnheader', { name: 'Open Jobs' }).click()
  await expect(page).toHaveURL(/sort=openJobs/)
  await page.getByRole('columnheader', { name: 'Open Jobs' }).click()
  await expect(page).toHaveURL(/sort=-openJobs/)
  await expect(grid('Contacts').getByRole('row').nth(1)).toContainText('Quay Spices')
  await expectAccessible(page)

  await page.setViewportSize(phone)
  await expect(page.getByRole('columnheader')).toHaveText(['Name'])
  await expect(row).toContainText('Kochi')
  await expect(row).toContainText('+91 484 1')
  await expectAccessible(page)
  await row.click()
  await expect(page.getByRole('heading', { name: 'Quay Spices', level: 1 })).toBeVisible()
  await page.setViewportSize(desk)
})

test('a contact lists its jobs, the open ones first, and shows them in the dashboard', async () => {
  const dune = await newContact('Dune Ceramics')
  const open = await newJob('Tiles', { consignee: dune, shipper: dune })
  await newJob('Vases', { carrier: dune }, JobStatus.completed)
  await page.goto(`/webapp/contact?id=${dune.id}`)
  await page.getByRole('navigation', { name: 'Contact' }).getByRole('link', { name: 'Jobs' }).click()
  const rows = grid('Jobs of the contact').getByRole('row')
  await expect(rows).toHaveText([
    /Job Id/,
    new RegExp(`${open.jobId}Tiles.*Consignee, ShipperIn Progress`),
    /VasesCarrierCompleted/,
  ])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show in Dashboard' }).click()
  await expect(page.getByRole('button', { name: /Party.*Dune Ceramics/ })).toBeVisible()
  await expect(grid('Jobs').getByRole('row')).toHaveCount(3)
  await page.goBack()
  await rows.nth(1).dblclick()
  await expect(page).toHaveURL(`/webapp/shipment?id=${open.id}`)

  await page.setViewportSize(phone)
  await page.goto(`/webapp/contact/jobs?id=${dune.id}`)
  await expect(rows.nth(1)).toContainText('Consignee, Shipper')
  await expectAccessible(page)
  await rows.nth(2).click()
  await expect(page).toHaveURL(/\/webapp\/shipment\?id=/)
  await page.setViewportSize(desk)
})
