import { sql } from 'kysely'
import { type ComparedContact, type ContactMerge, MERGE_UNDO_DAYS } from '#contract/contact-merges.ts'
import type { Db } from '#server/db/db.ts'
import { isOpen } from '#server/records/open-job-records.ts'
import { contactColumns, organisationColumns } from './columns.ts'
import { type MergedDefault, moveDefaults } from './merge-default-records.ts'

/**
 * What refers to an organisation or to its party, and what a merge does with it. A test reads the catalogue: what a
 * migration adds is to be decided here.
 */
export const referencesOfContacts: Readonly<Record<string, string>> = {
  'contacts.organisation_id': 'People move; the first address gives its values.',
  'parties.organisation_id': 'It goes with its organisation, and its id leads to the kept one’s.',
  'organisation_index.organisation_id': 'Triggers write it; it goes with its organisation.',
  'job_parties.party_id': 'Each link moves to the kept party.',
  'organisation_default_parties.organisation_id':
    'Default parties move where the kept one has none for the same two roles; others go.',
  'organisation_default_parties.default_organisation_id': 'Whoever named it as a default names the kept one.',
}

/** A row as its table has it. */
export type Row = Readonly<Record<string, unknown>> & { id: string }
export type Pair = readonly [before: unknown, after: unknown]
export type Changes = Readonly<Record<string, Pair>>

/** One of the two, with all rows of its own, its contacts in their order. */
export type Standing = { organisation: Row & { version: number }; partyId: string; contacts: readonly Row[] }

/** What an undo needs, by column. */
export type Before = {
  merged: Standing
  /** Contacts that moved. */
  moved: readonly string[]
  kept: Changes
  address: { id: string; changes: Changes } | null
  /** Default parties of the other one, and those that named it; merges of earlier versions moved none. */
  defaults?: readonly MergedDefault[]
}

/** In one order and before the organisations, as a save of a job locks them: neither waits for the other. */
export async function lockJobsOf(db: Db, accountId: string, organisationId: string): Promise<void> {
  await sql`
    select count(*) from (
      select from jobs j where j.account_id = ${accountId} and j.id in (
        select jp.job_id from parties pa
        join job_parties jp on jp.account_id = pa.account_id and jp.party_id = pa.id
        where pa.account_id = ${accountId} and pa.organisation_id = ${organisationId})
      order by j.id for no key update
    ) as locked`.execute(db)
}

/** Those of the organisations that are there, with their rows; both stay locked, and no job can name them anew. */
export async function lockStanding(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  const wanted = sql`any (${sql.val([...ids])}::uuid[])`
  await sql`
    select count(*) from (
      select from organisations where account_id = ${accountId} and id = ${wanted} order by id for update
    ) as locked`.execute(db)
  await sql`
    select count(*) from (
      select from parties where account_id = ${accountId} and organisation_id = ${wanted} order by id for update
    ) as locked`.execute(db)
  const { rows } = await sql<Standing>`
    select to_jsonb(o) as organisation, pa.id as "partyId",
      coalesce((select json_agg(to_jsonb(c) order by c.position) from contacts c
        where c.account_id = o.account_id and c.organisation_id = o.id), '[]') as contacts
    from organisations o join parties pa on pa.account_id = o.account_id and pa.organisation_id = o.id
    where o.account_id = ${accountId} and o.id = ${wanted}`.execute(db)
  return new Map(rows.map(row => [row.organisation.id, row]))
}

export async function countJobsOf(
  db: Db,
  accountId: string,
  organisationId: string,
): Promise<Omit<ComparedContact, 'organisation'>> {
  const { rows } = await sql<Omit<ComparedContact, 'organisation'>>`
    select count(distinct j.id)::int as jobs, (count(distinct j.id) filter (where ${isOpen}))::int as "openJobs"
    from parties pa
    join job_parties jp on jp.account_id = pa.account_id and jp.party_id = pa.id
    join jobs j on j.account_id = jp.account_id and j.id = jp.job_id
    where pa.account_id = ${accountId} and pa.organisation_id = ${organisationId}`.execute(db)
  return rows[0] ?? { jobs: 0, openJobs: 0 }
}

