import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type DateOrder, dateOrders } from '#contract/date-orders.ts'
import type { ImportKind } from '#contract/import-kinds.ts'
import { MOST_NAMED, type ImportedRow, type ImportReport, type ImportSettings } from '#contract/imports.ts'
import type { Db } from '#server/db/db.ts'
import type { PlannedRow } from './plan.ts'
import type { Fields } from './values.ts'

export type ImportState = ImportReport['state']
type Counts = Pick<ImportReport, 'total' | 'made' | 'changed' | 'same' | 'refused' | 'undone' | 'stayed'>

export type StoredImport = Counts & {
  id: string
  kind: ImportKind
  jobId: string | null
  madeBy: string
  by: string
  fileName: string
  settings: ImportSettings
  state: ImportState
  at: Date
  /** null where nothing can be undone any more. */
  undoableUntil: Date | null
}

/** False where the id is in use. */
export async function insertImport(
  db: Db,
  accountId: string,
  one: {
    id: string
    kind: ImportKind
    jobId: string | null
    userId: string
    fileName: string
    content: Buffer
    settings: ImportSettings
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into imports (account_id, id, kind, job_id, made_by, file_name, content, settings)
    values (${accountId}, ${one.id}, ${one.kind}, ${one.jobId}, ${one.userId}, ${one.fileName}, ${one.content},
      ${JSON.stringify(one.settings)})
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}

const selection = (undoDays: number) => sql`
  i.id, i.kind, i.job_id as "jobId", i.made_by as "madeBy", u.display_name as by, i.file_name as "fileName", i.settings,
  i.state, coalesce(i.begun_at, i.read_at) as at, i.total, i.made, i.changed, i.same, i.refused, i.undone, i.stayed,
  case when i.state = 'ended' and i.made + i.changed > 0 and i.begun_at > now() - make_interval(days => ${undoDays})
    then i.begun_at + make_interval(days => ${undoDays}) end as "undoableUntil"`

export async function findImport(
  db: Db,
  accountId: string,
  id: string,
  undoDays: number,
): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`
    select ${selection(undoDays)} from imports i
    join users u on u.account_id = i.account_id and u.id = i.made_by
    where i.account_id = ${accountId} and i.id = ${id}`.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockImport(
  db: Db,
  accountId: string,
  id: string,
  undoDays: number,
): Promise<StoredImport | undefined> {
  await sql`select from imports where account_id = ${accountId} and id = ${id} for update`.execute(db)
  return findImport(db, accountId, id, undoDays)
}

export async function readContent(db: Db, accountId: string, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('imports')
    .select('content')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ?? null
}

/** Keeps what was previewed: this is what is done, and nothing else. */
export async function storePlan(
  db: Db,
  accountId: string,
  id: string,
  { settings, rows }: { settings: ImportSettings; rows: readonly PlannedRow[] },
): Promise<void> {
  const counted = (action: PlannedRow['action']) => rows.filter(row => row.action === action).length
  await sql`delete from import_rows where account_id = ${accountId} and import_id = ${id}`.execute(db)
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    // Whatever else waits for the server's thread goes first.
    await nextTurn()
    await storeRows(db, accountId, id, rows.slice(from, from + ROWS_AT_ONCE))
  }
  await sql`
    update imports set settings = ${JSON.stringify(settings)}, total = ${rows.length}, made = 0, changed = 0,
      same = ${counted('same')}, refused = ${counted('wrong')}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

const ROWS_AT_ONCE = 500

async function storeRows(db: Db, accountId: string, id: string, rows: readonly PlannedRow[]): Promise<void> {
  const states = { make: 'waiting', change: 'waiting', same: 'same', wrong: 'refused' } as const
  const stored = rows.map(row => ({
    position: row.position,
    action: row.action,
    state: states[row.action],
    record_id: row.recordId,
    name: row.name.slice(0, 500),
    fields: row.fields,
    fingerprint: row.fingerprint,
    reason: row.reason,
  }))
  await sql`
    insert into import_rows (account_id, import_id, position, action, state, record_id, name, fields, fingerprint, reason)
    select ${accountId}, ${id}, r.position, r.action, r.state, r.record_id, r.name, r.fields, r.fingerprint, r.reason
    from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(stored)}::jsonb) as r`.execute(db)
}

export type StoredRow = {
  position: number
  action: 'make' | 'change'
  id: string
  fields: Fields
  fingerprint: string
}

/** The next rows of an import that are to be done, or with `undo` to be taken back, the last first. */
export async function takeRows(
  db: Db,
  accountId: string,
  id: string,
  { undo, atMost }: { undo: boolean; atMost: number },
): Promise<StoredRow[]> {
  // What follows in this transaction belongs to the import.
  await sql`select set_config('app.import_id', ${id}, true)`.execute(db)
  const { rows } = await sql<StoredRow>`
    select position, action, record_id as id, fields, fingerprint from import_rows
    where account_id = ${accountId} and import_id = ${id} and state = ${undo ? 'done' : 'waiting'}
    order by position ${sql.raw(undo ? 'desc' : 'asc')} limit ${atMost}`.execute(db)
  return rows
}

export type RowOutcome = {
  position: number
  action: 'make' | 'change'
  state: 'done' | 'same' | 'refused' | 'undone' | 'stayed'
  fields: Fields
  reason: string | null
}

export async function noteOutcomes(
  db: Db,
  accountId: string,
  id: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await sql`
    update import_rows r set state = n.state, fields = n.fields, reason = n.reason
    from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(outcomes)}::jsonb) as n
    where r.account_id = ${accountId} and r.import_id = ${id} and r.position = n.position`.execute(db)
  const counted = (state: RowOutcome['state'], action?: RowOutcome['action']) =>
    outcomes.filter(one => one.state === state && (action === undefined || one.action === action)).length
  await sql`
    update imports set made = made + ${counted('done', 'make')}, changed = changed + ${counted('done', 'change')},
      same = same + ${counted('same')}, refused = refused + ${counted('refused')},
      undone = undone + ${counted('undone')}, stayed = stayed + ${counted('stayed')}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export async function setState(db: Db, accountId: string, id: string, state: ImportState): Promise<void> {
  await sql`
    update imports set state = ${state}, begun_at = coalesce(begun_at, now()),
      content = case when ${state} = 'read' then content end
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export async function enqueue(db: Db, id: string): Promise<void> {
  await sql`select enqueue_import(${id})`.execute(db)
}

/** Ends an import without its rest, or an undo without the rest of it. */
export async function refuseRest(
  db: Db,
  accountId: string,
  id: string,
  { undo, reason }: { undo: boolean; reason: string },
): Promise<void> {
  const [from, to] = undo ? ['done', 'stayed'] : ['waiting', 'refused']
  await sql`
    with rest as (
      update import_rows set state = ${to}, reason = ${reason}
      where account_id = ${accountId} and import_id = ${id} and state = ${from} returning position
    )
    update imports set state = ${undo ? 'undone' : 'ended'}, content = null,
      ${sql.ref(to ?? 'refused')} = ${sql.ref(to ?? 'refused')} + (select count(*) from rest)
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Lets the imports of one company do their parts in turn. */
export async function waitForTurn(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${accountId}`}, 0))`.execute(db)
}

/** Which record each row has made, so that the same file makes no second one. */
export async function rememberMade(
  db: Db,
  accountId: string,
  kind: string,
  made: readonly { fingerprint: string; id: string }[],
): Promise<void> {
  await sql`
    insert into imported_records (account_id, kind, fingerprint, record_id)
    select ${accountId}, ${kind}, n.fingerprint, n.id
    from unnest(${sql.val(made.map(one => one.fingerprint))}::text[], ${sql.val(made.map(one => one.id))}::uuid[])
      as n (fingerprint, id)
    on conflict (account_id, kind, fingerprint) do update set record_id = excluded.record_id`.execute(db)
}

export async function forgetMade(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from imported_records where account_id = ${accountId} and record_id = any (${sql.val([...ids])}::uuid[])`.execute(
    db,
  )
}

type Named = Omit<ImportedRow, 'fields' | 'row'> & { position: number; fields: Fields }

/** The rows of an import: first those of which something stays as it is, then in the order of the file. */
export async function listRows(db: Db, accountId: string, id: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select position, action, state, name, fields, reason from import_rows
    where account_id = ${accountId} and import_id = ${id}
    order by reason is null, state = 'same', position limit ${MOST_NAMED}`.execute(db)
  return rows
}

/** The companies that an import makes beside its rows, by their parties: before they are there, and once they are gone. */
export async function namesOfMadeContacts(
  db: Db,
  accountId: string,
  id: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ party: string; name: string }>`
    select fields -> 'party:id' ->> 1 as party, name from import_rows
    where account_id = ${accountId} and import_id = ${id} and position < 0
      and fields -> 'party:id' ->> 1 is not null`.execute(db)
  return new Map(rows.map(({ party, name }) => [party, name]))
}

