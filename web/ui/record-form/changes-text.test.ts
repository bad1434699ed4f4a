import { expect, test } from 'vitest'
import { ApiProblem } from '#web/lib/problem.ts'
import { changesText } from './changes-text.ts'

const labels: Record<string, string> = { name: 'Name', city: 'City' }

test('says the newest value of each shown field and who wrote it', () => {
  const at = '2026-11-20T10:00:00Z'
  const problem = new ApiProblem({
    type: 'about:blank',
    status: 412,
    code: 'changed_meanwhile',
    title: 'Somebody has changed this in the meantime',
    detail: 'It was changed.',
    changes: [
      { field: 'name', old: 'A', new: 'B', by: 'Anna', at },
      { field: 'city', old: 'Delft', new: null, by: null, at },
      { field: 'name', old: 'B', new: 'C', by: 'Ben', at },
      { field: 'searchText', old: '', new: 'c', by: 'Ben', at },
    ],
  })
  expect(changesText(problem, field => labels[field] ?? null)).toBe(
    'It was changed. Name is now “C” (Ben). City is now nothing.',
  )
})

test('any other failure keeps its own words', () => {
  expect(changesText(new Error('The network is down.'), () => null)).toBe('The network is down.')
})
