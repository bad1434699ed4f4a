import { keepDraft, readDraft } from '#web/lib/drafts.ts'
import { type ItemValues, itemValues } from './form.ts'
import type { QueuedItem } from './item-queue.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A form's values as the browser kept them; what is no field of an item is left out. */
export function valuesOfDraft(fields: Record<string, unknown>): ItemValues {
  const empty = itemValues(null)
  const known = Object.entries(fields).filter(([field]) => field in empty)
  return { ...empty, ...Object.fromEntries(known) }
}

export function readKeptItems(key: string): QueuedItem[] {
  const items = readDraft(key)?.fields['items']
  if (!Array.isArray(items)) return []
  return (items as unknown[]).flatMap(one =>
    isRecord(one) && typeof one['id'] === 'string' && isRecord(one['values'])
      ? [{ id: one['id'], values: valuesOfDraft(one['values']) }]
      : [],
  )
}

/** Read anew each time: what a closed tab left may have come to this one meanwhile. */
export function changeKeptItems(
  key: string,
  change: (kept: readonly QueuedItem[]) => readonly QueuedItem[],
): void {
  const items = change(readKeptItems(key))
  keepDraft(key, 0, items.length > 0 ? { items } : {})
}
