import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** The selected row of a table; at first the one that the address names after "#", as the search box does. */
export function useNamedRow() {
  const named = useLocation({ select: ({ hash }) => hash })
  const [seen, setSeen] = useState(named)
  const [selectedId, setSelectedId] = useState<string | undefined>(named || undefined)
  if (named !== seen) {
    setSeen(named)
    if (named) setSelectedId(named)
  }
  return [selectedId, setSelectedId] as const
}
