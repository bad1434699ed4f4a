import { expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument, Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildContainer, buildItem, buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company } = companyPerTest({}, buildTemplateCompany)

const listed = '{{#Containers}}{{Number}}: {{Seals}}, {{Packages}}; {{/Containers}}{{ContainerTotals.Types}}'
const sea = (fields: Record<string, unknown> = {}) =>
  buildJob(company, { name: 'Yarn', quote: { transportMode: 2 }, ...fields })
const box = (job: Job, fields: Partial<Container> = {}) =>
  buildContainer(company, job.id, {
    number: 'MSKU1234565',
    sizeType: '45G1',
    seals: ['ML-1'],
    packages: 600,
    ...fields,
  })

async function printed(template: DocumentTemplate, job: Job): Promise<{ text: string; document: Document }> {
  const path = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
  const { body } = await company.call<Document>('POST', path, { id: template.id })
  return { text: await company.textOf(body), document: body }
}

async function missingOf(template: DocumentTemplate, job: Job) {
  const asked = { templateIds: [template.id], shipmentIds: [job.id] }
  const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', asked)
  return body.jobs[0]?.missing.map(({ message, place }) => [message, place])
}

test('a paper lists a job’s containers, and is out of date once one of them has another seal', async () => {
  const job = await sea()
  const container = await box(job)
  await box(job, { number: 'TCLU1234568', sizeType: '22G1', seals: null, packages: 400 })
  const { text } = await printed(await company.addTemplate(listed), job)
  expect(text).toBe("MSKU1234565: ML-1, 600; TCLU1234568: , 400; 1 × 40' HC, 1 × 20' GP")
  const outdated = () =>
    company.call<OutdatedDocument[]>('GET', `/api/document/outdated?shipmentId=${job.id}`)
  expect((await outdated()).body).toEqual([])
  await company.call('PUT', '/api/container', { id: container.id, seals: ['ML-9'] })
  expect((await outdated()).body.map(({ changes }) => changes)).toEqual([
    [{ label: 'Containers, row 1: Seals', was: 'ML-1', is: 'ML-9' }],
  ])
})

test('a house travels in its master’s containers, of whose cargo it says nothing, until it has its own', async () => {
  const master = await sea()
  await box(master)
  const house = await sea({ masterShipmentId: master.id })
  const template = await company.addTemplate(listed)
  expect((await printed(template, house)).text).toBe("MSKU1234565: ML-1, ; 1 × 40' HC")
  expect(await missingOf(template, house)).toEqual([])
  await box(house, { number: 'TCLU1234568', packages: 7 })
  expect((await printed(template, house)).text).toBe("TCLU1234568: ML-1, 7; 1 × 40' HC")
  expect((await printed(template, master)).text).toBe("MSKU1234565: ML-1, 600; 1 × 40' HC")
})

test('what a paper would leave blank of the containers is told, and only where there is cause', async () => {
  const cargo = { screen: 'items' }
  const none = ['There are no containers', cargo]
  const template = await company.addTemplate(
    `{{Shipment.Name}} ${listed} {{#Containers}}{{Temperature}}{{/Containers}}`,
  )
  const inBox = await company.addTemplate('{{Shipment.Name}} {{Shipment.ContainersAndSeals}}', 'Box.dotx')
  const job = await sea()
  expect(await missingOf(template, job)).toEqual([none])
  expect(await missingOf(inBox, job)).toEqual([none])
  for (const transportMode of [0, 1]) {
    const other = await sea({ quote: { transportMode } })
    expect(await missingOf(template, other)).toEqual([])
    expect(await missingOf(inBox, other)).toEqual([])
  }
  await box(job, { seals: null })
  // Only a reefer has a temperature.
  expect(await missingOf(template, job)).toEqual([['The container has no seals', cargo]])
  await box(job, { number: 'TCLU1234568', sizeType: '45R1' })
  expect(await missingOf(template, job)).toEqual([
    ['1 of 2 containers has no seals', cargo],
    ['1 of 2 containers has no temperature', cargo],
  ])
  expect(await missingOf(inBox, job)).toEqual([])
})

test('a container that contradicts the items in it is named before the paper is made, and leads to the items', async () => {
  const job = await sea()
  const goods = await buildItem(company, job.id, { name: 'Yarn', numberOfPacks: 600 })
  const first = await box(job, { packages: 200 })
  const second = await box(job, { number: 'TCLU1234568', packages: 402 })
  const containers = [
    { containerId: first.id, packs: 200 },
    { containerId: second.id, packs: 399 },
  ]
  await company.call('PUT', '/api/item/containers', { id: goods.id, containers })
  const template = await company.addTemplate('{{#Containers}}{{Number}}: {{Packages}}; {{/Containers}}')
  expect(await missingOf(template, job)).toEqual([
    ['Container TCLU1234568 has 402 packs; the items in it come to 399 packs', { screen: 'items' }],
    ['“Yarn” has 600 packs; 1 pack of it is in no container', { screen: 'items' }],
  ])
})
