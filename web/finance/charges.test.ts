import { expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import { figureOf, isContested, mergedChange, sectionChange, withChange } from './charges.ts'

const empty: Finance = {
  id: '00000000-0000-4000-8000-000000000001',
  shipmentId: '00000000-0000-4000-8000-000000000002',
  originCharge: null,
  freightCharge: null,
  destinationCharge: null,
  total: null,
  totalIsTyped: false,
  currency: 'USD',
  quoteType: 1,
  transportMode: 2,
  version: 1,
}

test('the first figure of a missing section makes it, with one id however much is typed', () => {
  const first = sectionChange(empty, 'originCharge', { pickUp: 120.1 })
  const shown = withChange(empty, first)
  const second = sectionChange(shown, 'originCharge', { handling: 30.2 })
  expect(second.originCharge?.id).toBe(first.originCharge?.id)
  const both = mergedChange(first, second)
  expect(both).toEqual({
    id: empty.id,
    originCharge: { id: first.originCharge?.id, pickUp: 120.1, handling: 30.2 },
  })
})

test('an untyped total follows its lines exactly, and the whole total its sections', () => {
  const shown = withChange(empty, sectionChange(empty, 'originCharge', { pickUp: 0.1, handling: 0.2 }))
  expect(shown.originCharge?.total).toBe(0.3)
  expect(shown.total).toBe(0.3)
})

test('a typed total stays when a line changes, until the sum is taken back', () => {
  const lines = withChange(empty, sectionChange(empty, 'destinationCharge', { thc: 200 }))
  const typed = withChange(
    lines,
    sectionChange(lines, 'destinationCharge', { total: 180, totalIsTyped: true }),
  )
  const later = withChange(typed, sectionChange(typed, 'destinationCharge', { insurance: 50 }))
  expect(later.destinationCharge?.total).toBe(180)
  const back = withChange(later, sectionChange(later, 'destinationCharge', { totalIsTyped: false }))
  expect(back.destinationCharge?.total).toBe(250)
})

test('rates of freight are not summed: its total is what was typed', () => {
  const rates = withChange(empty, sectionChange(empty, 'freightCharge', { plus45: 3.5, lcl: 10 }))
  expect(rates.freightCharge?.total).toBe(null)
  const typed = withChange(rates, sectionChange(rates, 'freightCharge', { total: 900, totalIsTyped: true }))
  expect(typed.total).toBe(900)
})

test('sections that the quote type hides keep their figures and are not totalled', () => {
  const origin = withChange(empty, sectionChange(empty, 'originCharge', { pickUp: 100 }))
  const costAndFreight = withChange({ ...origin, quoteType: 0 }, { id: empty.id })
  expect(costAndFreight.total).toBe(0)
  expect(figureOf(costAndFreight, 'originCharge', 'pickUp')).toBe(100)
})

test('two people on different lines do not contest; on the same line they do', () => {
  const mine = sectionChange(empty, 'originCharge', { pickUp: 1 })
  const theirsElsewhere = withChange(empty, sectionChange(empty, 'originCharge', { thc: 5 }))
  const theirsSame = withChange(empty, sectionChange(empty, 'originCharge', { pickUp: 5 }))
  expect(isContested(mine, empty, theirsElsewhere)).toBe(false)
  expect(isContested(mine, empty, theirsSame)).toBe(true)
})
