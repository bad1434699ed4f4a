import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { attachmentsOfNewJob, type AttachmentsPage } from './attachments-page.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { sample, type SampleFile } from './sample-files.ts'

const withoutOffice = process.env['LADING_WITHOUT_LIBREOFFICE'] === '1'
const path = '/api/documenttemplate'
const TELEPHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

let page: Page
let api: CompanyApi
let tab: AttachmentsPage

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  api = await newCompany(page)
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  tab = await attachmentsOfNewJob(page, api)
  await change({ name: 'Cotton shirts', hbl: 'H-1', eta: '2026-12-03' })
})
// No two jobs may bear one number: the next test's job is given it.
test.afterEach(() => change({ hbl: null }))
test.afterEach(async () => {
  await page.setViewportSize(DESKTOP)
  for (const { id } of await api.call<DocumentTemplate[]>('GET', path))
    await api.call('DELETE', `${path}/${id}`)
})

const change = (fields: object, job = tab.job) =>
  api.call<Job>('PUT', '/api/shipment', { id: job.id, ...fields })
const letter = (text: string) => templateFile({ body: paragraph(text) })
const add = (name: string, text: string) =>
  api.upload<DocumentTemplate>(path, new File([new Uint8Array(letter(text))], name), {})
const dialog = (name: string) => page.getByRole('dialog', { name })
const before = () => dialog('Before the documents are made')
const upload = (...files: SampleFile[]) =>
  page.getByLabel('Upload Template', { exact: true }).and(page.locator('input')).setInputFiles(files)

async function openTemplates() {
  await page.goto('/webapp/documenttemplates')
  await expect(page.getByRole('grid', { name: 'Document Templates' })).toHaveAttribute('aria-busy', 'false')
}

/** The job that was opened last is the one whose values are shown. */
async function openJob() {
  await page.goto(`/webapp/shipment?id=${tab.job.id}`)
  await expect(page.getByLabel('House BL')).toHaveValue('H-1')
}

async function expectGoodOnTelephones() {
  await page.setViewportSize(TELEPHONE)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
}

test.describe('the report on a template', () => {
  test('opens after the upload: fields and where, what is unknown, and what was taken out', async () => {
    await openTemplates()
    const file = templateFile({
      body: paragraph('Bill {{Shipment.Hbl}} for {{Consignee.Nmae}}'),
      settings:
        '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="textFile"/></w:mailMerge>',
    })
    await upload(sample('Bill.dotx', file))
    const report = dialog('Bill.dotx')
    await expect(report.getByRole('status')).toContainText(
      'Bill.dotx was saved, with 1 place to correct in Word.',
    )
    await expect(report.getByRole('status')).toContainText('did you mean “Consignee.Name”?')
    await expect(report).toContainText('mail merge settings from word/settings.xml')
    await expect(report).toContainText('1 field found')
    await expect(report.getByRole('row', { name: /House BL/ })).toContainText('body, near “Bill …”')
    await expectAccessible(page)
    await expectGoodOnTelephones()
    await report.getByRole('button', { name: 'Close' }).last().click()
    await expect(report).toBeHidden()
  })

  test('is there later from the table, and shows the result on a job of one’s choice', async () => {
    await openJob()
    await add('Bill.dotx', 'Bill {{Shipment.Hbl}} for {{Shipment.Name}}')
    const other = await api.call<Job>('POST', '/api/shipment')
    await change({ name: 'Wool blankets', hbl: 'H-2' }, other)
    await openTemplates()
    await page.getByRole('button', { name: 'Report on Bill.dotx' }).click()
    await page.getByRole('button', { name: 'Result' }).click()
    const sheet = page.frameLocator('iframe[title="Preview of Bill.dotx"]')
    await expect(sheet.getByText('Bill H-1 for Cotton shirts')).toBeVisible()
    await page.getByRole('button', { name: 'Another job' }).click()
    const picker = dialog('Choose a Job')
    await picker.getByLabel('Search jobs').fill('Wool blankets')
    await picker.getByRole('button', { name: 'Search' }).click()
    await picker.getByRole('gridcell', { name: 'Wool blankets' }).first().dblclick()
    await expect(sheet.getByText('Bill H-2 for Wool blankets')).toBeVisible()
    await expectAccessible(page)
    expect(await tab.documents()).toEqual([])
  })

  test('shows the result as it prints, where PDFs can be made', async () => {
    await openJob()
    await add('Bill.dotx', 'Bill {{Shipment.Hbl}}')
    await openTemplates()
    await page.getByRole('button', { name: 'Report on Bill.dotx' }).click()
    await page.getByRole('button', { name: 'Result' }).click()
    const pdf = page.getByRole('radio', { name: 'PDF' })
    if (withoutOffice) return expect(pdf).toBeDisabled()
    await pdf.check()
    await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible({ timeout: 60_000 })
  })
})

