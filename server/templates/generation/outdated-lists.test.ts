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
  job = await buildJob(company, { name: 'Master' })
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

test('a manifest tells which of its house jobs has changed since, and in what', async () => {
  const names = ['Yarn', 'Silk']
  const houses: Job[] = []
  for (const name of names)
    houses.push(await buildJob(company, { name, hbl: name, masterShipmentId: job.id }))
  await generate('{{#Bills}}{{Bills.HouseBl}} {{Bills.NumberOfPackages}}, {{/Bills}}')
  expect(await changes()).toEqual([])
  await company.call('PUT', '/api/shipment', { id: houses[1]?.id, vesselName: 'Not printed' })
  expect(await changes()).toEqual([])
  await company.call('PUT', '/api/shipment', { id: houses[1]?.id, numberOfPackages: 12 })
  expect(await changes()).toEqual([
    [
      {
        label: expect.stringMatching(/^House bills, row [12]: Number of packages$/) as string,
        was: '',
        is: '12',
      },
    ],
  ])
  await buildJob(company, { name: 'Wool', hbl: 'Wool', masterShipmentId: job.id })
  expect(await changes()).toEqual([[{ label: 'House bills', was: '2 rows', is: '3 rows' }]])
})

test('of many changes of a list some are told, and of what was noted as a hash only that it changed', async () => {
  for (let count = 0; count < 25; count += 1) await buildItem(company, job.id, { name: `Bale ${count}` })
  const { id } = await generate('{{#Items}}{{Items.Name}} {{/Items}}')
  const { body } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
  for (const item of body.items)
    await company.call('PUT', '/api/item', { id: item.id, name: `New ${item.name}` })
  const [found = []] = await changes()
  expect(found).toHaveLength(21)
  expect(found[0]).toEqual({ label: 'Cargo items, row 1: Name', was: 'Bale 0', is: 'New Bale 0' })
  expect(found[20]).toEqual({ label: 'Cargo items', was: '', is: '' })
  await rows.select(`update document_sources set printed = printed - 'rows' where document_id = $1`, [id])
  expect(await changes()).toEqual([[{ label: 'Cargo items', was: '', is: '' }]])
})
