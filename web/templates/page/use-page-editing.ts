import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { PageDifference, PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { newId } from '#web/lib/new-id.ts'
import type { Chooser } from './chooser.ts'
import { bracketsOf } from './conditions.ts'
import { decide, insert, rowStatesOf, stateAt, statesOf } from './decisions.ts'
import { differencesByLine } from './differences.ts'
import { changedBetween } from './following.ts'
import type { LeftText } from './left-text.ts'
import { labelBefore } from './made-fields.ts'
import { type Mark, marksOf } from './marks.ts'
import type { PageLook } from './page-look.ts'
import {
  type Closing,
  closingOf,
  placeNamed,
  problemOf,
  type Shown,
  type Unclosed,
  unclosedAlone,
} from './page-problems.ts'
import { pageTextOf } from './page-text.ts'
import { plainOf } from './plain-lines.ts'
import { inListOrder } from './place-list.ts'
import type { Insertion, PlaceState } from './place-state.ts'
import { askedOnce, firstOf, questionsOf } from './questions.ts'
import { focusedKey, keepFocus, reveal } from './reveal.ts'
import { showing } from './showing.ts'
import { useConditionMaking } from './use-condition-making.ts'
import type { Decided } from './use-decisions.ts'
import { usePlaceDecisions } from './use-place-decisions.ts'
import { usePlaceKeys } from './use-place-keys.ts'
import { usePlacing } from './use-placing.ts'
import { useTextMaking } from './use-text-making.ts'

type Options = {
  page: TemplatePage
  decided: Decided
  show: Shown
  /** What the last save found that the template prints otherwise. */
  differences: readonly PageDifference[]
}

/** Going from place to place, deciding on each, and inserting: by mouse and by keys alike. */
export function usePageEditing({ page, decided, show, differences }: Options) {
  const root = useRef<HTMLDivElement>(null)
  const { now } = decided
  const states = useMemo(() => statesOf(page, now), [page, now])
  const questions = useMemo(() => questionsOf(page, states), [page, states])
  const rows = useMemo(() => rowStatesOf(page, now), [page, now])
  const plain = useMemo(() => plainOf(page, states, now), [page, states, now])
  const drawn = useRef<ReadonlyMap<number, readonly Mark[]>>(undefined)
  const marks = useMemo(() => marksOf(page, states, drawn.current), [page, states])
  useEffect(() => {
    drawn.current = marks
  }, [marks])
  const differing = useMemo(() => differencesByLine(differences), [differences])
  const [current, setCurrent] = useState<{ key: string } | undefined>(() => {
    const problem = problemOf(page, show)
    const first = (problem && stateAt(states, problem)) ?? placeNamed(states, show)
    return first && { key: first.key }
  })
  const [chooser, setChooser] = useState<Chooser>()
  const [announcement, setAnnouncement] = useState('')

  const bringIntoSight = useEffectEvent(({ key }: { key: string }) => {
    if (root.current) reveal(root.current, { key, line: firstOf(key, questions) })
  })
  // A new object each time: the same place may be asked for again.
  useEffect(() => {
    if (current) bringIntoSight(current)
    keepFocus(root.current)
  }, [current])

  const find = (key: string | undefined) => states.find(one => one.key === key)
  const placing = usePlacing({
    ...{ states, decisions: now, find, before: pageTextOf(page).before },
    onPlaced: (next, said, key) => {
      if (next !== now) {
        decided.change(next)
        setAnnouncement(said)
      }
      setCurrent({ key })
    },
  })
  const deciding = usePlaceDecisions({
    ...{ page, decided, states, questions, plain, find },
    go: key => setCurrent(key === undefined ? undefined : { key }),
    say: setAnnouncement,
    ask: setChooser,
    move: key => {
      making.close()
      placing.move(key)
    },
  })
  const making = useConditionMaking({
    ...{ page, states, decisions: now, current: find(current?.key) },
    onMade: deciding.putCondition,
  })
  const brackets = useMemo(() => bracketsOf(page, states, making.lines), [page, states, making.lines])

  const put = (insertion: Insertion, said: string) => {
    setChooser(undefined)
    placing.stop()
    decided.change(insert(now, insertion))
    setAnnouncement(said)
    setCurrent({ key: insertion.id })
  }
  const insertAt = (at: PageSpot) => {
    if (texts.selected) return texts.make()
    if (placing.placing) return placing.put(at, placing.placing)
    placing.setCaret(at)
    setChooser({
      ...{ isCondition: false, title: 'Insert a field', choices: [], printed: undefined },
      near: labelBefore(page, at),
      onChosen: choice => {
        setChooser(undefined)
        placing.put(at, { choice })
      },
    })
  }
  const texts = useTextMaking({
    ...{ root, page, states, rows },
    onAsked: (text, replace) =>
      setChooser({
        ...{ isCondition: false, title: `Which field is “${text.slice(0, 60)}”?`, choices: [] },
        ...{ printed: undefined, searched: text },
        onChosen: choice => put(replace(newId(), choice), `“${text.slice(0, 60)}”: ${choice.label}.`),
      }),
  })
  // One thing is begun at a time.
  const begun = () => {
    if (making.isOpen) return making.close
    return placing.isInserting ? placing.stop : undefined
  }
  const undo = () => {
    if (!decided.mayUndo) return
    const before = decided.undo()
    setAnnouncement('Undone.')
    const key = before && changedBetween(states, statesOf(page, before))
    setCurrent(key === undefined ? undefined : { key })
  }
  /** The line of the list that has the focus, also where Tab has led to it. */
  const atKeys = () => focusedKey(root.current) ?? current?.key
  const withKey = (run: (key: string) => void) => () => {
    const key = atKeys()
    if (key !== undefined) run(key)
  }
  const step = (by: 1 | -1) => {
    const list = inListOrder(askedOnce(states, questions))
    const from = atKeys()
    const at = list.findIndex(one => from !== undefined && one.key === firstOf(from, questions))
    const next = list[at < 0 ? 0 : Math.max(0, Math.min(list.length - 1, at + by))]
    if (next) setCurrent({ key: next.key })
  }
  const { actions } = deciding
  usePlaceKeys({
    ...{ step, undo },
    use: withKey(deciding.useAt),
    dismiss: withKey(deciding.dismissAt),
    change: withKey(actions.change),
    format: withKey(actions.format),
    move: withKey(actions.move),
    giveUp: begun(),
  })

  const look: PageLook = {
    ...{ marks, rows, brackets, differences: differing },
    ...{ currentKey: current?.key, isChoosingLines: making.isOpen },
    ...{ caret: placing.caret, isInserting: placing.isInserting, onLeaveRows: deciding.leaveRows },
  }
  const { formatting, chooseFormat, stopFormatting, leaveAllRows } = deciding
  return {
    ...{ root, states, questions, look, announcement, actions, chooser, texts, plain },
    making: {
      ...making,
      open: () => {
        placing.stop()
        making.open()
      },
    },
    dismissText: ({ key, text }: LeftText) => {
      decided.change(decide(now, key, { kind: 'dismiss' }))
      setAnnouncement(`“${text.slice(0, 60)}”: not a field.`)
      keepFocus(root.current)
    },
    ...{ undo, insertAt, placing, formatting, chooseFormat, stopFormatting, leaveAllRows },
    closingOf: (state: PlaceState) => closingOf(page, states, state),
    unclosedAlone: (state: PlaceState) => unclosedAlone(page, states, state),
    encloseLines: (unclosed: Unclosed) => {
      placing.stop()
      making.enclose(unclosed)
    },
    putClosing: ({ at, choice }: Closing) => put({ id: newId(), at, choice }, `${choice.label}: at the end.`),
    ...showing({ page, states, root, go: actions.go }),
    chooseConditionField: () =>
      setChooser({
        ...{ isCondition: true, title: 'Which field has to be filled in?' },
        ...{ choices: making.fields, printed: undefined },
        onChosen: choice => {
          setChooser(undefined)
          making.setField({ ...choice, label: choice.label.replace(/^(?:Job|Quotation): |: any$/, '') })
        },
      }),
    closeChooser: () => setChooser(undefined),
    startInserting: () => {
      making.close()
      if (texts.selected && texts.refusal === '') texts.make()
      else if (placing.isInserting) placing.stop()
      else if (placing.caret) insertAt(placing.caret)
      else placing.begin()
    },
  }
}
