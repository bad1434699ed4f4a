import type { ChangedField, HistoryEntry } from '#contract/history.ts'
import { may, type Permission } from '#contract/permissions.ts'
import { id } from '#contract/values.ts'
import type { Db, Session } from '#server/db/db.ts'
import { mapYielding } from '#server/map-yielding.ts'
import type { FieldChange } from '#server/records/change-words.ts'
import type { RecordKind } from '#server/records/describe.ts'
import { type Action, type Names, describeChange } from '#server/records/change-wording.ts'
import { lastOfTheirRecords, type StoredEntry } from './list-records.ts'
import { currentNames, formerNames, namesThen } from './name-records.ts'
import { fieldOf, isRestorable, recordKindOf, restoreOf } from './record-kinds.ts'
import { valueText } from './words.ts'

type MayCaller = (permission: Permission) => boolean

/** Entries in the contract's shape, with what the caller may put back. */
export async function presentEntries(
  { db, accountId, role, adjustments }: Session,
  rows: readonly StoredEntry[],
): Promise<HistoryEntry[]> {
  const names = await namesIn(db, accountId, rows)
  const earlierNames = await namesThen(db, accountId, rows)
  const removals = rows.filter(row => actionOf(row) === 'removed')
  const stillRemoved = await lastOfTheirRecords(db, accountId, removals)
  const mayCaller: MayCaller = permission => may(role, permission, adjustments)
  return mapYielding(rows, row => {
    const earlierName = earlierNames.get(row.id)
    const isNamedAsNow = earlierName === undefined || earlierName === names.get(row.recordId)
    const namesOfRow = isNamedAsNow ? names : new Map([...names, [row.recordId, earlierName]])
    return presentEntry(row, { names: namesOfRow, mayCaller, stillRemoved })
  })
}

/** The names of all that these entries speak of: the records themselves and those whose ids stand in them. */
export async function namesIn(db: Db, accountId: string, rows: readonly StoredEntry[]): Promise<Names> {
  const ids = new Set<string>()
  for (const row of rows) {
    ids.add(row.recordId)
    if (row.organisationId) ids.add(row.organisationId)
    for (const [column, values] of Object.entries(row.changes))
      if (column.endsWith('_id'))
        for (const value of values) {
          const { data } = id.safeParse(value)
          if (data !== undefined) ids.add(data)
        }
  }
  const now = await currentNames(db, accountId, [...ids])
  const then = await formerNames(
    db,
    accountId,
    [...ids].filter(id => !now.has(id)),
  )
  return new Map([...then, ...now])
}

function actionOf({ changes }: StoredEntry): Action {
  const key = changes['id']
  if (key) return key[0] === null ? 'added' : 'removed'
  return 'changed'
}

/** The fields of an entry that people read, in the order of their screen. */
function touchedFields({ changes }: StoredEntry, kind: RecordKind, names: Names): FieldChange[] {
  if (kind.wording?.touched) return kind.wording.touched(changes)
  const order = Object.keys(kind.fields)
  const rank = (column: string) => (order.includes(column) ? order.indexOf(column) : order.length)
  return Object.entries(changes)
    .flatMap(([column, [before, after]]) => {
      const field = fieldOf(kind, column)
      if (!field) return []
      const [oldText, newText] = [valueText(field.kind, before, names), valueText(field.kind, after, names)]
      return [{ column, ...field, old: before, new: after, oldText, newText }]
    })
    .sort((one, other) => rank(one.column) - rank(other.column))
}

type Known = {
  /** The entry's own record is called as it was then. */
  names: Names
  mayCaller: MayCaller
  /** The entries whose removal stands. */
  stillRemoved: ReadonlySet<number>
}

function presentEntry(row: StoredEntry, { names, mayCaller, stillRemoved }: Known): HistoryEntry {
  const kind = recordKindOf(row.recordType)
  const { wording = {} } = kind
  const change = { ...row, names }
  const action = actionOf(row)
  const label = wording.label?.(change) ?? kind.label
  const name = wording.name ? wording.name(change) : nameOf(row, names)
  const touched = touchedFields(row, kind, names)
  const restore = restoreOf(kind)
  const mayRestore = restore !== undefined && mayCaller(restore.permission)
  const fields = wording.fields?.(change) ?? touched.map(field => presentField(field, action))
  const words = describeChange(wording, { ...change, action, label, name: name ?? '(unnamed)', touched })
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: row.userId ? { id: row.userId, displayName: row.by ?? 'Somebody' } : null,
    origin:
      row.address && mayCaller('history:all')
        ? { address: row.address, userAgent: row.userAgent ?? '' }
        : null,
    record: { type: kind.type, id: row.recordId, label, name },
    job:
      row.jobId && row.jobNumber !== null ? { id: row.jobId, jobId: row.jobNumber, name: row.jobName } : null,
    action,
    words,
    // Whoever went with a merge comes back by its undo alone: until then their party is the kept one.
    changes: fields.map(field => ({
      ...field,
      restorable: field.restorable && mayRestore && !(row.merge && row.recordType === 'job_parties'),
    })),
    ...jobChangeOf(row),
    ...mergeOf(row),
    ...(row.importId !== null &&
      row.fileName !== null && { import: { id: row.importId, fileName: row.fileName } }),
    restorable:
      action === 'removed' && mayRestore && restore.removed !== undefined && stillRemoved.has(row.id),
  }
}

const jobChangeOf = ({ jobChangeId, jobsChanged, isUndo }: StoredEntry): Pick<HistoryEntry, 'jobChange'> =>
  jobChangeId === null || jobsChanged === null
    ? {}
    : { jobChange: { id: jobChangeId, others: Math.max(0, jobsChanged - 1), isUndo: isUndo === true } }

/** The merge's own entry says it all. */
const mergeOf = ({ merge, recordType }: StoredEntry): Pick<HistoryEntry, 'merge'> => {
  if (!merge || recordType === 'contact_merges') return {}
  const { jobs, ...told } = merge
  return { merge: { ...told, others: Math.max(0, jobs - 1) } }
}

/** Its own name, or that of the organisation to which it belongs. */
const nameOf = ({ recordId, organisationId }: StoredEntry, names: Names): string | null =>
  names.get(recordId) ?? (organisationId ? (names.get(organisationId) ?? null) : null)

const presentField = (
  { field, label, kind, old, new: after, oldText, newText, restorable }: FieldChange,
  action: Action,
): ChangedField => ({
  field,
  label,
  old: old ?? null,
  new: after ?? null,
  oldText,
  newText,
  restorable: action === 'changed' && isRestorable({ restorable, kind }, old),
})
