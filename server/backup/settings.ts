import { z } from 'zod'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const LEAST_MS = 60_000
const MOST_MS = 31 * 86_400_000

/** Milliseconds of `30m`, `24h` or `7d`; null where it is none, or not from a minute to 31 days. */
export function readInterval(text: string): number | null {
  const [, figure, unit = ''] = /^(\d{1,6})\s*([mhd])$/.exec(text.trim().toLowerCase()) ?? []
  const interval = Number(figure) * (UNITS[unit] ?? Number.NaN)
  return interval >= LEAST_MS && interval <= MOST_MS ? interval : null
}

export const INTERVAL_WORDS = 'must be an interval such as 30m, 24h or 7d, from a minute to 31 days'
export const KEEP_WORDS = 'must be a whole number from 1 to 1000'

const interval = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text, context) => {
      const found = readInterval(text)
      if (found !== null) return found
      context.addIssue({ code: 'custom', message: INTERVAL_WORDS })
      return z.NEVER
    })

export const backupVariables = z.object({
  BACKUP_TO: z.string().min(1).optional(),
  BACKUP_EVERY: interval('24h'),
  BACKUP_KEEP: z.coerce
    .number(KEEP_WORDS)
    .int(KEEP_WORDS)
    .min(1, KEEP_WORDS)
    .max(1000, KEEP_WORDS)
    .default(14),
})

export type BackupSettings = {
  /** A folder, or s3://bucket/prefix. */
  to: string
  everyMs: number
  /** How many backups are kept. */
  keep: number
}

export const backupSettings = (given: z.infer<typeof backupVariables>): BackupSettings | undefined =>
  given.BACKUP_TO === undefined
    ? undefined
    : { to: given.BACKUP_TO, everyMs: given.BACKUP_EVERY, keep: given.BACKUP_KEEP }
