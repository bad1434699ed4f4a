import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { withOwner } from '#server/db/owner.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { openMessageReader } from '#server/files/message-reader.ts'
import { findOffice } from '#server/pdf/find-office.ts'
import { openPdfPrinter } from '#server/pdf/printer.ts'
import { openWordPool } from '#server/word/pool.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { openTestDatabase } from '#testing/identity-app.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { mailSettings, mailVariables } from '#server/mail/settings.ts'
import { openMailService } from '#server/mails/mail-service.ts'
import { startBackgroundWork } from './start.ts'

let borrowed: BorrowedDatabase
let database: Database
let folder: string

beforeAll(async () => {
  borrowed = await borrowDatabase()
  database = openTestDatabase(borrowed.ownerUrl)
  folder = await mkdtemp(join(tmpdir(), 'lading-background-'))
})

afterAll(async () => {
  await database.close()
  await borrowed.release()
  await rm(folder, { recursive: true, force: true })
})

test('every task of the timetable runs as the product’s own role, and expired sign-ins are forgotten', async () => {
  const { ownerUrl } = borrowed
  await withOwner(ownerUrl, owner =>
    owner.query(`insert into oidc_state (model, id, payload, expires_at) values
      ('Session', '\\x01', '{}', now() - interval '1 hour'), ('Session', '\\x02', '{}', now() + interval '1 hour')`),
  )
  const complaints: string[] = []
  const settings = mailSettings(mailVariables.parse({}), () => undefined)
  const mail = openMailService(settings, { name: 'Lading', email: 'office@lading.example' }, database.pool)
  const files = await openDiskStore(folder)
  const word = openWordPool()
  const messages = openMessageReader()
  const budgets = { take: () => undefined, spend: () => undefined }
  const runner = await startBackgroundWork({
    ownerUrl,
    database,
    mail,
    seal: createSeal(undefined),
    files,
    makings: {
      ...{ files, mail, word, messages, budgets },
      pdf: openPdfPrinter({ office: findOffice({}), dataDir: folder }),
    },
    log: line => complaints.push(line),
  })
  for (const task of [
    'forget-expired-sign-ins',
    'purge-deleted-files',
    'look-after-mails',
    'send-morning-summaries',
    'tell-of-mentions',
  ]) {
    const done = once(runner.events, 'job:complete')
    await runner.addJob(task, {})
    const [{ error }] = (await done) as [{ error: unknown }]
    expect(error).toBeNull()
  }
  // Nobody does what no worker knows.
  await runner.addJob('unknown-task', {})
  await runner.addJob('unknown-task', {}, { runAt: new Date(Date.now() + 3_600_000) })
  await runner.addJob('given-up-task', {})
  await withOwner(ownerUrl, async owner => {
    await owner.query(`update graphile_worker._private_jobs jobs set attempts = max_attempts
      from graphile_worker._private_tasks tasks where tasks.id = task_id and identifier = 'given-up-task'`)
    await owner.query(`insert into product_mails (recipient, subject, message, next_attempt_at)
      values ('ann@a.example', 'Hello', '\\x01', now() - interval '90 seconds')`)
  })
  const seconds = expect.any(Number) as number
  expect(await runner.queueLength()).toEqual({
    ...{ waiting: 1, oldestSeconds: seconds },
    tasks: expect.arrayContaining([
      { task: 'unknown-task', waiting: 1, oldestSeconds: seconds, failed: 0 },
      { task: 'given-up-task', waiting: 0, oldestSeconds: 0, failed: 1 },
    ]) as unknown,
    mails: [{ sender: 'product', state: 'waiting', count: 1, oldestSeconds: seconds }],
  })
  await runner.stop()
  const { rows } = await withOwner(ownerUrl, owner =>
    owner.query<{ id: string }>('select id::text from oidc_state'),
  )
  expect(rows).toEqual([{ id: '\\x02' }])
  expect(complaints).toEqual([])
})
