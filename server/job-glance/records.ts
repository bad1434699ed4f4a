import { sql } from 'kysely'
import { type JobGlance, LONGEST_FIRST_LINE, MOST_FORMER_DATES } from '#contract/job-glance.ts'
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

// Its first values are those that it was made with: they were changed by nobody.
const formerDates = sql<JobGlance['formerDates']>`(
  select coalesce(json_agg(former), '[]') from (
    select field, h.changes -> field ->> 0 as value, h.at as "changedAt", u.display_name as "changedBy"
    from history h
    cross join unnest(array['eta', 'etd']) as field
    left join users u on u.account_id = h.account_id and u.id = h.user_id
    where h.account_id = j.account_id and h.record_id = j.id and h.record_type = 'jobs'
      and h.changes -> field ->> 0 is not null and not jsonb_exists(h.changes, 'id')
    order by h.id desc, field limit ${sql.lit(MOST_FORMER_DATES)}) former)`

/** The charges, the last e-mail, the last note and the former dates of a job, in one statement; null where there is no such job. */
export async function readGlance(db: Db, accountId: string, jobId: string) {
  const row = await selectFinances(db, accountId)
    .where('j.id', '=', jobId)
    .select([lastMail.as('lastMail'), lastNote.as('lastNote'), formerDates.as('formerDates')])
    .executeTakeFirst()
  return row ?? null
}
