import type { CellValue, RowValues } from './columns.ts'

/** A row as the server has it. */
export type StoredRow = { id: string; version: number; values: RowValues }

/** A row with cells that are not stored yet. */
export type PendingRow = {
  id: string
  /** The version that the cells were changed on; 0 for a new row. */
  version: number
  /** Its values at that version. */
  base: RowValues
  /** The changed cells alone; what was typed and is not understood stands here as a text. */
  cells: RowValues
  /** What was sent of them and has no answer yet: a repeat must be the same. */
  sent?: RowValues | undefined
  /** Somebody is still in it: it is not saved yet. */
  isOpen?: boolean | undefined
  /** Why the server refused it. */
  refusal?: string | undefined
  /** What somebody else has stored meanwhile in the same cells. */
  theirs?: StoredRow | undefined
  /** Somebody else has deleted it. */
  isGone?: boolean | undefined
}

export type RowsState = {
  /** By id; new ones in their order. */
  pending: ReadonlyMap<string, PendingRow>
  /** The ids of the rows that were saved here, with the version that this made. */
  saved: ReadonlyMap<string, number>
  isSaving: boolean
  /** Why nothing can be saved at the moment; '' where nothing is wrong. */
  failure: string
}

/** How the rows of one grid are saved. */
export type RowCalls = {
  /** Stores new rows, all or none; the same call again stores nothing twice. */
  add: (rows: readonly { id: string; values: RowValues }[]) => Promise<readonly StoredRow[]>
  change: (id: string, values: RowValues, version: number) => Promise<StoredRow>
  /** The rows as they are now. */
  reload: () => Promise<readonly StoredRow[]>
  /** Whether a value can be sent. */
  isReadable: (column: string, value: CellValue) => boolean
  /** Whether there is nothing in a new row. */
  isEmpty: (values: RowValues) => boolean
  /** Keeps what is not stored in this browser. */
  keep: (rows: readonly PendingRow[]) => void
  onEmpty: () => void
  /** Nobody sees that rows could not be saved. */
  onUnseenFailure: (failure: string) => void
}

/** What a refusal means for the rows that were sent. */
export type Refusal =
  | { kind: 'later'; message: string }
  | { kind: 'all'; message: string }
  /** By the place of the row in the call. */
  | { kind: 'rows'; messages: ReadonlyMap<number, string> }
  /** Rows of these ids stand with other content. */
  | { kind: 'known' }
  | { kind: 'changed'; theirs: StoredRow | null }
  /** The row does not stand any more, or what it belongs to. */
  | { kind: 'gone'; message: string }

export const withoutKeys = (
  values: RowValues,
  isLeftOut: (column: string, value: CellValue) => boolean,
): RowValues =>
  Object.fromEntries(Object.entries(values).filter(([column, value]) => !isLeftOut(column, value)))

export const isBlank = (values: RowValues) => Object.keys(values).length === 0

const withBlanks = (value: CellValue | undefined) => (value === undefined || value === '' ? null : value)
export const isSame = (one: CellValue | undefined, other: CellValue | undefined) =>
  withBlanks(one) === withBlanks(other)

/** A row after its cells, or some of them, were stored: what is left to be saved; null for nothing. */
export function afterSaving(row: PendingRow, sent: RowValues, stored: StoredRow): PendingRow | null {
  const cells = withoutKeys(row.cells, (column, value) => column in sent && isSame(value, sent[column]))
  if (isBlank(cells)) return null
  return { id: row.id, version: stored.version, base: stored.values, cells, isOpen: row.isOpen }
}

/** A row on top of what somebody else has stored meanwhile; null where nothing of it is left to be saved. */
export function overTheirs(row: PendingRow, theirs: StoredRow): PendingRow | null {
  const cells = withoutKeys(row.cells, (column, value) => isSame(theirs.values[column], value))
  if (isBlank(cells)) return null
  const isContested = Object.keys(cells).some(column => !isSame(theirs.values[column], row.base[column]))
  if (isContested) return { ...row, cells, sent: undefined, theirs }
  return { id: row.id, version: theirs.version, base: theirs.values, cells, isOpen: row.isOpen }
}
