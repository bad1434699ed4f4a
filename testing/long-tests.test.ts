import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longTests } from './long-tests.ts'

test('every long test is there under its name: one that moved would no longer begin first', () => {
  const missing = longTests.filter(path => !existsSync(join(import.meta.dirname, '..', path)))
  expect(missing).toEqual([])
})
