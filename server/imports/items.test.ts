import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportReport } from '#contract/imports.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Job } from '#contract/jobs.ts'
import { packingModeOf } from '#contract/packing-modes.ts'
import { buildContainer, buildItem, buildJob } from '#testing/factories.ts'
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
    'Goods,Pkgs,Shipping Marks,HS,L (cm),W (cm),H (cm),CBM,UN No.,IMO Class,PG,Proper Shipping Name,F.P.,MP,Ltd Qty',
    'Paint,3,"ACME\nNOS 1-3",3208.10,120,80,95.5,2.75,UN 1263,3,PG II,Paint,-4.5 °C c.c.,Y,no',
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
      ...{ flashpoint: -4.5, marinePollutant: 1, limitedQuantity: 0 },
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

test('numbers of packages are read with the word for what they count, which fills an empty packing', async () => {
  const [tea, silk] = [
    await buildItem(company, job.id, { name: 'Tea', modeOfPacking: packingModeOf('crates') }),
    await buildItem(company, job.id, { name: 'Silk' }),
  ]
  const report = await read(
    'Name,Pkgs,Packing',
    'Yarn,20 ctns,',
    'Cloth,"1,200 pkgs",Pallets',
    'Paint,7 Drums.,',
    'Tea,3 bags,',
    'Silk,4 bales,',
    'Pipes,5 dozens,',
    'Rods,2.5 ctns,',
  )
  expect(told(report)).toEqual([
    'B7: This is no number. Expected is a number such as 1,234.5.',
    expect.stringMatching(/^B8: /),
  ])
  expect(await by.done(company, report)).toMatchObject({ state: 'ended', made: 3, changed: 2 })
  const stored = (await items()).map(item => [item.name, item.numberOfPacks, item.modeOfPacking])
  expect(stored).toHaveLength(5)
  expect(stored).toEqual(
    expect.arrayContaining([
      [tea.name, 3, packingModeOf('crates')],
      [silk.name, 4, packingModeOf('bales')],
      ['Yarn', 20, packingModeOf('cartons')],
      ['Cloth', 1200, packingModeOf('pallets')],
      ['Paint', 7, packingModeOf('drums')],
    ]),
  )
  // The same file changes nothing the second time.
  expect((await read('Name,Pkgs', 'Tea,3 bags', 'Yarn,20 ctns')).preview).toMatchObject({
    counts: { make: 0, change: 0, same: 2, wrong: 0 },
  })
})

describe('the container of an item', () => {
  const inContainers = async () => {
    const { body } = await company.call<ItemContainer[]>('GET', `/api/item/containers?shipmentId=${job.id}`)
    return (await items()).map(({ id, name }) => [
      name,
      body.filter(link => link.itemId === id).map(link => [link.containerId, link.packs]),
    ])
  }
  const put = (id: string | undefined, containers: object[]) =>
    company.call('PUT', '/api/item/containers', { id, containers })

  test('is known by its number, and taken back with the import', async () => {
    const one = await buildContainer(company, job.id, { number: 'MSKU1234565' })
    const two = await buildContainer(company, job.id, { number: 'TGHU7654320' })
    const yarn = await buildItem(company, job.id, { name: 'Yarn' })
    await put(yarn.id, [{ containerId: one.id }])
    const report = await read(
      'Name,Cntr No.,Pkgs',
      'Yarn,TGHU 765432-0,4',
      'Cloth,msku1234565,6',
      'Thread,TGHU7654999,2',
      'Silk,"MSKU1234565, TGHU7654320",1',
    )
    expect(told(report)).toEqual([
      'B4: The job has no container TGHU7654999. Add it to the job, or correct the number.',
      'B5: An import puts an item into one container. Split it over several in the job.',
    ])
    const done = await by.done(company, report)
    expect(done).toMatchObject({ state: 'ended', made: 1, changed: 1 })
    expect(done.rows.flatMap(row => row.fields)).toContainEqual({
      label: 'Container',
      old: 'MSKU1234565',
      new: 'TGHU7654320',
    })
    expect(await inContainers()).toEqual([
      ['Yarn', [[two.id, null]]],
      ['Cloth', [[one.id, null]]],
    ])
    expect(await by.undone(company, done)).toMatchObject({ state: 'undone' })
    expect(await inContainers()).toEqual([['Yarn', [[one.id, null]]]])
  })

  test('of a split item stays as it is', async () => {
    const [one, two] = [
      await buildContainer(company, job.id, { number: 'MSKU1234565' }),
      await buildContainer(company, job.id, { number: 'TGHU7654320' }),
    ]
    const yarn = await buildItem(company, job.id, { name: 'Yarn' })
    await put(yarn.id, [
      { containerId: one.id, packs: 3 },
      { containerId: two.id, packs: 1 },
    ])
    const report = await read('Name,Container,Pkgs', 'Yarn,TGHU7654320,4')
    expect(told(report)).toEqual([
      'B2: The item is split over containers. Change that in the job, or leave the cell as the export has it.',
    ])
    const same = await read('Name,Container,Pkgs', 'Yarn,"TGHU7654320,MSKU1234565",4')
    expect(await by.done(company, same)).toMatchObject({ changed: 1 })
    expect(await inContainers()).toEqual([
      [
        'Yarn',
        [
          [one.id, 3],
          [two.id, 1],
        ],
      ],
    ])
  })
})

