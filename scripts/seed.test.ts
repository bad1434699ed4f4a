import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { runStep } from '#testing/step.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'

test('a seed shuts its database down, and the next start has nothing to recover', async () => {
  const dataDir = await makeTemporaryFolder('lading-seed-')
  try {
    const seeded = await runStep('node', ['scripts/seed.ts', '--jobs', '12'], {
      env: { DATA_DIR: dataDir, DATABASE_URL: '' },
      quiet: true,
    })
    expect(seeded).toMatchObject({ ok: true, output: expect.stringContaining('Sign in as demo@') as unknown })
    const log = () => readFile(join(dataDir, 'postgres/server.log'), 'utf8')
    expect((await log()).trimEnd()).toMatch(/database system is shut down$/)
    const database = await openEmbeddedDatabase({ dataDir, role: 'command' })
    await database.stop()
    expect(await log()).not.toMatch(/interrupted|not properly shut down|recovery/)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  // Of a busy machine.
}, 240_000)

test('no jobs are asked for by --samples alone, and not by a number', async () => {
  const refused = await runStep('node', ['scripts/seed.ts', '--samples', '--jobs', '0'], { quiet: true })
  expect(refused).toMatchObject({
    ok: false,
    output: expect.stringContaining('--samples adds five') as unknown,
  })
})
