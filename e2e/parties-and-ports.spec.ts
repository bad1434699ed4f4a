import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  for (const name of ['Indus Textiles', 'Indus Shipping', 'Rotterdam Tea'])
    await api.call('POST', '/api/organisation', { name, description: `${name} of old` })
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
const stored = () => api.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const message = () => page.getByRole('alertdialog').or(page.getByRole('dialog'))
/** What a field of the job card shows as chosen; '' for nothing. */
const chosen = (label: string) => page.getByRole('combobox', { name: label, exact: true })
const partyRow = (name: string) => page.getByRole('row', { name })

async function search(what: string, text: string): Promise<void> {
  await page.getByLabel(`Search ${what}`).fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

test('the party dialog searches from 3 characters, by button and by Enter, and highlights one row', async () => {
  await openDetails()
  await page.getByRole('button', { name: 'Add Consignee' }).click()
  await expect(dialog('Add Consignee')).toBeVisible()
  await expect(page.getByLabel('Search companies')).toBeFocused()
  await expect(page.getByText('Type at least 3 characters to search.')).toBeVisible()
  await search('companies', 'in')
  await expect(page.getByText('Type at least 3 characters to search.')).toBeVisible()
  await expect(partyRow('Indus')).toHaveCount(0)
  await search('companies', 'indus')
  await expect(page.getByRole('grid', { name: 'Found companies' }).getByRole('columnheader')).toHaveText([
    'Name',
    'Description',
  ])
  await expect(partyRow('Indus')).toHaveCount(2)
  await page.getByLabel('Search companies').fill('rotter')
  await page.keyboard.press('Enter')
  await expect(partyRow('Rotterdam Tea')).toHaveCount(1)
  await search('companies', 'indus')
  await partyRow('Indus Shipping').click()
  await partyRow('Indus Textiles').click()
  await expect(dialog('Add Consignee').locator('[aria-selected="true"]')).toHaveCount(1)
  await expectAccessible(page)
  await dialog('Add Consignee').getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog('Add Consignee')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Consignee' })).toBeFocused()
})

test('Add puts the chosen party on the job at once, a double click too; another replaces it', async () => {
  await openDetails()
  for (const role of ['Consignee', 'Shipper', 'Agent', 'Carrier'] as const) {
    await page.getByRole('button', { name: `Add ${role}`, exact: true }).click()
    await search('companies', 'indus')
    await partyRow('Indus Textiles').click()
    await dialog(`Add ${role}`).getByRole('button', { name: 'Add', exact: true }).click()
    await expect(chosen(role)).toHaveValue('Indus Textiles')
  }
  await page.getByRole('button', { name: 'Add Consignee' }).click()
  await search('companies', 'rotter')
  await partyRow('Rotterdam Tea').dblclick()
  await expect(chosen('Consignee')).toHaveValue('Rotterdam Tea')
  await expect(page.getByText('Consignee: Rotterdam Tea added.')).toBeVisible()
  const { shipmentConsignees, shipmentShipers, shipmentAgents, shipmentCarriers } = await stored()
  const names = [shipmentConsignees, shipmentShipers, shipmentAgents, shipmentCarriers].map(links =>
    links.map(link => link.party?.organisation?.name),
  )
  expect(names).toEqual([['Rotterdam Tea'], ['Indus Textiles'], ['Indus Textiles'], ['Indus Textiles']])
})

test('choosing the company that already holds the role changes nothing; no row chosen, Add just closes', async () => {
  const [organisation] = await api.call<Organisation[]>('GET', '/api/organisation?search=rotter')
  await api.call('POST', '/api/shipmentagent', {
    shipmentId: job.id,
    agentId: organisation?.parties[0]?.id,
  })
  const before = await stored()
  await openDetails()
  await page.getByRole('button', { name: 'Add Agent', exact: true }).click()
  await search('companies', 'rotter')
  await partyRow('Rotterdam Tea').dblclick()
  await expect(dialog('Add Agent')).toBeHidden()
  await page.getByRole('button', { name: 'Add Agent', exact: true }).click()
  await dialog('Add Agent').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog('Add Agent')).toBeHidden()
  expect(await stored()).toEqual(before)
})

