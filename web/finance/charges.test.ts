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

test('freight’s amounts are summed as far as the mode shows them; a total that was typed stays', () => {
  const lines = withChange(empty, sectionChange(empty, 'freightCharge', { lcl: 10, fcl40: 0.1, plus45: 3.5 }))
  expect(lines.freightCharge?.total).toBe(10.1)
  expect(lines.total).toBe(10.1)
  const typed = withChange(lines, sectionChange(lines, 'freightCharge', { total: 900, totalIsTyped: true }))
  expect(typed.total).toBe(900)
  const back = withChange(typed, sectionChange(typed, 'freightCharge', { totalIsTyped: false }))
  expect(back.total).toBe(10.1)
})

test('somebody else’s change of a surcharge’s basis contests one’s own', () => {
  const start = withChange(empty, sectionChange(empty, 'freightCharge', { fsc: 1, fscBasis: 'flat' }))
  const mine = sectionChange(start, 'freightCharge', { fsc: 2, fscBasis: 'flat' })
  const theirs = withChange(start, sectionChange(start, 'freightCharge', { fscBasis: 'perKg' }))
  expect(isContested(mine, start, theirs)).toBe(true)
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

test('a figure that stands as it is typed is no conflict', () => {
  const mine = { ...sectionChange(empty, 'originCharge', { pickUp: 1, thc: null }), total: 1 }
  const stored = { ...withChange(empty, mine), version: 2 }
  expect(isContested(mine, empty, stored)).toBe(false)
  expect(isContested(mine, empty, { ...stored, total: 2 })).toBe(true)
})
