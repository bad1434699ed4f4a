import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { sample } from './sample-files.ts'

export const TELEPHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
export const TEMPLATES = '/api/documenttemplate'

/** Gives the journeys of a file a company of their own, and a page on which its person has signed in. */
export function withOwnCompany(take: (own: { page: Page; api: CompanyApi }) => void): void {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage({ viewport: DESKTOP })
    take({ page, api: await newCompany(page) })
  })
  test.afterAll(() => page.close())
}

/** A job of which these fields are filled in. */
export async function jobWith(api: CompanyApi, fields: object): Promise<Job> {
  const { id } = await api.call<Job>('POST', '/api/shipment', { statusId: 1 })
  return api.call<Job>('PUT', '/api/shipment', { id, ...fields })
}

export async function templateNamed(api: CompanyApi, wanted: string): Promise<DocumentTemplate> {
  const found = (await api.call<DocumentTemplate[]>('GET', TEMPLATES)).find(({ name }) => name === wanted)
  if (!found) throw new Error(`The company has no ${wanted}.`)
  return found
}

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

/** Gives the list of templates a file. */
export async function uploadPaper(page: Page, name: string, file: Buffer): Promise<void> {
  await openTemplates(page)
  await page
    .getByLabel('Upload Template', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(sample(name, file))
}

/** Gives the list of templates a document, up to the question for which job it was made. */
export async function offerAsTemplate(
  page: Page,
  { name, body }: { name: string; body: string },
): Promise<void> {
  await uploadPaper(page, name, templateFile({ isDocument: true, body }))
  await page.getByRole('button', { name: 'Use it as a template' }).click()
}

/** Makes a template of a document of that job, and shows its page. The job that was opened last is the one proposed. */
export async function openAsTemplate(
  page: Page,
  job: Pick<Job, 'id'>,
  paper: { name: string; body: string },
): Promise<void> {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await offerAsTemplate(page, paper)
  await page.getByRole('button', { name: 'Show the page' }).click()
  await expect(groupOf(page, 'Page')).toBeVisible()
}

/** A part of the page's screen, by its name. */
export const groupOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What is said once the template is saved. */
export const savedOn = (page: Page) => page.getByRole('status').filter({ hasText: 'The template was saved.' })
