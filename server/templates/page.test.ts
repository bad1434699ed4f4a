import { describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { TemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildContainer, buildItem, buildOrganisation, formWithFile } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { documentText } from '#testing/word/read-document.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { testProduct } from '#testing/test-company.ts'
import { readStarterTemplates } from './starter-templates.ts'

const { product } = testProduct({ starters: await readStarterTemplates() })
const path = '/api/documenttemplate'

test('a house bill of one job becomes a template that makes the next one’s', async () => {
  const company = await buildTemplateCompany(product)
  const shipper = await buildOrganisation(company, { name: 'Indus Textile Mills', organisationContacts: [{ contact: { street: 'Plot 12, Korangi Road', city: 'Karachi', countryId: 'PK', telephone: '+92 21 3505 1234' } }] })
  const consignee = await buildOrganisation(company, { name: 'Orwell Linen Ltd', organisationContacts: [{ contact: { street: '4 Quay Street', city: 'Ipswich', countryId: 'GB' } }] })
  const first = await buildFullJob(company, { name: 'Linen', vesselName: 'Northern Jubilee', voyage: '14W', hbl: 'KHI-2041', etd: '2026-12-03', grossWeight: 18482.89, weightUnit: 0, numberOfPackages: 1204, quote: { transportMode: 2, clType: 0, commodity: 'Bed linen' } }, { shipper, consignee })
  await buildItem(company, first.id, { name: 'Sheets', quantity: 1200, numberOfPacks: 1200, modeOfPacking: 1, grossWeight: 18000.25, weightUnit: 0 })
  await buildItem(company, first.id, { name: 'Towels', quantity: 4, numberOfPacks: 4, modeOfPacking: 1, grossWeight: 482.64, weightUnit: 0 })
  const templates = (await company.call<DocumentTemplate[]>('GET', path)).body
  const starter = templates.find(({ name }) => name.startsWith('House Bill'))
  const make = async (templateId: string | undefined, job: Job) => {
    const { body, status } = await company.call<Document[]>('POST', `${path}/generatedocuments?shipmentId=${job.id}`, { id: templateId, formats: ['word'] })
    expect(status).toBe(201)
    return company.fileAt(`/api/document/${body[0]?.id}`)
  }
  const bill = await make(starter?.id, first)
  const { payload, headers } = formWithFile({ name: 'Our bill.docx', content: bill })
  const uploaded = (await company.call<DocumentTemplate>('POST', `${path}?asTemplate=true`, payload, headers)).body
  const { body: page, status } = await company.call<TemplatePage>('GET', `${path}/${uploaded.id}/page?shipmentId=${first.id}`)
  expect(status).toBe(200)
  const changes = page.places.filter(({ kind }) => kind === 'found').map(({ from, to, choices }) => ({ from, to, text: choices[0]?.placeholder ?? '' }))
  console.log(changes.map(c => c.text).join('\n'), page.places.filter(p => p.kind === 'asked').map(p => [p.text, p.choices.map(c => c.name).join()]))
  const changed = await company.call<{ differences: unknown }>('PUT', `${path}/${uploaded.id}/page`, { shipmentId: first.id, changes, rows: page.rows }, { 'if-match': `"${uploaded.version}"` })
  console.log(JSON.stringify(changed.body).slice(0, 600))
  expect(changed).toMatchObject({ status: 200, body: { differences: [] } })
})
