import { sql } from 'kysely'
import { type JobGlance, LONGEST_FIRST_LINE } from '#contract/job-glance.ts'
import type { Db } from '#server/db/db.ts'
import { selectFinances } from '#server/finance/records.ts'

const lastMail = sql<JobGlance['lastMail']>`(
  select json_build_object('id', m.id, 'state', m.state, 'subject', m.subject,
    'madeAt', m.made_at, 'sentAt', m.sent_at, 'to', (
      select json_agg(coalesce(nullif(r.name, ''), r.address) order by r.position) from mail_recipients r
      where r.account_id = m.account_id and r.mail_id = m.id and r.kind = 'to'))
  from mails m where m.account_id = j.account_id and m.job_id = j.id
  order by m.made_at desc, m.id limit 1)`

const lastNote = sql<JobGlance['lastNote']>`(
  select json_build_object('id', n.id, 'author', u.display_name, 'writtenAt', n.written_at,
    'firstLine', left(split_part(n.text, E'\n', 1), ${sql.lit(LONGEST_FIRST_LINE)}))
  from notes n join users u on u.account_id = n.account_id and u.id = n.author_id
  where n.account_id = j.account_id and n.job_id = j.id
  order by n.written_at desc, n.id desc limit 1)`

/** The charges, the last e-mail and the last note of a job, in one statement; null where there is no such job. */
export async function readGlance(db: Db, accountId: string, jobId: string) {
  const row = await selectFinances(db, accountId)
    .where('j.id', '=', jobId)
    .select([lastMail.as('lastMail'), lastNote.as('lastNote')])
    .executeTakeFirst()
  return row ?? null
}
