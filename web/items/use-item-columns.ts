import { useEffect, useMemo, useRef } from 'react'
import { useLastUsed } from '#web/lib/last-used.ts'
import type { GridColumn, RowValues } from '#web/ui/grid/columns.ts'
import { allItemColumns, itemColumnsFor } from './item-columns.ts'

/**
 * The columns of items to be edited, the same list as long as these rows call for the same. The packing modes used last
 * are offered first, as in the item's dialog.
 */
export function useItemColumns(rows: readonly RowValues[]): readonly GridColumn[] {
  const { lastUsed, onUse } = useLastUsed('packingModes')
  const latest = useRef(onUse)
  useEffect(() => {
    latest.current = onUse
  })
  const needed = itemColumnsFor(rows)
    .map(column => column.id)
    .join(' ')
  return useMemo(() => {
    const ids = new Set(needed.split(' '))
    return allItemColumns
      .filter(column => ids.has(column.id))
      .map(column =>
        column.id === 'modeOfPacking' && column.kind === 'choice'
          ? { ...column, lastUsed, onUse: (value: number) => void latest.current(value) }
          : column,
      )
  }, [lastUsed, needed])
}
