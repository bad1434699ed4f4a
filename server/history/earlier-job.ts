import { partyRoles, type PartyRole } from '#contract/parties.ts'
import { jobPartyRecord } from '#server/jobs/record.ts'
import type { EarlierRecord } from '#server/records/describe.ts'
import type { StoredEntry } from './list-records.ts'
import { fieldOf, recordKindOf, restoreOf } from './record-kinds.ts'

export type EarlierState = {
  records: EarlierRecord[]
  /** The party of each role that differs; null for nobody. */
  parties: Map<PartyRole, { now: string | null; earlier: string | null }>
}

const idOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)

/** What differs from the state before these entries, which are the latest of one job, oldest first. */
export function earlierState(entries: readonly StoredEntry[]): EarlierState {
  const records = new Map<string, EarlierRecord>()
  const parties: EarlierState['parties'] = new Map()
  for (const { recordType, recordId, changes } of entries) {
    const kind = recordKindOf(recordType)
    if (kind === jobPartyRecord) {
      const [before, after] = changes['role'] ?? [null, null]
      const role = partyRoles.find(one => one === (before ?? after))
      const [was, is] = (changes['party_id'] ?? []).map(idOrNull)
      // A replaced party is two rows: one went and another came.
      if (role)
        parties.set(role, {
          earlier: (parties.has(role) ? parties.get(role)?.earlier : was) ?? null,
          now: is ?? null,
        })
      continue
    }
    // A document's content and deletion have a way back of their own.
    if (!restoreOf(kind)?.withJob) continue
    const key = changes['id']
    const record = records.get(recordId) ?? {
      kind,
      id: recordId,
      now: true,
      earlier: key?.[0] !== null,
      columns: new Map(),
      keys: new Map(),
    }
    records.set(recordId, record)
    if (key) record.now = key[1] !== null
    for (const [column, [before, after]] of Object.entries(changes)) {
      const of = idOrNull(before ?? after)
      if (column.endsWith('_id') && of !== null) record.keys.set(column, of)
      const field = fieldOf(kind, column)
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
function differs({ kind, now, earlier, columns }: EarlierRecord): boolean {
  if (restoreOf(kind)?.withJob?.comesAndGoes && now !== earlier) return true
  return now && columns.size > 0
}
