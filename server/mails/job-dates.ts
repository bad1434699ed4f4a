import type { MailStamp } from '#contract/mails.ts'
import { companyDay } from '#server/records/day-records.ts'
import type { Session } from '#server/db/db.ts'
import { saveJob } from '#server/jobs/commands.ts'
import { getJobById } from '#server/jobs/records.ts'
import { lockRow } from '#server/records/row-records.ts'

/** Sets the dates that a mail was to set, once, and never over one that stands unless that was asked for. */
export async function setJobDates(
  session: Session,
  jobId: string,
  stamps: readonly MailStamp[],
): Promise<MailStamp[]> {
  const open = stamps.filter(({ outcome }) => outcome === null)
  if (open.length === 0) return [...stamps]
  const { db, accountId } = session
  await lockRow(db, 'jobs', accountId, jobId)
  const job = await getJobById(db, accountId, jobId, { withStakeholders: false })
  const today = await companyDay(db)
  const stamped = stamps.map((stamp): MailStamp => {
    if (stamp.outcome !== null) return stamp
    const stands = Boolean(job?.[stamp.field])
    const outcome = stands && !stamp.replace ? 'kept' : 'set'
    return { ...stamp, date: stamp.date ?? today, outcome }
  })
  const set = stamped.filter((stamp, index) => stamp.outcome === 'set' && stamps[index]?.outcome === null)
  if (set.length > 0)
    await saveJob(
      session,
      { id: jobId, ...Object.fromEntries(set.map(({ field, date }) => [field, date])) },
      undefined,
    )
  return stamped
}
