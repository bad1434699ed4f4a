import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { buildItem, buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company } = companyPerTest({}, buildTemplateCompany)
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton', grossWeight: 0.1234 })
})

async function generate(text: string): Promise<Document> {
  const { id } = await company.addTemplate(text)
  const path = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
  return (await company.call<Document>('POST', path, { id })).body
}
const changes = async () =>
  (await company.call<OutdatedDocument[]>('GET', `/api/document/outdated?shipmentId=${job.id}`)).body.map(
    one => one.changes,
  )
const change = (fields: object) => company.call('PUT', '/api/shipment', { id: job.id, ...fields })

test('what a branch that is not taken would print makes no document out of date', async () => {
  const item = await buildItem(company, job.id, { name: 'Wool', grossWeight: 5 })
  const text =
    '{{#Items}}{{Items.Name}}{{/Items}} {{#if Items}}{{ItemTotals.GrossWeight}}{{else}}{{Shipment.GrossWeight}}' +
    '{{#Items}}{{Items.Description}}{{/Items}}{{/if}}'
  const { id } = await generate(text)
  await change({ grossWeight: 0.1235 })
  await company.call('PUT', '/api/item', { id: item.id, description: 'Not printed' })
  expect(await changes()).toEqual([])
  await rows.select(`update document_sources set printed = printed - 'conditions' where document_id = $1`, [
    id,
  ])
  await change({ grossWeight: 0.1236 })
  expect((await changes()).flat().map(({ label }) => label)).not.toContain('Gross weight')
})

test('a document is out of date where a condition comes out differently, and says by which field', async () => {
  await generate(
    '{{Shipment.Name}}{{#if Shipment.GrossWeight > 1}} heavy{{/if}}{{#if Shipment.Igm}} manifest{{/if}}',
  )
  await change({ grossWeight: 0.5 })
  expect(await changes()).toEqual([])
  await change({ grossWeight: 2 })
  expect(await changes()).toEqual([[{ label: 'Gross weight', was: '0.1234', is: '2' }]])
  await change({ grossWeight: 0.1234, igm: 'I-1' })
  expect(await changes()).toEqual([[{ label: 'IGM', was: '', is: 'I-1' }]])
})