test('a flashpoint is read by its unit, and refused in another than degrees Celsius or out of range', async () => {
  const headed = await read(
    'Name,Flash Point (°C),Marine Pollutant,LQ',
    'Paint,38,N,Yes',
    'Ether,-45C,,',
    'Oil,60 ℃ CC,X,',
    'Spirit,100 °F,,',
    'Wax,200.5,,',
    'Resin,23.45,,',
    'Ink,21,perhaps,',
  )
  expect(told(headed)).toEqual([
    'B5: The cell says °F, and flashpoints are kept in °C. Convert it.',
    'B6: At most 200.',
    'B7: At most 1 digit after the point.',
    'C8: This is none of the choices. Expected is No, Yes.',
  ])
  expect(await by.done(company, headed)).toMatchObject({ state: 'ended', made: 3 })
  expect(
    (await items()).map(({ name, flashpoint, marinePollutant, limitedQuantity }) => [
      ...[name, flashpoint, marinePollutant, limitedQuantity],
    ]),
  ).toEqual([
    ['Paint', 38, 0, 1],
    ['Ether', -45, null, null],
    ['Oil', 60, 1, null],
  ])
  expect(
    told(await read('Name,Flash point °F,Marine Pollutants,Limited Quantities', 'Paint,100,N,Y')),
  ).toEqual(['B2: The heading “Flash point °F” says °F, and flashpoints are kept in °C. Convert it.'])
})

test('an export that is imported again changes nothing', async () => {
  const boxes = ['MSKU1234565', 'TGHU7654320', null]
  const [one, two, unnumbered] = await Promise.all(
    boxes.map(number => buildContainer(company, job.id, { number })),
  )
  const whole = {
    ...{ name: 'Paint, "red"', description: 'Tins\nin cartons', quantity: 12, modeOfPacking: 75 },
    ...{ grossWeight: 1250.5, netWeight: 0.0001, weightUnit: 1, numberOfPacks: 40 },
    ...{ marksAndNumbers: 'ACME\nNOS 1-40', hsCode: '3208.10', length: 120, width: 80.5, height: 95.125 },
    ...{ dimensionUnit: 1, unNumber: '1263', hazardClass: 9, packingGroup: 1, properShippingName: 'Paint' },
    ...{ flashpoint: -0.5, marinePollutant: 0, limitedQuantity: 1 },
  }
  const stowed = [
    [whole, [{ containerId: one?.id }]],
    [{ ...whole, volume: 1.5 }, [{ containerId: two?.id }]],
    [{ ...whole, volume: 1.5 }, [{ containerId: one?.id, packs: 1 }, { containerId: two?.id }]],
    [{ name: 'Loose', grossWeight: 3 }, [{ containerId: two?.id, packs: 2 }]],
    [{ name: 'Unnumbered', numberOfPacks: 1 }, [{ containerId: unnumbered?.id }]],
    [{ description: 'Without a name' }, []],
  ] as const
  for (const [values, containers] of stowed) {
    const item = await buildItem(company, job.id, values)
    await company.call('PUT', '/api/item/containers', { id: item.id, containers })
  }
  for (const format of ['csv', 'xlsx']) {
    const { rawPayload: file } = await product.app.inject({
      ...{ method: 'POST', url: '/api/item/export', payload: { shipmentId: job.id, format } },
      headers: { authorization: `Bearer ${company.token}` },
    })
    const reply = await by.read(
      company,
      { name: `items.${format}`, content: file },
      { kind: 'items', shipmentId: job.id },
    )
    expect(told(reply.body)).toEqual([])
    expect(reply.body.settings.columns).not.toContain(null)
    expect(reply.body.preview?.counts).toMatchObject({ same: 6, make: 0, change: 0, wrong: 0 })
    const stored = await items()
    expect(await by.done(company, reply.body)).toMatchObject({ state: 'ended', same: 6, made: 0, changed: 0 })
    expect(await items()).toEqual(stored)
  }
})
