import { expect, test } from 'vitest'
import { CostSplit } from '#contract/choices.ts'
import type { House } from '#contract/houses.ts'
import { costsNow, etdWarnings, filledIn, houseColumns } from './house-columns.tsx'

const costs = { basis: CostSplit.byHand, amount: 1000, currency: 'USD', leftOver: 400 }
const rows = [{ costShareByHand: 600 }, { costShareByHand: null }]

test('what is left over of costs that are split by hand follows what is typed', () => {
  expect(costsNow(costs, rows)).toEqual(costs)
  expect(costsNow(costs, [rows[0] ?? {}, { costShareByHand: 399.9 }]).leftOver).toBe(0.1)
  expect(costsNow(costs, [rows[0] ?? {}, { costShareByHand: 500 }]).leftOver).toBe(-100)
  // What is typed and is no figure yet counts as none.
  expect(costsNow(costs, [rows[0] ?? {}, { costShareByHand: '4 x' }]).leftOver).toBe(400)
})

test('costs that are split otherwise, or not at all, are what the server says', () => {
  for (const other of [
    { ...costs, basis: 2 },
    { ...costs, amount: null },
    { ...costs, leftOver: null },
  ])
    expect(costsNow(other, rows)).toEqual(other)
})

test('an ETD that is not the master’s is told and can be taken from it; one that is says nothing', () => {
  const warned = (own: string | null, ofMaster: string | null) => etdWarnings(ofMaster)({ etd: own }, 'x')
  const cure = (etd: string | null) => ({ label: 'Take the master’s', values: { etd } })
  expect([warned('2026-12-03', '2026-12-03'), warned(null, null)]).toEqual([[], []])
  expect(warned('2026-12-05', '2026-12-03')).toEqual([
    { column: 'job', text: 'ETD 2026-12-05; the master has 2026-12-03.', cure: cure('2026-12-03') },
  ])
  expect(warned(null, '2026-12-03')[0]?.text).toBe('No ETD; the master has 2026-12-03.')
  expect(warned('2026-12-05', null)).toMatchObject([
    { text: 'ETD 2026-12-05; the master has none.', cure: cure(null) },
  ])
})

test('a column that nobody has filled is narrower, the house bill is as wide as the longest, and names grow', () => {
  const house: House = {
    ...{ id: 'x', jobId: 7, name: 'Yarn', hbl: 'LADKHI26-0001234', shipper: null, etd: null, version: 1 },
    consignee: { id: 'y', name: 'Jurong Cold Chain' },
    ...{ numberOfPackages: 4, grossWeight: 5, weightUnit: 0, volume: null, volumeUnit: null },
    ...{ kilograms: 5, cubicMetres: null, chargeable: null, receivedAtCfs: '2026-11-29', dateOfIssue: null },
    ...{ costShareByHand: null, costShare: null },
  }
  const split = { basis: null, currency: 'USD' }
  const columns = houseColumns(2, () => ({ reason: '' }), split, filledIn([house]))
  const widths = Object.fromEntries(columns.map(({ id, width }) => [id, width]))
  expect(widths).toMatchObject({ hbl: 158, grossWeight: 92, volume: 64, receivedAtCfs: 92, dateOfIssue: 68 })
  expect(columns.filter(({ grows }) => grows).map(({ id }) => id)).toEqual(['job', 'consignee'])
})
