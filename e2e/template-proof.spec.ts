import { expect, type Page, test } from '@playwright/test'
import type { DocumentTemplate } from '#contract/templates.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { sample } from './sample-files.ts'
import { jobWith, offerAsTemplate, openTemplates, paperOf, withOwnCompany } from './template-papers.ts'

let page: Page
let api: CompanyApi

withOwnCompany(own => ({ page, api } = own))

test('a line that the template prints otherwise leads to its place, and is gone once it is mended', async () => {
  const job = await jobWith(api, {
    ...{ name: 'Linen', vesselName: 'Ocean Meridian', voyage: '512W' },
    ...{ hbl: 'LDG20261203', mbl: 'KSOL-4711' },
  })
  const filling = Array.from({ length: 60 }, (_, index) => `Condition ${index + 1} of carriage`)
  const lines = ['Vessel: Ocean Meridian', 'House bill: LDG20261203', ...filling, 'Master bill: KSOL-4711']
  const body = lines.map(line => paragraph(line)).join('')
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Linen')
  await offerAsTemplate(page, { name: 'Our bill.docx', body })
  await page.getByRole('button', { name: 'Show the page' }).click()
  await expect(page.getByRole('heading', { name: 'Our bill.dotx' })).toBeVisible()

  const change = async (text: string, search: string) => {
    await page.getByRole('button', { name: text }).click()
    await page.getByRole('combobox', { name: 'Search fields' }).fill(search)
    await page.getByRole('combobox', { name: 'Search fields' }).press('Enter')
  }
  await change('Change… “KSOL-4711”', 'House BL')
  // At the end of a long page they are still in sight.
  for (const name of ['Undo', 'Save template']) {
    await page.getByText('Condition 60 of carriage').scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('button', { name: 'Save template' }).click()
  const proof = page.getByRole('status').filter({ hasText: 'The template was saved.' })
  const entry = proof.getByRole('button', { name: /^“Master bill: KSOL-4711”/ })
  await expect(entry).toBeVisible()
  const note = page.getByRole('note')
  await expect(note).toHaveText(
    'The page says “Master bill: KSOL-4711”. The template prints “Master bill: LDG20261203”.',
  )
  await expect(note).not.toBeInViewport()
  await expectAccessible(page)
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(note).toBeInViewport()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  // The place has the focus: C chooses another field for it.
  await entry.click()
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'Search fields' }).fill('Master BL')
  await page.getByRole('combobox', { name: 'Search fields' }).press('Enter')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('The template prints the same page for job', { exact: false })).toBeVisible()
  await expect(note).toHaveCount(0)
  const made = (await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).find(
    ({ name }) => name === 'Our bill.dotx',
  )
  expect(made).toMatchObject({ version: 3, problems: [] })
})

test('what is not saved is searched for another job’s values and shown with a job, and nothing of it is lost', async () => {
  const master = await jobWith(api, {
    name: 'Groupage',
    vesselName: 'Polar Dawn',
    voyage: '077E',
    mbl: 'KSOL-9911',
  })
  const house = await jobWith(api, { name: 'Robes', hbl: 'LDG20270217', voyage: '9Z' })
  const lines = ['Vessel: Polar Dawn', 'Master bill: KSOL-9911', 'House bill: LDG20270217', 'As agreed']
  const body = lines.map(line => paragraph(line)).join('')
  await page.goto(`/webapp/shipment?id=${master.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Groupage')
  await openTemplates(page)
  await page
    .getByLabel('Upload Template', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(sample('Our house bill.docx', templateFile({ isDocument: true, body })))
  await page.getByRole('button', { name: 'Use it as a template' }).click()
  // The house, whose own bill stands there, is proposed before its master.
  await page.getByRole('radio', { name: 'Groupage' }).click()
  await page.getByRole('button', { name: 'Show the page' }).click()
  const group = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem')
  await expect(group('Found')).toHaveCount(2)

  const another = async (name: string) => {
    await page.getByRole('button', { name: 'Another job' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Choose a Job' })
    await dialog.getByLabel('Search jobs').fill(name)
    await dialog.getByRole('button', { name: 'Search' }).click()
    await dialog.getByRole('gridcell', { name, exact: true }).first().dblclick()
  }
  await another('Robes')
  await expect(page.getByText(/^Job \d+, Robes$/)).toBeVisible()
  await expect(group('Found')).toHaveCount(1)
  await expect(group('Found')).toContainText('House BL')
  await expect(group('In the template')).toHaveCount(2)
  await expect(page.getByText(/^\d+ changes when you save the template\.$/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Preview of Our house bill.dotx' })
  await expect(preview).toContainText('With your changes, which are not saved yet.')
  const sheet = preview.frameLocator('iframe')
  await expect(sheet.getByText('As agreed')).toBeVisible()
  await expectAccessible(page)
  await preview.getByRole('button', { name: 'Close' }).last().click()

  // Neither a reload nor an undo loses anything.
  await page.reload()
  await expect(group('In the template')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Job \d+, Groupage$/)).toBeVisible()
  await expect(group('Found')).toHaveCount(2)
  await another('Robes')
  await expect(group('Found')).toHaveCount(1)
  const stored = async () =>
    (await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).find(
      ({ name }) => name === 'Our house bill.dotx',
    )
  expect(await stored()).toMatchObject({ version: 1 })
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The template was saved.' })).toBeVisible()
  await expect(group('In the template')).toHaveCount(3)
  const made = await stored()
  expect(made).toMatchObject({ version: 2, problems: [] })
  const paper = await documentText(await paperOf(page, api, house, made?.id ?? ''))
  expect(paper).toContain('House bill: LDG20270217\nAs agreed')
  expect(paper).not.toContain('Polar Dawn')
})
