import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { fillOffice } from '#testing/busy-office.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { testCompany } from '#testing/test-company.ts'
import { listDatedBackups } from './dated-backups.ts'
import { openFolderPlace } from './folder-place.ts'
import { keepBackingUp, newestBackup, startBackupSchedule } from './schedule.ts'
import { verifyBackup } from './verify-backup.ts'

const { product, company } = testCompany()
let folder: string

beforeAll(() => fillOffice(company, 2))
beforeEach(async () => {
  folder = await makeTemporaryFolder('lading-schedule-')
  return () => rm(folder, { recursive: true })
})

test('the schedule makes a backup when the newest is too old, and tries again what failed', async () => {
  const stopping = new AbortController()
  const warned: string[] = []
  const made: (Date | null)[] = []
  let last: Date | null = null
  await keepBackingUp({
    everyMs: 50,
    newest: async () => last,
    make: async () => {
      made.push(last)
      if (made.length === 1) throw new Error('The disk is away.')
      last = new Date()
      if (made.length === 4) stopping.abort()
    },
    stop: stopping.signal,
    warn: line => warned.push(line),
  })
  expect(made).toEqual([null, null, expect.any(Date), expect.any(Date)])
  expect(warned).toEqual([expect.stringMatching(/^No backup was made\. .*The disk is away\./)])
})

/** What BACKUP_TO starts in the server and the worker, with the shortest interval that a test can wait for. */
function startSchedule(environment: Record<string, string> = {}) {
  const to = join(folder, 'backups')
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    BACKUP_TO: to,
    BACKUP_KEEP: '2',
    ...environment,
  })
  const { backup } = config
  if (!backup) throw new Error('The settings ask for no backups.')
  const said: string[] = []
  const warned: string[] = []
  const lines = new EventEmitter()
  const schedule = startBackupSchedule({
    config: { ...config, backup: { ...backup, everyMs: 1 } },
    ownerUrl: product.ownerUrl,
    files: product.files,
    say(line) {
      said.push(line)
      if (line.includes('is complete')) lines.emit('made')
    },
    warn(line) {
      warned.push(line)
      lines.emit('warned')
    },
  })
  return { config, to, said, warned, lines, schedule }
}

test('where BACKUP_TO says, backups are made one after the other, and the newest BACKUP_KEEP stay', async () => {
  const { config, to, said, warned, lines, schedule } = startSchedule()
  for (let made = 0; made < 4; made++) await once(lines, 'made')
  await schedule.stop()
  expect(warned).toEqual([])
  const place = openFolderPlace(to)
  const kept = await listDatedBackups(place)
  expect(kept).toHaveLength(2)
  for (const { name, manifest } of kept) {
    await verifyBackup(place.at(name))
    expect(manifest).toMatchObject({ missing: [], damaged: [] })
    expect(manifest.files.count).toBeGreaterThan(2)
  }
  expect(await newestBackup(config, to)).toEqual(new Date(kept.at(-1)?.manifest.madeAt ?? ''))
  const told = said.filter(line => line.includes('is complete')).at(-1)
  expect(told).toMatch(/^Backup: The backup in .*Z is complete and was read back: \d+ tables with /)
  expect(said).toContainEqual(expect.stringMatching(/^Backup: Removed 1 old backup: /))
})

test('a start that finds a backup which is new enough makes none', async () => {
  const first = startSchedule()
  await once(first.lines, 'made')
  await first.schedule.stop()
  const { config, to } = first
  const made: string[] = []
  const schedule = startBackupSchedule({
    ...{ config, ownerUrl: product.ownerUrl, files: product.files },
    say: line => made.push(line),
    warn: line => made.push(line),
  })
  // The schedule looks for the newest before it waits.
  await newestBackup(config, to)
  await schedule.stop()
  expect(made).toEqual([])
})

test('a folder in the data folder is refused in the log, again and again, and the server goes on', async () => {
  const { warned, lines, schedule } = startSchedule({ BACKUP_TO: join(folder, 'data/backups') })
  await once(lines, 'warned')
  await schedule.stop()
  expect(warned[0]).toMatch(/^No backup was made\. .* lies in DATA_DIR, which the backup is to outlive/)
})

test('without BACKUP_TO none is made, and nothing is to be stopped', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'data') })
  const refuse = () => {
    throw new Error('Nothing is said.')
  }
  const { ownerUrl, files } = product
  await startBackupSchedule({ config, ownerUrl, files, say: refuse, warn: refuse }).stop()
})
