import { expect, type Page, test } from '@playwright/test'
import type { DefaultParty } from '#contract/default-parties.ts'
import { linkIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { type PartyRole, partyRoles } from '#contract/parties.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'
import { fillSignIn } from './people.ts'

let page: Page
let api: CompanyApi
let trading: Organisation
let job: Job
const partyOf: Record<string, string> = {}

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  for (const name of ['Karachi Trading', 'Indus Bank', 'Zahid & Co', 'Bremen Tea']) {
    const made = await api.call<Organisation>('POST', '/api/organisation', { name })
    if (name === 'Karachi Trading') trading = made
    partyOf[name] = made.parties[0]?.id ?? ''
  }
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  job = await api.call<Job>('POST', '/api/shipment', {})
})

const section = () => page.getByRole('group').filter({ hasText: 'Default Parties' })
const lines = () => section().getByRole('listitem')
const field = (name: string) => page.getByRole('combobox', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Add Default Party' })
const stored = () => api.call<DefaultParty[]>('GET', `/api/organisation/${trading.id}/defaultparties`)

async function openContact(): Promise<void> {
  await page.goto(`/webapp/contact?id=${trading.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Karachi Trading' })).toBeVisible()
}

async function add(role: string, text: string, name: string): Promise<void> {
  await section().getByRole('button', { name: 'Add Default Party' }).click()
  await expect(dialog()).toBeVisible()
  await dialog().getByLabel('When Karachi Trading is the').selectOption({ label: 'Consignee' })
  await dialog().getByLabel('Role to fill').selectOption({ label: role })
  await dialog().getByRole('combobox', { name: role, exact: true }).fill(text)
  await page.getByRole('option', { name }).click()
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog()).toBeHidden()
}

test('a contact says who else is on its jobs, in a folded section', async () => {
  await openContact()
  await expect(section().getByRole('button', { name: 'Add Default Party' })).toBeHidden()
  await section().getByText('Default Parties').click()
  await add('Notify Party', 'bremen', 'Bremen Tea')
  await expect(lines()).toHaveText(['When it is the Consignee, the Notify Party is Bremen Tea'])
  // Another one for the same roles takes its place, as the dialog says.
  await add('Notify Party', 'indus', 'Indus Bank')
  await add('Clearing Agent', 'zahid', 'Zahid & Co')
  await expect(lines()).toHaveText([
    'When it is the Consignee, the Clearing Agent is Zahid & Co',
    'When it is the Consignee, the Notify Party is Indus Bank',
  ])
  await expectAccessible(page)
  expect((await stored()).map(({ role, party }) => [role, party.name])).toEqual([
    ['clearingAgent', 'Zahid & Co'],
    ['notifyParty', 'Indus Bank'],
  ])
  await section().getByRole('button', { name: 'Remove Notify Party when it is the Consignee' }).click()
  await expect(lines()).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(lines()).toHaveCount(2)
  // What it has is in sight from the beginning.
  await openContact()
  await expect(lines()).toHaveCount(2)
})

test('on a phone the lines stand within the page, and the dialog is filled in', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openContact()
  await expect(lines()).toHaveCount(2)
  await section().getByRole('button', { name: 'Add Default Party' }).click()
  await expect(dialog()).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a Viewer reads them, and changes none', async ({ browser }) => {
  const { person } = await newColleague(api, { name: 'Vera Viewer', role: 'viewer' })
  const context = await browser.newContext()
  const reading = await context.newPage()
  await reading.goto(`/webapp/contact?id=${trading.id}`)
  await fillSignIn(reading, person)
  const theirs = reading.getByRole('group').filter({ hasText: 'Default Parties' })
  await expect(theirs.getByRole('listitem')).toHaveCount(2)
  await theirs.getByRole('link', { name: 'Indus Bank' }).click()
  await expect(reading.getByRole('heading', { level: 1, name: 'Indus Bank' })).toBeVisible()
  await expect(reading.getByText('Further contacts').first()).toBeVisible()
  // Whoever has none and may add none is spared the section.
  await expect(reading.getByText('Default Parties')).toHaveCount(0)
  await reading.goBack()
  await expect(theirs.getByRole('listitem')).toHaveCount(2)
  await expect(reading.getByRole('button', { name: /Default Party|^Remove / })).toHaveCount(0)
  await expectAccessible(reading)
  await context.close()
})

const namesOnJob = async () => {
  const read = await api.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)
  return Object.fromEntries(
    partyRoles.flatMap(role => {
      const name = linkIn(read, role)?.party?.organisation?.name
      return name ? [[role, name]] : []
    }),
  )
}
const put = (role: PartyRole, name: string) =>
  api.call('PUT', '/api/shipment', {
    ...{ id: job.id, shipmentParties: [{ role, partyId: partyOf[name] }] },
  })

async function openJob(): Promise<void> {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(field('Consignee')).toBeVisible()
}
async function chooseConsignee(): Promise<void> {
  await field('Consignee').fill('karachi')
  await page.getByRole('option', { name: 'Karachi Trading' }).click()
}
const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
const both = 'Clearing Agent and Notify Party'

test('who deletes a default party is told whose it is, and its end is in their history', async () => {
  const gone = await api.call<Organisation>('POST', '/api/organisation', { name: 'Lost Lines' })
  const owner = await api.call<Organisation>('POST', '/api/organisation', { name: 'Multan Mills' })
  for (const role of ['carrier', 'haulier'])
    await api.call('POST', '/api/organisation/defaultparty', {
      ...{ organisationId: owner.id, whenRole: 'shipper', role, partyId: gone.parties[0]?.id },
    })
  await page.goto(`/webapp/contact?id=${gone.id}`)
  await page.getByRole('button', { name: 'Delete Contact' }).click()
  const question = page.getByRole('dialog', { name: "Do you want to delete 'Lost Lines'?" })
  await expect(question.getByRole('listitem')).toHaveText([
    'It is the Carrier of 1 contact by default.',
    'It is the Haulier of 1 contact by default.',
  ])
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText('Lost Lines was deleted.')).toBeVisible()
  await page.goto(`/webapp/contact/history?id=${owner.id}`)
  await expect(
    page.getByText('removed Lost Lines as Default Carrier when it is Shipper', { exact: false }).first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})

test('choosing it on a job fills the empty roles, and one Undo takes all of it back', async () => {
  await openJob()
  await chooseConsignee()
  await expect(
    page.getByText(`Consignee: Karachi Trading added. ${both} filled as for Karachi Trading.`),
  ).toBeVisible()
  await expect(field('Notify Party')).toHaveValue('Indus Bank')
  await expect(field('Clearing Agent')).toHaveValue('Zahid & Co')
  expect(await namesOnJob()).toEqual({
    ...{ consignee: 'Karachi Trading', notifyParty: 'Indus Bank', clearingAgent: 'Zahid & Co' },
  })
  // What is typed beside it is saved on top.
  await page.getByLabel('Vessel Name').fill('Ever Given')
  await undo()
  await expect(page.getByText(`Consignee: Karachi Trading removed. ${both} are empty again.`)).toBeVisible()
  await expect(field('Consignee')).toHaveValue('')
  await expect(field('Clearing Agent')).toHaveValue('')
  expect(await namesOnJob()).toEqual({})
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  expect((await api.call<Job>('GET', `/api/shipment/${job.id}`)).vesselName).toBe('Ever Given')
})

test('a role that somebody fills meanwhile is left alone, by the choice and by its Undo', async () => {
  await openJob()
  await put('notifyParty', 'Bremen Tea')
  await chooseConsignee()
  await expect(page.getByText('Clearing Agent filled as for Karachi Trading.')).toBeVisible()
  await expect(field('Notify Party')).toHaveValue('Bremen Tea')
  await api.call('PUT', '/api/shipment', {
    ...{ id: job.id, shipmentClearingAgents: [{ clearingAgentId: partyOf['Indus Bank'] }] },
  })
  await undo()
  await expect(page.getByText('Consignee: Karachi Trading removed.', { exact: true })).toBeVisible()
  await expect(field('Clearing Agent')).toHaveValue('Indus Bank')
  expect(await namesOnJob()).toEqual({ notifyParty: 'Bremen Tea', clearingAgent: 'Indus Bank' })
})

test('an answer that is lost is asked for again, and says what was filled', async () => {
  await openJob()
  let isLost = false
  await page.route('**/api/shipmentconsignee', async route => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await chooseConsignee()
  await expect(page.getByText(`Consignee of job ${job.jobId} was not changed.`)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`${both} filled as for Karachi Trading.`)).toBeVisible()
  await expect(field('Notify Party')).toHaveValue('Indus Bank')
  await undo()
  await expect(page.getByText(`${both} are empty again.`)).toBeVisible()
  expect(await namesOnJob()).toEqual({})
})

test('two choices made fast follow one another', async () => {
  await openJob()
  await page.getByRole('button', { name: 'Notify Party', exact: true }).click()
  await page.route('**/api/shipmentconsignee', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await chooseConsignee()
  await field('Notify Party').fill('bremen')
  await page.getByRole('option', { name: 'Bremen Tea' }).click()
  await expect(page.getByText('Notify Party: Bremen Tea added.')).toBeVisible()
  await expect(field('Notify Party')).toHaveValue('Bremen Tea')
  expect(await namesOnJob()).toEqual({
    ...{ consignee: 'Karachi Trading', notifyParty: 'Bremen Tea', clearingAgent: 'Zahid & Co' },
  })
})
