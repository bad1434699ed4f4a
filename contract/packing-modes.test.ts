import { expect, test } from 'vitest'
import { packageKindOf, packingModeOf, packingModes } from './packing-modes.ts'

test('packages are counted by every kind of package, never by a weight', () => {
  const labels = packingModes.map(({ label }) => label)
  const counted = labels.filter(label => packageKindOf(label) !== null)
  expect(labels.filter(label => !counted.includes(label))).toEqual(['Kilograms'])
  expect(packingModeOf('Kilograms')).toBe(labels.indexOf('Kilograms'))
  expect(['20 ctns', 'ctns', 'kgs', 'tons'].map(packageKindOf)).toEqual([
    null,
    labels.indexOf('Cartons'),
    null,
    null,
  ])
})
