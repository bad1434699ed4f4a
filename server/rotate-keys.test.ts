import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { openTestDatabase } from '#testing/identity-app.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { loadProviderKeys } from '#server/identity/store/keys.ts'

const LADING_KEY = 'a key of at least thirty-two characters'

let borrowed: BorrowedDatabase
beforeAll(async () => {
  borrowed = await borrowDatabase()
})
afterAll(() => borrowed?.release())

async function rotate(args: string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, DATABASE_URL: borrowed.ownerUrl, LADING_KEY, ...settings }
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'rotate-keys.ts'), ...args], {
    env,
  })
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  return stdout.trim().split('\n').at(-1)
}

test('the command makes keys that sign later, or at once, and says so in a line', async () => {
  const database = openTestDatabase(borrowed.ownerUrl)
  const keys = async () =>
    (await loadProviderKeys(database.signIn, createSeal(LADING_KEY))).jwks.keys.map(({ kid }) => kid)
  const [first] = await keys()
  expect(await rotate([])).toMatch(/^New keys sign from \d{4}-.+ Nobody is signed out\.$/)
  const both = await keys()
  expect(both).toEqual([first, expect.any(String)])

  expect(await rotate(['--at-once'])).toMatch(/^New keys sign from now on\./)
  const [last, ...rest] = await keys()
  expect(rest).toEqual([])
  expect(both).not.toContain(last)

  const line = await rotate([], { LADING_KEY: 'another key of more than thirty-two' })
  expect(line).toBe(
    'The sign-in secrets in the database were encrypted with another key. Set LADING_KEY to that one.',
  )
  expect(await rotate([], { LADING_KEY: 'short' })).toContain('LADING_KEY must have at least 32 characters')
  expect(await keys()).toEqual([last])
  await database.close()
})
