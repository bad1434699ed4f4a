import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import type { HistoryEntry } from '#contract/history.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { User } from '#contract/users.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'
import { fillSignIn } from './people.ts'

let page: Page
let api: CompanyApi
/** Bilal Khan, of Staff. */
let colleague: CompanyApi
let bilal: User
let job: Job
let contact: Organisation

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  const added = await newColleague(api, { name: 'Bilal Khan' })
  colleague = added
  bilal = added.user
  job = await api.call<Job>('POST', '/api/shipment', {})
  const change = (body: object, by = api) => by.call('PUT', '/api/shipment', { id: job.id, ...body })
  await change({ name: 'Cotton yarn', eta: '2026-12-03', quote: { quoteType: 2, transportMode: 2 } })
  await change({ eta: '2026-12-05', vesselName: 'Ocean Meridian' }, colleague)
  contact = await api.call<Organisation>('POST', '/api/organisation', {
    name: 'Cape Foods',
    organisationContacts: [{ contact: { city: 'Cape Town' } }],
  })
  const [link] = contact.organisationContacts
  await colleague.call('PUT', '/api/organisation', {
    id: contact.id,
    organisationContacts: [{ ...link, contact: { city: 'Durban' } }],
  })
})
test.afterAll(() => page.close())

const line = (words: string | RegExp) => page.getByRole('listitem').filter({ hasText: words })
const BY_BILAL = 'set Vessel Name to Ocean Meridian and ETA from 3 to 5 December'
const stored = () => api.call<Job>('GET', `/api/shipment/${job.id}`)

test('a job tells who changed what, and opens the values before and after', async () => {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await page.getByRole('navigation', { name: 'Job' }).getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'History of the job' }).getByRole('listitem')).toHaveText([
    /Bilal Khan set Vessel Name to Ocean Meridian and ETA from 3 to 5 December/,
    /Ann Lee changed Name, ETA, Mode of Transport and 1 more/,
    /Ann Lee created this job/,
  ])
  await line(BY_BILAL)
    .getByRole('button', { name: /Details/ })
    .click()
  await expect(line(BY_BILAL).getByRole('row')).toHaveText([
    'FieldFromToRestore',
    'Vessel Name(empty)Ocean MeridianRestore',
    'ETA2026-12-032026-12-05Restore',
  ])
  await expect(line(BY_BILAL)).toContainText('From 127.0.0.1')
  await expectAccessible(page)
  await expectNoSideways(page)
})

test('a field goes back to its old value as a new change, after asking', async () => {
  await page.goto(`/webapp/shipment/history?id=${job.id}`)
  await line(BY_BILAL)
    .getByRole('button', { name: /Details/ })
    .click()
  const putBack = line(BY_BILAL).getByRole('button', { name: 'Restore ETA: 2026-12-03' })
  const question = page.getByRole('dialog', { name: 'Do you want to restore ETA?' })
  await putBack.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await stored()).eta).toBe('2026-12-05')
  await putBack.click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(line('Ann Lee set ETA from 5 to 3 December')).toBeVisible()
  expect(await stored()).toMatchObject({ eta: '2026-12-03', vesselName: 'Ocean Meridian' })
  await page.getByRole('link', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'ETA' })).toHaveValue('2026-12-03')
})

test('the whole job is restored after a look at what that changes; somebody’s save meanwhile is not lost', async () => {
  const item = await api.call<Item>('POST', '/api/item', { shipmentId: job.id, name: 'Bales', quantity: 40 })
  await api.call('PUT', '/api/shipment', { id: job.id, name: 'Tea' })
  await api.call('PUT', '/api/item', { id: item.id, quantity: 4 })
  await page.goto(`/webapp/shipment/history?id=${job.id}`)
  await line('added item Bales').getByRole('button', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Restore the job as it was after this change' }).click()
  const dialog = page.getByRole('dialog', { name: /Restore the job as it was after the change of/ })
  await expect(dialog.getByRole('row')).toHaveText([
    'FieldNowAfter restoring',
    'NameTeaCotton yarn',
    'Item Bales: Quantity440',
  ])
  await expectAccessible(page)
  await colleague.call('PUT', '/api/shipment', { id: job.id, vesselName: 'Northern Star' })
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog).toContainText('Somebody has changed the job in the meantime')
  await expect(dialog.getByRole('row', { name: /Vessel Name Northern Star Ocean Meridian/ })).toBeVisible()
  expect((await stored()).name).toBe('Tea')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog).toBeHidden()
  const now = await stored()
  expect(now).toMatchObject({ name: 'Cotton yarn', vesselName: 'Ocean Meridian' })
  expect(now.items).toMatchObject([{ id: item.id, quantity: 40 }])
  await expect(line('set Name from Tea to Cotton yarn')).toBeVisible()
})

