import { expect, test } from 'vitest'
import { hsCodeWarning, packedVolume, volumeOfItem } from './item-rules.ts'

const cartons = { numberOfPacks: 40, length: 60, width: 40, height: 40, dimensionUnit: null }

test('the volume of packages is exact, in centimetres and in inches', () => {
  expect(packedVolume(cartons)).toBe(3.84)
  expect(packedVolume({ ...cartons, dimensionUnit: 0 })).toBe(3.84)
  // 40 × 96,000 in³ of 16.387064 cm³ each.
  expect(packedVolume({ ...cartons, dimensionUnit: 1 })).toBe(62.926)
  // Half a litre is rounded up: 1 × 100 × 10 × 0.5 cm³.
  expect(packedVolume({ numberOfPacks: 1, length: 100, width: 10, height: 0.5, dimensionUnit: 0 })).toBe(
    0.001,
  )
  expect(packedVolume({ numberOfPacks: 1, length: 100, width: 10, height: 0.499, dimensionUnit: 0 })).toBe(0)
  // 0.1 × 0.2 × 0.3 cm would be 0.006000000000000001 cm³ in floating point.
  const many = { numberOfPacks: 1_000_000_000, length: 0.1, width: 0.2, height: 0.3, dimensionUnit: 0 }
  expect(packedVolume(many)).toBe(6)
})

test('there is none where a dimension or the packs are missing, nor beyond what a volume can be', () => {
  for (const missing of ['numberOfPacks', 'length', 'width', 'height'])
    expect(packedVolume({ ...cartons, [missing]: null })).toBeNull()
  const huge = { numberOfPacks: 2_147_483_647, length: 100_000, width: 100_000, height: 100_000 }
  expect(packedVolume({ ...huge, dimensionUnit: 1 })).toBeNull()
})

test('a typed volume stands in its place', () => {
  expect(volumeOfItem({ ...cartons, volume: null })).toEqual({ volume: 3.84, isTyped: false })
  expect(volumeOfItem({ ...cartons, volume: 0 })).toEqual({ volume: 0, isTyped: true })
})

test.each([
  [null, null],
  ['  ', null],
  ['520511', null],
  ['5205.11', null],
  ['5205 11 00 10', null],
  ['5205.1', 'An HS code has 6 to 10 digits; this one has 5.'],
  ['52051100101', 'An HS code has 6 to 10 digits; this one has 11.'],
  ['Cotton', 'An HS code has digits alone: 5205.11 or 520511.'],
])('HS code %o: %o', (code, warning) => {
  expect(hsCodeWarning(code)).toBe(warning)
})
