import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import type { DocumentTemplate } from '#contract/templates.ts'
import { arrivalNotice } from '#testing/word/arrival-notice.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { sample, type SampleFile } from './sample-files.ts'

const ZONE = 'Asia/Karachi'
const path = '/api/documenttemplate'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ timezoneId: ZONE })
  api = await newCompany(page)
  // What a new company begins with is another journey's.
  await removeAll()
})
test.afterAll(() => page.close())
test.afterEach(() => removeAll())

async function removeAll(): Promise<void> {
  for (const { id } of await templates()) await api.call('DELETE', `${path}/${id}`)
}

const templates = () => api.call<DocumentTemplate[]>('GET', path)
const add = (file: SampleFile) =>
  api.upload<DocumentTemplate>(path, new File([new Uint8Array(file.buffer)], file.name), {})

const table = () => page.getByRole('grid', { name: 'Document Templates' })
const cell = (name: string) => table().getByRole('gridcell', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const notices = () => page.getByRole('region', { name: 'Notices' })

async function open(): Promise<void> {
  await page.goto('/webapp/documenttemplates')
  await expect(table()).toHaveAttribute('aria-busy', 'false')
}

const choose = (...files: SampleFile[]) =>
  page.getByLabel('Upload Template', { exact: true }).and(page.locator('input')).setInputFiles(files)

const bill = () => sample('House Bill.dotx', houseBillOfLading())

test('with no template it says what belongs there', async () => {
  await open()
  await expect(page.getByText('No document templates yet.')).toBeVisible()
  await expectAccessible(page)
})

test('the table shows Name, Default Document Name, Type, Date and a delete icon', async () => {
  const { date } = await add(bill())
  await open()
  await expect(table().getByRole('columnheader')).toHaveText([
    'Name',
    'Default Document Name',
    'Type',
    'Date',
    'Edit',
    'Delete',
  ])
  const medium = new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: ZONE,
  })
  const shown = medium.format(new Date(date)).replaceAll('\u202f', ' ')
  await expect(table().getByRole('gridcell')).toHaveText([
    /House Bill\.dotx$/,
    'Document from template House Bill.docx',
    'Word Template',
    shown,
    '',
    '',
  ])
  await expect(page.getByRole('button', { name: 'Delete House Bill.dotx' })).toBeVisible()
  await expectAccessible(page)
})

test('a new template gets its default document name, type and description from its file name', async () => {
  await open()
  await choose(bill())
  await expect(cell('Document from template House Bill.docx')).toBeVisible()
  await expect(page.getByText('House Bill.dotx is ready to generate documents from.')).toBeVisible()
  expect(await templates()).toEqual([
    expect.objectContaining({
      name: 'House Bill.dotx',
      defaultDocumentName: 'Document from template House Bill.docx',
      type: 'Word Template',
      description: 'House Bill.dotx',
    }),
  ])
})

test('any other extension is refused in the message box’s words', async () => {
  await open()
  await choose(sample('House Bill.docx', houseBillOfLading()))
  const box = dialog("Please select a file with '.dotx' extension.")
  await expect(box).toContainText(
    "Only Microsoft Word Template files are allowed for document templates. Current file extension is '.docx'",
  )
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Ok' }).click()
  await expect(box).toBeHidden()
  expect(await templates()).toEqual([])
})

test('a Word document is used as a template, and one in a template’s place too', async () => {
  await open()
  const report = page.getByRole('dialog', { name: 'House Bill.dotx', exact: true })
  const closeReport = async () => {
    await expect(report).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(report).toBeHidden()
  }
  const refusal = dialog("Please select a file with '.dotx' extension.")
  const useAsItIs = () =>
    dialog('Make a template from this document').getByRole('button', { name: 'Use it as it is' }).click()
  await choose(sample('House Bill.docx', houseBillOfLading()))
  await expect(refusal).toContainText('saves a copy of House Bill.docx as the template House Bill.dotx')
  await refusal.locator(':focus', { hasText: 'Use it as a template' }).press('Enter')
  await useAsItIs()
  await expect(cell('House Bill.dotx')).toBeVisible()
  await closeReport()
  await choose(sample('House Bill.docx', houseBillOfLading()))
  await refusal.getByRole('button', { name: 'Use it as a template' }).click()
  await useAsItIs()
  await dialog('House Bill.dotx already exists.').getByRole('button', { name: 'Ok' }).click()
  await expect.poll(async () => (await templates())[0]?.version).toBe(2)
  await closeReport()
})