/** How the company read files of these headings last. */
export async function rememberedSettings(
  db: Db,
  accountId: string,
  kind: string,
  headings: string,
): Promise<
  | {
      byHeading: Record<string, string | null>
      dateOrder: ImportSettings['dateOrder']
      decimal: ImportSettings['decimal']
    }
  | undefined
> {
  const row = await db
    .selectFrom('import_mappings')
    .select('settings')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('headings', '=', headings)
    .executeTakeFirst()
  return row?.settings as never
}

export async function rememberSettings(
  db: Db,
  accountId: string,
  kind: string,
  { headings, settings }: { headings: string; settings: object },
): Promise<void> {
  await sql`
    insert into import_mappings (account_id, kind, headings, settings)
    values (${accountId}, ${kind}, ${headings}, ${JSON.stringify(settings)})
    on conflict (account_id, kind, headings) do update set settings = excluded.settings`.execute(db)
}

/** How the company reads dates; where it does not say, the month is first in the United States alone. */
export async function companyDateOrder(db: Db, accountId: string): Promise<DateOrder> {
  const row = await db
    .selectFrom('company_settings')
    .select(['country', 'date_order'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const said = dateOrders.find(order => order === row?.date_order)
  return said ?? (row?.country === 'US' ? 'mdy' : 'dmy')
}

export async function forgetOldImports(db: Db, undoDays: number): Promise<void> {
  await sql`select forget_imports(interval '1 day', make_interval(days => ${undoDays + 1}))`.execute(db)
}
