import { useMemo, useState } from 'react'
import type { FieldChoice, PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { newId } from '#web/lib/new-id.ts'
import { cutBy, fieldsNear, textIn, withWholePlaces } from './conditions.ts'
import { type Lines, linesBetween, resized, rowsAround } from './page-lines.ts'
import type { Unclosed } from './page-problems.ts'
import { pageTextOf } from './page-text.ts'
import type { Decisions, NewCondition, PlaceState } from './place-state.ts'
import { selectedParagraphs } from './selected-paragraphs.ts'

type Draft = {
  lines: Lines | undefined
  field: FieldChoice | undefined
  /** What was clicked last: of a paragraph with line breaks only a part of what is taken. */
  at?: PageSpot | undefined
  /** A condition that never closes, in whose place this one comes. */
  instead?: PlaceState
}

type Options = {
  page: TemplatePage
  states: readonly PlaceState[]
  decisions: Decisions
  current: PlaceState | undefined
  onMade: (condition: NewCondition, instead: PlaceState | undefined) => void
}

export type ConditionMaking = ReturnType<typeof useConditionMaking>

/** Choosing lines, and the field without which they are left out, before it is decided. */
export function useConditionMaking({ page, states, decisions, current, onMade }: Options) {
  const [draft, setDraft] = useState<Draft>()
  const lines = draft?.lines
  const at = draft?.at
  const fields = useMemo(() => (lines ? fieldsNear(page, states, lines, at) : []), [page, states, lines, at])
  const field = draft?.field ?? fields[0]
  const cut = lines && cutBy(page, decisions, lines)

  const take = (next: Lines | undefined, spot?: PageSpot) =>
    next &&
    setDraft(before => ({
      ...{ field: undefined, ...before },
      at: spot ?? before?.at,
      lines: withWholePlaces(page, states, next),
    }))
  const change = (next: Lines | undefined) => next && (() => take(next))
  const sized = (end: 'first' | 'last', by: 1 | -1) => lines && change(resized(page, lines, end, by))

  return {
    isOpen: draft !== undefined,
    lines,
    field,
    fields,
    cut,
    text: lines ? textIn(page, lines) : '',
    /** Of a single paragraph with line breaks, how many lines it has. */
    lineCount:
      lines?.first === lines?.last && lines ? pageTextOf(page).textOf(lines.first).split('\n').length : 1,
    open: () => {
      const [first, last] = selectedParagraphs() ?? [current?.from.paragraph, current?.to.paragraph]
      setDraft({ lines: undefined, field: undefined })
      if (first !== undefined && last !== undefined) take(linesBetween(page, first, last))
    },
    /** Says where a condition that never closes ends. */
    enclose: ({ opening, field: asked, lines: first }: Unclosed) => {
      setDraft({ lines: undefined, field: asked, instead: opening })
      take(first)
    },
    close: () => setDraft(undefined),
    /** A line of the page, or all from the first one to it. */
    choose: (spot: PageSpot, isMore: boolean) =>
      take(linesBetween(page, isMore && lines ? lines.first : spot.paragraph, spot.paragraph), spot),
    select: () => {
      const chosen = selectedParagraphs()
      if (chosen) take(linesBetween(page, ...chosen))
    },
    setField: (chosen: FieldChoice) => setDraft(before => before && { ...before, field: chosen }),
    /** Each undefined where there is no such line. */
    sizes: {
      above: sized('first', 1),
      below: sized('last', 1),
      withoutFirst: sized('first', -1),
      withoutLast: sized('last', -1),
      row: lines && change(rowsAround(page, lines)),
    },
    make: () => {
      if (!lines || !field || cut !== undefined) return
      setDraft(undefined)
      onMade(
        {
          ...{ id: newId(), lines, text: textIn(page, lines) },
          field: { name: field.name, label: field.label },
        },
        draft?.instead,
      )
    },
  }
}
