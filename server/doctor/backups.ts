import { newestBackup } from '#server/backup/schedule.ts'
import type { Config } from '#server/config.ts'
import { type Finding, note, right, wrong } from './report.ts'

const HOUR_MS = 60 * 60 * 1000

/** Whether the backups that the server makes by itself are made. */
export async function examineBackups(config: Config): Promise<Finding[]> {
  const { backup } = config
  if (!backup)
    return [
      note(
        'The server makes no backups by itself (BACKUP_TO): see docs/backups.md, unless something else makes them',
      ),
    ]
  return [ageOf(await newestBackup(config, backup.to), backup)]
}

/** Exported for its test. One that is being made, or was tried again, may be late by as much again. */
export function ageOf(newest: Date | null, { to, everyMs }: { to: string; everyMs: number }): Finding {
  if (!newest)
    return note(
      `There is no backup in ${to} yet: the server makes the first one when it does background work`,
    )
  const age = Date.now() - newest.getTime()
  const words = `The newest backup in ${to} was made at ${newest.toISOString()}`
  if (age <= 2 * everyMs) return right(words)
  return wrong(
    `${words}, ${Math.round(age / HOUR_MS)} hours ago, and one is due every ${Number((everyMs / HOUR_MS).toFixed(1))} hours. ` +
      'Look for “backup” in the log of the servers and workers.',
  )
}
