import { expressionBuilder, sql } from 'kysely'
import type { HistorySearch } from '#contract/history.ts'
import { type Db, TOKEN_SUBJECT } from '#server/db/db.ts'
import { paged } from '#server/db/sql-fragments.ts'
import type { DB } from '#server/db/tables.ts'
import type { StoredChanges } from '#server/records/change-wording.ts'
import { toldChanges } from '#server/records/changes-records.ts'
import { endOf, startOf } from './period-records.ts'

export type StoredEntry = {
  id: number
  at: Date
  userId: string | null
  by: string | null
  address: string | null
  userAgent: string | null
  recordType: string
  recordId: string
  organisationId: string | null
  jobId: string | null
  jobNumber: number | null
  jobName: string | null
  changes: StoredChanges
  jobChangeId: string | null
  /** How many jobs that action changed. */
  jobsChanged: number | null
  isUndo: boolean | null
  importId: string | null
  fileName: string | null
  merge: {
    id: string
    keptId: string
    keptName: string | null
    mergedName: string | null
    jobs: number
    isUndo: boolean
  } | null
}

// An API token's name, role and end of access stand in a row of `users`, of which nobody but the product knows.
const recordType = sql<string>`
  case when h.record_type = 'users' and starts_with(person.subject, ${TOKEN_SUBJECT}) then 'api_tokens'
  else h.record_type end`

const selectEntries = (db: Db, accountId: string) =>
  db
    .selectFrom('history as h')
    .leftJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'h.account_id').onRef('u.id', '=', 'h.user_id'),
    )
    .leftJoin('users as person', join =>
      join.onRef('person.account_id', '=', 'h.account_id').onRef('person.id', '=', 'h.record_id'),
    )
    .leftJoin('jobs as j', join =>
      join.onRef('j.account_id', '=', 'h.account_id').onRef('j.id', '=', 'h.job_id'),
    )
    .leftJoin('job_changes as c', join =>
      join.onRef('c.account_id', '=', 'h.account_id').onRef('c.id', '=', 'h.job_change_id'),
    )
    .leftJoin('imports as i', join =>
      join.onRef('i.account_id', '=', 'h.account_id').onRef('i.id', '=', 'h.import_id'),
    )
    .leftJoin('contact_merges as m', join =>
      join.onRef('m.account_id', '=', 'h.account_id').onRef('m.id', '=', 'h.contact_merge_id'),
    )
    .where('h.account_id', '=', accountId)
    .where('h.shown', '=', true)
    .select([
      'h.id',
      'h.at',
      'h.user_id as userId',
      'u.display_name as by',
      'h.address',
      'h.user_agent as userAgent',
      recordType.as('recordType'),
      'h.record_id as recordId',
      'h.organisation_id as organisationId',
      'h.job_id as jobId',
      'j.job_number as jobNumber',
      'j.name as jobName',
      toldChanges.as('changes'),
      'h.job_change_id as jobChangeId',
      'c.changed as jobsChanged',
      sql<boolean | null>`c.undo_of is not null`.as('isUndo'),
      'h.import_id as importId',
      'i.file_name as fileName',
      sql<
        StoredEntry['merge']
      >`case when m.id is not null then json_build_object('id', m.id, 'keptId', m.kept_id,
        'keptName', m.kept_name, 'mergedName', m.merged_name, 'jobs', m.jobs,
        'isUndo', coalesce(h.at >= m.undone_at, false)) end`.as('merge'),
    ])

/** What is searched for. A day as the end counts whole, an instant does not count itself. */
function matching({ job, organisation, template, user, by, from, to }: HistorySearch) {
  const eb = expressionBuilder<{ h: DB['history'] }, 'h'>()
  return eb.and([
    ...(job ? [eb('h.job_id', '=', job)] : []),
    ...(organisation ? [eb('h.organisation_id', '=', organisation)] : []),
    ...(template ? [eb('h.record_id', '=', template), eb('h.record_type', '=', 'document_templates')] : []),
    ...(user ? [eb('h.record_id', '=', user), eb('h.record_type', '=', 'users')] : []),
    ...(by ? [eb('h.user_id', '=', by)] : []),
    ...(from ? [sql<boolean>`h.at >= ${startOf(from)}`] : []),
    ...(to ? [sql<boolean>`h.at < ${endOf(to)}`] : []),
  ])
}

/** The latest first. */
export async function listEntries(
  db: Db,
  accountId: string,
  wanted: HistorySearch,
  page: { offset: number; limit: number },
): Promise<{ rows: StoredEntry[]; total: number }> {
  const entries = selectEntries(db, accountId).where(matching(wanted))
  const rows = await paged(entries.orderBy('h.at', 'desc').orderBy('h.id', 'desc'), page).execute()
  const { total } = await db
    .selectFrom('history as h')
    .where('h.account_id', '=', accountId)
    .where('h.shown', '=', true)
    .where(matching(wanted))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows, total }
}

/** Where a walk through history stands: what comes after it is older. */
export type Place = { at: string; id: number }

/** The next entries of a walk from the latest to the oldest; `place` null begins it. */
export async function nextEntries(
  db: Db,
  accountId: string,
  wanted: HistorySearch,
  place: Place | null,
  limit: number,
): Promise<{ rows: StoredEntry[]; place: Place | null }> {
  let entries = selectEntries(db, accountId).where(matching(wanted))
  // As text: a JavaScript date forgets the microseconds, by which rows would be told twice or never.
  if (place) entries = entries.where(sql<boolean>`(h.at, h.id) < (${place.at}::timestamptz, ${place.id})`)
  const rows = await entries
    .select(sql<string>`h.at::text`.as('exactly'))
    .orderBy('h.at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  return {
    rows: rows.map(({ exactly: _, ...row }) => row),
    place: last ? { at: last.exactly, id: last.id } : null,
  }
}

export async function findEntry(db: Db, accountId: string, id: number): Promise<StoredEntry | null> {
  const row = await selectEntries(db, accountId).where('h.id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Those of the entries after which nothing was added or removed under the same id: what they removed is still gone.
 * Without default parties whose contact was deleted, which cannot come back.
 */
export async function lastOfTheirRecords(
  db: Db,
  accountId: string,
  entries: readonly Pick<StoredEntry, 'id' | 'recordId'>[],
): Promise<ReadonlySet<number>> {
  if (entries.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with last as (
      select max(h.id) as id from history h
      where h.account_id = ${accountId} and h.record_id = any (${sql.val(entries.map(one => one.recordId))}::uuid[])
        and (h.made or jsonb_exists(h.changes, 'id'))
      group by h.record_id
    )
    select last.id from last join history h on h.account_id = ${accountId} and h.id = last.id
    where h.record_type <> 'organisation_default_parties' or exists (
      select from organisations o where o.account_id = ${accountId}
        and o.id = kept_organisation((h.changes -> 'default_organisation_id' ->> 0)::uuid))`.execute(db)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The last entry about a record; null where there is none. */
export async function lastEntryOf(db: Db, accountId: string, recordId: string): Promise<StoredEntry | null> {
  const row = await selectEntries(db, accountId)
    .where('h.record_id', '=', recordId)
    .orderBy('h.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** What was changed on a job and all that is its own after one of its entries, the oldest first. */
export async function jobEntriesAfter(
  db: Db,
  accountId: string,
  jobId: string,
  entryId: number,
): Promise<StoredEntry[]> {
  const rows = await selectEntries(db, accountId)
    .where('h.job_id', '=', jobId)
    .where('h.id', '>', entryId)
    .orderBy('h.id')
    .execute()
  return rows
}