export type MergeToWrite = {
  id: string
  userId: string
  asked: string
  kept: Standing
  merged: Standing
  before: Before
  jobs: number
}

/** Whatever this transaction changes from here on belongs to the merge. */
const noteMerge = (db: Db, id: string) =>
  sql`select set_config('app.contact_merge_id', ${id}, true)`.execute(db)

const nameOf = ({ organisation }: Standing) => organisation['name'] as string | null

/** Does all of it: the caller has locked both and knows what each field becomes. */
export async function writeMerge(db: Db, accountId: string, merge: MergeToWrite): Promise<void> {
  const { id, userId, asked, kept, merged, before, jobs } = merge
  await noteMerge(db, id)
  await sql`
    insert into contact_merges (account_id, id, made_by, asked, kept_id, kept_name, merged_id, merged_name,
      kept_party_id, merged_party_id, jobs, people, before)
    values (${accountId}, ${id}, ${userId}, ${asked}, ${kept.organisation.id}, ${nameOf(kept)},
      ${merged.organisation.id}, ${nameOf(merged)}, ${kept.partyId}, ${merged.partyId}, ${jobs},
      ${before.moved.length}, ${JSON.stringify(before)}::jsonb)`.execute(db)
  // The name first: jobs are indexed by the one that stands when they move.
  await setColumns(db, accountId, 'organisations', kept.organisation.id, before.kept, 1)
  if (before.address)
    await setColumns(db, accountId, 'contacts', before.address.id, before.address.changes, 1)
  await movePeople(db, accountId, kept, before.moved)
  await sql`
    with moved as (
      update job_parties set party_id = ${kept.partyId}
      where account_id = ${accountId} and party_id = ${merged.partyId}
      returning id, job_id
    )
    insert into contact_merge_jobs (account_id, merge_id, job_party_id, job_id)
    select ${accountId}, ${id}, moved.id, moved.job_id from moved`.execute(db)
  await reviseJobs(db, accountId, id)
  await moveDefaults(db, accountId, before.defaults ?? [])
  for (const table of ['contacts', 'parties'])
    await sql`
      delete from ${sql.table(table)}
      where account_id = ${accountId} and organisation_id = ${merged.organisation.id}`.execute(db)
  await sql`
    delete from organisations where account_id = ${accountId} and id = ${merged.organisation.id}`.execute(db)
}

/** Behind those that the kept one has, in their own order. */
async function movePeople(
  db: Db,
  accountId: string,
  kept: Standing,
  moved: readonly string[],
): Promise<void> {
  if (moved.length === 0) return
  const last = Math.max(0, ...kept.contacts.map(one => Number(one['position'])))
  await sql`
    update contacts c set organisation_id = ${kept.organisation.id}, position = ${last} + moved.place
    from unnest(${sql.val([...moved])}::uuid[]) with ordinality as moved (id, place)
    where c.account_id = ${accountId} and c.id = moved.id`.execute(db)
}

const reviseJobs = (db: Db, accountId: string, mergeId: string) =>
  sql`
    update jobs j set version = version + 1
    from (select distinct job_id from contact_merge_jobs where account_id = ${accountId} and merge_id = ${mergeId}) as m
    where j.account_id = ${accountId} and j.id = m.job_id`.execute(db)

/** Gives columns their value before or after (0 or 1); an organisation counts its version whatever changes. */
async function setColumns(
  db: Db,
  accountId: string,
  table: 'organisations' | 'contacts',
  id: string,
  changes: Changes,
  which: 0 | 1,
): Promise<void> {
  const set = [
    ...Object.entries(changes).map(([column, pair]) => sql`${sql.ref(column)} = ${pair[which]}`),
    ...(table === 'organisations' ? [sql`version = version + 1`] : []),
  ]
  if (set.length === 0) return
  await sql`
    update ${sql.table(table)} set ${sql.join(set)} where account_id = ${accountId} and id = ${id}`.execute(
    db,
  )
}

