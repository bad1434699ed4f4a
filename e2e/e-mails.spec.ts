import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { Mail } from '#contract/mails.ts'
import { internetMessage } from '#testing/mail-files.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'
import { jobWithParties } from './mail-job.ts'
import { fillSignIn } from './people.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  job = await jobWithParties(api)
})
test.afterAll(() => page.close())

const mails = () => page.getByRole('grid', { name: 'E-mails' })
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByLabel(name, { exact: true })
const button = (name: string | RegExp) => dialog().getByRole('button', { name })
const open = async () => {
  await page.goto(`/webapp/shipment/emails?id=${job.id}`)
  await expect(mails()).toHaveAttribute('aria-busy', 'false')
}
const stored = () => api.call<Mail[]>('GET', `/api/mail?shipmentId=${job.id}`)
const recipients = (label: 'To' | 'Cc') =>
  dialog().locator('.mantine-InputWrapper-root', { has: page.getByLabel(label, { exact: true }) })

test.describe.configure({ mode: 'serial' })

test('an arrival notice is written from its template, looked at as it will arrive, and kept', async () => {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await page.getByRole('navigation', { name: 'Job' }).getByRole('link', { name: 'E-mails' }).click()
  await expect(page.getByText('Not sent: no mail server is configured.')).toBeVisible()
  await expect(page.getByText('No e-mails yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New E-mail' }).click()
  await expectAccessible(page)

  await field('Template').selectOption({ label: 'Arrival notice' })
  await expect(field('Subject')).toHaveValue('Arrival notice: Job 1, B/L LDG-4711, ETA 03 Dec 2026')
  await expect(field('Text')).toHaveValue(
    /^Dear Sana Mir,\n\nThe arrival notice for your shipment is attached\. Estimated date of arrival: 03 Dec 2026\./,
  )
  await expect(recipients('To')).toContainText('Sana Mir <sana@indus.example>')
  await expect(dialog().getByRole('checkbox', { name: /^Arrival Notice/ })).toBeChecked()
  await expect(field('Set on the job when it is sent')).toHaveValue('dettco')
  // What the paper that will be made lacks, each leading to where it is filled.
  await dialog()
    .getByText(/^The attachments have \d+ blank places?$/)
    .click()
  await expect(dialog().getByRole('link', { name: 'IGM is empty' })).toBeVisible()

  await button('+ Ali Raza, Consignee').click()
  await expect(field('Cc')).toBeHidden()
  await dialog().getByRole('button', { name: 'Cc', exact: true }).click()
  await expect(field('Cc')).toBeFocused()
  await field('Cc').fill('office@indus.example')
  await field('Cc').press('Enter')
  await button('Preview').click()
  const arriving = dialog().frameLocator('iframe[title="The e-mail"]')
  await expect(arriving.getByText('Dear Sana Mir,')).toBeVisible()
  await dialog().getByRole('group', { name: 'Show as' }).getByRole('button', { name: 'Plain text' }).click()
  await expect(dialog().getByRole('textbox', { name: 'Plain text' })).toHaveValue(/House B\/L: LDG-4711/)
  await expectAccessible(page)

  await button('Save as not sent').click()
  // Its paper is printed first, which takes LibreOffice a while beside other work.
  const kept = page.getByText('The e-mail was saved but not sent: no mail server is configured.')
  await expect(kept).toBeVisible({ timeout: 60_000 })
  await expect(dialog()).toBeHidden()
  const row = mails().getByRole('row').filter({ hasText: 'Arrival notice' })
  await expect(row).toContainText('Not sent')
  await expect(row).toContainText('Sana Mir, Ali Raza; cc office@indus.example')
  const [mail] = await stored()
  expect(mail).toMatchObject({
    state: 'notSent',
    attachments: [{ name: expect.stringMatching(/^Arrival Notice\.(pdf|docx)$/) }],
  })
  // Nothing left, so nothing is stamped.
  expect((await api.call<Job>('GET', `/api/shipment/${job.id}`)).dettco).toBeNull()
})

test('a mail is opened, downloaded as the exact message, and forwarded', async () => {
  await mails().getByRole('row').filter({ hasText: 'Arrival notice' }).dblclick()
  await expect(dialog().getByText('Not sent: no mail server is configured', { exact: true })).toBeVisible()
  await expect(dialog().locator('.mail-facts')).toContainText('Ali Raza <ali@indus.example>')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button('Download .eml').click()
  const file = await readFile(await (await download).path())
  const message = await PostalMime.parse(file)
  expect(message).toMatchObject({
    subject: 'Arrival notice: Job 1, B/L LDG-4711, ETA 03 Dec 2026',
    to: [{ address: 'sana@indus.example' }, { address: 'ali@indus.example' }],
    cc: [{ address: 'office@indus.example' }],
  })
  // Without a mail server there is nothing to try again.
  await expect(button('Try again')).toBeHidden()

  await button('Forward').click()
  await expect(field('Subject')).toHaveValue(/^Fwd: Arrival notice/)
  const carried = dialog().getByRole('group', { name: 'Attachments of the forwarded e-mail' })
  await expect(carried.getByRole('checkbox', { name: /^Arrival Notice\./ })).toBeChecked()
  await field('To').fill('boss@forwarder.example')
  await field('To').press('Enter')
  await button('Save as not sent').click()
  await expect(mails().getByRole('row').filter({ hasText: 'Fwd: ' })).toContainText('boss@forwarder.example')
  const [forwarded] = await stored()
  expect(forwarded?.attachments.map(({ name }) => name)).toEqual(message.attachments.map(one => one.filename))
})

