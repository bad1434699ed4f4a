import { type RefObject, useMemo } from 'react'
import type { FieldChoice, TemplatePage } from '#contract/template-pages.ts'
import type { PlaceState, RowsState } from './decisions.ts'
import { whyNotAField } from './made-fields.ts'
import { pageTextOf } from './page-text.ts'
import type { Insertion } from './place-state.ts'
import type { Selected } from './selected-text.ts'
import { useSelectedText } from './use-selected-text.ts'

type Options = {
  root: RefObject<HTMLElement | null>
  page: TemplatePage
  states: readonly PlaceState[]
  rows: readonly RowsState[]
  /** Asks which field it becomes. */
  onAsked: (text: string, replace: (id: string, choice: FieldChoice) => Insertion) => void
}

export type TextMaking = ReturnType<typeof useTextMaking>

/** Selected text becomes a field, which takes its place. */
export function useTextMaking({ root, page, states, rows, onAsked }: Options) {
  const selected = useSelectedText(root)
  const refusal = useMemo(
    () => (selected ? whyNotAField({ page, states, rows }, selected) : ''),
    [page, states, rows, selected],
  )
  return {
    selected,
    refusal,
    text: selected ? inOneLine(pageTextOf(page).between(selected.from, selected.to)) : '',
    /** What is selected, or what is given. */
    make: (given?: Selected) => {
      const chosen = given ?? (refusal === '' ? selected : undefined)
      if (!chosen) return
      const { from, to } = chosen
      const text = pageTextOf(page).between(from, to)
      onAsked(inOneLine(text), (id, choice) => ({ id, at: from, choice, replaced: { to, text } }))
    },
  }
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