test('several Word documents are asked about once, and other kinds of file get a sentence of their own', async () => {
  await open()
  await choose(
    sample('One.docx', houseBillOfLading()),
    sample('Two.docx', arrivalNotice()),
    sample('Old.doc', arrivalNotice()),
  )
  const refusal = dialog("Please select a file with '.dotx' extension.")
  await expect(refusal).toContainText('These are Word documents: One.docx, Two.docx.')
  await expect(refusal).toContainText("Old.doc: Current file extension is '.doc'")
  await expect(refusal).toContainText('This is the format of Word 2003 and older.')
  await expectAccessible(page)
  await refusal.getByRole('button', { name: 'Use them as templates' }).click()
  await expect(cell('One.dotx')).toBeVisible()
  await expect(cell('Two.dotx')).toBeVisible()
})

test('several templates are uploaded at once', async () => {
  await open()
  await choose(bill(), sample('Arrival Notice.dotx', arrivalNotice()))
  await expect(cell('House Bill.dotx')).toBeVisible()
  await expect(cell('Arrival Notice.dotx')).toBeVisible()
})

test('a file that is no Word template inside is refused with the reason', async () => {
  await open()
  await choose(sample('Fake.dotx', 'not a Word file'))
  const told = page.getByRole('list', { name: 'Uploads' }).getByRole('alert')
  await expect(told).toContainText('Word')
  expect(await templates()).toEqual([])
})

test('what a template names wrongly is told with its place, and stays marked', async () => {
  await open()
  await choose(sample('Letter.dotx', templateFile({ body: paragraph('Dear {{Shipment.Nmae}}') })))
  const told = page.getByRole('status').filter({ hasText: 'Letter.dotx was saved, with 1 place to correct' })
  await expect(told).toContainText('Shipment.Nmae')
  await expect(told).toContainText('body, near “Dear …”')
  await expect(table()).toContainText('1 place to correct')
  await expectAccessible(page)
})

test('a name that stands, whatever its case, asks; Cancel changes nothing, Ok replaces the content', async () => {
  const first = await add(bill())
  await open()
  const other = sample('HOUSE BILL.DOTX', arrivalNotice())
  await choose(other)
  const question = dialog('HOUSE BILL.DOTX already exists.')
  await expect(question).toContainText('Do you want to replace it?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('list', { name: 'Uploads' })).toBeHidden()
  expect(await templates()).toEqual([first])

  await choose(other)
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText('House Bill.dotx is ready to generate documents from.')).toBeVisible()
  const [second] = await templates()
  expect(second).toMatchObject({
    id: first.id,
    name: 'House Bill.dotx',
    size: other.buffer.length,
    version: 2,
  })
})

test('content that was replaced can be restored', async () => {
  await add(bill())
  await open()
  await choose(sample('House Bill.dotx', arrivalNotice()))
  await dialog('House Bill.dotx already exists.').getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText('House Bill.dotx is ready to generate documents from.')).toBeVisible()
  await dialog('House Bill.dotx').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Earlier versions of House Bill.dotx' }).click()
  const box = dialog('Earlier versions of House Bill.dotx')
  await expectAccessible(page)
  await box.getByRole('button', { name: /^Restore/ }).click()
  await expect(box).toBeHidden()
  expect(await templates()).toEqual([
    expect.objectContaining({ size: houseBillOfLading().length, version: 3 }),
  ])
})

