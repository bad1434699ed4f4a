import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { CompanyApi } from './company.ts'

/** The finished paper of a job, as the person downloads it. */
export async function paperOf(
  page: Page,
  api: CompanyApi,
  job: Pick<Job, 'id'>,
  templateId: string,
): Promise<Buffer> {
  await api.call('POST', `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`, { id: templateId })
  await page.goto(`/webapp/shipment/document?id=${job.id}`)
  const grid = page.getByRole('grid', { name: 'Attachments' })
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    grid
      .getByRole('gridcell', { name: /\.docx$/ })
      .first()
      .dblclick(),
  ])
  return readFile(await download.path())
}

export async function openTemplates(page: Page): Promise<void> {
  await page.goto('/webapp/documenttemplates')
  await expect(page.getByRole('grid', { name: 'Document Templates' })).toHaveAttribute('aria-busy', 'false')
}