test('a removed item is restored', async () => {
  const [item] = (await stored()).items
  await api.call('DELETE', `/api/item/${item?.id}`)
  await page.goto(`/webapp/shipment/history?id=${job.id}`)
  await line('removed item Bales').getByRole('button', { name: 'Restore Bales' }).click()
  await expect(line('added item Bales').first()).toBeVisible()
  await expect.poll(async () => (await stored()).items.length).toBe(1)
})

test('a contact has its history, address and people included', async () => {
  await page.goto(`/webapp/contact?id=${contact.id}`)
  await page.getByRole('navigation', { name: 'Contact' }).getByRole('link', { name: 'History' }).click()
  await expect(line('Bilal Khan set City from Cape Town to Durban')).toBeVisible()
  await line('set City from')
    .getByRole('button', { name: /Details/ })
    .click()
  await page.getByRole('button', { name: 'Restore City: Cape Town' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(line('Ann Lee set City from Durban to Cape Town')).toBeVisible()
  await expectAccessible(page)
})

test('a user’s history is reached from Users', async () => {
  await page.goto('/webapp/users')
  await page.getByRole('link', { name: 'History of Bilal Khan' }).click()
  await expect(page.getByRole('heading', { name: 'History of Bilal Khan' })).toBeVisible()
  await expect(line('Ann Lee added user Bilal Khan')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL(/\/webapp\/users$/)
})

test.describe('the History screen', () => {
  test('finds what a person did, by date, and links to where it was', async () => {
    await page.goto('/webapp')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible()
    await expect(line('Ann Lee created this job')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Person' }).fill('Bilal')
    await page.getByRole('option', { name: 'Bilal Khan' }).click()
    await expect(page).toHaveURL(new RegExp(`by=${bilal.id}`))
    await expect(line('Ann Lee')).toHaveCount(0)
    await expect(line('Bilal Khan set City from Cape Town to Durban')).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).press('Enter')
    await expect(page.getByText('This person changed nothing in this period.')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect(line('Ann Lee created this job')).toBeVisible()
    await line('created this job').getByRole('link').click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cotton yarn')
  })

  test('exports what it shows as CSV', async () => {
    await page.goto(`/webapp/history?by=${bilal.id}`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1)
    expect(lines[0]).toMatch(/^\uFEFFWhen \(UTC\),Who,Job Id/)
    expect(lines.slice(1).every(text => text.includes(',Bilal Khan,'))).toBe(true)
    const entries = await api.call<HistoryEntry[]>('GET', `/api/history/all?by=${bilal.id}`)
    expect(lines).toHaveLength(1 + entries.flatMap(entry => entry.changes).length)
  })

  test('tells who signed in and who failed to, failures alone when asked', async ({ browser }) => {
    const stranger = await browser.newPage()
    await stranger.goto('/login')
    await fillSignIn(stranger, { ...colleague.person, password: 'not his password' })
    await expect(stranger.getByRole('alert')).toBeVisible()
    await fillSignIn(stranger, colleague.person)
    await stranger.waitForURL(/\/webapp/)
    await stranger.close()
    await page.goto('/webapp/history')
    await page.getByRole('link', { name: 'Sign-ins' }).click()
    const rows = page.getByRole('grid', { name: 'Sign-ins' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Bilal Khan' }).filter({ hasText: 'signed in' })).not.toHaveCount(0)
    await expectAccessible(page)
    await page.getByLabel('Failures only').check()
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText('Bilal Khanfailed to sign in: wrong password127.0.0.1')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('is for Administrators: others read a record’s own history without addresses', async ({ browser }) => {
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await theirs.goto('/login')
    await fillSignIn(theirs, colleague.person)
    await theirs.waitForURL(/\/webapp/)
    await expect(theirs.getByRole('link', { name: 'Users' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'History', exact: true })).toHaveCount(0)
    await theirs.goto('/webapp/history')
    await expect(theirs.getByText('Only Administrators can search the whole history.')).toBeVisible()
    await theirs.goto(`/webapp/shipment/history?id=${job.id}`)
    await theirs.getByRole('button', { name: /Details: .*ETA from 3 to 5/ }).click()
    await expect(theirs.getByRole('cell', { name: '2026-12-05' })).toBeVisible()
    await expect(theirs.getByText('From 127.0.0.1')).toHaveCount(0)
    await context.close()
  })

  test('is read on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/webapp/history')
    await expect(line('created this job')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
