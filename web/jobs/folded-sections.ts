import { createContext, useContext, useState } from 'react'
import type { SectionTitle } from './section-summaries.ts'

const KEPT = 'lading.open-sections'

const keptTitles = (): readonly string[] => (localStorage.getItem(KEPT) ?? '').split('\n')

export type FoldedSections = {
  summaries: Record<SectionTitle, string>
  isOpen: (title: SectionTitle) => boolean
  setOpen: (title: SectionTitle, isOpen: boolean) => void
}

/**
 * Which sections of the card are open on a phone: those that this person opened last time, and all of a job that has
 * nothing in them yet, since it is about to be filled in.
 */
export function useFoldedSections(summaries: Record<SectionTitle, string>): FoldedSections {
  const [isNew] = useState(() => Object.values(summaries).every(summary => summary === ''))
  const [open, setOpen] = useState(keptTitles)
  const [closed, setClosed] = useState<readonly string[]>([])
  return {
    summaries,
    isOpen: title => open.includes(title) || (isNew && !closed.includes(title)),
    setOpen: (title, isOpen) => {
      const others = open.filter(other => other !== title && other !== '')
      const next = isOpen ? [...others, title] : others
      localStorage.setItem(KEPT, next.join('\n'))
      setOpen(next)
      setClosed(isOpen ? closed.filter(other => other !== title) : [...closed, title])
    },
  }
}

const FoldedSectionsContext = createContext<FoldedSections | null>(null)

/** Sections fold inside it; without it, or with null, they stand open. */
export const FoldedSectionsProvider = FoldedSectionsContext.Provider
export const useFoldedSectionsContext = () => useContext(FoldedSectionsContext)
