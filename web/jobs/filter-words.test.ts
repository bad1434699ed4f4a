import { expect, test } from 'vitest'
import type { JobFilters } from './dashboard-search.ts'
import { changed, chipsOf, withoutFilter } from './filter-words.ts'

const told = (filters: JobFilters) =>
  chipsOf(filters, { 'an id': 'Acme' }).map(({ label, text }) => `${label} ${text}`.trim())

test.each([
  [{ status: '1,2' }, 'Status In Progress, Completed'],
  [{ etd: 'last-3-days' }, 'ETD last 3 days'],
  [{ eta: 'next-1-days' }, 'ETA next 1 day'],
  [{ eta: 'before-today' }, 'ETA before today'],
  [{ etd: 'this-week' }, 'ETD this week'],
  [{ etdFrom: '2026-11-01', etdTo: '2026-11-08' }, 'ETD from 2026-11-01 to 2026-11-08'],
  [{ etdFrom: '2026-11-01', etdTo: '2026-11-01' }, 'ETD 2026-11-01'],
  [{ etaTo: '2026-11-08' }, 'ETA until 2026-11-08'],
  [{ freeDaysFrom: '7', freeDaysTo: '14' }, 'Free Days from 7 to 14'],
  [{ freeDaysFrom: '7', freeDaysTo: '7' }, 'Free Days 7'],
  [{ originalsFrom: '0' }, 'Number of Originals at least 0'],
  [{ originalsTo: '3' }, 'Number of Originals at most 3'],
  [{ placeOfIssue: 'Sialkot' }, 'Place of Issue contains “Sialkot”'],
  [{ emptyDepot: 'Seaboard' }, 'Empty Container Depot contains “Seaboard”'],
  [{ containerTerminal: 'KICT' }, 'Container Terminal contains “KICT”'],
  [{ releaseValidUntilTo: '2026-12-04' }, 'Delivery Order valid until 2026-12-04 or earlier'],
  [{ releaseValidUntilFrom: '2026-12-04' }, 'Delivery Order valid until 2026-12-04 or later'],
  [{ validUntilTo: '2026-12-04' }, 'Valid until 2026-12-04 or earlier'],
  [{ seal: 'SL1' }, 'Seal contains “SL1”'],
  [{ dangerousGoods: '1' }, 'Dangerous Goods Yes'],
  [{ valueForCustomsFrom: '1000.5' }, 'Declared Value for Customs at least 1000.5'],
  [{ receivedAtCfs: 'last-3-days' }, 'Received at CFS last 3 days'],
  [{ reference: 'PO 1' }, 'Reference contains “PO 1”'],
  [{ reference: 'PO 1', referenceKind: 'booking' }, 'Reference Booking contains “PO 1”'],
  [{ referenceKind: 'letterOfCredit' }, 'Reference Letter of Credit is filled in'],
  [{ noReference: 'an id' }, 'Reference Acme is empty'],
  [{ noReference: 'another' }, 'Reference of the chosen kind is empty'],
  [{ party: 'an id' }, 'Party Acme'],
  [{ port: 'another' }, 'Port chosen'],
  [{ owner: 'none' }, 'Owner none'],
  [{ overdue: 'true' }, 'Overdue'],
  [{ noHouseBl: 'true' }, 'No house B/L'],
  [{ noDocument: 'true' }, 'No document yet'],
  [{ noArrivalNotice: 'true' }, 'No arrival notice sent'],
] satisfies [JobFilters, string][])('%j is “%s”', (filters, words) => {
  expect(told(filters)).toEqual([words])
})

test('a filter by a date is taken away whole', () => {
  const filters: JobFilters = { etd: 'today', etdFrom: '2026-01-01', etdTo: '2026-01-02', search: 'rice' }
  expect(changed(filters, withoutFilter('etd'))).toEqual({ search: 'rice' })
  expect(told({ search: 'rice' })).toEqual([])
})

test('a filter by references is taken away whole', () => {
  const filters: JobFilters = { reference: 'PO 1', referenceKind: 'booking', seal: 'SL1' }
  expect(changed(filters, withoutFilter('reference'))).toEqual({ seal: 'SL1' })
})

test('a filter by a number is taken away whole', () => {
  const filters: JobFilters = { freeDaysFrom: '1', freeDaysTo: '2', originalsTo: '3' }
  expect(changed(filters, withoutFilter('freeDays'))).toEqual({ originalsTo: '3' })
})
