import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { openTestDatabase } from '#testing/identity-app.ts'
import { foundingLinkIsGood } from './users/founding-records.ts'
import { hashOfSecret } from './users/link-secrets.ts'

let borrowed: BorrowedDatabase
beforeAll(async () => {
  borrowed = await borrowDatabase()
})
afterAll(() => borrowed?.release())

async function invite(args: string[], settings: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, DATABASE_URL: borrowed.ownerUrl, ...settings }
  const program = join(import.meta.dirname, 'invite-company.ts')
  const run = promisify(execFile)(process.execPath, [program, ...args], { env })
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  return stdout.trim()
}

test('the command prints a link for one person, and says what it cannot do', async () => {
  const PUBLIC_URL = 'https://lading.example'
  const said = await invite(['anna@maas.example'], { PUBLIC_URL })
  expect(said).toMatch(/With this link anna@maas\.example can register a company, once, within 7 days\./)
  const [, secret = ''] = /^https:\/\/lading\.example\/join\/([\w-]{43})$/m.exec(said) ?? []
  const database = openTestDatabase(borrowed.ownerUrl)
  expect(await database.transaction(db => foundingLinkIsGood(db, hashOfSecret(secret)))).toBe(true)
  await database.close()
  expect(await invite([])).toBe('Name one e-mail address: npm run invite-company -- anna@example.com')
  expect(await invite(['anna@maas.example'], { SIGN_UP: 'closed' })).toContain('Set SIGN_UP=invited first.')
})
