import { expect, type Locator, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { newCompany } from './company.ts'

const kindOf = (part: Locator) => part.getByLabel(/original or copy$/i)

test('whoever makes a house bill chooses what it is, and its name says so', async ({ page }) => {
  const api = await newCompany(page)
  const job = await api.call<Job>('POST', '/api/shipment', { name: 'Rice', hbl: 'LDG0000777' })
  const names = async () =>
    (await api.call<Job>('GET', `/api/shipment/${job.id}`)).documents.map(({ name }) => name).toSorted()
  await page.goto(`/webapp/shipment/document?id=${job.id}`)
  await page.getByRole('button', { name: 'Generate from a template' }).click()
  await page.getByRole('button', { name: /^House Bill of Lading/ }).click()
  const before = page.getByRole('region', { name: /^Before House Bill of Lading .*is made$/ })
  await expect(kindOf(before)).toHaveValue('copy')
  await expect(before).toContainText('Prints “COPY – NON-NEGOTIABLE”')
  await kindOf(before).selectOption('Original')
  await expect(before).toContainText('Prints “ORIGINAL”')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await before.getByRole('button', { name: 'Generate anyway' }).click()
  await expect(page.getByText(/House Bill of Lading ORIGINAL\.docx was generated/)).toBeVisible()

  // Several papers at once: only those that say it are asked about.
  await page.getByRole('button', { name: 'Generate Document' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Document Template' })
  for (const name of [/House Bill of Lading/, /Packing List/])
    await picker.getByRole('checkbox', { name }).click()
  await picker.getByRole('button', { name: 'Select', exact: true }).click()
  const check = page.getByRole('dialog', { name: 'Before the documents are made' })
  await expect(kindOf(check)).toHaveCount(1)
  await kindOf(check).selectOption('Draft')
  await check.getByRole('button', { name: 'Generate anyway' }).click()
  await expect(page.getByText('2 documents were generated')).toBeVisible()
  expect(await names()).toEqual([
    'House Bill of Lading DRAFT.docx',
    'House Bill of Lading ORIGINAL.docx',
    'Packing List.docx',
  ])

  // In an e-mail it is a copy, unless something else is chosen.
  const tabs = page.getByRole('navigation', { name: 'Job' })
  await tabs.getByRole('link', { name: 'E-mails', exact: true }).click()
  await page.getByRole('button', { name: 'New E-mail' }).click()
  const sheet = page.getByRole('dialog', { name: `E-mail on job ${job.jobId}` })
  await expect(kindOf(sheet)).toHaveCount(0)
  await sheet
    .getByRole('group', { name: 'Make and attach' })
    .getByRole('checkbox', { name: /House Bill of Lading/ })
    .click()
  await expect(kindOf(sheet)).toHaveValue('copy')
  await sheet.getByLabel('Made as').selectOption('Word')
  await sheet.getByLabel('To', { exact: true }).fill('sana@orwell.example')
  await page.keyboard.press('Enter')
  await sheet.getByLabel('Subject', { exact: true }).fill('Your bill of lading')
  await sheet.getByLabel('Text', { exact: true }).fill('It is attached.')
  await sheet.getByRole('button', { name: 'Save as not sent' }).click()
  await expect(sheet).toBeHidden()
  expect(await names()).toContain('House Bill of Lading COPY.docx')
})
