import type { Db, Session } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { AppError } from '#server/errors.ts'
import { matches } from './repeat.ts'
import { requireJob } from './require-job.ts'
import { deleteRowsOfJob, insertRows, type TableOfVersions } from './row-records.ts'

/** What a job has many of: items, containers. */
type ManyJobRows<Row> = {
  table: TableOfVersions
  /** What refusals call one of them: item. */
  what: string
  columns: Readonly<Record<string, string>>
  /** Those of these ids that there are. */
  read: (db: Db, accountId: string, ids: readonly string[]) => Promise<Row[]>
  /** Refuses, where a job would have too many. */
  requireRoom?: (session: Session, jobId: string) => Promise<unknown>
}

export type NewRow = { id: string }

/** How rows of a job are added together, and how that is taken back. */
export function manyJobRows<Row extends { id: string; shipmentId: string }>(rows: ManyJobRows<Row>) {
  const { table, what, columns, read, requireRoom } = rows
  const one = `${/^[aeiou]/.test(what) ? 'An' : 'A'} ${what}`
  return {
    /** Stores all of them or none; what an earlier call of the same content has stored counts as stored. */
    add: async (session: Session, shipmentId: string, added: readonly NewRow[]) => {
      const { db, accountId } = session
      await requireJob(session, shipmentId)
      const sent = added.map(row => ({ ...row, shipmentId }))
      const inserted = await insertRows(
        db,
        table,
        sent.map(row => ({
          ...toColumns(row, columns),
          account_id: accountId,
          id: row.id,
          job_id: shipmentId,
        })),
      )
      if (inserted > 0) await requireRoom?.(session, shipmentId)
      const ids = sent.map(row => row.id)
      const found = new Map((await read(db, accountId, ids)).map(row => [row.id, row]))
      const stored: Row[] = []
      const errors: { path: string; message: string }[] = []
      for (const [index, row] of sent.entries()) {
        const there = found.get(row.id)
        if (there && matches(there, row)) stored.push(there)
        else
          errors.push({ path: `${what}s.${index}.id`, message: `${one} with this id has different content.` })
      }
      if (errors.length > 0)
        throw new AppError(
          'already_exists',
          `Nothing was added: some ${what}s already exist with different content.`,
          { errors },
        )
      return { stored, created: inserted > 0 }
    },

    /** Takes back rows that were added together; those that somebody has changed since are answered and stay. */
    remove: async (
      session: Session,
      shipmentId: string,
      removed: readonly { id: string; version: number }[],
    ): Promise<{ changed: Row[] }> => {
      const { db, accountId } = session
      await requireJob(session, shipmentId)
      await deleteRowsOfJob(db, table, accountId, shipmentId, removed)
      const ids = removed.map(row => row.id)
      const left = await read(db, accountId, ids)
      return { changed: left.filter(row => row.shipmentId === shipmentId) }
    },
  }
}
