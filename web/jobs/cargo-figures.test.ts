import { expect, test } from 'vitest'
import { VolumeUnit, WeightUnit } from '#contract/choices.ts'
import { type CargoTotals, otherFigures } from './cargo-figures.ts'

const { kilogram, ton } = WeightUnit
const nothing: CargoTotals = { grossWeight: null, netWeight: null, volume: null, numberOfPackages: null }
const typed = {
  grossWeight: 1200,
  netWeight: null,
  weightUnit: kilogram as number | null,
  volume: 2,
  volumeUnit: VolumeUnit.cubicMetre as number | null,
  numberOfPackages: 4,
}
const items = (figures: Partial<CargoTotals>) => ({ items: { ...nothing, ...figures }, containers: nothing })

test('what the rows say otherwise is told, and nothing where one side says nothing', () => {
  const same = { grossWeight: 1200, volume: 2, numberOfPackages: 4 }
  for (const field of ['grossWeight', 'volume', 'numberOfPackages'] as const)
    expect(otherFigures(field, typed, items(same))).toEqual([])
  expect(otherFigures('numberOfPackages', typed, items({ numberOfPackages: 5 }))).toEqual([
    { of: 'Items', text: '5', change: { numberOfPackages: 5 } },
  ])
  expect(otherFigures('netWeight', typed, items({ netWeight: 9 }))).toEqual([])
  expect(
    otherFigures('grossWeight', { ...typed, grossWeight: '12 stone' }, items({ grossWeight: 9 })),
  ).toEqual([])
})

test('weights stand in the unit of the job, and bring kilograms where it has none', () => {
  const inTons = { ...typed, grossWeight: 1.2, weightUnit: ton }
  expect(otherFigures('grossWeight', inTons, items({ grossWeight: 1200 }))).toEqual([])
  // A ton has four decimals: 50 g are lost in it, and are no difference.
  expect(otherFigures('grossWeight', inTons, items({ grossWeight: 1200.049 }))).toEqual([])
  expect(otherFigures('grossWeight', inTons, items({ grossWeight: 1250 }))).toEqual([
    { of: 'Items', text: '1.25 TON', change: { grossWeight: 1.25, weightUnit: ton } },
  ])
  expect(otherFigures('grossWeight', { ...typed, weightUnit: null }, items({ grossWeight: 1250 }))).toEqual([
    { of: 'Items', text: '1,250 KG', change: { grossWeight: 1250, weightUnit: kilogram } },
  ])
})

test('volumes are compared in cubic metres', () => {
  const inFeet = { ...typed, volume: 61.801, volumeUnit: VolumeUnit.cubicFoot }
  expect(otherFigures('volume', inFeet, items({ volume: 1.75 }))).toEqual([])
  expect(otherFigures('volume', inFeet, items({ volume: 1.8 }))).toEqual([
    { of: 'Items', text: '1.8 m³', change: { volume: 1.8, volumeUnit: VolumeUnit.cubicMetre } },
  ])
})

test('items and containers are told apart where they differ, once where they agree', () => {
  const of = (ofItems: number, ofContainers: number) =>
    otherFigures('grossWeight', typed, {
      items: { ...nothing, grossWeight: ofItems },
      containers: { ...nothing, grossWeight: ofContainers },
    }).map(one => `${one.of}: ${one.text}`)
  expect(of(1300, 1300)).toEqual(['Items and containers: 1,300 KG'])
  expect(of(1300, 1400)).toEqual(['Items: 1,300 KG', 'Containers: 1,400 KG'])
  expect(of(1200, 1400)).toEqual(['Containers: 1,400 KG'])
})
