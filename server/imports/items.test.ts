import { beforeEach, expect, test } from 'vitest'
import type { ImportReport } from '#contract/imports.ts'
import type { Job } from '#contract/jobs.ts'
import { buildJob } from '#testing/factories.ts'
import { importing } from '#testing/importing.ts'
import { emptyItem } from '#testing/item-fields.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()
let by: ReturnType<typeof importing>
let job: Job

beforeEach(async () => {
  by = importing(product)
  job = await buildJob(company)
})

async function read(...lines: string[]): Promise<ImportReport> {
  const fields = { kind: 'items', shipmentId: job.id }
  const reply = await by.read(company, { name: 'items.csv', content: lines.join('\n') }, fields)
  expect(reply.status).toBe(201)
  return reply.body
}
const told = ({ preview }: ImportReport) =>
  preview?.errors.map(({ row, column, message }) => `${column}${row}: ${message}`)
const items = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.items

test('the further fields of items are known by the words of packing lists', async () => {
  const report = await read(
    'Goods,Pkgs,Shipping Marks,HS,L (cm),W (cm),H (cm),CBM,UN No.,IMO Class,PG,Proper Shipping Name',
    'Paint,3,"ACME\nNOS 1-3",3208.10,120,80,95.5,2.75,UN 1263,3,PG II,Paint',
  )
  expect(told(report)).toEqual([])
  expect(await by.done(company, report)).toMatchObject({ state: 'ended', made: 1 })
  expect(await items()).toEqual([
    {
      ...emptyItem,
      ...{ id: expect.any(String) as string, shipmentId: job.id, version: 1 },
      ...{ name: 'Paint', numberOfPacks: 3, marksAndNumbers: 'ACME\nNOS 1-3', hsCode: '3208.10' },
      ...{ length: 120, width: 80, height: 95.5, dimensionUnit: 0, volume: 2.75 },
      ...{ unNumber: '1263', hazardClass: 9, packingGroup: 1, properShippingName: 'Paint' },
    },
  ])
})

test('other units than those in which dimensions and volumes are kept are refused by the cell', async () => {
  const report = await read(
    'Name,Length (mm),Volume,UN Number',
    'Pipes,6000,1,1263',
    'Rods,,35 cft,1263',
    'Rails,,2 cbm,1263',
    'Oil,,,12',
  )
  expect(told(report)).toEqual([
    'B2: The heading “Length (mm)” says mm, and dimensions are kept in cm or in. Convert it.',
    'C3: The cell says Cubic Feet, and volumes of items are kept in cubic metres. Convert it.',
    'D5: A UN number has four digits: 1263.',
  ])
  expect(await by.done(company, report)).toMatchObject({ state: 'ended', made: 1 })
  expect(await items()).toMatchObject([{ name: 'Rails', volume: 2, unNumber: '1263' }])
})
