import { expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { item } from '#testing/template-source.ts'
import { itemTotals } from './item-totals.ts'
import { measureTotal, volumes } from './measures.ts'

const figuresOf = (...items: Partial<Item>[]) => {
  const totals = itemTotals(items.map(item))
  const { grossWeight, grossWeightByUnit, netWeight, netWeightByUnit, weightUnit } = totals
  return [grossWeight ?? grossWeightByUnit, netWeight ?? netWeightByUnit, weightUnit]
}
const kilograms = { grossWeight: 10, weightUnit: 0 }
const bare = (text: string) => text.replaceAll(' ', '\u00a0')

test('an item without a weight adds nothing to it, and no unit', () => {
  const netAlone = { grossWeight: null, netWeight: 6, weightUnit: null }
  expect(figuresOf(kilograms, netAlone)).toEqual([10, bare('6.00 without a unit'), 'KG'])
  const withoutNet = { grossWeight: 5, netWeight: null, weightUnit: null }
  expect(figuresOf({ ...kilograms, netWeight: 8 }, withoutNet)).toEqual([
    '10.00\u00a0kg + 5.00\u00a0without\u00a0a\u00a0unit',
    8,
    'KG',
  ])
  expect(figuresOf(kilograms, { grossWeight: null, weightUnit: null })).toEqual([10, null, 'KG'])
})

test('both weights are in one unit, and in kilograms where their units differ', () => {
  const tons = { grossWeight: null, netWeight: 0.5, weightUnit: 1 }
  expect(figuresOf(kilograms, tons)).toEqual([10, 500, 'KG'])
  expect(figuresOf({ grossWeight: 2, netWeight: 1, weightUnit: 1 })).toEqual([2, 1, 'TON'])
})

test('a 0 is nothing in any unit', () => {
  expect(figuresOf(kilograms, { grossWeight: 0, weightUnit: null })).toEqual([10, null, 'KG'])
  const total = (...figures: [number, number | null][]) =>
    measureTotal(
      volumes,
      figures.map(([figure, unit]) => ({ figure, unit })),
    )
  expect(total([4, 0], [0, null])).toEqual({ figure: 4, unit: 'Cubic Meter', byUnit: null })
  expect(total([0, 0], [0, null])).toEqual({ figure: 0, unit: 'Cubic Meter', byUnit: null })
  expect(total([4, 0], [1, null]).byUnit).toBe('4.00\u00a0m³ + 1.00\u00a0without\u00a0a\u00a0unit')
})
