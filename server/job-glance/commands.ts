import { payable } from '#contract/finance-totals.ts'
import type { JobGlance } from '#contract/job-glance.ts'
import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { withTotals } from '#server/finance/totals.ts'
import { readGlance } from './records.ts'

const instantOf = (moment: string) => new Date(moment).toISOString()

export async function loadGlance({ db, accountId }: Session, jobId: string): Promise<JobGlance> {
  const row = await readGlance(db, accountId, jobId)
  if (!row) throw notFound('job')
  const { lastMail, lastNote, formerDates, ...stored } = row
  const { total, totalIsTyped, currency } = withTotals(stored)
  return {
    finance: { total: totalIsTyped ? total : payable({ total, currency }), currency },
    lastMail: lastMail && {
      ...lastMail,
      madeAt: instantOf(lastMail.madeAt),
      sentAt: lastMail.sentAt && instantOf(lastMail.sentAt),
    },
    lastNote: lastNote && { ...lastNote, writtenAt: instantOf(lastNote.writtenAt) },
    formerDates: formerDates.map(one => ({ ...one, changedAt: instantOf(one.changedAt) })),
  }
}
