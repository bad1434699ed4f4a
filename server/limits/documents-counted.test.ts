import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { BudgetUse } from '#contract/limits.ts'
import { buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const path = '/api/documenttemplate'

const { product, company } = companyPerTest({ budgets: { documents: 1000 } }, buildTemplateCompany)
let template: string
let job: Job

beforeEach(async () => {
  template = (await company.addTemplate('{{Job.Name}} {{Numbers.DeliveryOrder}}')).id
  job = await buildJob(company, { name: 'Rice', quote: { commodity: 'Rice' } })
})

const make = (more: object = {}) =>
  company.call<Document>('POST', `${path}/generatedocument?shipmentId=${job.id}`, { id: template, ...more })
const counted = async () =>
  (await company.call<BudgetUse[]>('GET', '/api/company/limits')).body.find(
    ({ budget }) => budget === 'documents',
  )?.used

async function withoutDisk(work: () => Promise<{ status: number }>) {
  const { files } = product
  const put = files.put.bind(files)
  files.put = () => Promise.reject(new Error('The disk is gone.'))
  try {
    expect((await work()).status).toBe(500)
  } finally {
    files.put = put
  }
}

test('a document that was made and could not be stored does not count, anew or again', async () => {
  await withoutDisk(() => make())
  expect(await counted()).toBe(0)
  const { body } = await make()
  await withoutDisk(() => company.call('POST', `/api/document/${body.id}/again`))
  expect(await counted()).toBe(1)
  expect((await company.call('POST', `/api/document/${body.id}/again`)).status).toBe(200)
  expect(await counted()).toBe(2)
})

test('documents of a set count as they are stored; what comes after its end and previews do not', async () => {
  const other = await buildJob(company, { name: 'Tea', quote: { commodity: 'Tea' } })
  const set = { id: crypto.randomUUID(), templateIds: [template], shipmentIds: [job.id, other.id] }
  await company.call('POST', `${path}/documentset`, set)
  expect(await counted()).toBe(0)
  expect((await make({ setId: set.id })).status).toBe(201)
  await company.call('POST', `${path}/documentset/${set.id}/end`)
  expect((await make({ setId: set.id })).status).toBe(409)
  await company.call('GET', `${path}/${template}/preview?shipmentId=${job.id}`)
  expect(await counted()).toBe(1)
})
