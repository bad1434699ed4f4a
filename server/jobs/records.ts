import { type CompiledQuery, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { fieldOfRole } from '#contract/job-parties.ts'
import type { Job, JobInput } from '#contract/jobs.ts'
import { partyRoles, type PartyRole } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { orMadeMeanwhile } from '#server/db/deadlocks.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { inLastTrip, inLastTripForOthers, inOneTrip } from '#server/db/transaction.ts'
import { type ParameterOf, preparedQueries } from '#server/db/prepared.ts'
import { documentSelection, presentDocument } from '#server/documents/records.ts'
import { changesOf, historySince, reversed, type Change } from '#server/records/changes-records.ts'
import { itemSelection } from '#server/items/records.ts'
import { selectOrganisations } from '#server/organisations/records.ts'
import {
  type JobParty,
  type PartyChanges,
  partiesAreWritten,
  partyChangesWritten,
} from '#server/parties/records.ts'
import { WrittenRecord } from '#server/written-record.ts'
import { jobColumns, quoteColumns } from './columns.ts'
import { differingFields } from './differing-records.ts'
import { namedOf, type NamedIds, type NamedRecords, namedStatement } from './named-records.ts'
import { linkLists, withQuote } from './present.ts'
import { flatJob, portNames } from './selection-records.ts'
import { recordOfRow, revisedJob, revisionNow, writtenJob } from './written-job-records.ts'

type Stakeholders = 'with stakeholders' | 'without stakeholders'

const selectJob = (
  db: Db,
  parameter: ParameterOf<{ accountId: string; id: string }>,
  stakeholders: Stakeholders,
) =>
  db
    .selectFrom('jobs as j')
    .where('j.account_id', '=', parameter('accountId'))
    .where('j.id', '=', parameter('id'))
    .select(flatJob)
    .select(portNames)
    .select(eb => [
      differingFields('j').as('differs'),
      jsonArrayFrom(
        eb
          .selectFrom('job_parties as jp')
          .whereRef('jp.account_id', '=', 'j.account_id')
          .whereRef('jp.job_id', '=', 'j.id')
          .select(part => [
            'jp.id',
            sql<PartyRole>`jp.role`.as('role'),
            'jp.party_id as partyId',
            // Not a join: PostgreSQL would rather read all parties of a company that has some hundreds.
            part
              .selectFrom('parties as p')
              .whereRef('p.account_id', '=', 'jp.account_id')
              .whereRef('p.id', '=', 'jp.party_id')
              .select(party =>
                jsonBuildObject({
                  id: party.ref('p.id'),
                  relatedId: party.ref('p.organisation_id'),
                  organisation:
                    stakeholders === 'with stakeholders'
                      ? sql<
                          Job['shipmentAgents'][number]['party']
                        >`(select to_json(organisation) from (${selectOrganisations(
                          db,
                          parameter('accountId'),
                        ).where(sql.ref('o.id'), '=', sql.ref('p.organisation_id'))}) as organisation)`
                      : sql<null>`null`,
                }).as('party'),
              )
              .as('party'),
          ]),
      ).as('parts'),
      jsonArrayFrom(
        eb
          .selectFrom('items')
          .select(itemSelection)
          .whereRef('items.account_id', '=', 'j.account_id')
          .whereRef('items.job_id', '=', 'j.id')
          .orderBy('items.position'),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('documents')
          .select(documentSelection)
          .whereRef('documents.account_id', '=', 'j.account_id')
          .whereRef('documents.job_id', '=', 'j.id')
          .where('documents.deleted_at', 'is', null)
          .orderBy('documents.date', 'desc')
          .orderBy('documents.id'),
      ).as('documents'),
      jsonArrayFrom(
        eb
          .selectFrom('jobs as house')
          .select([
            'house.id',
            'house.job_number as jobId',
            'house.name',
            differingFields('house').as('differs'),
          ])
          .whereRef('house.account_id', '=', 'j.account_id')
          .whereRef('house.master_job_id', '=', 'j.id')
          .orderBy('house.job_number'),
      ).as('houses'),
      jsonArrayFrom(
        eb
          .selectFrom('jobs as master')
          .select(['master.id', 'master.job_number as jobId', 'master.name'])
          .whereRef('master.account_id', '=', 'j.account_id')
          .whereRef('master.id', '=', 'j.master_job_id'),
      ).as('masters'),
      jsonArrayFrom(
        eb
          .selectFrom('users as owner')
          .select(['owner.id', 'owner.display_name as displayName', 'owner.email'])
          .whereRef('owner.account_id', '=', 'j.account_id')
          .whereRef('owner.id', '=', 'j.owner_id'),
      ).as('owners'),
    ])

const queryJobs = preparedQueries((db, parameter: ParameterOf<{ accountId: string; id: string }>, shape) =>
  selectJob(db, parameter, shape as Stakeholders),
)

/** One job with all that is its own, in one statement; `withStakeholders`: the companies too. */
export async function getJobById(
  db: Db,
  accountId: string,
  id: string,
  { withStakeholders }: { withStakeholders: boolean },
): Promise<Job | null> {
  const shape: Stakeholders = withStakeholders ? 'with stakeholders' : 'without stakeholders'
  const [row] = await queryJobs(db, shape, { accountId, id })
  if (!row) return null
  return Object.assign(withQuote(row), linkLists(id, row.parts as never), {
    items: row.items,
    documents: row.documents.map(presentDocument),
    houses: row.houses,
    master: row.masters[0] ?? null,
    differs: row.differs,
    owner: row.owners[0] ?? null,
  })
}

/** Lets one transaction of the account at a time make jobs or name masters; others go on with their work. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

const columnsOf = (input: JobInput) => ({
  ...toColumns(input, jobColumns),
  ...(input.quote && toColumns(input.quote, quoteColumns)),
})

/**
 * Makes a job with its parties under the next job number of the account, and answers it. Other transactions of the
 * account that make jobs wait from here on, so it ends the transaction in the same round trip.
 * Throws MadeMeanwhile where the job's id or a link's came into use since the caller looked.
 */
export async function insertJob(
  db: Db,
  accountId: string,
  input: JobInput,
  parties: readonly JobParty[],
): Promise<WrittenRecord> {
  const columns = Object.entries(columnsOf(input))
  const insert = sql`
    with numbered as (
      update accounts set last_job_number = last_job_number + 1, job_count = job_count + 1
      where id = ${accountId} returning last_job_number
    ), finance as (
      insert into finances (account_id, id) values (${accountId}, ${crypto.randomUUID()}) returning id
    ), job as (
      insert into jobs (account_id, id, job_number, finance_id, ${sql.join(columns.map(([column]) => sql.ref(column)))})
      select ${accountId}, ${input.id}, numbered.last_job_number, finance.id, ${sql.join(columns.map(([, value]) => value))}
      from numbered, finance returning id
    )
    insert into job_parties (account_id, id, job_id, role, party_id)
    select ${accountId}, n.id, job.id, n.role, n.party_id
    from job, unnest(${parties.map(one => one.id)}::uuid[], ${parties.map(one => one.role)}::text[],
      ${parties.map(one => one.partyId)}::uuid[]) as n (id, role, party_id)`
  const read = writtenJob(accountId, input.id, { withStakeholders: true })
  const [, rows] = await orMadeMeanwhile(inLastTripForOthers(db, [insert.compile(db), read]))
  return recordOfRow(rows) ?? gone()
}

const gone = () => {
  throw new Error('The job that was just written is gone.')
}

/** Changes what the input names of a job, its quote and its parties; the version that the job has then. */
export async function updateJob(
  db: Db,
  accountId: string,
  input: JobInput,
  parties: PartyChanges = { removed: [], assigned: [] },
): Promise<number> {
  const { rows } = await orMadeMeanwhile(db.executeQuery(jobUpdate(db, accountId, input, parties)))
  return rows[0]?.version ?? gone()
}

/** The same, which answers the job and ends the transaction in the same round trip. */
export async function updateJobLast(
  db: Db,
  accountId: string,
  input: JobInput,
  parties: PartyChanges,
): Promise<WrittenRecord> {
  const read = writtenJob(accountId, input.id, { withStakeholders: true })
  const [, rows] = await orMadeMeanwhile(inLastTrip(db, [jobUpdate(db, accountId, input, parties), read]))
  return recordOfRow(rows) ?? gone()
}

function jobUpdate(
  db: Db,
  accountId: string,
  input: JobInput,
  parties: PartyChanges,
): CompiledQuery<{ version: number }> {
  const isJobAlone = parties.removed.length + parties.assigned.length === 0
  const values = Object.entries(columnsOf(input)).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}, `,
  )
  // The parties first, so that they come before the job in the history.
  return sql<{ version: number }>`
    ${isJobAlone ? sql`` : sql`with ${partyChangesWritten(accountId, parties)}`}
    update jobs set ${sql.join(values, sql``)} version = version + 1
    where account_id = ${accountId} and id = ${input.id}
      and ${partiesAreWritten(parties)}
    returning version`.compile(db)
}

/** Locks a job until the transaction ends, and looks up what its body names: null where there is no such job. */
export async function lockWithNamed(
  db: Db,
  accountId: string,
  ids: NamedIds,
): Promise<{ version: number; named: NamedRecords } | null> {
  const lock = sql<{ version: number }>`
    select version from jobs where account_id = ${accountId} and id = ${ids.jobId} for update`
  const [[job], found] = await inOneTrip(db, [lock.compile(db), namedStatement(db, accountId, ids)])
  return job ? { version: job.version, named: await namedOf(db, accountId, ids, found) } : null
}

/** A job at a revision of the company's data; null: there is none. */
export type RevisedJob = { revision: string; job: WrittenRecord | null }

/** One job with all that is its own, by a transaction that ends with this. */
export async function readJobLast(
  db: Db,
  accountId: string,
  id: string,
  options: { withStakeholders: boolean },
): Promise<RevisedJob> {
  const [[row]] = await inLastTrip(db, [revisedJob(accountId, id, options)])
  if (!row) return nothingAnswered()
  const { revision, text, version } = row
  return { revision, job: text === null ? null : new WrittenRecord(text, version) }
}

/** The revision of the company's data, by a transaction that ends with this. */
export async function readRevisionLast(db: Db, accountId: string): Promise<string> {
  const [[row]] = await inLastTrip(db, [revisionNow(accountId)])
  return row?.revision ?? nothingAnswered()
}

const nothingAnswered = () => {
  throw new Error('The database answered nothing.')
}

/** What was changed on the job itself, its quote and its parties since `version`, and by whom. */
export async function jobChangesSince(
  db: Db,
  accountId: string,
  id: string,
  version: number,
): Promise<Change[]> {
  const rows = await historySince(db, accountId, {
    id,
    version,
    recordTypes: ['jobs', 'job_parties'],
    besides: [],
  })
  const fields = { ...reversed(jobColumns), ...prefixed('quote.', reversed(quoteColumns)) }
  const changes: Change[] = []
  for (const row of rows) {
    if (row.recordType === 'jobs') changes.push(...changesOf([row], fields))
    const role = partyRoles.find(one => row.changes.role?.includes(one))
    if (!role) continue
    const [before, after] = row.changes.party_id ?? [null, null]
    const change = {
      field: fieldOfRole(role),
      old: before,
      new: after,
      by: row.by,
      at: row.at.toISOString(),
    }
    const previous = changes.at(-1)
    // A replaced party is one change to people, though one row went and another came.
    if (previous?.field === change.field && previous.at === change.at && previous.new === null)
      changes.splice(-1, 1, { ...change, old: previous.old })
    else changes.push(change)
  }
  return changes
}

const prefixed = (prefix: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([column, field]) => [column, prefix + field]))
