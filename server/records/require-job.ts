import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { jobExists } from './job-records.ts'
import { lockRow } from './row-records.ts'

/** Refuses with 404 unless the account has this job. */
export async function requireJob({ db, accountId }: Session, id: string): Promise<void> {
  if (!(await jobExists(db, accountId, id))) throw notFound('job')
}

/** The version of a job whose row is locked until the transaction ends; 404 unless the account has it. */
export async function requireLockedJob({ db, accountId }: Session, id: string): Promise<number> {
  const version = await lockRow(db, 'jobs', accountId, id)
  if (version === null) throw notFound('job')
  return version
}
