import { expect, test } from 'vitest'
import { profileReport, shortText } from './profile-report.ts'

test('the report names what took the time of one operation', () => {
  const report = profileReport({
    operations: 200,
    processor: {
      idle: 0.25,
      categories: [
        { name: 'pg', share: 0.6 },
        { name: 'server/jobs', share: 0.045 },
      ],
      functions: [{ name: 'writev', share: 0.5 }],
    },
    database: {
      statements: [
        { text: 'select 1\n  from jobs', isNested: false, calls: 200, total: 100 },
        { text: 'insert into history', isNested: true, calls: 400, total: 50 },
      ],
      functions: [{ name: 'record_history', calls: 600, self: 20 }],
    },
  })
  expect(report.split('\n\n')).toEqual([
    "The server's thread was idle for 25 % of the time. While it worked: pg 60 %, server/jobs 4.5 %.",
    'Functions by self time: writev 50 %.',
    [
      '| PostgreSQL, of one operation | Calls | ms |',
      '|---|---:|---:|',
      '| `select 1 from jobs` | 1.00 | 0.50 |',
      '| within a function: `insert into history` | 2.00 | 0.25 |',
      '| function record_history, by itself | 3.00 | 0.10 |',
    ].join('\n'),
  ])
})

test('a statement keeps to one cell of the table', () => {
  expect(shortText('select a || b\n from c')).toBe('select a \\|\\| b from c')
  expect(shortText('x'.repeat(200))).toHaveLength(90)
})