export type StoredMerge = Omit<ContactMerge, 'at'> & {
  at: Date
  asked: string
  keptPartyId: string
  mergedPartyId: string
  before: Before | null
  undone: Undone | null
  isUndone: boolean
  /** A later merge of the kept one, which is to be undone first. */
  laterMergedName: string | null
  laterKeptName: string | null
  hasLater: boolean
}

export type Undone = {
  jobs: number
  people: number
  left: { jobIds: number[]; jobs: number; people: string[]; fields: string[] }
}

const mergesWhere = (accountId: string, condition: ReturnType<typeof sql>) => sql<StoredMerge>`
  select m.id, m.made_at as at, u.display_name as by, m.kept_id as "keptId", m.kept_name as "keptName",
    m.merged_id as "mergedId", m.merged_name as "mergedName", m.jobs, m.people, m.asked,
    m.kept_party_id as "keptPartyId", m.merged_party_id as "mergedPartyId", m.before, m.undone,
    m.undone_at is not null as "isUndone",
    later.id is not null as "hasLater", later.merged_name as "laterMergedName", later.kept_name as "laterKeptName",
    m.undone_at is null and m.before is not null and later.id is null
      and m.made_at > now() - make_interval(days => ${sql.lit(MERGE_UNDO_DAYS)}) as "canBeUndone"
  from contact_merges m
  left join users u on u.account_id = m.account_id and u.id = m.made_by
  left join lateral (
    select l.id, l.merged_name, l.kept_name from contact_merges l
    where l.account_id = m.account_id and l.undone_at is null and l.id <> m.id
      and (l.kept_id = m.kept_id or l.merged_id = m.kept_id) and (l.made_at, l.id) > (m.made_at, m.id)
    order by l.made_at desc, l.id desc limit 1
  ) as later on true
  where m.account_id = ${accountId} and ${condition}
  order by m.made_at desc, m.id desc limit 50`

export async function getMerge(db: Db, accountId: string, id: string): Promise<StoredMerge | undefined> {
  const { rows } = await mergesWhere(accountId, sql`m.id = ${id}`).execute(db)
  return rows[0]
}

/** The merge by which an organisation went. */
export async function mergeOf(db: Db, accountId: string, mergedId: string): Promise<StoredMerge | undefined> {
  const { rows } = await mergesWhere(
    accountId,
    sql`m.merged_id = ${mergedId} and m.undone_at is null`,
  ).execute(db)
  return rows[0]
}

export async function mergesInto(db: Db, accountId: string, keptId: string): Promise<StoredMerge[]> {
  const { rows } = await mergesWhere(accountId, sql`m.kept_id = ${keptId} and m.undone_at is null`).execute(
    db,
  )
  return rows
}

/** Locks a merge, and the jobs that it moved, until the transaction ends. */
export async function lockMerge(db: Db, accountId: string, id: string): Promise<void> {
  await sql`
    select from contact_merges where account_id = ${accountId} and id = ${id} for update`.execute(db)
  await sql`
    select count(*) from (
      select from jobs j where j.account_id = ${accountId} and j.id in (
        select job_id from contact_merge_jobs where account_id = ${accountId} and merge_id = ${id})
      order by j.id for no key update
    ) as locked`.execute(db)
}

/** Makes the organisation that went again, with those of its contacts that did not move. */
export async function writeAgain(db: Db, accountId: string, mergeId: string, before: Before): Promise<void> {
  await noteMerge(db, mergeId)
  const { organisation, partyId, contacts } = before.merged
  const row = { ...organisation, version: organisation.version + 1 }
  const own = sql.join(Object.values(organisationColumns).map(column => sql.ref(column)))
  await sql`
    insert into organisations (account_id, id, version, created_at, ${own})
    select ${accountId}, r.id, r.version, r.created_at, ${own}
    from jsonb_populate_record(null::organisations, ${JSON.stringify(row)}::jsonb) as r`.execute(db)
  await sql`
    insert into parties (account_id, id, organisation_id)
    values (${accountId}, ${partyId}, ${organisation.id})`.execute(db)
  const stayed = contacts.filter(({ id }) => !before.moved.includes(id))
  if (stayed.length === 0) return
  // Their ids may have been given to others since.
  const columns = sql.join(['position', ...Object.values(contactColumns)].map(column => sql.ref(column)))
  await sql`
    insert into contacts (account_id, id, link_id, organisation_id, ${columns})
    select ${accountId},
      case when exists (select from contacts x where x.account_id = ${accountId} and x.id = r.id)
        then gen_random_uuid() else r.id end,
      case when exists (select from contacts x where x.account_id = ${accountId} and x.link_id = r.link_id)
        then gen_random_uuid() else r.link_id end,
      ${organisation.id}, ${columns}
    from jsonb_populate_recordset(null::contacts, ${JSON.stringify(stayed)}::jsonb) as r`.execute(db)
}

