import { expect, test } from 'vitest'
import { readCell } from './read-values.ts'
import { importFields } from '#contract/import-fields.ts'

const field = importFields.jobs['cargoCutOff']
const reading = {
  dateOrder: 'dmy',
  decimal: '.',
  from1904: false,
  mixedDates: false,
  mixedDecimals: false,
  eitherDates: 'read',
} as unknown as Parameters<typeof readCell>[2]
const read = (cell: Parameters<typeof readCell>[1]) => {
  if (!field) throw new Error('There is no such field.')
  return readCell(field, cell, reading)
}

test.each([
  ['2026-12-03 14:00', '2026-12-03T14:00'],
  ['2026-12-03T14:00', '2026-12-03T14:00'],
  ['03/12/2026 14:00 hrs', '2026-12-03T14:00'],
  ['3.12.2026, 2:30 pm', '2026-12-03T14:30'],
  ['3 Dec 2026 12 am', '2026-12-03T00:00'],
  ['03.12.2026', '2026-12-03T23:59'],
  // A spreadsheet's own time: the fraction of the day.
  [46_359.583_333_333_3, '2026-12-03T14:00'],
  [46_359, '2026-12-03T23:59'],
])('%s is %s', (cell, value) => {
  expect(read(cell)).toEqual({ value })
})

test('a time that is none is refused with its day', () => {
  for (const cell of ['2026-12-03 25:00', '31.02.2026 14:00', '14:00', 'soon'])
    expect(read(cell), cell).toHaveProperty('wrong')
})
