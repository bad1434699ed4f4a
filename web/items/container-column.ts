import { useMemo } from 'react'
import type { Container } from '#contract/containers.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import { useContainers } from '#web/containers/queries.ts'
import { countText } from '#web/lib/format.ts'
import { useItemContainers } from '#web/records/item-containers.ts'
import type { GridColumn } from '#web/ui/grid/columns.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'
import { itemRow } from './item-columns.ts'

/** In which container a row travels; the dialog of the item says it, so nobody types into the cell. */
export const containerColumn: GridColumn = {
  id: 'container',
  label: 'Container',
  kind: 'text',
  maxLength: 500,
  width: 124,
  isFixed: true,
}

/** By the id of each item that is in a container: its number, or in how many containers it is split. */
export function containerTexts(
  containers: readonly Pick<Container, 'id' | 'number'>[],
  links: readonly Pick<ItemContainer, 'itemId' | 'containerId'>[],
): Map<string, string> {
  const numbers = new Map(containers.map(({ id, number }) => [id, number ?? '(no number)']))
  return new Map(
    [...Map.groupBy(links, link => link.itemId)].map(([id, own]) => {
      const [only] = own
      const isWhole = own.length === 1 && only !== undefined
      return [id, isWhole ? (numbers.get(only.containerId) ?? '') : countText(own.length, 'container')]
    }),
  )
}

const told = new WeakMap<StoredRow, StoredRow>()

/** The same row for the same item in the same container each time, so that it is drawn anew only when it changed. */
function rowWith(row: StoredRow, container: string | null): StoredRow {
  const known = told.get(row)
  if (known?.values['container'] === container) return known
  const next = { ...row, values: { ...row.values, container } }
  told.set(row, next)
  return next
}

/** The rows of a job's items; where the job has containers, each says in which it travels, in a column of its own. */
export function useRowsInContainers(jobId: string, items: readonly Item[]) {
  const { data: containers = [] } = useContainers(jobId)
  const { data: links } = useItemContainers(jobId)
  return useMemo(() => {
    const rows = items.map(itemRow)
    if (containers.length === 0 || !links) return { rows, further: [] }
    const texts = containerTexts(containers, links)
    return { rows: rows.map(row => rowWith(row, texts.get(row.id) ?? null)), further: [containerColumn] }
  }, [items, containers, links])
}