/** Gives the links back that still stand as the merge left them: how many jobs, and which were changed since. */
export async function moveJobsBack(
  db: Db,
  accountId: string,
  { id, keptPartyId, mergedPartyId }: StoredMerge,
): Promise<{ jobs: number; left: number; leftNumbers: number[] }> {
  await sql`
    update job_parties jp set party_id = ${mergedPartyId}
    from contact_merge_jobs m
    where m.account_id = ${accountId} and m.merge_id = ${id} and jp.account_id = m.account_id
      and jp.id = m.job_party_id and jp.job_id = m.job_id and jp.party_id = ${keptPartyId}`.execute(db)
  const { rows } = await sql<{ jobs: number; left: number; leftNumbers: number[] }>`
    with each as (
      select m.job_id, j.job_number, bool_or(jp.id is not null) as is_back, bool_and(jp.id is not null) as is_whole
      from contact_merge_jobs m
      join jobs j on j.account_id = m.account_id and j.id = m.job_id
      left join job_parties jp on jp.account_id = m.account_id and jp.id = m.job_party_id
        and jp.job_id = m.job_id and jp.party_id = ${mergedPartyId}
      where m.account_id = ${accountId} and m.merge_id = ${id}
      group by 1, 2
    ), revised as (
      update jobs j set version = version + 1 from each
      where j.account_id = ${accountId} and j.id = each.job_id and each.is_back
    )
    select (count(*) filter (where is_back))::int as jobs, (count(*) filter (where not is_whole))::int as left,
      coalesce((array_agg(job_number order by job_number desc) filter (where not is_whole))[:20], '{}') as "leftNumbers"
    from each`.execute(db)
  const [row] = rows
  return row ? { ...row, leftNumbers: row.leftNumbers.map(Number) } : { jobs: 0, left: 0, leftNumbers: [] }
}

/** Gives people back, each to its place in the list. */
export async function movePeopleBack(db: Db, accountId: string, people: readonly Row[]): Promise<void> {
  if (people.length === 0) return
  await sql`
    update contacts c set organisation_id = was.organisation_id, position = was.position
    from jsonb_populate_recordset(null::contacts, ${JSON.stringify(people)}::jsonb) as was
    where c.account_id = ${accountId} and c.id = was.id`.execute(db)
}

/** Puts back what the fields of the kept one were. */
export async function putFieldsBack(
  db: Db,
  accountId: string,
  keptId: string,
  { kept, address }: Pick<Before, 'kept' | 'address'>,
): Promise<void> {
  await setColumns(db, accountId, 'organisations', keptId, kept, 0)
  if (address) await setColumns(db, accountId, 'contacts', address.id, address.changes, 0)
}

export async function noteUndone(
  db: Db,
  accountId: string,
  { id, userId, undone }: { id: string; userId: string; undone: Undone },
): Promise<void> {
  await sql`
    update contact_merges set undone_at = now(), undone_by = ${userId}, undone = ${JSON.stringify(undone)}::jsonb, before = null
    where account_id = ${accountId} and id = ${id}`.execute(db)
  await sql`delete from contact_merge_jobs where account_id = ${accountId} and merge_id = ${id}`.execute(db)
}

export async function forgetContactMerges(db: Db, days: number): Promise<void> {
  await sql`select forget_contact_merges(make_interval(days => ${days + 1}))`.execute(db)
}
