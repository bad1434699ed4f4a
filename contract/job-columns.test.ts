import { expect, test } from 'vitest'
import { columnOfField, jobColumnKeys, withoutColumn } from './job-columns.ts'
import { jobFieldLabels } from './job-fields.ts'

test('every field of a job has a column in the list, or a reason why not', () => {
  const keys = new Set<string>(jobColumnKeys)
  const named: Readonly<Record<string, string>> = columnOfField
  const columnOf = (field: string) => named[field] ?? field.replace(/^quote\./, '')
  const missing = Object.keys(jobFieldLabels).filter(
    field => !keys.has(columnOf(field)) && !(field in withoutColumn),
  )
  expect(missing).toEqual([])
  // A reason for what has a column would be none.
  expect(Object.keys(withoutColumn).filter(field => keys.has(columnOf(field)))).toEqual([])
})
