import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { paperOf, uploadPaper, withOwnCompany } from './template-papers.ts'

let page: Page
let api: CompanyApi

withOwnCompany(own => ({ page, api } = own))

/** Takes it, and holds it at the end of a line. */
async function dragTo(from: Locator, line: Locator): Promise<void> {
  await expect(line).toBeVisible()
  await from.hover()
  const box = await line.boundingBox()
  if (!box) throw new Error('The line is not in sight.')
  await page.mouse.down()
  // The browser says where a drag is only when it moves there.
  await page.mouse.move(box.x + box.width - 6, box.y + box.height / 2, { steps: 6 })
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 2 })
  await expect(page.locator('[data-caret]')).toHaveCount(1)
}

test('a field is dragged onto the page, from there to another line, and Escape leaves it where it is', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', { name: 'Towels', statusId: 1 })
  await api.call('PUT', '/api/shipment', { id: job.id, voyage: '077E', hbl: 'LDG-1' })
  const body = paragraph('Number: {{Shipment.Hbl}}') + paragraph('Voyage: ') + paragraph('Our number: ')
  await uploadPaper(page, 'Dragging.dotx', templateFile({ body }))
  await expect(page.getByRole('dialog', { name: 'Dragging.dotx' })).toContainText('1 field found')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit on the page: Dragging.dotx' }).click()
  const sheet = page.getByRole('region', { name: 'Page', exact: true })
  const line = (text: string) => sheet.locator('[data-paragraph]', { hasText: text })
  const spoken = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeAttached()

  await page.getByRole('button', { name: 'All fields' }).click()
  await page.getByRole('combobox', { name: 'Search fields' }).fill('voyage')
  await expectAccessible(page)
  const voyage = page.getByRole('option', { name: /^Job: Voyage/ })
  await dragTo(voyage, line('Voyage:'))
  await page.mouse.up()
  await spoken('Job: Voyage inserted after “Voyage:”.')
  const chip = sheet.locator('mark', { hasText: 'House BL' })
  await dragTo(chip, line('Our number:'))
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-caret]')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByText('1 change when you save the template.')).toBeVisible()
  await dragTo(chip, line('Our number:'))
  await page.mouse.up()
  await spoken('House BL moved after “Our number:”.')

  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The template was saved.' })).toBeVisible()
  const templates = await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  const made = templates.find(({ name }) => name === 'Dragging.dotx')
  const lines = (await documentText(await paperOf(page, api, job, made?.id ?? ''))).split('\n')
  expect(lines.map(text => text.trim())).toEqual(['Number:', 'Voyage: 077E', 'Our number: LDG-1'])
})
