import { endpoint } from './endpoint.ts'

/** The name of the header that says how many bytes of attachments, templates and e-mails the export holds. */
export const EXPORT_FILE_BYTES_HEADER = 'x-export-file-bytes'

export const exportCompany = endpoint({
  method: 'POST',
  path: '/api/company/export',
  summary:
    'Everything of the company as one zip: all rows as JSON, tables as CSV, the files by job, and pages that open without a server. One export of a company runs at a time; the history notes it',
  tag: 'Company',
  access: 'company:export',
  file: true,
})
