import { expect, test } from 'vitest'
import { groups } from './data-model-groups.ts'
import { pageOf } from './data-model.ts'

const column = (table: string, name = 'id', comment: string | null = null) => ({
  table,
  column: name,
  type: 'uuid',
  isKey: name === 'id',
  isOptional: name !== 'id',
  references: name === 'id' ? [] : ['accounts'],
  comment,
})
const every = Object.values(groups).flatMap(Object.keys)

test('a table stands in its group, with its columns', () => {
  const page = pageOf([...every.map(name => column(name)), column('items', 'account_id')])
  expect(page).toContain(
    [
      '### items\n\nLines of cargo.\n',
      '| Column | Type | May be null | References |\n|---|---|---|---|',
      '| **`id`** | uuid |  |  |\n| `account_id` | uuid | yes | [accounts](#accounts) |',
    ].join('\n'),
  )
  expect(page.indexOf('### jobs')).toBeGreaterThan(page.indexOf('## Jobs'))
})

test('a table that says what it holds in a comment stands in the group that it names', () => {
  const page = pageOf([
    ...every.map(name => column(name)),
    column('containers', 'id', 'Jobs: What a job is packed in.'),
  ])
  const [, jobs = ''] = page.split('## Jobs\n')
  expect(jobs.split('\n## ')[0]).toContain('### containers\n\nWhat a job is packed in.\n')
})

test.each([null, 'What a job is packed in.', 'Shelves: What a job is packed in.'])(
  'a table of which nothing is said, or of no group, is named: %s',
  comment => {
    expect(() => pageOf([...every.map(name => column(name)), column('containers', 'id', comment)])).toThrow(
      'Say what containers holds, in its migration',
    )
  },
)

test('a table that is gone is named', () => {
  expect(() => pageOf(every.filter(name => name !== 'items').map(name => column(name)))).toThrow(
    'scripts/data-model-groups.ts tells of items, which is no table.',
  )
})
