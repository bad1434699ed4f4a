import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { attachmentsOfNewJob, type AttachmentsPage } from './attachments-page.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { pdfFile, sample } from './sample-files.ts'

const ZONE = 'Asia/Karachi'

let page: Page
let api: CompanyApi
let tab: AttachmentsPage

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ timezoneId: ZONE })
  api = await newCompany(page)
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  tab = await attachmentsOfNewJob(page, api)
})

const names = async () => (await tab.documents()).map(one => one.name)

test('the table shows Name, Type and Date in medium format in the reader’s zone', async () => {
  const { date } = await tab.attach(sample('Invoice.pdf', pdfFile('Invoice')))
  await tab.open()
  await expect(tab.table().getByRole('columnheader')).toHaveText(['Name', 'Type', 'Date', 'Actions'])
  const medium = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: ZONE })
  const shown = medium.format(new Date(date)).replaceAll('\u202f', ' ')
  await expect(tab.rowOf('Invoice.pdf').getByRole('gridcell')).toHaveText([/Invoice\.pdf$/, 'PDF', shown, ''])
})

test('with no attachment it says what belongs there', async () => {
  await tab.open()
  await expect(page.getByText('No attachments yet.')).toBeVisible()
  await expectAccessible(page)
})

test('several files are uploaded by the button at once', async () => {
  await tab.open()
  await tab.choose(sample('One.txt', 'one'), sample('Two.txt', 'two'), sample('Three.txt', 'three'))
  for (const name of ['One.txt', 'Two.txt', 'Three.txt']) await expect(tab.nameCell(name)).toBeVisible()
  await expect(tab.uploads()).toBeHidden()
})

test('files dropped on the page are attached', async () => {
  await tab.open()
  await expect(page.locator('input[aria-label="Drop files to attach them to this job"]')).toBeAttached()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['dropped'], 'Dropped.txt', { type: 'text/plain' }))
    const send = (place: EventTarget, type: string) =>
      place.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
    send(document, 'dragenter')
    const zone = document.querySelector('.file-drop__zone')
    if (!zone) throw new Error('There is no place to drop files on.')
    send(zone, 'dragenter')
    send(zone, 'drop')
  })
  await expect(tab.nameCell('Dropped.txt')).toBeVisible()
})

test('files pasted on the page are attached, pictures under the time they were pasted', async () => {
  await tab.open()
  await expect(page.locator('input[aria-label="Drop files to attach them to this job"]')).toBeAttached()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pasted'], 'Pasted.txt', { type: 'text/plain' }))
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
    )
  })
  await expect(tab.nameCell('Pasted.txt')).toBeVisible()
  await expect(tab.rowOf('.png')).toContainText(/Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png/)
})

test('an upload shows its progress and can be cancelled', async () => {
  await tab.open()
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await tab.choose(sample('Scan.bin', Buffer.alloc(2_000_000, 7)))
  const bar = tab.uploads().getByRole('progressbar', { name: 'Uploading Scan.bin' })
  await expect(bar).toBeVisible()
  await expect(tab.uploads()).toContainText(/\d+%/)
  await tab.uploads().getByRole('button', { name: 'Cancel Scan.bin' }).click()
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await network.detach()
  await expect(tab.uploads()).toBeHidden()
  // Files go one after the other: had the first gone on, it would stand there before this one.
  await tab.choose(sample('After.txt', 'after'))
  await expect(tab.nameCell('After.txt')).toBeVisible()
  expect(await names()).toEqual(['After.txt'])
})

test('of several files one that fails is told with its reason and tried again alone', async () => {
  await tab.open()
  let isDown = true
  await page.route('**/api/document', route =>
    isDown && route.request().postData()?.includes('Fails.txt') ? route.abort() : route.continue(),
  )
  await tab.choose(sample('Fails.txt', 'f'), sample('Works.txt', 'w'))
  await expect(tab.nameCell('Works.txt')).toBeVisible()
  await expect(tab.uploads().getByRole('alert')).toContainText('The server could not be reached.')
  await expectAccessible(page)
  isDown = false
  await tab.uploads().getByRole('button', { name: 'Try again: Fails.txt' }).click()
  await expect(tab.nameCell('Fails.txt')).toBeVisible()
  await page.unroute('**/api/document')
})

test('a file that is too large is told with the limit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-large-'))
  const path = join(folder, 'Huge.bin')
  await writeFile(path, '')
  await truncate(path, 53 * 1024 * 1024)
  await tab.open()
  await tab.choose(path)
  await expect(tab.uploads().getByRole('alert')).toHaveText(
    'The file is larger than 50 MB; send a smaller one.',
  )
  await tab.uploads().getByRole('button', { name: 'Dismiss' }).click()
  await expect(tab.uploads()).toBeHidden()
  await rm(folder, { recursive: true })
})

