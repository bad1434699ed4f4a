import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/files/store.ts'
import { startFailure } from '#server/start-failure.ts'
import { listDatedBackups } from './dated-backups.ts'
import { openPlace } from './open-place.ts'
import { runBackup, shortcomings } from './run-backup.ts'

const RETRY_MS = 10 * 60_000

export type Schedule = {
  everyMs: number
  /** When the newest backup was made; null: there is none. */
  newest: () => Promise<Date | null>
  /** Makes one. */
  make: () => Promise<unknown>
  stop: AbortSignal
  warn: (line: string) => void
}

/**
 * Makes a backup whenever the newest is older than it should be, until it is stopped. What fails is told and tried again
 * after ten minutes, or after `everyMs` where that is shorter. Never throws.
 */
export async function keepBackingUp({ everyMs, newest, make, stop, warn }: Schedule): Promise<void> {
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stop, ref: true }).catch(() => undefined)
  while (!stop.aborted) {
    try {
      const last = await newest()
      const due = last ? last.getTime() + everyMs - Date.now() : 0
      // Looked at again now and then: another server may make one meanwhile.
      if (due > 0) await wait(Math.min(due, RETRY_MS))
      else await make()
    } catch (error) {
      if (stop.aborted) return
      warn(`No backup was made. ${startFailure(error)}`)
      await wait(Math.min(everyMs, RETRY_MS))
    }
  }
}

export async function newestBackup(config: Pick<Config, 's3Access'>, to: string): Promise<Date | null> {
  const place = await openPlace(to, config.s3Access)
  try {
    const newest = (await listDatedBackups(place)).at(-1)
    return newest ? new Date(newest.manifest.madeAt) : null
  } finally {
    place.close()
  }
}

/** Makes the backups that the settings ask for, in the server or the worker; none where they ask for none. */
export function startBackupSchedule({
  config,
  ownerUrl,
  files,
  say,
  warn,
}: {
  config: Pick<Config, 'backup' | 's3Access' | 'dataDir' | 'key'>
  ownerUrl: string
  files: FileStore
  say: (line: string) => void
  warn: (line: string) => void
}): { stop(): Promise<void> } {
  const { backup } = config
  if (!backup) return { stop: async () => undefined }
  const { to, everyMs, keep } = backup
  const stopping = new AbortController()
  const { signal: stop } = stopping
  const ended = keepBackingUp({
    ...{ everyMs, stop, warn },
    newest: () => newestBackup(config, to),
    make: async () => {
      const run = { config, ownerUrl, files, to, keep, stop, say: (line: string) => say(`Backup: ${line}`) }
      for (const line of shortcomings(await runBackup(run))) warn(`Backup: ${line}`)
    },
  })
  return {
    stop: async () => {
      stopping.abort(new Error('The server is stopping.'))
      await ended
    },
  }
}
