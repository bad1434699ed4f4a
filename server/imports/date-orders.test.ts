import { beforeEach, expect, test } from 'vitest'
import type { ImportReport } from '#contract/imports.ts'
import type { JobRow } from '#contract/jobs.ts'
import { importing } from '#testing/importing.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()
let by: ReturnType<typeof importing>

beforeEach(() => {
  by = importing(product)
})

const read = (content: string) => by.read(company, { name: 'jobs.csv', content }, { kind: 'jobs' })

const TWO_DATES =
  'The file has both 31/12/2026 and 12/31/2026, so this can be two dates. Expected is a date such as 2026-12-03 or 3 Dec 2026.'
const noDate = (order: string) =>
  `This is no date, read as ${order}. Expected is a date such as 2026-12-03 or 3 Dec 2026.`

test('dates of both orders in one file are asked about, and what can be two dates is named until that is settled', async () => {
  const text =
    'Name;ETD\nOne;31/12/2025\nTwo;12/31/2025\nThree;03/04/2026\nFour;2026-04-03\nFive;05/05/2026\nSix;30.11.2025\n'
  const { body } = await read(text)
  const expected: ImportReport = {
    id: body.id,
    kind: 'jobs',
    shipmentId: null,
    fileName: 'jobs.csv',
    by: { id: company.membership.user.id, displayName: 'Amina Qureshi' },
    at: expect.any(String) as string,
    state: 'read',
    settings: {
      sheet: 0,
      headingRow: 1,
      columns: ['name', 'etd'],
      dateOrder: 'dmy',
      decimal: '.',
      makeContacts: false,
      wrongRows: 'leaveOut',
      answers: {},
    },
    preview: {
      sheets: ['Table'],
      columns: [
        { letters: 'A', heading: 'Name', samples: ['One', 'Two', 'Three'] },
        { letters: 'B', heading: 'ETD', samples: ['31/12/2025', '12/31/2025', '03/04/2026'] },
      ],
      headingRows: text
        .trim()
        .split('\n')
        .map((line, at) => ({ row: at + 1, text: line.replace(';', ' · ') })),
      hidden: { columns: [], rows: 0 },
      ambiguous: { dates: true, mixedDates: true, decimals: false, mixedDecimals: false },
      counts: { make: 4, change: 0, same: 0, wrong: 2, contacts: 0, similar: 0 },
      errors: [
        { row: 3, column: 'B', heading: 'ETD', value: '12/31/2025', message: noDate('day, month, year') },
        { row: 4, column: 'B', heading: 'ETD', value: '03/04/2026', message: TWO_DATES },
      ],
      errorCount: 2,
      questions: [],
    },
    total: 6,
    waiting: 4,
    made: 0,
    changed: 0,
    same: 0,
    refused: 2,
    undone: 0,
    stayed: 0,
    undoableUntil: null,
    rows: [
      wrongRow(3, `B3 ETD “12/31/2025”: ${noDate('day, month, year')}`),
      wrongRow(4, `B4 ETD “03/04/2026”: ${TWO_DATES}`),
      madeRow(2, 'One', '2025-12-31'),
      madeRow(5, 'Four', '2026-04-03'),
      madeRow(6, 'Five', '2026-05-05'),
      madeRow(7, 'Six', '2025-11-30'),
    ],
  }
  expect(body).toEqual(expected)
  const told = (report: ImportReport) => report.preview?.errors.map(({ value, message }) => [value, message])
  // Another order alone settles nothing of what can be two.
  const turned = await by.preview(company, body, { dateOrder: 'mdy' })
  expect(told(turned)).toEqual([
    ['31/12/2025', noDate('month, day, year')],
    ['03/04/2026', TWO_DATES],
    ['30.11.2025', noDate('month, day, year')],
  ])
  const settled = await by.preview(company, body, { dateOrder: 'mdy', eitherDates: 'read' })
  expect(told(settled)).toEqual([
    ['31/12/2025', noDate('month, day, year')],
    ['30.11.2025', noDate('month, day, year')],
  ])
  expect(settled.rows).toContainEqual(madeRow(4, 'Three', '2026-03-04'))
  await by.done(company, await by.preview(company, body, { eitherDates: 'read' }))
  const { body: jobs } = await company.call<JobRow[]>('GET', '/api/shipment?sort=jobId')
  expect(jobs.map(({ name, etd }) => [name, etd])).toEqual([
    ['One', '2025-12-31'],
    ['Three', '2026-04-03'],
    ['Four', '2026-04-03'],
    ['Five', '2026-05-05'],
    ['Six', '2025-11-30'],
  ])
})

const wrongRow = (row: number, reason: string) => ({
  ...{ row, action: 'wrong' as const, state: 'refused' as const, name: '', fields: [], reason },
})
const madeRow = (row: number, name: string, etd: string) => ({
  ...{ row, action: 'make' as const, state: 'waiting' as const, name, reason: null },
  fields: [
    { label: 'ETD', old: '', new: etd },
    { label: 'Name', old: '', new: name },
  ],
})

test.each([
  ['03/04/2026', { dates: true, mixedDates: false, order: 'dmy', wrong: 0 }],
  ['05/05/2026', { dates: false, mixedDates: false, order: 'dmy', wrong: 0 }],
  ['12/31/2025 14:30;03/04/2026', { dates: false, mixedDates: false, order: 'mdy', wrong: 0 }],
  // As many of the one as of the other: the company's own order.
  ['31/12/2025;12/31/2025', { dates: true, mixedDates: true, order: 'dmy', wrong: 1 }],
  ['12/31/2025;12/30/2025;31.12.25', { dates: true, mixedDates: true, order: 'mdy', wrong: 1 }],
  ['96-12-03;26-12-03', { dates: false, mixedDates: false, order: 'ymd', wrong: 0 }],
])('the order of %s', async (dates, { order, wrong, ...ambiguous }) => {
  const lines = dates.split(';').map((date, at) => `Job ${at};${date}`)
  const { body } = await read(`Name;ETD\n${lines.join('\n')}\n`)
  expect(body.settings.dateOrder).toBe(order)
  expect(body.preview?.ambiguous).toEqual({ ...ambiguous, decimals: false, mixedDecimals: false })
  expect(body.preview?.counts.wrong).toBe(wrong)
})

test.each([
  ['mdy', '03/04/2026', '2026-03-04'],
  ['dmy', '03/04/2026', '2026-04-03'],
  ['ymd', '26-12-03', '2026-12-03'],
  // A year of four figures at the end is no day.
  ['ymd', '03/04/2026', '2026-04-03'],
])('a company that writes %s reads %s so', async (dateOrder, date, etd) => {
  await company.call('PUT', '/api/company', { dateOrder })
  const { body } = await read(`Name;ETD\nOne;${date}\n`)
  expect(body.settings.dateOrder).toBe(dateOrder)
  expect(body.rows).toEqual([expect.objectContaining({ fields: madeRow(2, 'One', etd).fields })])
  await company.call('PUT', '/api/company', { dateOrder: null })
})
