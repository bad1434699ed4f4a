import { AppError } from '#server/errors.ts'
import type { Change } from './changes-records.ts'

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

/** A record's name in a sentence. */
export const quoted = (name: string | null | undefined): string => `“${name ?? '(unnamed)'}”`
