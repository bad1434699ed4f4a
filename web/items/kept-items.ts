import { fieldNames } from '#contract/field.ts'
import { itemFields } from '#contract/items.ts'
import { readDraft } from '#web/lib/drafts.ts'
import { newId } from '#web/lib/new-id.ts'
import type { PendingRow } from '#web/ui/grid/row-store.ts'
import { keptRow } from '#web/ui/grid/use-row-queue.ts'
import { isEmptyItem } from './item-columns.ts'

const known = new Set<string>(fieldNames(itemFields))

/** An item that was being typed into a dialog when the application was renewed, as a row. */
export function readTypedItem(key: string): PendingRow[] {
  const typed = Object.entries(readDraft(key)?.fields ?? {}).filter(([field]) => known.has(field))
  const row = keptRow({ id: newId(), cells: Object.fromEntries(typed) })
  return row && !isEmptyItem(row.cells) ? [row] : []
}