test('a file of a name that stands, whatever its case, asks; Cancel changes nothing, Ok replaces the content', async () => {
  const first = await tab.attach(sample('Notes.txt', 'one'))
  await tab.open()
  await tab.choose(sample('NOTES.TXT', 'two'))
  const question = tab.dialog('NOTES.TXT already exists.')
  await expect(question).toContainText('Do you want to replace it?')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.uploads()).toBeHidden()
  expect(await tab.documents()).toEqual([first])

  await tab.choose(sample('NOTES.TXT', 'two'))
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(question).toBeHidden()
  await expect.poll(async () => (await tab.documents())[0]?.version).toBe(2)
  expect(await names()).toEqual(['Notes.txt'])
})

test('a file that a colleague attached meanwhile asks too', async () => {
  await tab.open()
  await tab.attach(sample('Late.txt', 'theirs'))
  await tab.choose(sample('late.txt', 'mine'))
  await tab.dialog('late.txt already exists.').getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.uploads()).toBeHidden()
  expect(await names()).toEqual(['Late.txt'])
})

test('a double click downloads the document, and so does Enter', async () => {
  await tab.attach(sample('Terms.txt', 'the terms'))
  await tab.open()
  const [byMouse] = await Promise.all([page.waitForEvent('download'), tab.nameCell('Terms.txt').dblclick()])
  expect(byMouse.suggestedFilename()).toBe('Terms.txt')
  expect(await readFile(await byMouse.path(), 'utf8')).toBe('the terms')
  await tab.table().focus()
  const [byKey] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(byKey.suggestedFilename()).toBe('Terms.txt')
})

test('a download that fails is told with a way on', async () => {
  await tab.attach(sample('Terms.txt', 'the terms'))
  await tab.open()
  await page.route('**/api/document/*', route => route.abort())
  await tab.nameCell('Terms.txt').dblclick()
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('Terms.txt could not be downloaded.')
  await page.unroute('**/api/document/*')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    notices.getByRole('button', { name: 'Try again' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Terms.txt')
})

test('a document is renamed; a name that stands is refused and what was typed stays', async () => {
  await tab.attach(sample('Draft.pdf', pdfFile('Draft')))
  await tab.attach(sample('Final.pdf', pdfFile('Final')))
  await tab.open()
  await page.getByRole('button', { name: 'Rename Draft.pdf' }).click()
  const box = tab.dialog('Rename document')
  const field = box.getByLabel('Name')
  await expect(field).toBeFocused()
  await field.fill('final')
  await page.keyboard.press('Enter')
  await expect(box).toContainText('“final.pdf” already exists on this job. Use another name.')
  await expect(field).toHaveValue('final')
  await expectAccessible(page)
  await field.fill('Invoice 7')
  await page.keyboard.press('Enter')
  await expect(box).toBeHidden()
  await expect(tab.nameCell('Invoice 7.pdf')).toBeVisible()
})

test('a document is deleted at once, with an undo', async () => {
  await tab.attach(sample('Draft.txt', 'draft'))
  await tab.open()
  await page.getByRole('button', { name: 'Delete Draft.txt' }).click()
  await expect(tab.nameCell('Draft.txt')).toBeHidden()
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('Draft.txt was deleted.')
  await notices.getByRole('button', { name: 'Undo' }).last().click()
  await expect(tab.nameCell('Draft.txt')).toBeVisible()
})

test('a deleted document can be restored later', async () => {
  const { id } = await tab.attach(sample('Draft.txt', 'draft'))
  await api.call('DELETE', `/api/document/${id}`)
  await tab.open()
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const box = tab.dialog('Recently deleted documents')
  await expect(box).toContainText(`by ${api.person.name}`)
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Restore Draft.txt' }).click()
  await expect(box).toBeHidden()
  await expect(tab.nameCell('Draft.txt')).toBeVisible()
})

test('content that was replaced can be restored', async () => {
  await tab.attach(sample('Notes.txt', 'one'))
  await tab.open()
  await tab.choose(sample('Notes.txt', 'second'))
  await tab.dialog('Notes.txt already exists.').getByRole('button', { name: 'Ok' }).click()
  await expect(tab.uploads()).toBeHidden()
  await page.getByRole('button', { name: 'Earlier versions of Notes.txt' }).click()
  const box = tab.dialog('Earlier versions of Notes.txt')
  await expect(box).toContainText('3 bytes')
  await expectAccessible(page)
  await box.getByRole('button', { name: /^Restore/ }).click()
  await expect(box).toBeHidden()
  const [download] = await Promise.all([page.waitForEvent('download'), tab.nameCell('Notes.txt').dblclick()])
  expect(await readFile(await download.path(), 'utf8')).toBe('one')
})

test('on a telephone nothing is wider than the screen', async () => {
  await tab.attach(sample('A rather long name of a commercial invoice.pdf', pdfFile('Invoice')))
  await page.setViewportSize({ width: 390, height: 844 })
  await tab.open()
  await expectNoSideways(page)
  // What can be done with a document is in sight without scrolling the table.
  await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('telephone.png') })
})
