import { useEffect, useRef, useState } from 'react'
import type { FieldChoice, PageSpot } from '#contract/template-pages.ts'
import { newId } from '#web/lib/new-id.ts'
import { insert, mayMove, moved, outsidePlaces } from './decisions.ts'
import type { Decisions, PlaceState } from './place-state.ts'
import { focusLine } from './reveal.ts'

/** A field on its way to a spot of the page: one that is moved from its place, or another one. */
export type Placing = { choice: FieldChoice; from?: PlaceState }

type Options = {
  states: readonly PlaceState[]
  decisions: Decisions
  find: (key: string) => PlaceState | undefined
  /** What stands before a spot. */
  before: (at: PageSpot) => string
  onPlaced: (next: Decisions, said: string, key: string) => void
}

/** Where the caret is on the page, and the field that is to go there: by a click, by keys or dragged. */
export function usePlacing({ states, decisions, find, before, onPlaced }: Options) {
  const [caret, setAnyCaret] = useState<PageSpot>()
  const [isInserting, setIsInserting] = useState(false)
  const [placing, setPlacing] = useState<Placing>()
  const dragged = useRef<Placing>(undefined)

  // A place that is moved by keys begins where it stands.
  useEffect(() => {
    const spot = placing?.from?.from
    if (spot) focusLine(document, spot.paragraph)?.scrollIntoView({ block: 'nearest' })
  }, [placing])

  const setCaret = (at: PageSpot | undefined) => setAnyCaret(at && outsidePlaces(states, at))
  const stop = () => {
    setIsInserting(false)
    setPlacing(undefined)
    setCaret(undefined)
  }
  const put = (to: PageSpot, { choice, from }: Placing) => {
    stop()
    const at = outsidePlaces(states, to)
    const id = from?.kind === 'inserted' ? from.key : newId()
    const next = from ? moved(decisions, from, { id, at, choice }) : insert(decisions, { id, at, choice })
    const text = before(at)
    const said = `${choice.label} ${from ? 'moved' : 'inserted'}${text === '' ? '.' : ` after “${text}”.`}`
    onPlaced(next, said, id)
  }
  return {
    ...{ caret, setCaret, isInserting, placing, stop, put },
    begin: () => setIsInserting(true),
    /** The next spot that is chosen takes it; a spot that was chosen before takes it at once. */
    place: (choice: FieldChoice) => {
      if (caret) return put(caret, { choice })
      setPlacing({ choice })
      setIsInserting(true)
    },
    move: (key: string) => {
      const from = find(key)
      if (!from?.choice || !mayMove(from)) return
      setCaret(from.from)
      setPlacing({ choice: from.choice, from })
      setIsInserting(true)
    },
    drag: (what: FieldChoice | string) => {
      const from = typeof what === 'string' ? find(what) : undefined
      const choice = typeof what === 'string' ? from?.choice : what
      dragged.current = choice && (from ? { choice, from } : { choice })
    },
    isDragging: () => dragged.current !== undefined,
    drop: (at: PageSpot) => dragged.current && put(at, dragged.current),
    endDrag: () => {
      dragged.current = undefined
      setCaret(undefined)
    },
  }
}
