import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Change } from './changes-records.ts'
import { lockRow, rowChangesSince, type TableOfVersions } from './row-records.ts'

/** A stored record, its row locked until the transaction ends. */
export type LockedRecord<Current> = {
  /** What a sentence about it begins with: “Invoice”, Job 12, The company settings. */
  title: string | ((current: Current) => string)
  /** Whether `title` names several things. */
  isPlural?: boolean
  version: number
  /** The record as it is now, in the shape in which its own GET answers it. */
  current: () => Current | Promise<Current>
  /** What was changed after `version`, and by whom, oldest first; nothing for a record that keeps no history. */
  changesSince?: (version: number, current: Current) => Promise<Change[]>
}

/**
 * Refuses with 412 to change what somebody else has changed since the caller read it; the reply tells what it is now
 * and what was changed, so that the caller can settle it field by field. Without `ifMatch` nothing is compared.
 */
export async function refuseOutdated<Current>(
  ifMatch: number | undefined,
  record: LockedRecord<Current>,
): Promise<void> {
  if (ifMatch !== undefined && ifMatch !== record.version) throw await outdated(ifMatch, record)
}

/** The refusal itself, for a change that the database has already refused to make. */
export async function outdated<Current>(
  ifMatch: number,
  record: Omit<LockedRecord<Current>, 'version'>,
): Promise<AppError> {
  const { title, isPlural = false, changesSince } = record
  const current = await record.current()
  const changes = (await changesSince?.(ifMatch, current)) ?? []
  const subject = typeof title === 'string' ? title : title(current)
  const sentence = isPlural
    ? `${subject} were changed after you opened them.`
    : `${subject} was changed after you opened it.`
  return new AppError('changed_meanwhile', sentence, { current, changes })
}

/** A record that is one row of one table. */
export type VersionedRow<Stored> = {
  table: TableOfVersions
  /** What a refusal calls it: note. */
  what: string
  title: LockedRecord<Stored>['title']
  columns: Readonly<Record<string, string>>
  load: (session: Session, id: string) => Promise<Stored>
}

/** Locks a record until the transaction ends; 404 where there is none, 412 where it is not the caller's version any more. */
export async function lockForChange<Stored>(
  session: Session,
  { table, what, title, columns, load }: VersionedRow<Stored>,
  id: string,
  ifMatch: number | undefined,
): Promise<void> {
  const { db, accountId } = session
  const version = await lockRow(db, table, accountId, id)
  if (version === null) throw notFound(what)
  await refuseOutdated(ifMatch, {
    title,
    version,
    current: () => load(session, id),
    changesSince: since => rowChangesSince(db, table, accountId, { id, version: since, columns }),
  })
}

/** A record's name in a sentence. */
export const quoted = (name: string | null | undefined): string => `“${name ?? '(unnamed)'}”`
