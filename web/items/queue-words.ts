import { entriesOf } from '#contract/typed-objects.ts'
import { itemLabels } from '#contract/items.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { itemText, type ItemValues } from './form.ts'
import type { QueueState } from './item-queue.ts'

/** What became of the items that were entered: "2 items added, 1 being saved". */
export function entryText({ items, failure }: QueueState, added: number): string {
  const parts = [
    added > 0 ? `${countText(added, 'item')} added` : '',
    items.length > 0 ? `${items.length} ${failure === '' ? 'being saved' : 'not saved yet'}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** An item in one line: its name and what else was entered. */
export function itemLine({ name, ...others }: ItemValues): string {
  const facts = entriesOf(others).flatMap(([field, value]) =>
    value === null || value === '' ? [] : [`${itemLabels[field]} ${itemText(field, value)}`],
  )
  return [nameOr(name), ...facts].join(', ')
}
