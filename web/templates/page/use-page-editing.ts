import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FieldChoice, PageDifference, PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { bracketsOf, plainOf, textIn, whereFilledIn } from './conditions.ts'
import {
  addCondition,
  type Decisions,
  insert,
  mayMove,
  leaveRows,
  type PlaceState,
  rowStatesOf,
  settle,
  stateAt,
  statesOf,
} from './decisions.ts'
import { labelBefore } from './made-fields.ts'
import { differencesByLine } from './differences.ts'
import { showing } from './showing.ts'
import { following } from './following.ts'
import { type Mark, marksOf } from './marks.ts'
import type { PageLook } from './page-look.ts'
import { mustStay, problemOf, type Shown } from './page-problems.ts'
import { pageTextOf } from './page-text.ts'
import { inListOrder, mayFormat, mayUse, type PlaceActions, wordsOf } from './place-list.ts'
import { askedOnce, decideAll, firstOf, questionsOf, wordsOfQuestion } from './questions.ts'
import type { Insertion, NewCondition } from './place-state.ts'
import { reveal } from './reveal.ts'
import { useConditionMaking } from './use-condition-making.ts'
import type { Decided } from './use-decisions.ts'
import { usePlaceKeys } from './use-place-keys.ts'
import { useStableActions } from './use-stable-actions.ts'
import { usePlacing } from './use-placing.ts'
import type { Chooser } from './chooser.ts'
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
  const states = useMemo(() => statesOf(page, decided.now), [page, decided.now])
  const questions = useMemo(() => questionsOf(page, states), [page, states])
  const rows = useMemo(() => rowStatesOf(page, decided.now), [page, decided.now])
  const plain = useMemo(() => plainOf(page, states, decided.now), [page, states, decided.now])
  const drawn = useRef<ReadonlyMap<number, readonly Mark[]>>(undefined)
  const marks = useMemo(() => marksOf(page, states, drawn.current), [page, states])
  useEffect(() => {
    drawn.current = marks
  }, [marks])
  const differing = useMemo(() => differencesByLine(differences), [differences])
  const [current, setCurrent] = useState<{ key: string } | undefined>(() => {
    const problem = problemOf(page, show)
    const { name } = show
    const named = name === undefined ? undefined : states.find(({ text }) => text.includes(name))
    const first = (problem && stateAt(states, problem)) ?? named
    return first && { key: first.key }
  })
  const [chooser, setChooser] = useState<Chooser>()
  const [formatting, setFormatting] = useState<{ key: string; choice: FieldChoice }>()
  const [announcement, setAnnouncement] = useState('')

  const bringIntoSight = useEffectEvent(({ key }: { key: string }) => {
    if (root.current) reveal(root.current, { key, line: firstOf(key, questions) })
  })
  // A new object each time: the same place may be asked for again.
  useEffect(() => {
    if (current) bringIntoSight(current)
  }, [current])

  const find = (key: string | undefined) => states.find(one => one.key === key)
  const placing = usePlacing({
    ...{ states, decisions: decided.now, find, before: pageTextOf(page).before },
    onPlaced: (next, said, key) => {
      if (next !== decided.now) {
        decided.change(next)
        setAnnouncement(said)
      }
      setCurrent({ key })
    },
  })

  /** Says what was done and what is left, and goes on to the next place of the kind. */
  const done = (next: Decisions, state: PlaceState, said: string, to?: string) => {
    decided.change(next)
    const after = statesOf(page, next)
    const left = after.filter(({ status }) => status === 'asked').length
    setAnnouncement(`${said} ${left > 0 ? `${countText(left, 'place')} to decide.` : ''}`.trim())
    const key = to ?? following({ states, questions, after }, state)
    setCurrent(key === undefined ? undefined : { key })
  }

  const take = (key: string, choice: FieldChoice, to?: string) => {
    const state = find(key)
    if (!state) return
    done(settle(decided.now, state, choice), state, `${wordsOf(state).name}: ${choice.label}.`, to)
  }

  const actions: PlaceActions = {
    answer: (key, answer) => {
      const question = questions.get(key)
      const [chosen, first] = [question?.answers[answer], question?.states[0]]
      if (!question || !chosen || !first) return
      const next = decideAll(decided.now, question, at => {
        const choice = chosen.choices[at]
        return choice && { kind: 'use', choice }
      })
      done(next, first, `${wordsOfQuestion(question).name}: ${chosen.label}.`)
    },
    dismissAll: key => {
      const question = questions.get(key)
      const first = question?.states[0]
      if (!question || !first) return
      const next = decideAll(decided.now, question, () => ({ kind: 'dismiss' }))
      done(next, first, `${wordsOfQuestion(question).name}: not a field.`)
    },
    go: key => setCurrent({ key }),
    use: take,
    dismiss: key => {
      const state = find(key)
      if (!state || state.status === 'dismissed' || state.isFixed || mustStay(page, state)) return
      const { name, dismissed } = wordsOf(state)
      done(settle(decided.now, state), state, `${name}: ${dismissed}.`)
    },
    format: key => {
      const state = find(key)
      if (!state?.choice || !mayFormat(state)) return
      setCurrent({ key })
      setFormatting({ key, choice: state.choice })
    },
    change: key => {
      const state = find(key)
      if (!state || state.isFixed || state.status === 'rule') return
      setCurrent({ key })
      const { name } = wordsOf(state)
      const isCondition = state.kind === 'condition' || state.kind === 'added'
      setChooser({
        isCondition,
        title: isCondition ? 'Which field has to be filled in?' : `Which field is ${name}?`,
        current: isCondition ? undefined : state.choice,
        choices: state.choices,
        printed: state.kind === 'found' || state.kind === 'asked' ? state.text : undefined,
        onChosen: choice => {
          setChooser(undefined)
          // One that waited for a decision is decided; others stay where the person is.
          take(key, choice, state.status === 'asked' ? undefined : key)
        },
      })
    },
    move: key => {
      const state = find(key)
      if (!state || !mayMove(state)) return
      placing.move(key)
      setAnnouncement(
        `${wordsOf(state).name}: choose where it goes. Arrow keys move, Enter puts it there, Escape leaves it.`,
      )
    },
    makeConditional: key => {
      const [state, lines] = [find(key), plain.get(key)]
      if (!state?.choice || !lines) return
      const { name, label } = state.choice
      putCondition({ id: newId(), field: { name, label }, lines, text: textIn(page, lines) })
    },
  }

  const chooseFormat = (choice: FieldChoice) => {
    if (formatting) take(formatting.key, choice, formatting.key)
    setFormatting(undefined)
  }
  const putCondition = (condition: NewCondition) => {
    decided.change(addCondition(decided.now, condition))
    setAnnouncement(`${whereFilledIn(condition.field.label)}: “${condition.text.slice(0, 60)}”.`)
    setCurrent({ key: condition.id })
  }
  const making = useConditionMaking({
    ...{ page, states, decisions: decided.now, current: find(current?.key) },
    onMade: putCondition,
  })
  const brackets = useMemo(() => bracketsOf(page, states, making.lines), [page, states, making.lines])

  const stable = useStableActions(actions)
  const put = (insertion: Insertion, said: string) => {
    setChooser(undefined)
    placing.stop()
    decided.change(insert(decided.now, insertion))
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
  const undo = () => {
    if (!decided.mayUndo) return
    decided.undo()
    setAnnouncement('Undone.')
  }

  usePlaceKeys({
    step: by => {
      const list = inListOrder(askedOnce(states, questions))
      const at = list.findIndex(one => current && one.key === firstOf(current.key, questions))
      const next = list[at < 0 ? 0 : Math.max(0, Math.min(list.length - 1, at + by))]
      if (next) setCurrent({ key: next.key })
    },
    use: () => {
      const state = find(current?.key)
      if (state && questions.has(state.key)) actions.answer(state.key, 0)
      else if (state?.choice && mayUse(state)) take(state.key, state.choice)
    },
    dismiss: () => {
      if (!current) return
      if (questions.has(current.key)) actions.dismissAll(current.key)
      else actions.dismiss(current.key)
    },
    change: () => current && actions.change(current.key),
    format: () => current && actions.format(current.key),
    move: () => current && actions.move(current.key),
    undo,
    giveUp: making.isOpen ? making.close : undefined,
  })

  const look: PageLook = {
    ...{
      marks,
      rows,
      brackets,
      differences: differing,
      currentKey: current?.key,
      isChoosingLines: making.isOpen,
    },
    ...{ caret: placing.caret, isInserting: placing.isInserting },
    onLeaveRows: (key, isLeft) => {
      decided.change(leaveRows(decided.now, key, isLeft))
      setAnnouncement(isLeft ? 'The rows stay as they are.' : 'The row repeats.')
    },
  }
  return {
    ...{
      root,
      states,
      questions,
      look,
      announcement,
      actions: stable,
      chooser,
      making,
      texts,
      plain,
      undo,
      insertAt,
      placing,
    },
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
    ...{ formatting, chooseFormat },
    ...showing({ page, states, root, go: actions.go }),
    leaveAllRows: (keys: readonly string[]) =>
      decided.change(keys.reduce((before, key) => leaveRows(before, key, true), decided.now)),
    stopFormatting: () => setFormatting(undefined),
    startInserting: () => {
      if (texts.selected && texts.refusal === '') texts.make()
      else if (placing.isInserting) placing.stop()
      else if (placing.caret) insertAt(placing.caret)
      else placing.begin()
    },
  }
}