test.describe('the field catalogue', () => {
  test('lists fields in groups with the job’s values, and copies each in three ways', async () => {
    await openJob()
    await openTemplates()
    await page.getByRole('link', { name: 'Fields' }).click()
    const group = page.getByRole('region', { name: 'Job', exact: true })
    await expect(group.getByRole('row', { name: /House BL/ })).toContainText('H-1')
    await expectAccessible(page)
    await expectGoodOnTelephones()
    const copied = async (way: string) => {
      await page.getByRole('button', { name: `Copy Shipment.HouseBl as ${way}` }).click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    expect(await copied('text')).toBe('{{Shipment.HouseBl}}')
    expect(await copied('merge field')).toBe('MERGEFIELD Shipment_HouseBl')
    expect(await copied('control')).toBe('Shipment.HouseBl')
  })

  test('is searched by label, by any name, and by value', async () => {
    await openJob()
    await page.goto('/webapp/documenttemplates/fields')
    const names = () => page.getByRole('main').getByRole('rowheader').locator('code').allTextContents()
    const search = page.getByLabel('Search fields')
    await search.fill('house b/l')
    await expect.poll(names).toEqual(['Shipment.HouseBl', 'Bills.HouseBl', 'Houses.HouseBl'])
    await search.fill('swbro')
    await expect.poll(names).toEqual(['Shipment.ReadyOn', 'Bills.ReadyOn', 'Houses.ReadyOn'])
    await search.fill('03 dec 2026')
    await expect.poll(names).toEqual(['Shipment.Eta', 'Bills.Eta'])
    await search.fill('nothing at all')
    await expect(page.getByText('No field matches “nothing at all”.')).toBeVisible()
  })

  test('is downloaded as a Word file with the job’s values', async () => {
    await openJob()
    await page.goto('/webapp/documenttemplates/fields')
    await expect(page.getByText('Cotton shirts').first()).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as Word file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Fields.docx')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const text = await documentText(Buffer.concat(chunks))
    expect(text).toContain('{{Shipment.HouseBl}}')
    expect(text).toContain('H-1')
  })
})

test('the guide for designers is one click away', async () => {
  await openTemplates()
  await page.getByRole('link', { name: 'Guide' }).click()
  await expect(page.getByRole('heading', { name: 'Lists' })).toBeVisible()
  await expectAccessible(page)
  await expectGoodOnTelephones()
})

test.describe('before documents are made', () => {
  test('what the job lacks is listed, each line leading to its field', async () => {
    await add(
      'Notice.dotx',
      '{{Shipment.Hbl}} {{Shipment.Etd}} {{Shipper.Name}} {{#Items}}{{Name}}{{/Items}}',
    )
    const choose = async () => {
      await tab.open()
      await page.getByRole('button', { name: 'Generate Document' }).click()
      await dialog('Select Document Template').getByRole('gridcell', { name: 'Notice.dotx' }).dblclick()
    }
    await choose()
    await expect(before().getByRole('listitem')).toHaveText([
      'ETD is empty Show in the template',
      /^Shipper is not set/,
      /^There are no cargo items/,
    ])
    await expectAccessible(page)
    await before().getByRole('link', { name: 'ETD is empty' }).click()
    await expect(page.getByRole('textbox', { name: 'ETD' })).toBeFocused()
    await choose()
    await before().getByRole('link', { name: 'Shipper is not set' }).click()
    await expect(page.getByRole('combobox', { name: 'Shipper' })).toBeFocused()
    await choose()
    await before().getByRole('link', { name: 'There are no cargo items' }).click()
    await expect(page).toHaveURL(new RegExp(`/webapp/shipment/items\\?id=${tab.job.id}`))
    expect(await tab.documents()).toEqual([])
  })

  test('what the company’s own details lack is said in one line, with the way there', async () => {
    await add(
      'Letterhead.dotx',
      '{{Company.Name}} {{Company.Website}} {{Company.Telephone}} {{Shipment.Etd}}',
    )
    await tab.open()
    await page.getByRole('button', { name: 'Generate Document' }).click()
    await dialog('Select Document Template').getByRole('gridcell', { name: 'Letterhead.dotx' }).dblclick()
    await expect(before().getByRole('listitem')).toHaveText([
      'No details of the job would be printed Show in the template',
      'ETD is empty Show in the template',
    ])
    await expect(before()).toContainText('Your company’s details lacktelephone; website.')
    await expectAccessible(page)
    await before().getByRole('link', { name: 'Fill them in once, under Company' }).click()
    await expect(page).toHaveURL('/webapp/company')
  })

  test('nothing is asked where nothing is missing', async () => {
    await add('Bill.dotx', 'Bill {{Shipment.Hbl}}')
    await tab.open()
    await page.getByRole('button', { name: 'Generate Document' }).click()
    await dialog('Select Document Template').getByRole('gridcell', { name: 'Bill.dotx' }).dblclick()
    await expect(tab.nameCell('Document from template Bill.docx')).toBeVisible()
  })
})

test('PDFs are made beside Word documents, or the reason stands why not', async () => {
  await add('Bill.dotx', 'Bill {{Shipment.Hbl}}')
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  if (withoutOffice) {
    await expect(page.getByRole('radio', { name: 'PDF', exact: true })).toBeDisabled()
    await expect(page.getByText('PDF needs LibreOffice')).toBeVisible()
    return
  }
  await page.getByRole('radio', { name: 'Word and PDF' }).check()
  await dialog('Select Document Template').getByRole('gridcell', { name: 'Bill.dotx' }).dblclick()
  await expect(page.getByText(`2 documents were generated and added to job ${tab.job.jobId}.`)).toBeVisible({
    timeout: 60_000,
  })
  await expect(tab.nameCell('Document from template Bill.docx')).toBeVisible()
  await expect(tab.nameCell('Document from template Bill.pdf')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('lading.document-formats'))
})

test('several templates for several jobs are made at once, with progress', async () => {
  const other = await api.call<Job>('POST', '/api/shipment')
  await change({ name: 'Wool blankets', hbl: 'H-20' }, other)
  await add('Bill.dotx', 'Bill {{Shipment.Hbl}}')
  await add('Cover.dotx', 'For {{Shipment.Name}}')
  await page.goto('/webapp')
  const jobs = page.getByRole('grid', { name: 'Jobs' })
  await jobs.getByRole('checkbox', { name: `Choose ${tab.job.jobId}`, exact: true }).check()
  // By keys alone: the arrow moves the selection, the space bar ticks it.
  await jobs.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(jobs.getByRole('checkbox', { name: `Choose ${other.jobId}`, exact: true })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Generate for 2 jobs' }).click()
  const box = dialog('Select Document Template')
  await box.getByRole('checkbox', { name: 'Choose Bill.dotx' }).check()
  await box.getByRole('checkbox', { name: 'Choose Cover.dotx' }).check()
  const progressSeen = Promise.withResolvers<void>()
  await page.route('**/generatedocuments*', async route => {
    await progressSeen.promise
    await route.continue()
  })
  await box.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(page.getByText(/Generating documents for 2 jobs: [0-3] of 4/)).toBeVisible()
  progressSeen.resolve()
  await expect(page.getByText('4 documents were generated and added to their jobs.')).toBeVisible()
  await page.unroute('**/generatedocuments*')
  const names = (await tab.documents()).map(document => document.name)
  expect(names.toSorted()).toEqual(['Document from template Bill.docx', 'Document from template Cover.docx'])
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByRole('button', { name: /^Generate for/ })).toBeHidden()
  await page.getByRole('button', { name: 'Delete the 4 documents' }).click()
  await expect(page.getByText('4 documents were deleted. For 30 days each can be restored')).toBeVisible()
  expect(await tab.documents()).toEqual([])
})

test('a document tells that the job has changed since, in what, and is made again', async () => {
  await add('Notice.dotx', 'ETA {{Shipment.Eta}}')
  await tab.open()
  await page.getByRole('button', { name: 'Generate Document' }).click()
  await dialog('Select Document Template').getByRole('gridcell', { name: 'Notice.dotx' }).dblclick()
  const name = 'Document from template Notice.docx'
  await expect(tab.rowOf(name)).toBeVisible()
  await expect(tab.table()).not.toContainText('The job has changed since')
  await change({ eta: '2026-12-10' })
  await tab.open()
  await expect(tab.rowOf(name)).toContainText('The job has changed since')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Make again: ${name}` }).click()
  const box = dialog(`Make ${name} again?`)
  await expect(box.getByRole('row').nth(1)).toHaveText('ETA03 Dec 202610 Dec 2026')
  await expectAccessible(page)
  await expectGoodOnTelephones()
  await box.getByRole('button', { name: 'Make again' }).click()
  await expect(page.getByText(`${name} was made again.`)).toBeVisible()
  await expect(tab.table()).not.toContainText('The job has changed since')
  await page.getByRole('button', { name: `Preview ${name}` }).click()
  await expect(page.frameLocator('.preview__frame').getByText('ETA 10 Dec 2026')).toBeVisible()
})

test('a template’s own sample fills whole', async () => {
  await openJob()
  await openTemplates()
  await upload(sample('House Bill.dotx', houseBillOfLading()))
  await expect(dialog('House Bill.dotx').getByRole('status')).toContainText(
    'is ready to generate documents from.',
  )
})
