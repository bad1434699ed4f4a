import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { groupOf, paperOf, TEMPLATES, uploadPaper, withOwnCompany } from './template-papers.ts'

let page: Page
let api: CompanyApi

withOwnCompany(own => ({ page, api } = own))

const group = (name: string) => groupOf(page, name)

test('lines stand only where a field is filled in, and a condition is taken away again', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', { name: 'Towels', statusId: 1 })
  await api.call('PUT', '/api/shipment', { id: job.id, voyage: '077E', hbl: 'LDG-1' })
  const file = templateFile({
    body:
      paragraph('Before') +
      paragraph('Voyage {{Shipment.Voyage}}') +
      paragraph('{{#if Shipment.Hbl}}') +
      paragraph('House bill') +
      paragraph('{{/if}}') +
      paragraph('After'),
  })
  await uploadPaper(page, 'Conditions.dotx', file)
  await expect(page.getByRole('dialog', { name: 'Conditions.dotx' })).toContainText('2 fields found')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit on the page: Conditions.dotx' }).click()
  const sheet = page.getByRole('region', { name: 'Page', exact: true })
  const conditions = group('Conditions').getByRole('listitem')
  await expect(sheet.getByText('Only where House BL is filled in')).toBeVisible()
  await expect(conditions).toHaveCount(1)

  // By keys alone: the place, its lines with one more, the field that is proposed.
  await page.keyboard.press('j')
  await expect(page.locator('[data-go][aria-current]')).toBeFocused()
  await page.getByRole('button', { name: 'Only where filled in…' }).focus()
  await page.keyboard.press('Enter')
  const panel = group('Only where filled in')
  await expect(panel.getByRole('heading', { name: 'Only where filled in' })).toBeFocused()
  await expect(panel.getByRole('status')).toHaveText('Voyage …')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('status')).toHaveText('Before Voyage …')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Only where Voyage is filled in' }).press('Enter')
  await expect(conditions).toHaveCount(2)
  await expect(sheet.getByText('Only where Voyage is filled in')).toBeVisible()
  await conditions
    .filter({ hasText: 'House BL' })
    .getByRole('button', { name: /^Always show/ })
    .click()
  await expect(conditions).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The template was saved.' })).toBeVisible()
  const made = (await api.call<DocumentTemplate[]>('GET', TEMPLATES)).find(
    ({ name }) => name === 'Conditions.dotx',
  )
  expect(await documentText(await paperOf(page, api, job, made?.id ?? ''))).toBe(
    ['Before', 'Voyage 077E', 'House bill', 'After'].join('\n'),
  )
  await api.call('PUT', '/api/shipment', { id: job.id, voyage: null, hbl: null })
  expect(await documentText(await paperOf(page, api, job, made?.id ?? ''))).toBe('House bill\nAfter')
})
