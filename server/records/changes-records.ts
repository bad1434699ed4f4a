import { sql } from 'kysely'
import type { Problem } from '#contract/errors.ts'
import type { Db } from '#server/db/db.ts'

export type Change = NonNullable<Problem['changes']>[number]

export type HistoryRow = {
  recordType: string
  recordId: string
  by: string | null
  at: Date
  changes: Record<string, [unknown, unknown]>
}

/** What an entry of the history `h` tells; what something was made with is worked out from its own row and later entries. */
export const toldChanges = sql<HistoryRow['changes']>`
  case when h.made then made_with(h.account_id, h.record_type, h.record_id, h.id) else h.changes end`

/**
 * Everything written about a record and the rows beside it since one of its versions, oldest first.
 * `recordTypes` are the tables whose rows count; `besides` names the rows that belong to the record.
 * The rows of one transaction bear one time, which tells what belongs to which version: a transaction that
 * waited for another's lock is the later one, whatever its time.
 */
export async function historySince(
  db: Db,
  accountId: string,
  record: { id: string; version: number; recordTypes: string[]; besides: string[] },
): Promise<HistoryRow[]> {
  const rows = await db
    .selectFrom('history as h')
    .leftJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'h.account_id').onRef('u.id', '=', 'h.user_id'),
    )
    .select([
      'h.record_type as recordType',
      'h.record_id as recordId',
      'u.display_name as by',
      'h.at',
      toldChanges.as('changes'),
    ])
    .where('h.account_id', '=', accountId)
    .where('h.record_type', 'in', record.recordTypes)
    .where(eb =>
      eb.or([eb('h.record_id', 'in', [record.id, ...record.besides]), eb('h.job_id', '=', record.id)]),
    )
    .where('h.at', 'in', eb =>
      eb
        .selectFrom('history as later')
        .select('later.at')
        .where('later.account_id', '=', accountId)
        .where('later.record_id', '=', record.id)
        .where('later.version', '>', record.version),
    )
    .orderBy('h.id')
    .limit(200)
    .execute()
  return rows
}

/** History in the words of the wire; a column that the wire does not know is left out. */
export function changesOf(rows: HistoryRow[], fieldOfColumn: Record<string, string>): Change[] {
  return rows.flatMap(row =>
    Object.entries(row.changes).flatMap(([column, [before, after]]) => {
      const field = fieldOfColumn[column]
      return field ? [{ field, old: before, new: after, by: row.by, at: row.at.toISOString() }] : []
    }),
  )
}

/** {name: 'title'} becomes {title: 'name'}. */
export const reversed = (columns: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([field, column]) => [column, field]))
