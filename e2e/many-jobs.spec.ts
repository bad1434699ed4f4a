import { expect, type Page, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { jobWithParties } from './mail-job.ts'
import { companyWithJobs, grid, openDashboard } from './dashboard-jobs.ts'

let page: Page
let company: CompanyApi
let jobs: Job[]

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await companyWithJobs(page, 30)
})
test.beforeEach(async () => {
  jobs = (await company.call<Job[]>('GET', '/api/shipment?sort=jobId')).slice(0, 5)
})
test.afterAll(() => page.context().close())

const box = (jobId: number) => grid(page).getByRole('checkbox', { name: `Choose ${jobId}`, exact: true })
const bar = () => page.getByRole('region', { name: 'Chosen jobs' })
const inBar = (name: string) => bar().getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const missing = (): never => {
  throw new Error('There is no such job.')
}
const now = (jobId: number) =>
  company
    .call<Job[]>('GET', '/api/shipment?sort=jobId')
    .then(all => all.find(job => job.jobId === jobId) ?? missing())

/** Counts what the mouse does on the page that is open, a double click as two. */
async function countClicks() {
  await page.evaluate(() => {
    Reflect.set(window, 'clicks', 0)
    const count = () => Reflect.set(window, 'clicks', Number(Reflect.get(window, 'clicks')) + 1)
    document.addEventListener('click', event => event.detail > 0 && count(), true)
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'clicks')))
}

test('the ETD of five jobs is changed in four clicks, told in the history, and undone', async () => {
  await openDashboard(page, '?sort=jobId')
  const clicks = await countClicks()
  await box(3).click()
  await box(7).click({ modifiers: ['Shift'] })
  await expect(bar()).toContainText('5 jobs chosen')
  await inBar('ETD').click()
  const change = dialog('Change ETD')
  await change.getByRole('textbox', { name: 'ETD' }).fill('2027-05-01')
  await expect(change).toContainText('5 jobs change.')
  await expect(change.getByRole('row').filter({ hasText: 'Plain job 3' })).toContainText(
    'ETD: (empty) → 2027-05-01',
  )
  await change.getByRole('button', { name: 'Change 5 jobs' }).click()
  await expect(page.getByText('ETD to 2027-05-01: 5 jobs changed.')).toBeVisible()
  expect(await clicks()).toBe(4)
  await expect(bar()).toBeHidden()
  const { id } = await now(3)
  expect((await now(7)).etd).toBe('2027-05-01')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change was undone on 5 jobs.')).toBeVisible()
  expect((await now(3)).etd).toBeNull()
  await page.goto(`/webapp/shipment/history?id=${id}`)
  const lines = page.getByRole('listitem').filter({ hasText: 'ETD' })
  await expect(lines.filter({ hasText: 'undo of a change of many jobs' })).toBeVisible()
  await lines.getByRole('link', { name: 'with 4 others' }).click()
  await expect(page.getByRole('heading', { name: 'Change of many jobs' })).toBeVisible()
  await expect(page.getByText('This change was undone.')).toBeVisible()
  await expectAccessible(page)
})

test('a page is ticked, then all that fit; dates move by days, and what has none is named', async () => {
  await openDashboard(page, '?sort=jobId&size=25')
  await grid(page).getByRole('checkbox', { name: 'Choose all on this page' }).click()
  await expect(bar()).toContainText('25 jobs chosen')
  await inBar('Choose all 30 jobs that fit').click()
  await expect(bar()).toContainText('30 jobs chosen')
  for (const name of ['Generate for 30 jobs', 'E-mail', 'Copy']) await expect(inBar(name)).toBeEnabled()
  await expectAccessible(page)
  await inBar('ETD').click()
  const change = dialog('Change ETD')
  await change.getByLabel('Change ETD').selectOption('By days, later or earlier')
  await change.getByLabel('Days', { exact: true }).fill('2')
  await change.getByLabel('Move ETA along by the same days').check()
  await expect(change).toContainText('2 jobs change. 28 jobs left as before.')
  await expect(change.getByRole('row').filter({ hasText: 'Plain job 4' })).toContainText('It has no ETD.')
  await change.getByLabel('Days', { exact: true }).fill('60')
  await change.getByLabel('Move ETA along by the same days').uncheck()
  await expect(change).toContainText(
    '2 jobs change. 28 jobs left as before. 2 jobs would depart after arriving.',
  )
  await expect(change.getByRole('row').filter({ hasText: 'Bed linen' })).toContainText(
    'ETA 2027-01-09 would be before ETD 2027-02-01.',
  )
  await expect(change.getByRole('button', { name: 'Change 2 jobs' })).toBeEnabled()
  await change.getByLabel('Days', { exact: true }).fill('2')
  await change.getByLabel('Move ETA along by the same days').check()
  await expect(change).toContainText('2 jobs change. 28 jobs left as before.')
  await expectAccessible(page)
  await change.getByRole('button', { name: 'Change 2 jobs' }).click()
  await expect(page.getByText(/ETD by \+2 days, ETA by as many days: 2 jobs changed/)).toBeVisible()
  expect(await now(1)).toMatchObject({ etd: '2026-12-05', eta: '2027-01-11' })
})

