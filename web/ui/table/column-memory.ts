import { useEffect, useRef, useState } from 'react'
import type { TableLayout } from '#contract/preferences.ts'

const nothing: TableLayout = { widths: {}, visible: {}, order: [], comfortable: false }

/** Where a table's layout is kept besides this browser, so that it follows its person to another machine. */
export type LayoutStore = {
  /** undefined until it is known; null where nothing was kept yet. */
  kept: TableLayout | null | undefined
  keep: (layout: TableLayout) => void
}

/** How the person likes the table of this key, in this browser. */
export function keptLayout(key: string | undefined): TableLayout {
  if (!key) return nothing
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<TableLayout>) }
  } catch {
    return nothing
  }
}

function write(key: string | undefined, layout: TableLayout): void {
  try {
    if (key) localStorage.setItem(key, JSON.stringify(layout))
  } catch {
    // A full or forbidden storage costs the memory, not the table.
  }
}

const PAUSE_MS = 800

/**
 * How a person likes a table: in this browser under the key, so that the first paint is right, and with the
 * keeper, which is asked once the person has stopped dragging.
 */
export function useColumnMemory(key: string | undefined, keeper: LayoutStore | undefined) {
  const [layout, setLayout] = useState(() => keptLayout(key))
  const [isOwnChange, setIsOwnChange] = useState(false)
  const kept = keeper?.kept
  const [seen, setSeen] = useState<TableLayout | null>()
  if (kept && kept !== seen) {
    setSeen(kept)
    // What is being changed here and now is newer.
    if (!isOwnChange) setLayout(kept)
  }
  useEffect(() => write(key, layout), [key, layout])
  const keep = keeper?.keep
  const unkept = useRef<TableLayout>(undefined)
  useEffect(() => {
    if (!isOwnChange || !keep) return
    unkept.current = layout
    const timer = setTimeout(() => {
      unkept.current = undefined
      setIsOwnChange(false)
      keep(layout)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isOwnChange, keep, layout])
  // Opening a row right after a change leaves the table before the pause is over.
  useEffect(
    () => () => {
      if (unkept.current) keep?.(unkept.current)
    },
    [keep],
  )
  const change = (work: (before: TableLayout) => TableLayout) => {
    setIsOwnChange(true)
    setLayout(work)
  }
  return [layout, change, () => change(() => nothing)] as const
}
