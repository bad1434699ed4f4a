import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { earlierValues, nothingToRestore, type Restore, type WithJob } from './describe.ts'
import { requireJob } from './require-job.ts'
import { deleteRow, insertRow, type TableOfRows, type TableOfVersions, updateRow } from './row-records.ts'

type Change = (
  session: Session,
  values: { id: string },
  ifMatch: number | undefined,
) => Promise<{ version: number }>

/** How a record is put back whose own call changes any of its fields. */
export const valuesBy =
  (type: string, change: Change): Restore['values'] =>
  async (session, { recordId: id }, old, ifMatch) => {
    const { version } = await change(session, { id, ...Object.fromEntries(old) }, ifMatch)
    return { record: { type, id }, version }
  }

/** How a removed row of a job comes back with every value that it had, under its own id. */
export const rowOfJob =
  (type: string, table: TableOfRows): NonNullable<Restore['removed']> =>
  async (session, { recordId: id, jobId, changes }) => {
    const { db, accountId } = session
    if (!jobId) throw nothingToRestore()
    await requireJob(session, jobId)
    const before = Object.entries(changes).map(([column, [value]]) => [column, value] as const)
    // The history holds each row as its table had it.
    const row = { ...Object.fromEntries(before), account_id: accountId } as never
    if (!(await insertRow(db, table, row)))
      throw new AppError('already_exists', `This ${type} is already on the job again.`)
    return { record: { type, id }, version: 1 }
  }

/** The same, and then what went with it. */
export const withWhatWent =
  (
    removed: NonNullable<Restore['removed']>,
    bringBack: (session: Session, jobId: string, id: string) => Promise<unknown>,
  ): NonNullable<Restore['removed']> =>
  async (session, change) => {
    const restored = await removed(session, change)
    if (change.jobId) await bringBack(session, change.jobId, change.recordId)
    return restored
  }

/** How the rows of a job come back with the whole job: each as it was, is there again or goes. */
export const rowsWithJob =
  (table: TableOfVersions, columns: Readonly<Record<string, string>>): WithJob['bringBack'] =>
  async ({ db, accountId }, jobId, records) => {
    for (const record of records) {
      const { id, now, earlier } = record
      const then = toColumns(Object.fromEntries(earlierValues(record)), columns)
      if (now && !earlier) await deleteRow(db, table, accountId, id)
      else if (now) await updateRow(db, table, accountId, id, then as never)
      else if (earlier) {
        const row = { ...then, account_id: accountId, id, job_id: jobId }
        await insertRow(db, table, row as never)
      }
    }
    return {}
  }