test('three jobs become houses of a master in five clicks', async () => {
  await openDashboard(page, '?sort=jobId')
  const clicks = await countClicks()
  await box(10).click()
  await box(12).click({ modifiers: ['Shift'] })
  await inBar('Set Master Job').click()
  const picker = dialog('Set Master Job')
  await picker.getByRole('textbox').fill('Consolidation in March')
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('row').filter({ hasText: 'Consolidation' })).toBeVisible()
  await picker.getByRole('button', { name: 'Choose', exact: true }).click()
  await dialog('Set Master Job').getByRole('button', { name: 'Change 3 jobs' }).click()
  await expect(page.getByText(/Master Job to 2 Consolidation in March: 3 jobs changed/)).toBeVisible()
  expect(await clicks()).toBe(5)
  await expect(bar()).toBeHidden()
})

test('vessel, voyage and owner of jobs are changed', async () => {
  await openDashboard(page, '?sort=jobId')
  for (const jobId of [14, 15]) await box(jobId).click()
  await inBar('Vessel').click()
  const vessel = dialog('Change Vessel and Voyage')
  await vessel.getByRole('textbox', { name: 'Vessel' }).fill('Ever Given')
  await vessel.getByRole('textbox', { name: 'Voyage' }).fill('042W')
  await expectAccessible(page)
  await vessel.getByRole('button', { name: 'Change 2 jobs' }).click()
  await expect(page.getByText(/to Ever Given, Voyage to 042W: 2 jobs changed/)).toBeVisible()
  await box(14).click()
  await inBar('Owner').click()
  const owner = dialog('Change Owner')
  await expect(owner.getByLabel('Owner')).toBeFocused()
  await owner.getByLabel('Owner').selectOption('Nobody')
  await owner.getByRole('button', { name: 'Change 1 job', exact: true }).click()
  await expect(page.getByText('Owner to (empty): 1 job changed.')).toBeVisible()
  expect(await now(14)).toMatchObject({ vesselName: 'Ever Given', voyage: '042W', owner: null })
})

