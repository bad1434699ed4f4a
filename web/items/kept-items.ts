import { keepDraft, readDraft } from '#web/lib/drafts.ts'
import type { PendingRow } from '#web/ui/grid/row-store.ts'
import { keptRow } from '#web/ui/grid/use-row-queue.ts'

/** The rows of a job that are not stored yet, as this browser keeps them. */
export function readKeptItems(key: string): PendingRow[] {
  const fields = readDraft(key)?.fields ?? {}
  const kept = fields['rows'] ?? fields['items']
  if (!Array.isArray(kept)) return []
  return (kept as unknown[]).flatMap(one => keptRow(one) ?? [])
}

export const keepItems = (key: string, rows: readonly PendingRow[]): void =>
  keepDraft(key, 0, rows.length > 0 ? { rows } : {})
