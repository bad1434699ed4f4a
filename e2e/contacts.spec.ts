import { expect, type Page, test } from '@playwright/test'
import { JobStatus } from '#contract/choices.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partiesInput } from '#contract/job-parties.ts'
import type { PartyRole } from '#contract/parties.ts'
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
  const links = Object.entries(parts).map(
    ([role, { parties }]) => [role as PartyRole, parties[0]?.id ?? null] as const,
  )
  return api.call<Job>('POST', '/api/shipment', {
    name,
    statusId: statusId ?? JobStatus.inProgress,
    ...partiesInput(links),
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
  // Rows of the order before are pale until the next ones are there.
  await expect(page.locator('.data-table__scroller--stale')).toHaveCount(0)
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

test('two contacts that are ticked are merged by keyboard, and the merge is undone', async () => {
  const [ltd, limited] = [
    await newContact('Sable Tea Ltd', { city: 'Colombo', telephone: '+94 11 1' }),
    await newContact('Sable Tea Limited', { city: 'Kandy', street: 'Temple Road', telephone: '+94 11 1' }),
  ]
  await api.call('PUT', '/api/organisation', {
    id: limited.id,
    organisationContacts: [{ contact: { name: 'Nila', email: 'nila@sable.example' } }],
  })
  const job = await newJob('Tea', { consignee: ltd, shipper: limited })
  await newJob('More tea', { consignee: ltd })
  await page.goto('/webapp/contacts?search=sable')
  // Keys reach no row before there is one.
  await expect(grid('Contacts').locator('tr[data-index]')).toHaveCount(2)
  await grid('Contacts').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Chosen contacts' })
  await expect(bar.getByRole('button', { name: 'Merge' })).toBeDisabled()
  await expect(bar).toContainText('Choose two contacts to merge them.')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(bar).toContainText('2 contacts chosen')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Merge' }).press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Merge Contacts' })
  const kept = dialog.getByRole('radiogroup', { name: 'Contact to keep' }).getByRole('radio')
  // The one with more jobs is kept, and has the focus.
  await expect(kept.nth(1)).toBeChecked()
  await expect(kept.nth(1)).toBeFocused()
  await expect(dialog).toContainText(
    'What moves to Sable Tea Ltd: 1 job and 1 further contact of Sable Tea Limited.',
  )
  await page.keyboard.press('ArrowUp')
  await expect(dialog).toContainText('What moves to Sable Tea Limited: 2 jobs of Sable Tea Ltd.')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radiogroup')).toHaveCount(3)
  await expect(dialog.getByText('Temple Road')).toBeVisible()
  await dialog.getByRole('radiogroup', { name: 'City' }).getByRole('radio', { name: 'Kandy' }).focus()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('merge.png') })
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('Sable Tea Limited was merged into Sable Tea Ltd: 1 job and 1 further contact moved.'),
  ).toBeVisible()
  await expect(grid('Contacts').getByRole('row')).toHaveCount(2)

  // An address that was kept leads to the one that stands.
  await page.goto(`/webapp/contact?id=${limited.id}`)
  await expect(page).toHaveURL(`/webapp/contact?id=${ltd.id}`)
  await expect(page.getByLabel('City')).toHaveValue('Kandy')
  await expect(page.getByLabel('Street')).toHaveValue('Temple Road')
  await expect(page.getByRole('row', { name: /Nila nila@sable.example/ })).toBeVisible()
  await expect(page.getByText(/^Merged from Sable Tea Limited on /)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/webapp/shipment/history?id=${job.id}`)
  await expect(
    page.getByText(/added Sable Tea Ltd as Shipper, merge of Sable Tea Limited into/),
  ).toBeVisible()

  await page.goto(`/webapp/contact/history?id=${ltd.id}`)
  await expect(page.getByText('merged Sable Tea Limited into Sable Tea Ltd: 1 job and')).toBeVisible()
  await page.getByRole('button', { name: 'Undo the merge of Sable Tea Limited' }).press('Enter')
  await expect(
    page.getByText('Sable Tea Limited is a contact of its own again, with 1 job and 1 further contact.'),
  ).toBeVisible()
  await expect(page.getByText(/^Merged from/)).toBeHidden()
  const back = await api.call<Organisation>('GET', `/api/organisation/${limited.id}`)
  expect(back).toMatchObject({ id: limited.id, name: 'Sable Tea Limited' })
})

test('a contact that looks like another one offers the merge, on a phone too; Undo stands in the notice', async () => {
  const [olive, oliva] = [
    await newContact('Olive Grove Oils', { city: 'Sfax' }),
    await newContact('Olive Grove Oil', { street: 'Rue du Port' }),
  ]
  await newJob('Oil', { consignee: oliva })
  await page.setViewportSize(phone)
  await page.goto(`/webapp/contact?id=${olive.id}`)
  await expect(page.getByText('Looks like Olive Grove Oil, 1 job.')).toBeVisible()
  await page.getByRole('button', { name: 'Merge with Olive Grove Oil' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Contacts' })
  await expect(dialog).toContainText('Rue du Port')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('merge-phone.png') })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page).toHaveURL(`/webapp/contact?id=${oliva.id}`)
  await expect(page.getByLabel('City')).toHaveValue('Sfax')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(/Olive Grove Oils is a contact of its own again/)).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.setViewportSize(desk)
})

test('the other contact is searched for; what was edited meanwhile is shown and chosen from again', async () => {
  const [pine, fir] = [await newContact('Pine Paper'), await newContact('Fir Paper', { city: 'Oulu' })]
  await page.goto(`/webapp/contact?id=${pine.id}`)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const search = page.getByRole('dialog', { name: 'Merge with' })
  await search.getByLabel('Search contacts').fill('fir')
  await page.keyboard.press('Enter')
  await expect(search.getByRole('row', { name: /Fir Paper Oulu/ })).toBeVisible()
  await expectAccessible(page)
  await search.getByRole('button', { name: 'Next' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Contacts' })
  await expect(dialog).toContainText('Oulu')
  await api.call('PUT', '/api/organisation', { id: fir.id, description: 'Mill' })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toContainText('“Fir Paper” was changed after you opened it.')
  await expect(dialog).toContainText('Mill')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Description')).toHaveValue('Mill')
})
