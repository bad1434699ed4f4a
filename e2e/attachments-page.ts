import { expect, type Locator, type Page } from '@playwright/test'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { CompanyApi } from './company.ts'
import type { SampleFile } from './sample-files.ts'

/** The Attachments tab of one job, as the journeys about documents see it. */
export type AttachmentsPage = {
  job: Job
  table: () => Locator
  rowOf: (name: string) => Locator
  nameCell: (name: string) => Locator
  dialog: (name: string | RegExp) => Locator
  uploads: () => Locator
  /** Attaches a file by the API. */
  attach: (file: SampleFile) => Promise<Document>
  open: () => Promise<void>
  /** Uploads files by the button. */
  choose: (...files: (SampleFile | string)[]) => Promise<void>
  /** The documents of the job as the server has them. */
  documents: () => Promise<Document[]>
}

/** A new job of the company, its Attachments tab not yet opened. */
export async function attachmentsOfNewJob(page: Page, api: CompanyApi): Promise<AttachmentsPage> {
  const job = await api.call<Job>('POST', '/api/shipment')
  const table = () => page.getByRole('grid', { name: 'Attachments' })
  return {
    job,
    table,
    rowOf: name => table().getByRole('row').filter({ hasText: name }),
    nameCell: name => table().getByRole('gridcell', { name, exact: true }),
    dialog: name => page.getByRole('dialog', { name }),
    uploads: () => page.getByRole('list', { name: 'Uploads' }),
    attach: file =>
      api.upload<Document>('/api/document', new File([new Uint8Array(file.buffer)], file.name), {
        shipmentId: job.id,
      }),
    async open() {
      await page.goto(`/webapp/shipment/document?id=${job.id}`)
      await expect(table()).toHaveAttribute('aria-busy', 'false')
    },
    choose: (...files) =>
      page
        .getByLabel('Upload Files', { exact: true })
        .and(page.locator('input'))
        .setInputFiles(files as SampleFile[] | string[]),
    documents: async () => (await api.call<Job>('GET', `/api/shipment/${job.id}`)).documents,
  }
}
