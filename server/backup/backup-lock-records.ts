import { withOwner } from '#server/db/owner.ts'

// Any number will do, so long as every process takes the same.
const BACKUP_LOCK = 7_105_114

/** Runs `work` while no other process makes a backup of the same database; answers null where one does. */
export async function withBackupLock<Result>(
  ownerUrl: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return withOwner(ownerUrl, async client => {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      BACKUP_LOCK,
    ])
    return rows[0]?.taken ? work() : null
  })
}
