import { expect, test } from 'vitest'
import { groups } from './data-model-groups.ts'
import { pageOf } from './data-model.ts'

const column = (table: string, name = 'id') => ({
  table,
  column: name,
  type: 'uuid',
  isKey: name === 'id',
  isOptional: name !== 'id',
  references: name === 'id' ? [] : ['accounts'],
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

test('a table of which nothing is said is named', () => {
  expect(() => pageOf([...every, 'containers'].map(name => column(name)))).toThrow(
    'Say in scripts/data-model-groups.ts what containers holds.',
  )
})

test('a table that is gone is named', () => {
  expect(() => pageOf(every.filter(name => name !== 'items').map(name => column(name)))).toThrow(
    'scripts/data-model-groups.ts tells of items, which is no table.',
  )
})
