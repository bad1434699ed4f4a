import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { sample } from './sample-files.ts'
import { openTemplates, paperOf } from './template-papers.ts'

let page: Page
let api: CompanyApi
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  api = await newCompany(page)
})
test.afterAll(() => page.close())

const TEMPLATES = '/api/documenttemplate'
const newJob = (fields: object) =>
  api
    .call<Job>('POST', '/api/shipment', { statusId: 1 })
    .then(({ id }) => api.call<Job>('PUT', '/api/shipment', { id, ...fields }))

async function openAsTemplate(job: Job, name: string, body: string) {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openTemplates(page)
  await page
    .getByLabel('Upload Template', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(sample(name, templateFile({ isDocument: true, body })))
  await page.getByRole('button', { name: 'Use it as a template' }).click()
  await page.getByRole('button', { name: 'Show the page' }).click()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toBeVisible()
}
const group = (name: string) => page.getByRole('region', { name, exact: true })
const saved = () => page.getByRole('status').filter({ hasText: 'The template was saved.' })
const atSelection = () => page.getByRole('button', { name: 'Make it a field…' }).last()
const search = () => page.getByRole('combobox', { name: 'Search fields' })

test('text that was not found becomes a field by double click, by triple click and by keys', async () => {
  const job = await newJob({ name: 'NORWICH', vesselName: 'Polar Dawn', voyage: '077E', mbl: 'KSOL-4711' })
  const other = await newJob({ name: 'IPSWICH', vesselName: 'Orwell', voyage: '12N', mbl: 'KSOL-9' })
  const lines = ['Vessel: Polar Dawn', 'Ship to NORWITCH today', 'Kept as agreed', 'Ref. 4711 of the carrier']
  const body =
    lines.map(line => paragraph(line)).join('') +
    table([row([cell(paragraph('077 E'), { width: 3000 })])], { widths: [3000] })
  await openAsTemplate(job, 'Our note.docx', body)
  await expect(group('Found')).toContainText('Polar Dawn')

  const word = page.getByText('Ship to NORWITCH today')
  const box = await word.boundingBox()
  if (!box) throw new Error('The line is not shown.')
  // Into the word: a first click sets the caret there, a second one selects all of it.
  await word.dblclick({ position: { x: box.width * 0.5, y: box.height / 2 } })
  await expect(page.getByText('“NORWITCH” is selected.')).toBeAttached()
  await expectAccessible(page)
  await atSelection().click()
  await expect(search()).toHaveValue('')
  await search().fill('norwich')
  await search().press('Enter')
  await expect(group('Found').getByRole('listitem').filter({ hasText: '“NORWITCH”' })).toBeVisible()

  await page.getByText('Kept as agreed').click({ clickCount: 3 })
  await expect(page.getByText('“Kept as agreed” is selected.')).toBeAttached()
  await page.getByRole('button', { name: 'Make it a field…' }).first().click()
  await search().fill('master bl')
  await search().press('Enter')
  await expect(group('Found').getByRole('listitem').filter({ hasText: '“Kept as agreed”' })).toBeVisible()

  await page.getByRole('button', { name: 'Insert a field' }).click()
  const line = page.getByRole('textbox', { name: '077 E' })
  await line.focus()
  await page.keyboard.press('Shift+Home')
  await expect(page.getByText('“077 E” is selected.')).toBeAttached()
  await page.keyboard.press('Enter')
  await search().fill('voyage')
  await search().press('Enter')
  await expect(group('Found').getByRole('listitem').filter({ hasText: '“077 E”' })).toBeVisible()

  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(saved()).toBeVisible()
  const made = (await api.call<DocumentTemplate[]>('GET', TEMPLATES)).find(
    ({ name }) => name === 'Our note.dotx',
  )
  expect((await documentText(await paperOf(page, api, other, made?.id ?? ''))).split('\n')).toEqual([
    'Vessel: Orwell',
    'Ship to IPSWICH today',
    'KSOL-9',
    'Ref. 4711 of the carrier',
    '12N',
  ])
})