test('what is wrong is said before anything is kept, and what was typed survives a reload', async () => {
  await page.getByRole('button', { name: 'New E-mail' }).click()
  await button('Save as not sent').click()
  await expect(dialog().getByText('Add at least one recipient in To.')).toBeVisible()
  await field('To').fill('sana at indus')
  await field('To').press('Enter')
  await expect(dialog().getByText(/“sana at indus”: An address/)).toBeVisible()
  await field('To').press('Backspace')
  await field('Subject').fill('Half a thought')
  await field('Text').fill('Not finished')
  await page.reload()
  await expect(page.getByText(/The e-mail that you started on .* was kept\./)).toBeVisible()
  await page.getByRole('button', { name: 'Continue writing' }).click()
  await expect(field('Text')).toHaveValue('Not finished')
  await button('Discard').click()
  await expect(page.getByRole('button', { name: 'New E-mail' })).toBeVisible()
  expect((await stored()).length).toBe(2)
})

test('a reload before the answer makes no second e-mail of what is sent again unchanged', async () => {
  const before = (await stored()).length
  await page.getByRole('button', { name: 'New E-mail' }).click()
  await field('To').fill('sana@indus.example')
  await field('To').press('Enter')
  await field('Subject').fill('Sent once')
  await field('Text').fill('Space is confirmed.')
  const arrived = Promise.withResolvers<void>()
  // The server stores it, and its answer gets lost.
  await page.route('**/api/mail', async route => {
    await route.fetch()
    arrived.resolve()
  })
  await button('Save as not sent').click()
  await arrived.promise
  await page.unroute('**/api/mail')
  page.once('dialog', ask => void ask.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Continue writing' }).click()
  await button('Save as not sent').click()
  await expect(dialog()).toBeHidden()
  const after = await stored()
  expect(after).toHaveLength(before + 1)
  expect(after[0]).toMatchObject({ subject: 'Sent once' })
})

test('received mail is filed by dropping it, read safely, and its attachment becomes a document', async () => {
  await page
    .getByLabel('File an e-mail', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'Booking.eml',
      mimeType: 'message/rfc822',
      buffer: Buffer.from(internetMessage()),
    })
  const received = page.getByRole('region', { name: 'Received' })
  await expect(received.getByRole('listitem').filter({ hasText: 'Søren Havn' })).toContainText('1 attachment')
  await received.getByRole('button', { name: 'Booking – MV Ocean Meridian' }).click()
  await expect(dialog()).toContainText('Space is confirmed for 2 x 40 HC.')
  await expectAccessible(page)
  await button(/^Attach Booking\.pdf to the job/).click()
  await expect(page.getByText('Booking.pdf was attached to the job.')).toBeVisible()
  const { documents } = await api.call<{ documents: Document[] }>('GET', `/api/shipment/${job.id}`)
  expect(documents.map(({ name }) => name).sort()).toEqual([
    expect.stringMatching(/^Arrival Notice\.(pdf|docx)$/),
    ...['Booking.eml', 'Booking.pdf'],
  ])
  await button('Close').last().click()
  await page
    .getByLabel('File an e-mail', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(page.getByText(/Notes\.txt: only e-mails \(\.eml, \.msg\) can be filed here/)).toBeVisible()
})

test('on a phone mails are read and written without sideways scrolling', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  await expectNoSideways(page)
  await expect(
    page.getByRole('navigation', { name: 'Job' }).getByRole('link', { name: 'E-mails' }),
  ).toBeInViewport()
  await page.getByRole('button', { name: 'New E-mail' }).click()
  await field('Template').selectOption({ label: 'Pre-alert' })
  await expect(field('Subject')).toHaveValue(/^Pre-alert/)
  await button('Preview').click()
  await expect(dialog().locator('iframe')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await button('Discard').click()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('Administrators search all mail of the company; Viewers read and write nothing', async ({ browser }) => {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'E-mails', exact: true })
    .click()
  await expect(mails().getByRole('row')).toHaveCount(4)
  await page.getByLabel('Search e-mails').fill('boss@')
  await expect(mails().getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/search=boss/)
  await expectAccessible(page)
  await mails().getByRole('row').nth(1).dblclick()
  await expect(dialog().locator('.mail-facts')).toContainText('boss@forwarder.example')
  await button('Close').last().click()

  const asViewer = await newColleague(api, { name: 'Vera Viewer', role: 'viewer' })
  const hers = await browser.newPage()
  await hers.goto('/login')
  await fillSignIn(hers, asViewer.person)
  await hers.waitForURL(/\/webapp/)
  await expect(
    hers.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'E-mails', exact: true }),
  ).toBeHidden()
  await hers.goto(`/webapp/shipment/emails?id=${job.id}`)
  await expect(hers.getByRole('grid', { name: 'E-mails' }).getByRole('row')).toHaveCount(4)
  await expect(hers.getByRole('button', { name: 'New E-mail' })).toBeHidden()
  await expect(hers.getByText('File an e-mail')).toBeHidden()
  await hers.close()
  await expect(asViewer.call('GET', '/api/mail/all')).rejects.toThrow(/answered 403/)
})
