import { expect, type Page, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import type { Job } from '#contract/jobs.ts'
import type { Preferences } from '#contract/preferences.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('POST', '/api/note', { shipmentId: job.id, text: 'The seal is broken, see the picture.' })
})
test.afterAll(() => page.close())

const files = () => page.getByRole('list', { name: 'Files of the note' }).getByRole('listitem')
const attach = async (name: string, content: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('files are attached to a note, had again, deleted with an undo, and are attachments of the job', async () => {
  await page.goto(`/webapp/shipment/notes?id=${job.id}`)
  await attach('Seals.csv', 'seal,state\n1,broken\n')
  await expect(files()).toHaveText([/^Seals\.csv/])
  // A second of that name is another file.
  await attach('Seals.csv', 'seal,state\n2,whole\n')
  await expect(files()).toHaveText([/^Seals\.csv/, /^Seals \(2\)\.csv/])
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files().nth(1).getByRole('button', { name: 'Seals (2).csv', exact: true }).click(),
  ])
  expect(await readFile((await download.path()) ?? '', 'utf8')).toBe('seal,state\n2,whole\n')
  const attached = async () =>
    (await api.call<Job>('GET', `/api/shipment/${job.id}`)).documents.map(({ name }) => name).toSorted()
  expect(await attached()).toEqual(['Seals (2).csv', 'Seals.csv'])

  await files().nth(0).getByRole('button', { name: 'Delete Seals.csv' }).click()
  await expect(files()).toHaveText([/^Seals \(2\)\.csv/])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files()).toHaveCount(2)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('whether an e-mail tells of mentions is switched beside the morning summary, and stays so', async () => {
  const open = async () => {
    await page.getByRole('button', { name: /your settings$/ }).click()
    await page.getByRole('button', { name: 'Morning summary' }).click()
    return page.getByRole('dialog').getByRole('checkbox', { name: /mention/i })
  }
  await page.goto('/webapp')
  const isOn = await open()
  await expect(isOn).toBeChecked()
  await expectAccessible(page)
  await isOn.uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await api.call<Preferences>('GET', '/api/preferences')).mentionMails).toBe(false)
  await page.reload()
  await expect(await open()).not.toBeChecked()
})
