import { parseArgs } from 'node:util'
import { BackupError } from './backup/backup-error.ts'
import { listDatedBackups } from './backup/dated-backups.ts'
import type { BackupPlace } from './backup/place.ts'
import { openOwnerDatabase } from './backup/owner-database.ts'
import { MANIFEST } from './backup/manifest.ts'
import { openPlace } from './backup/open-place.ts'
import { inWords, runBackup, shortcomings } from './backup/run-backup.ts'
import { keepBackingUp, newestBackup } from './backup/schedule.ts'
import { INTERVAL_WORDS, KEEP_WORDS, readInterval } from './backup/settings.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { messageFrom } from './errors.ts'
import { openFileStore } from './files/open.ts'
import { startFailure } from './start-failure.ts'

/** npm run backup -- FOLDER: copies the database and the files while servers run. */
const say = (line: string) => process.stdout.write(`${line}\n`)

const usage = `Name a folder, or s3://bucket/prefix:
  npm run backup -- FOLDER                          one backup, in that folder
  npm run backup -- FOLDER --keep 14                a dated one in it; the newest 14 are kept
  npm run backup -- FOLDER --every 24h --keep 14    runs on and makes one every 24 hours
  npm run backup -- --verify FOLDER                 reads what is there and compares it
Without a folder, BACKUP_TO is used.`

const DEFAULT_KEEP = 14

type Wanted = { folder: string | undefined; verify: boolean; everyMs: number | null; keep: number | null }

function readArguments(): Wanted {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { verify: { type: 'boolean' }, every: { type: 'string' }, keep: { type: 'string' } },
    })
    if (positionals.length > 1) throw new ConfigurationError(usage)
    const everyMs = values.every === undefined ? null : readInterval(values.every)
    if (values.every !== undefined && everyMs === null)
      throw new ConfigurationError(`--every ${INTERVAL_WORDS}.`)
    const keep = values.keep === undefined ? null : Number(values.keep)
    if (keep !== null && !(Number.isInteger(keep) && keep >= 1 && keep <= 1000))
      throw new ConfigurationError(`--keep ${KEEP_WORDS}.`)
    const isDated = everyMs !== null || keep !== null
    return {
      folder: positionals[0],
      verify: values.verify === true,
      everyMs,
      keep: isDated ? (keep ?? DEFAULT_KEEP) : null,
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    throw new ConfigurationError(`${messageFrom(error)}\n${usage}`)
  }
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () =>
    stopping.abort(new BackupError('Stopped. What was copied so far stays where it is.')),
  )

async function run(): Promise<void> {
  const { folder, verify, everyMs, keep } = readArguments()
  // The S3 settings may be there for the backup alone.
  const config = readConfig({ ...process.env, ...(folder !== undefined && { BACKUP_TO: folder }) })
  const to = config.backup?.to
  if (to === undefined) throw new ConfigurationError(usage)
  if (verify) return verifyAll(config, to)
  if (everyMs === null) return once(config, to, keep)
  await everySoOften(config, to, { everyMs, keep })
}

async function once(config: Config, to: string, keep: number | null): Promise<void> {
  const { signal: stop } = stopping
  const database = await openOwnerDatabase(config, say)
  try {
    const files = await openFileStore(config)
    try {
      const { ownerUrl } = database
      const made = await runBackup({ config, ownerUrl, files, to, keep, stop, say })
      // The backup counts; whoever watches the command has to look at the store.
      for (const line of shortcomings(made)) {
        say(line)
        process.exitCode = 1
      }
    } finally {
      await files.close()
    }
  } finally {
    await database.close()
  }
}

async function everySoOften(
  config: Config,
  to: string,
  { everyMs, keep }: { everyMs: number; keep: number | null },
): Promise<void> {
  await keepBackingUp({
    ...{ everyMs, stop: stopping.signal, warn: say },
    newest: () => newestBackup(config, to),
    make: () => once(config, to, keep),
  })
}

async function verifyAll(config: Config, to: string): Promise<void> {
  await withPlace(config, to, async place => {
    const isOne = (await place.entries()).includes(MANIFEST)
    const places = isOne ? [place] : (await listDatedBackups(place)).map(({ name }) => place.at(name))
    if (places.length === 0) throw new ConfigurationError(`There is no complete backup in ${place.name}.`)
    for (const one of places) {
      const manifest = await verifyBackup(one)
      say(
        `The backup in ${one.name}, made at ${manifest.madeAt}, is as it was written: ${inWords(manifest)}.`,
      )
    }
  })
}

async function withPlace<Result>(
  config: Config,
  to: string,
  work: (place: BackupPlace) => Promise<Result>,
): Promise<Result> {
  const place = await openPlace(to, config.s3Access)
  try {
    return await work(place)
  } finally {
    place.close()
  }
}

try {
  await run()
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
