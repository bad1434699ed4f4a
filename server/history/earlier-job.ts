import type { PartyRole } from '#contract/parties.ts'
import { type Field, fieldOf, recordTypeOf } from './fields.ts'
import type { StoredEntry } from './list-records.ts'

/** What a record of a job is now and what it was, as far as they differ. */
export type EarlierRecord = {
  table: string
  id: string
  /** Whether it is there now, and was there then. */
  now: boolean
  earlier: boolean
  /** By column: the value now and the earlier one, restorable fields only. */
  columns: Map<string, { field: Field; now: unknown; earlier: unknown }>
}

export type EarlierState = {
  records: EarlierRecord[]
  /** The party of each role that differs; null for nobody. */
  parties: Map<PartyRole, { now: string | null; earlier: string | null }>
}

// A document's content and deletion have a way back of their own.
const restored = ['jobs', 'items', 'finances', 'origin_charges', 'freight_charges', 'destination_charges']

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)

/** What differs from the state before these entries, which are the latest of one job, oldest first. */
export function earlierState(entries: readonly StoredEntry[]): EarlierState {
  const records = new Map<string, EarlierRecord>()
  const parties: EarlierState['parties'] = new Map()
  for (const { recordType, recordId, changes } of entries) {
    if (recordType === 'job_parties') {
      const [before, after] = changes['role'] ?? [null, null]
      const role = (before ?? after) as PartyRole
      const [was, is] = (changes['party_id'] ?? [null, null]) as [string | null, string | null]
      // A replaced party is two rows: one went and another came.
      parties.set(role, { earlier: parties.has(role) ? (parties.get(role)?.earlier ?? null) : was, now: is })
      continue
    }
    if (!restored.includes(recordType)) continue
    const key = changes['id']
    const record = records.get(recordId) ?? {
      table: recordType,
      id: recordId,
      now: true,
      earlier: key?.[0] !== null,
      columns: new Map(),
    }
    records.set(recordId, record)
    if (key) record.now = key[1] !== null
    for (const [column, [before, after]] of Object.entries(changes)) {
      const field = fieldOf(recordTypeOf(recordType), column)
      if (!field?.restorable) continue
      const known = record.columns.get(column)
      if (known) known.now = after
      else record.columns.set(column, { field, now: after, earlier: before })
    }
  }
  for (const record of records.values())
    for (const [column, { now, earlier }] of record.columns)
      if (same(now, earlier)) record.columns.delete(column)
  for (const [role, { now, earlier }] of parties) if (same(now, earlier)) parties.delete(role)
  return {
    records: [...records.values()].filter(differs),
    parties,
  }
}

/** An item can come and go; a charge section that came later stays, without its figures. */
function differs({ table, now, earlier, columns }: EarlierRecord): boolean {
  if (table === 'items' && now !== earlier) return true
  return now && columns.size > 0
}
