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
      body
        .filter(link => link.itemId === id)
        .map(({ containerId, packs, grossWeight, volume }) => [containerId, packs, grossWeight, volume]),
    ])
  }
  const put = (id: string | undefined, containers: object[]) =>
    company.call('PUT', '/api/item/containers', { id, containers })

  let one: { id: string }
  let two: { id: string }
  let yarn: { id: string }
  beforeEach(async () => {
    one = await buildContainer(company, job.id, { number: 'MSKU1234565' })
    two = await buildContainer(company, job.id, { number: 'TGHU7654320' })
    yarn = await buildItem(company, job.id, { name: 'Yarn' })
  })

  test('is known by its number, and taken back with the import', async () => {
    await put(yarn.id, [{ containerId: one.id }])
    const report = await read(
      'Name,Cntr No.,Pkgs',
      'Yarn,TGHU 765432-0,4',
      'Cloth,msku1234565,6',
      'Thread,TGHU7654999,2',
      'Silk,"TGHU7654320, MSKU1234565",1',
    )
    expect(told(report)).toEqual([
      'B4: The job has no container TGHU7654999. Add it to the job, or correct the number.',
    ])
    const done = await by.done(company, report)
    expect(done).toMatchObject({ state: 'ended', made: 2, changed: 1 })
    expect(done.rows.flatMap(row => row.fields)).toContainEqual({
      label: 'Container',
      old: 'MSKU1234565',
      new: 'TGHU7654320',
    })
    expect(await inContainers()).toEqual([
      ['Yarn', [[two.id, null, null, null]]],
      ['Cloth', [[one.id, null, null, null]]],
      [
        'Silk',
        [
          [one.id, null, null, null],
          [two.id, null, null, null],
        ],
      ],
    ])
    expect(await by.undone(company, done)).toMatchObject({ state: 'undone' })
    expect(await inContainers()).toEqual([['Yarn', [[one.id, null, null, null]]]])
  })

  test('says how much of the item is in each, as people write it, and an undo puts the former parts back', async () => {
    const former = [
      { containerId: one.id, packs: 1, grossWeight: 1200.5, volume: 1.234 },
      { containerId: two.id, packs: 3 },
    ]
    await put(yarn.id, former)
    const before = await inContainers()
    const report = await read(
      'Name,Container,Pkgs',
      'Yarn,"tghu 765432-0: 2 ctns; MSKU1234565: 2",4',
      'Cloth,"MSKU1234565: 4, TGHU7654320: 5",9',
      'Silk,"MSKU1234565: 4 pkgs 1,200.5 kgs",9',
      'Wool,"MSKU1234565: 1,200 kgs, 3.5 cbm,TGHU7654320",9',
      'Rugs,"MSKU1234565:4PKGS,10KG,2m3",9',
    )
    expect(told(report)).toEqual([
      expect.stringMatching(/^B4: “4 pkgs 1,200.5 kgs” is no figure with its unit. Expected is one such as /),
    ])
    const done = await by.done(company, report)
    expect(done).toMatchObject({ state: 'ended', made: 3, changed: 1, refused: 1 })
    expect(done.rows.flatMap(row => row.fields.filter(({ label }) => label === 'Container'))).toEqual([
      {
        label: 'Container',
        old: 'MSKU1234565: 1 pack, 1200.5 kg, 1.234 m³; TGHU7654320: 3 packs',
        new: 'MSKU1234565: 2 packs; TGHU7654320: 2 packs',
      },
      { label: 'Container', old: '', new: 'MSKU1234565: 4 packs; TGHU7654320: 5 packs' },
      { label: 'Container', old: '', new: 'MSKU1234565: 1200 kg, 3.5 m³; TGHU7654320' },
      { label: 'Container', old: '', new: 'MSKU1234565: 4 packs, 10 kg, 2 m³' },
    ])
    const parts = new Map((await inContainers()).map(([name, links]) => [name, links]))
    expect(Object.fromEntries(parts)).toEqual({
      Yarn: [
        [one.id, 2, null, null],
        [two.id, 2, null, null],
      ],
      Cloth: [
        [one.id, 4, null, null],
        [two.id, 5, null, null],
      ],
      Wool: [
        [one.id, null, 1200, 3.5],
        [two.id, null, null, null],
      ],
      Rugs: [[one.id, 4, 10, 2]],
    })
    expect(await by.undone(company, done)).toMatchObject({ state: 'undone', stayed: 0 })
    expect(await inContainers()).toEqual(before)
  })

  test('with decimal commas is read as the file writes its numbers', async () => {
    const report = await read(
      'Name;Container;Gross Weight',
      'Yarn;MSKU1234565: 1.200,5 kg, TGHU7654320: 800,25 kg;2000,75',
    )
    expect(told(report)).toEqual([])
    await by.done(company, report)
    expect(await inContainers()).toEqual([
      [
        'Yarn',
        [
          [one.id, null, 1200.5, null],
          [two.id, null, 800.25, null],
        ],
      ],
    ])
  })

  test.each([
    ['MSKU1234565: four', /^“four” is no figure with its unit/],
    ['MSKU1234565:', /^“” is no figure with its unit/],
    [': 4', /^No container is named before “: 4”/],
    ['MSKU1234565: 4.5', /^Packs 4.5: This must be a whole number/],
    ['MSKU1234565: -4', /^“-4” is no figure with its unit/],
    ['MSKU1234565: 99999999999', /^Packs 99999999999: /],
    ['MSKU1234565: 1.2345 m3', /^Volume 1.2345: At most 3 digits after the point/],
    ['MSKU1234565: 1,5 kg', /^“1,5” is no number/],
    ['MSKU1234565: 4 lbs', /^The cell says lbs, and parts of an item are kept in packs, kg and m³/],
    ['MSKU1234565: 3 t', /^The cell says t, /],
    ['MSKU1234565: 4 packs, 5 packs', /^Two figures are for the Packs of one container/],
    ['MSKU1234565: 4; MSKU1234565: 5', /^The container MSKU1234565 is named twice/],
    ['MSKU1234565: 4; TGHU0000000: 5', /^The job has no container TGHU0000000/],
    ['MSKU1234565 TGHU7654320', /^The job has no container MSKU1234565TGHU7654320/],
  ])('is refused by its cell where it says “%s”', async (cell, message) => {
    const stored = await inContainers()
    const report = await read('Name,Container,Pkgs', `Yarn,"${cell}",4`)
    expect(report.preview?.counts).toMatchObject({ wrong: 1, change: 0 })
    expect(report.preview?.errors[0]?.message).toMatch(message)
    expect(await inContainers()).toEqual(stored)
  })

  test('is not moved while a part of it is in one without a number', async () => {
    const nameless = await buildContainer(company, job.id, { number: null })
    await put(yarn.id, [
      { containerId: one.id, packs: 3 },
      { containerId: nameless.id, packs: 1 },
    ])
    const report = await read('Name,Container,Pkgs', 'Yarn,TGHU7654320,4')
    expect(told(report)).toEqual([
      'B2: A part of the item is in a container without a number, and a spreadsheet cannot say how much. Give the container its number first, or change that in the job.',
    ])
    const same = await read('Name,Container,Pkgs', 'Yarn,MSKU1234565: 3 packs,4')
    expect(await by.done(company, same)).toMatchObject({ changed: 1 })
    expect(await inContainers()).toEqual([
      [
        'Yarn',
        [
          [one.id, 3, null, null],
          [nameless.id, 1, null, null],
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
  const boxes: { id: string }[] = []
  for (const number of ['MSKU1234565', 'TGHU7654320', null, 'Truck 7, red: left; 12', '1200', 'TGHU7654320'])
    boxes.push(await buildContainer(company, job.id, { number }))
  const [one, two, unnumbered, odd, figures, again] = boxes
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
    [{ name: 'Loose', grossWeight: 3, weightUnit: 0 }, [{ containerId: two?.id, packs: 2 }]],
    [
      { name: 'Parts', numberOfPacks: 9 },
      [
        { containerId: one?.id, packs: 4, grossWeight: 1234.5678, volume: 1.234 },
        { containerId: two?.id, packs: 0, grossWeight: 9_999_999_999 },
        { containerId: unnumbered?.id, packs: 1 },
        { containerId: odd?.id, volume: 1000 },
        { containerId: figures?.id, packs: 5 },
        { containerId: again?.id },
      ],
    ],
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
    expect(reply.body.preview?.counts).toMatchObject({ same: 7, make: 0, change: 0, wrong: 0 })
    const links = async () => (await company.call('GET', `/api/item/containers?shipmentId=${job.id}`)).body
    const stored = [await items(), await links()]
    expect(await by.done(company, reply.body)).toMatchObject({ state: 'ended', same: 7, made: 0, changed: 0 })
    expect([await items(), await links()]).toEqual(stored)
    // Into a job without items, with the same numbers, it makes them as they are.
    const other = await buildJob(company)
    for (const number of ['MSKU1234565', 'TGHU7654320', 'Truck 7, red: left; 12', '1200', 'TGHU7654320'])
      await buildContainer(company, other.id, { number })
    const copied = await by.read(
      company,
      { name: `items.${format}`, content: file },
      { kind: 'items', shipmentId: other.id },
    )
    expect(told(copied.body)).toEqual([])
    await by.done(company, copied.body)
    const exportOf = async (shipmentId: string) =>
      (
        await product.app.inject({
          ...{ method: 'POST', url: '/api/item/export', payload: { shipmentId, format: 'csv' } },
          headers: { authorization: `Bearer ${company.token}` },
        })
      ).body
    expect(await exportOf(other.id)).toBe(await exportOf(job.id))
  }
})
