import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { buildContainer, buildItem, buildJob } from '#testing/factories.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

// Two houses of one master in two containers: what stands below each of them on their bills and on the manifest.

const starters = await readStarterTemplates()
const { company } = companyPerTest({}, buildTemplateCompany)
let master: Job
let yarn: Job
let cloth: Job
let high: string
let low: string
let bill: DocumentTemplate
let manifest: DocumentTemplate

const sea = (fields: object) => buildJob(company, { quote: { transportMode: 2, clType: 1 }, ...fields })
const starter = (name: string) => {
  const found = starters.find(({ fileName }) => fileName === `${name} (starter).dotx`)
  if (!found) throw new Error(`There is no ${name}.`)
  return company.addTemplate(found.files.A4.bytes, `${name}.dotx`)
}

beforeEach(async () => {
  master = await sea({ name: 'Consolidation', mbl: 'MBL-1' })
  const box = async (fields: object) =>
    (await buildContainer(company, master.id, { packages: 700, cargoWeight: 9100, volume: 31, ...fields })).id
  high = await box({ number: 'MSKU1234565', sizeType: '45G1', seals: ['ML-1'] })
  low = await box({ number: 'TCLU1234568', sizeType: '22G1', seals: ['ML-2'] })
  yarn = await sea({ hbl: 'HBL-1', masterShipmentId: master.id })
  cloth = await sea({ hbl: 'HBL-2', masterShipmentId: master.id })
  bill = await starter('House Bill of Lading')
  manifest = await starter('Cargo Manifest')
})

const item = (house: Job, name: string, numberOfPacks: number) =>
  buildItem(company, house.id, { name, numberOfPacks, modeOfPacking: 13 })
const stow = async ({ id }: { id: string }, ...containers: object[]) =>
  expect((await company.call('PUT', '/api/item/containers', { id, containers })).status).toBe(200)

/** From the containers' heading on: the rows of their table. */
async function containersOn(template: DocumentTemplate, job: Job): Promise<string[][]> {
  const path = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
  const { body } = await company.call<Document>('POST', path, { id: template.id })
  const { rows } = readPaper(await company.fileAt(`/api/document/${body.id}`))
  const from = rows.findIndex(row => row[0] === 'Container')
  const rest = rows.slice(from + 1)
  const to = rest.findIndex(row => row.length > 1 && !/^([A-Z]{4}\d{7}|Goods|Total)$/.test(row[0] ?? ''))
  return rest.slice(0, to < 0 ? undefined : to)
}

const ofHigh = ['MSKU1234565', "40' HC", 'ML-1']
const ofLow = ['TCLU1234568', "20' GP", 'ML-2']
const figures = ['700', '9,100.00', '31.000']

test('a house bill has the containers of its items, and below each what of them is in it', async () => {
  const [raw, combed] = [await item(yarn, 'Raw yarn', 40), await item(yarn, 'Combed yarn', 10)]
  const linen = await item(cloth, 'Linen', 5)
  const total = ['Total', "1 × 40' HC, 1 × 20' GP", '']
  await stow(linen, { containerId: low })
  const ofCloth = [ofLow, ['Goods', '5 Cartons Linen'], ['Total', "1 × 20' GP", '']]
  expect(await containersOn(bill, cloth)).toEqual(ofCloth)
  // As long as nobody knows where all of its goods are, a house may be in any container of its master.
  expect(await containersOn(bill, yarn)).toEqual([ofHigh, ofLow, total])
  await stow(raw, { containerId: high })
  expect(await containersOn(bill, yarn)).toEqual([ofHigh, ['Goods', '40 Cartons Raw yarn'], ofLow, total])
  await stow(combed, { containerId: high, packs: 7 }, { containerId: low, packs: 3 })
  expect(await containersOn(bill, yarn)).toEqual([
    ...[ofHigh, ['Goods', '40 Cartons Raw yarn\n7 Cartons Combed yarn']],
    ...[ofLow, ['Goods', '3 Cartons Combed yarn'], total],
  ])
})

test('the manifest of the master has below each container what its houses have in it, by their bills', async () => {
  const totals = ['Total', "1 × 40' HC, 1 × 20' GP", '', '1,400', '18,200.00', '62.000']
  const [raw, linen] = [await item(yarn, 'Raw yarn', 40), await item(cloth, 'Linen', 5)]
  expect(await containersOn(manifest, master)).toEqual([
    ...[[...ofHigh, ...figures], [...ofLow, ...figures], totals],
  ])
  await stow(raw, { containerId: high, packs: 30 }, { containerId: low, packs: 10 })
  await stow(linen, { containerId: low })
  expect(await containersOn(manifest, master)).toEqual([
    ...[
      [...ofHigh, ...figures],
      ['Goods', 'HBL-1: 30 Cartons Raw yarn'],
    ],
    ...[
      [...ofLow, ...figures],
      ['Goods', 'HBL-1: 10 Cartons Raw yarn\nHBL-2: 5 Cartons Linen'],
    ],
    totals,
  ])
  // The extract for one bill tells of that one alone, and of no whole container.
  const ofCloth = [ofLow, ['Goods', '5 Cartons Linen'], ['Total', "1 × 20' GP", '']]
  expect(await containersOn(manifest, cloth)).toEqual(ofCloth)
})

test('that nobody says which goods are in a container is no gap of its papers', async () => {
  const asked = { templateIds: [bill.id, manifest.id], shipmentIds: [master.id, yarn.id] }
  const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', asked)
  const told = body.jobs.flatMap(({ missing }) => missing.map(({ label }) => label))
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter(label => label.startsWith('Containers'))).toEqual([])
})
