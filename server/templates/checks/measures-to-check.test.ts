import { describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { item, job, source } from '#testing/template-source.ts'
import { measuresToCheck } from './measures-to-check.ts'

const placeOf = ({ field, shipmentId }: { field: string; shipmentId?: string | undefined }) =>
  shipmentId === undefined ? field : `${field} of ${shipmentId}`
const told = (names: string[], changes: Partial<Job>, houses: readonly Job[] = []) =>
  measuresToCheck(new Set(names), { ...source, job: { ...job, ...changes }, houses }).map(one => [
    one.message,
    one.place?.screen === 'details' ? placeOf(one.place) : null,
  ])
const items = [item({ grossWeight: 39.5, numberOfPacks: 26 }), item({ grossWeight: 650, numberOfPacks: 13 })]
const cargo = { grossWeight: 18_450.5, weightUnit: 0, netWeight: null, numberOfPackages: 1040, items }

describe('figures that the job and its items tell differently', () => {
  test('are both named, with the field, by whatever prints either', () => {
    const packages = ['The job’s number of packages is 1,040; its items come to 39', 'numberOfPackages']
    const gross = [
      'The job’s gross weight is 18,450.5\u00a0kg; its items come to 689.5\u00a0kg',
      'grossWeight',
    ]
    expect(told(['Shipment.GrossWeight', 'Shipment.NumberOfPackages'], cargo)).toEqual([packages, gross])
    expect(told(['Items.GrossWeight'], cargo)).toEqual([gross])
    expect(told(['ItemTotals.NumberOfPacks'], cargo)).toEqual([packages])
    expect(told(['Items.Name', 'Shipment.Volume'], cargo)).toEqual([])
  })

  test('are the same where only the units differ, and none where one is not entered', () => {
    expect(told(['Items.GrossWeight'], { ...cargo, grossWeight: 0.6895, weightUnit: 1 })).toEqual([])
    expect(told(['Items.GrossWeight'], { ...cargo, grossWeight: 0.6895, weightUnit: 0 })).toHaveLength(1)
    expect(told(['Items.GrossWeight'], { ...cargo, grossWeight: null })).toEqual([])
    expect(told(['Items.NetWeight'], { ...cargo, netWeight: 5 })).toEqual([])
    expect(told(['Items.GrossWeight'], { ...cargo, items: [] })).toEqual([])
  })

  test('cannot be compared where some items have no unit, which is told', () => {
    const some = [item({ grossWeight: 5 }), item({ grossWeight: 7, weightUnit: null })]
    expect(told(['ItemTotals.GrossWeight'], { ...cargo, items: some })).toEqual([
      [
        'The job’s gross weight is 18,450.5\u00a0kg; its items come to 5.00\u00a0kg + 7.00\u00a0without\u00a0a\u00a0unit',
        'grossWeight',
      ],
    ])
  })
})

test('a volume is compared where every item has one, to the litre', () => {
  const dimensions = { numberOfPacks: 10, length: 100, width: 50, height: 40, dimensionUnit: 0 }
  const measured = [item({ volume: 53.64 }), item({ ...dimensions })]
  const own = (changes: Partial<Job>) => ({ ...cargo, items: measured, volumeUnit: 0, ...changes })
  const printed = ['Shipment.Volume']
  expect(told(printed, own({ volume: 99.9 }))).toEqual([
    ['The job’s volume is 99.9\u00a0m³; its items come to 55.64\u00a0m³', 'volume'],
  ])
  expect(told(['Items.Volume'], own({ volume: 99.9 }))).toHaveLength(1)
  expect(told(printed, own({ volume: 55.64 }))).toEqual([])
  // 55.64 m³ in cubic feet, of which the job keeps four decimals.
  expect(told(printed, own({ volume: 1964.9081, volumeUnit: 1 }))).toEqual([])
  expect(told(printed, own({ volume: null }))).toEqual([])
  expect(told(printed, own({ volume: 99.9, items: [...measured, item({})] }))).toEqual([])
})

test('a master is compared with its houses, and each house with its items', () => {
  const house = (jobId: number, changes: Partial<Job>): Job => ({
    ...job,
    id: `house ${jobId}`,
    jobId,
    ...cargo,
    items: [],
    ...changes,
  })
  const houses = [
    house(43, { grossWeight: 100, numberOfPackages: 4, volume: 1, volumeUnit: 0 }),
    house(44, { grossWeight: 0.2, weightUnit: 1, numberOfPackages: 30, items, volume: 2, volumeUnit: 0 }),
  ]
  const master = { ...cargo, items: [], grossWeight: 300, numberOfPackages: 35, volume: 3.5, volumeUnit: 0 }
  expect(told(['Bills.HouseBl', 'BillTotals.Volume'], master, houses)).toEqual([
    ['The job’s number of packages is 35; its house bills come to 34', 'numberOfPackages'],
    ['House job 44’s number of packages is 30; its items come to 39', 'numberOfPackages of house 44'],
    ['House job 44’s gross weight is 0.2\u00a0t; its items come to 689.5\u00a0kg', 'grossWeight of house 44'],
    ['The job’s volume is 3.5\u00a0m³; its house bills come to 3\u00a0m³', 'volume'],
  ])
  expect(told(['Shipment.GrossWeight'], master, houses)).toEqual([])
})
