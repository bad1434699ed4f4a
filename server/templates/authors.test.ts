import { expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { callerWith } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { openRows } from '#testing/rows.ts'
import { testProduct } from '#testing/test-company.ts'
import { readStarterTemplates } from './starter-templates.ts'

const { product } = testProduct(async () => ({ starters: await readStarterTemplates() }))

test('a paper that a program makes names the person who answers for the program', async () => {
  const company = await buildTemplateCompany(product)
  const job = await buildFullJob(company, { quote: { transportMode: 2 } })
  const { body: token } = await company.call<{ id: string; token: string }>('POST', '/api/apitoken', {
    name: 'Reader script',
    role: 'staff',
  })
  const program = callerWith(product, token.token)
  const templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
  const textOf = async (paper: string) => {
    const id = templates.find(({ name }) => name === `${paper} (starter).dotx`)?.id
    const url = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
    const { body } = await program<Document>('POST', url, { id, allowEmptyJob: true })
    return readPaper(await company.fileAt(`/api/document/${body.id}`)).text
  }
  const { displayName } = company.membership.user
  const line = `${displayName}, ${company.person.email}`
  for (const paper of ['Pre-alert', 'Shipping Instructions']) expect(await textOf(paper)).toContain(line)
  expect(await textOf('Quotation')).toContain(`Prepared by\n${displayName}\n${company.person.email}\n`)
  expect(await textOf('Cargo Manifest')).toContain(`Made by ${displayName}, `)
  for (const paper of ['Pre-alert', 'Quotation', 'Cargo Manifest'])
    expect(await textOf(paper)).not.toContain('Reader script')

  // Of the first tokens nobody is known to answer for.
  const rows = await openRows(product)
  await rows.select(
    `update api_tokens set responsible_id = null, created_by = null, unbound_until = now() + interval '1 day' where id = $1`,
    [token.id],
  )
  await rows.close()
  expect(await textOf('Pre-alert')).not.toMatch(/Reader script|\n\s*,|,\s*\n/)
  expect(await textOf('Cargo Manifest')).toContain(`Made by ${company.membership.account.name}`)
})
