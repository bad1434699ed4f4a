import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Membership } from '#contract/users.ts'
import { unzipped } from '#testing/zips.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'
import { fillSignIn } from './people.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  job = await api.call<Job>('POST', '/api/shipment', { name: 'Cotton <b>yarn</b>' })
  await api.call('POST', '/api/shipment', { name: 'Rice' })
  await api.upload('/api/document', new File(['The bill.'], 'Bill #1.txt'), { shipmentId: job.id })
})
test.afterAll(() => page.close())

const unpack = async (zip: Buffer, folder: string) => {
  for (const [path, content] of await unzipped(zip)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

test('an administrator exports the company, and its pages open without a server', async ({
  browser,
}, info) => {
  await page.goto('/webapp/company')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export this company' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/ \d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByText('The company was exported. Your browser has the file.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)

  const folder = info.outputPath('export')
  await unpack(await readFile(await download.path()), folder)
  const context = await browser.newContext({ offline: true, viewport: { width: 390, height: 844 } })
  const read = await context.newPage()
  const mistakes: string[] = []
  read.on('console', message => message.type() === 'error' && mistakes.push(message.text()))
  read.on('pageerror', error => mistakes.push(error.message))
  await read.goto(pathToFileURL(join(folder, 'index.html')).href)
  await expect(read.getByText('2 jobs')).toBeVisible()
  await read.getByLabel('Search jobs').fill('cotton')
  await expect(read.getByText('1 job', { exact: true })).toBeVisible()
  await expectAccessible(read)
  await expectNoSideways(read)
  await read.getByRole('link', { name: 'Cotton <b>yarn</b>' }).click()
  await expect(read.getByRole('heading', { level: 1 })).toHaveText(`Job ${job.jobId}: Cotton <b>yarn</b>`)
  await expectAccessible(read)
  await read.getByRole('link', { name: 'Bill #1.txt' }).click()
  await expect(read.getByText('The bill.')).toBeVisible()
  expect(mistakes).toEqual([])
  await context.close()
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('the history tells of it; nobody else is offered an export', async ({ browser }) => {
  await page.goto('/webapp/history')
  await expect(page.getByText('exported everything that the company keeps').first()).toBeVisible()
  const { person } = await newColleague(api, { name: 'Bilal Khan' })
  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto('/webapp/company')
  await fillSignIn(theirs, person)
  await expect(theirs.getByRole('heading', { name: 'Company', level: 1 })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Export this company' })).toHaveCount(0)
  await theirs.context().close()
})

test('the commands export a company beside the running server, and refuse to import it again', async () => {
  const { account } = await api.call<Membership>('GET', '/api/register')
  const env = { ...process.env, DATA_DIR: process.env['LADING_DATA_DIR'] ?? '' }
  const run = async (...given: string[]) => {
    const ended = await promisify(execFile)(process.execPath, given, { env }).catch(
      (error: unknown) => error as { stdout: string },
    )
    return ended.stdout
  }
  const zip = test.info().outputPath('company.zip')
  expect(await run('server/export-company.ts', account.id, zip)).toContain(`(${account.id}) to ${zip}.`)
  expect((await unzipped(await readFile(zip))).has(`jobs/${job.jobId}.html`)).toBe(true)
  expect(await run('server/import-company.ts', zip)).toContain(
    'The company was not imported, and nothing was changed. This installation has the company',
  )
})
