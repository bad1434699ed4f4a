import { expect, type Page, test } from '@playwright/test'
import type { DocumentTemplate } from '#contract/templates.ts'
import { paragraph } from '#testing/word/markup.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { jobWith, offerAsTemplate, withOwnCompany } from './template-papers.ts'

let page: Page
let api: CompanyApi

withOwnCompany(own => ({ page, api } = own))

const newJob = (fields: object) => jobWith(api, fields)

const dialog = () => page.getByRole('dialog', { name: 'Make a template from this document' })
const jobField = () => dialog().getByRole('combobox', { name: 'Which job was it made for?' })

const drop = (name: string, ...lines: readonly string[]) =>
  offerAsTemplate(page, { name, body: lines.map(line => paragraph(line)).join('') })

test('the job whose bill stands in the document is proposed, and its number is left out of later names', async () => {
  const job = await newJob({ name: 'Linen', hbl: 'LDG-777', vesselName: 'Ocean Meridian' })
  const later = await newJob({ name: 'Towels', hbl: 'LDG-778', vesselName: 'Polar Dawn' })
  // The one that was opened last is another.
  await page.goto(`/webapp/shipment?id=${later.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Towels')
  await drop('HBL LDG-777.docx', 'Bill of lading LDG-777', 'Vessel: Ocean Meridian')
  await expect(jobField()).toHaveValue(`${job.jobId} Linen`)
  await expect(
    dialog().getByText(`2 places of it hold values of job ${job.jobId}, Linen.`, { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)

  // Another one in three actions: the field, its number, Enter.
  await jobField().fill(String(later.jobId))
  await expect(dialog().getByRole('option', { name: /Towels/ })).toBeVisible()
  await jobField().press('Enter')
  await expect(
    dialog().getByText(`This document holds no value of job ${later.jobId}, Towels. Choose another job.`),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Whoever is faster than the answer gets the job that was typed, not the one before.
  await jobField().fill(String(job.jobId))
  await jobField().press('Enter')
  await dialog().getByRole('button', { name: 'Show the page' }).click()
  await expect(page.getByRole('heading', { name: 'HBL LDG-777.dotx' })).toBeVisible()
  const made = (await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).find(
    ({ name }) => name === 'HBL LDG-777.dotx',
  )
  expect(made?.defaultDocumentName).toBe('HBL.docx')
})

test('of several jobs with numbers in the document one is chosen, and without any the last one is proposed', async () => {
  const master = await newJob({ name: 'Groupage', mbl: 'KSOL-9911', vesselName: 'Polar Dawn' })
  const house = await newJob({ name: 'Robes', hbl: 'LDG-9301' })
  await page.goto(`/webapp/shipment?id=${master.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Groupage')
  await drop('Our notice.docx', 'Master bill KSOL-9911', 'House bill LDG-9301', 'Vessel Polar Dawn')
  const one = (name: string) => dialog().getByRole('radio', { name })
  await expect(one('Robes')).toBeChecked()
  await expect(dialog().getByRole('group', { name: 'Their numbers stand in the document' })).toContainText(
    'Master BL KSOL-9911',
  )
  await expectAccessible(page)
  await one('Groupage').click()
  await expect(jobField()).toHaveValue(`${master.jobId} Groupage`)
  await expect(dialog().getByText(`of job ${master.jobId}, Groupage.`)).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/webapp/shipment?id=${house.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Robes')
  await drop('Conditions.docx', 'As agreed')
  await expect(jobField()).toHaveValue(`${house.jobId} Robes`)
  await expect(dialog().getByRole('radio')).toHaveCount(0)
  await expect(dialog().getByText('This document holds no value of job')).toBeVisible()
})