test('removing a party asks in the specification’s words and can be undone', async () => {
  const [organisation] = await api.call<Organisation[]>('GET', '/api/organisation?search=rotter')
  await api.call('POST', '/api/shipmentcarrier', {
    shipmentId: job.id,
    carrierId: organisation?.parties[0]?.id,
  })
  await openDetails()
  const carrier = chosen('Carrier')
  await page.getByRole('button', { name: 'Remove Carrier' }).click()
  await expect(message()).toContainText('Do you want to remove Rotterdam Tea?')
  await expect(message()).toContainText('This will remove the Carrier from this job.')
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await expect(carrier).toHaveValue('Rotterdam Tea')
  await page.getByRole('button', { name: 'Remove Carrier' }).click()
  await page.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect(carrier).toHaveValue('')
  await expect.poll(async () => (await stored()).shipmentCarriers).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(carrier).toHaveValue('Rotterdam Tea')
})

test('Create New opens the Organisation dialog with every field, and the new one is put on the job', async () => {
  await openDetails()
  await page.getByRole('button', { name: 'Add Shipper' }).click()
  await page.getByRole('button', { name: 'Create New' }).click()
  const organisation = dialog('Organisation')
  await expect(organisation.locator('label').filter({ visible: true })).toHaveText([
    'Name',
    'Description',
    'Contact Name',
    'Building No.',
    'Building Name',
    'Street',
    'City',
    'County',
    'Post Code',
    'Country',
    'Telephone',
    'Mobile',
    'E-mail',
    'Website',
  ])
  await expectAccessible(page)
  await organisation.getByLabel('Name', { exact: true }).fill('Karachi Cotton')
  await organisation.getByRole('combobox', { name: 'Country' }).fill('Paki')
  await page.getByRole('option', { name: 'Pakistan' }).click()
  const sent = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith('/organisation'),
  )
  await organisation.getByRole('button', { name: 'Create' }).click()
  const body = (await sent).postDataJSON() as { id: string }
  expect(body.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  await expect(chosen('Shipper')).toHaveValue('Karachi Cotton')
  await expect(chosen('Shipper')).toBeFocused()
})

test('each port dialog sets its own pair of fields at once', async () => {
  await openDetails()
  for (const [label, type, text, name] of [
    ['Port of Loading', 'Loading', 'karachi', 'Karachi'],
    ['Via Port', 'Via', 'colombo', 'Colombo'],
    ['Port of Discharge', 'Discharge', 'rotterdam', 'Rotterdam'],
    ['Port of Destination', 'Destination', 'felixstowe', 'Felixstowe'],
  ] as const) {
    await page.getByRole('button', { name: `Add ${label}` }).click()
    await expect(dialog(`Add ${type} Port`)).toBeVisible()
    await search('ports', text)
    await expect(page.getByRole('grid', { name: 'Found ports' }).getByRole('columnheader')).toHaveText([
      'Name',
      'Code',
      'Country',
      'Description',
    ])
    await page.getByRole('row', { name }).first().click()
    if (type === 'Loading') await expectAccessible(page)
    await dialog(`Add ${type} Port`).getByRole('button', { name: 'Add', exact: true }).click()
    await expect(chosen(label)).toHaveValue(name)
    await expect(page.getByText(`${label}: ${name} added.`)).toBeVisible()
  }
  expect((await stored()).quote).toMatchObject({
    loadingPort: 'Karachi',
    viaPort: 'Colombo',
    dischargePort: 'Rotterdam',
    destinationPort: 'Felixstowe',
  })
  await expect(page.locator('.job-header')).toContainText('Karachi → Colombo → Rotterdam → Felixstowe')
})

test('a job names its master, and the master lists its houses; a circle is refused at the field', async () => {
  const master = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', { id: master.id, name: 'Consolidation 9' })
  await openDetails()
  await page.getByRole('button', { name: 'Add Master Job' }).click()
  await search('jobs', String(master.jobId))
  await page.getByRole('row', { name: 'Consolidation 9' }).dblclick()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open Master Job' }).click()
  await expect(page.getByRole('heading', { name: 'Houses (1)' })).toBeVisible()
  await chosen('Master Job').fill(String(job.jobId))
  await page.keyboard.press('Enter')
  await expect(chosen('Master Job')).toHaveValue(`${job.jobId} Green tea`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(chosen('Master Job')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
})