test('a colleague’s change in between is left and named; the status is changed on a phone, in the dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openDashboard(page, '?sort=jobId')
  for (const jobId of [4, 5])
    await grid(page)
      .getByRole('checkbox', { name: new RegExp(`^Choose ${jobId} `) })
      .click()
  await expectNoSideways(page)
  await expectAccessible(page)
  for (const action of await bar().getByRole('button').all())
    await expect(action).toBeInViewport({ ratio: 1 })
  await inBar('Change').click()
  await inBar('Status').click()
  const change = dialog('Change Status')
  await change.getByLabel('Status').selectOption('Completed')
  await expect(change).toContainText('2 jobs change.')
  await company.call('PUT', '/api/shipment', { id: jobs[3]?.id, statusId: 3 })
  await change.getByRole('button', { name: 'Change 2 jobs' }).click()
  await expect(page).toHaveURL(/\/webapp\/jobchange\?id=/)
  await expect(page.getByText('1 job changed. 1 job left as before.')).toBeVisible()
  await expect(page.getByText('has changed Status to Closed since.')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change was undone on 1 job.')).toBeVisible()
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('each of the chosen jobs is copied once, and Undo deletes the copies', async () => {
  const before = await company.call<Job[]>('GET', '/api/shipment')
  await openDashboard(page, '?sort=jobId')
  for (const jobId of [1, 20]) await box(jobId).click()
  await inBar('Copy').click()
  const copy = dialog('Copy 2 jobs')
  await expect(copy.getByRole('rowheader')).toHaveText(['1 Bed linen for Orwell', '20 Plain job 20'])
  await expect(copy.getByRole('cell')).toHaveText(['One copy', 'One copy'])
  await expectAccessible(page)
  // The answer is lost on its way: who presses again names the same action, and nothing is made twice.
  await page.route('**/api/job-changes', async route => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await copy.getByRole('button', { name: 'Make 2 copies' }).click()
  await expect(copy.getByText(/could not be reached/)).toBeVisible()
  await page.unroute('**/api/job-changes')
  await copy.getByRole('button', { name: 'Make 2 copies' }).click()
  await expect(page.getByText('2 copies made: 31, 32.')).toBeVisible()
  await expect(bar()).toBeHidden()
  expect((await now(31)).name).toBe('Bed linen for Orwell')
  expect((await now(31)).quote.commodity).toBe(before.find(job => job.jobId === 1)?.quote.commodity)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change was undone on 2 jobs.')).toBeVisible()
  expect(await company.call<Job[]>('GET', '/api/shipment')).toHaveLength(before.length)
})

test('documents and e-mails are made for all that fit, job by job, and the documents are deleted again', async () => {
  const all = await company.call<Job[]>('GET', '/api/shipment?search=Plain')
  for (const { id } of all.slice(1))
    await company.call('PUT', '/api/shipment', { id, quote: { commodity: 'Cotton' } })
  await openDashboard(page, '?search=Plain&sort=jobId&size=25')
  await grid(page).getByRole('checkbox', { name: 'Choose all on this page' }).click()
  await bar()
    .getByRole('button', { name: /^Choose all/ })
    .click()
  await inBar(`Generate for ${all.length} jobs`).click()
  const templates = dialog('Select Document Template')
  await templates
    .getByRole('checkbox', { name: /Job Order|Booking|Shipping Instruction/ })
    .first()
    .click()
  await templates.getByRole('button', { name: 'Select', exact: true }).click()
  const generate = dialog(`Generate for ${all.length} jobs`)
  await expect(generate.getByRole('button', { name: /^Generate for \d+ jobs?$/ })).toBeEnabled()
  await expectAccessible(page)
  await generate.getByRole('button', { name: /^Generate for \d+ jobs?$/ }).click()
  await expect(page.getByRole('heading', { name: 'Change of many jobs' })).toBeVisible()
  await expect(page.getByText(`Documents made for ${all.length - 1} jobs. 1 job left out.`)).toBeVisible({
    timeout: 60_000,
  })
  const documents = async () => {
    const { documents: made } = await company.call<Job>('GET', `/api/shipment/${all[1]?.id}`)
    return made.length
  }
  expect(await documents()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`The change was undone on ${all.length - 1} jobs.`)).toBeVisible()
  expect(await documents()).toBe(0)
})

test('each of the chosen jobs gets its e-mail; what cannot be sent is named', async () => {
  const { id, jobId } = await jobWithParties(company)
  await company.call('POST', '/api/mailtemplate', {
    name: 'Note to the consignee',
    purpose: 'other',
    subject: 'About {{Shipment.Name}}',
    text: 'Your goods are on their way.',
    to: ['consignee'],
    cc: [],
    stamp: null,
    documentTemplateIds: [],
  })
  await openDashboard(page, '?sort=jobId')
  for (const number of [jobId, 21]) await box(number).click()
  await inBar('E-mail').click()
  const mails = dialog('E-mail on 2 jobs')
  await mails.getByLabel('Template').selectOption('Note to the consignee')
  await expect(mails.getByText('1 e-mail ready. 1 e-mail cannot be sent.')).toBeVisible()
  const first = mails.getByRole('listitem').filter({ hasText: 'Cotton yarn' })
  await expect(first).toContainText('sana@indus.example')
  await expect(mails.getByRole('listitem').filter({ hasText: 'Plain job 21' })).toContainText(
    'There is nobody to send it to.',
  )
  await first.getByText('Preview').click()
  await expectAccessible(page)
  await mails.getByRole('button', { name: /^(Send|Save) 1 e-mail/ }).click()
  await expect(page.getByText(/^1 e-mail (is on its way|was saved but not sent)/)).toBeVisible()
  const sent = await company.call<{ subject: string }[]>('GET', `/api/mail?shipmentId=${id}`)
  expect(sent.map(({ subject }) => subject)).toEqual(['About Cotton yarn to Hamburg'])
})

test('the chosen jobs are exported', async () => {
  await openDashboard(page, '?sort=jobId')
  await box(1).click()
  const saved = async (choice: string) => {
    await inBar('Export').click()
    const [download] = await Promise.all([page.waitForEvent('download'), inBar(choice).click()])
    return { name: download.suggestedFilename(), path: (await download.path()) ?? '' }
  }
  const text = await readFile((await saved('CSV (.csv)')).path, 'utf8')
  expect(text).toContain('1,Bed linen for Orwell,')
  expect((await saved('Excel (.xlsx)')).name).toMatch(/^jobs-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  await inBar('Clear selection').click()
  await expect(bar()).toBeHidden()
})

test('a date in words and one Enter change the ETD', async () => {
  await openDashboard(page, '?sort=jobId')
  for (const jobId of [24, 25]) await box(jobId).click()
  await inBar('ETD').click()
  await expect(dialog('Change ETD').getByRole('textbox', { name: 'ETD' })).toBeFocused()
  await page.keyboard.type('+3d')
  await page.keyboard.press('Enter')
  await expect(dialog('Change ETD')).toBeHidden()
  await expect(page.getByText(/^ETD to \d{4}-\d\d-\d\d: 2 jobs changed\.$/)).toBeVisible()
  const etds = [(await now(24)).etd, (await now(25)).etd]
  expect(new Set(etds).size).toBe(1)
  expect(etds[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
})
