import { surchargeBasisFields } from '#contract/finance-sections.ts'
import type { Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { isOfMoney, requireSameCurrency } from '#server/finance/former-currency.ts'
import {
  nothingToRestore,
  type FormerValues,
  type RecordKind,
  type Restored,
} from '#server/records/describe.ts'
import type { StoredEntry } from './list-records.ts'
import { fieldOf, isRestorable, recordKindOf, restoreOf } from './record-kinds.ts'

/** Puts the old values of some fields of an entry back, as a new change of its record. */
export async function restoreFields(
  session: Session,
  entry: StoredEntry,
  fields: readonly string[],
  ifMatch: number | undefined,
): Promise<Restored> {
  const kind = recordKindOf(entry.recordType)
  const restore = restoreOf(kind)
  // What has no fields is one change as a whole, whatever it is called.
  const isWhole = restore !== undefined && Object.keys(kind.fields).length === 0
  const old = isWhole ? [] : oldValues(kind, entry, fields)
  if (!restore) throw nothingToRestore()
  if (isOfMoney(entry.recordType)) await requireSameCurrency(session, entry.id)
  return restore.values(session, entry, old, ifMatch)
}

/** Puts a removed record back as it was, under its own id. */
export async function restoreRemovedRecord(session: Session, entry: StoredEntry): Promise<Restored> {
  const removed = restoreOf(recordKindOf(entry.recordType))?.removed
  if (!removed || entry.changes['id']?.[1] !== null) throw nothingToRestore()
  return removed(session, entry)
}

function oldValues(kind: RecordKind, { changes }: StoredEntry, wanted: readonly string[]): FormerValues {
  // What was added or removed is no change of a value.
  if (changes['id']) throw nothingToRestore()
  const known = new Map(
    Object.entries(changes).flatMap(([column, [before]]) => {
      const field = fieldOf(kind, column)
      return field && isRestorable(field, before) ? [[field.field, before ?? null] as const] : []
    }),
  )
  return wanted.flatMap(field => {
    if (!known.has(field)) throw invalid('fields', `This entry has no “${field}” that can be restored.`)
    // A surcharge's figure means nothing without what it was then: per kg or flat.
    const basis = basisFields[field]
    const together = basis && known.has(basis) ? [field, basis] : [field]
    return together.map(one => [one, known.get(one)] as const)
  })
}

const basisFields: Readonly<Record<string, string>> = surchargeBasisFields