test('a double click downloads the template, and so does Enter', async () => {
  await add(bill())
  await open()
  const [byMouse] = await Promise.all([page.waitForEvent('download'), cell('House Bill.dotx').dblclick()])
  expect(byMouse.suggestedFilename()).toBe('House Bill.dotx')
  expect(await readFile(await byMouse.path())).toEqual(houseBillOfLading())
  await table().focus()
  const [byKey] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(byKey.suggestedFilename()).toBe('House Bill.dotx')
})

test('deleting asks in the specification’s words; Cancel keeps the template', async () => {
  await add(bill())
  await open()
  await page.getByRole('button', { name: 'Delete House Bill.dotx' }).click()
  const question = dialog("Do you want to delete 'House Bill.dotx'?")
  await expect(question).toContainText('This will remove the Document Template.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await templates()).toHaveLength(1)
})

test('a deleted template leaves the table and comes back by Undo, or later', async () => {
  await add(bill())
  await open()
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete House Bill.dotx' }).click()
    await dialog("Do you want to delete 'House Bill.dotx'?").getByRole('button', { name: 'Ok' }).click()
    await expect(cell('House Bill.dotx')).toBeHidden()
  }
  await remove()
  await notices().getByRole('button', { name: 'Undo' }).last().click()
  await expect(cell('House Bill.dotx')).toBeVisible()

  await remove()
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const box = dialog('Recently deleted templates')
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Restore House Bill.dotx' }).first().click()
  await expect(box).toBeHidden()
  await expect(cell('House Bill.dotx')).toBeVisible()
})

test('default document name and description can be changed', async () => {
  await add(bill())
  await open()
  await page.getByRole('button', { name: 'Edit House Bill.dotx' }).click()
  const box = dialog('Edit House Bill.dotx')
  await box.getByLabel('Default Document Name').fill('HBL')
  await box.getByLabel('Description').fill('For our sea freight')
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Save' }).click()
  await expect(box).toBeHidden()
  await expect(cell('HBL.docx')).toBeVisible()
  expect((await templates())[0]).toMatchObject({
    defaultDocumentName: 'HBL.docx',
    description: 'For our sea freight',
  })
})

test('of two people who change one template, different fields are both kept, the same one asks', async () => {
  const { id } = await add(bill())
  await open()
  const edit = () => page.getByRole('button', { name: 'Edit House Bill.dotx' }).click()
  const box = dialog('Edit House Bill.dotx')
  const save = () => box.getByRole('button', { name: 'Save' }).click()
  await edit()
  await api.call('PUT', path, { id, description: 'For sea freight' })
  await box.getByLabel('Default Document Name').fill('HBL.docx')
  await save()
  await expect(box).toBeHidden()
  expect((await templates())[0]).toMatchObject({
    defaultDocumentName: 'HBL.docx',
    description: 'For sea freight',
  })

  await edit()
  await api.call('PUT', path, { id, defaultDocumentName: 'Theirs.docx' })
  await box.getByLabel('Default Document Name').fill('Mine.docx')
  await save()
  await expect(box.getByRole('alert')).toContainText('“House Bill.dotx” was changed after you opened it.')
  await expect(box.getByLabel('Mine: Mine.docx')).toBeChecked()
  await expect(box.getByLabel('Theirs: Theirs.docx')).not.toBeChecked()
  await expectAccessible(page)
  expect((await templates())[0]).toMatchObject({ defaultDocumentName: 'Theirs.docx' })
  await box.getByLabel('Description').fill('For all sea freight')
  await save()
  await expect(box).toBeHidden()
  expect((await templates())[0]).toMatchObject({
    defaultDocumentName: 'Mine.docx',
    description: 'For all sea freight',
  })
})

test('templates that could not be loaded are told with a retry', async () => {
  await page.route(`**${path}?*`, route => route.abort())
  await page.goto('/webapp/documenttemplates')
  await expect(page.getByText('Document Templates could not be loaded.')).toBeVisible()
  await page.unroute(`**${path}?*`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No document templates yet.')).toBeVisible()
})

test('on a telephone nothing is wider than the screen', async () => {
  await add(bill())
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  await expectNoSideways(page)
  await expectAccessible(page)
})
