import type { Db, Session } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { AppError, notFound } from '#server/errors.ts'
import { createOnce } from './repeat.ts'
import { requireJob } from './require-job.ts'
import { deleteRow, insertRow, type TableOfVersions, updateRow } from './row-records.ts'
import { lockForChange, type VersionedRow } from './versions.ts'

/** What a job has several of, each a row of one table with a version of its own. */
type JobRows<Row> = {
  table: TableOfVersions
  /** What refusals call one of them: note. */
  what: string
  /** Which column keeps which field that a call may send. */
  columns: Readonly<Record<string, string>>
  /** How many of them a job may have. */
  max: number
  /** One of them or all of a job, in the order in which they are listed. */
  read: (db: Db, accountId: string, wanted: { id: string } | { job_id: string }) => Promise<Row[]>
}

/** What a new one brings at least: its job, and its id where the client made one. */
export type NewJobRow = { id?: string | undefined; shipmentId: string }

/** How rows of a job are listed, added, changed and deleted; `columns` and `read` say what is their own. */
export function jobRows<Row>({ table, what, columns, max, read }: JobRows<Row>) {
  const load = async ({ db, accountId }: Session, id: string) => {
    const [row] = await read(db, accountId, { id })
    if (!row) throw notFound(what)
    return row
  }
  const versioned: VersionedRow<Row> = { table, what, title: `The ${what}`, columns, load }

  /** Calls made at once may pass it together: the limit keeps the list short, and is no quota. */
  const requireRoom = async ({ db, accountId }: Session, jobId: string) => {
    if ((await read(db, accountId, { job_id: jobId })).length <= max) return true
    throw new AppError(
      'limit_reached',
      `A job has at most ${max} ${what}s. Delete one that is no longer needed.`,
    )
  }

  return {
    requireRoom,
    list: async (session: Session, jobId: string) => {
      await requireJob(session, jobId)
      return read(session.db, session.accountId, { job_id: jobId })
    },
    /** `further` are the columns that a new row gets besides what was sent. */
    add: async (session: Session, sent: NewJobRow, further: Readonly<Record<string, unknown>>) => {
      const { db, accountId } = session
      const { id = crypto.randomUUID(), shipmentId } = sent
      await requireJob(session, shipmentId)
      const own = { ...toColumns(sent, columns), ...further }
      const row = { ...own, account_id: accountId, id, job_id: shipmentId }
      return createOnce({
        what: `A ${what}`,
        sent,
        insert: async () => (await insertRow(db, table, row as never)) && requireRoom(session, shipmentId),
        load: () => load(session, id),
      })
    },
    /** `further`: what changes besides what was sent, asked for when the row is locked. */
    change: async (
      session: Session,
      { id, ...changes }: { id: string },
      ifMatch: number | undefined,
      further?: () => Promise<Readonly<Record<string, unknown>>>,
    ): Promise<Row> => {
      await lockForChange(session, versioned, id, ifMatch)
      const changed = { ...toColumns(changes, columns), ...(further && (await further())) }
      await updateRow(session.db, table, session.accountId, id, changed)
      return load(session, id)
    },
    remove: async (session: Session, id: string, ifMatch: number | undefined): Promise<undefined> => {
      await lockForChange(session, versioned, id, ifMatch)
      await deleteRow(session.db, table, session.accountId, id)
    },
  }
}
