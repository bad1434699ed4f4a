import { useCallback, useState } from 'react'

export type ColumnMemory = {
  widths: Record<string, number>
  /** Columns that the person showed or hid; the others are as the table says. */
  visible: Record<string, boolean>
}

const nothing: ColumnMemory = { widths: {}, visible: {} }

function read(key: string | undefined): ColumnMemory {
  if (!key) return nothing
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ColumnMemory>) }
  } catch {
    return nothing
  }
}

/** How a person likes a table: kept in this browser under the key, for the next visit. */
export function useColumnMemory(key: string | undefined) {
  const [memory, setMemory] = useState(() => read(key))
  const remember = useCallback(
    (change: (before: ColumnMemory) => ColumnMemory) => {
      setMemory(before => {
        const after = change(before)
        try {
          if (key) localStorage.setItem(key, JSON.stringify(after))
        } catch {
          // A full or forbidden storage costs the memory, not the table.
        }
        return after
      })
    },
    [key],
  )
  return [memory, remember] as const
}
