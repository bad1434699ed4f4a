import { useEffect, useMemo, useRef } from 'react'
import { useLastUsed } from '#web/lib/last-used.ts'
import type { GridColumn } from '#web/ui/grid/columns.ts'
import { itemColumns } from './item-columns.ts'

/** The columns of items to be edited: the packing modes used last are offered first, as in the item's dialog. */
export function useItemColumns(): readonly GridColumn[] {
  const { lastUsed, onUse } = useLastUsed('packingModes')
  const latest = useRef(onUse)
  useEffect(() => {
    latest.current = onUse
  })
  return useMemo(
    () =>
      itemColumns.map(column =>
        column.id === 'modeOfPacking' && column.kind === 'choice'
          ? { ...column, lastUsed, onUse: (value: number) => void latest.current(value) }
          : column,
      ),
    [lastUsed],
  )
}
