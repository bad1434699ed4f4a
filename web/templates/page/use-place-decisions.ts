import { useState } from 'react'
import type { FieldChoice, TemplatePage } from '#contract/template-pages.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import type { Chooser } from './chooser.ts'
import { textIn, whereFilledIn } from './conditions.ts'
import {
  addCondition,
  type Decisions,
  leaveRows,
  mayMove,
  type PlaceState,
  settle,
  statesOf,
} from './decisions.ts'
import { following } from './following.ts'
import type { Lines } from './page-lines.ts'
import { mustStay } from './page-problems.ts'
import { mayFormat, mayUse, type PlaceActions, wordsOf } from './place-list.ts'
import type { NewCondition } from './place-state.ts'
import { decideAll, type Questions, wordsOfQuestion } from './questions.ts'
import type { Decided } from './use-decisions.ts'
import { useStable } from './use-stable.ts'

type Options = {
  page: TemplatePage
  decided: Decided
  states: readonly PlaceState[]
  questions: Questions
  /** The places that have lines of their own. */
  plain: ReadonlyMap<string, Lines>
  find: (key: string | undefined) => PlaceState | undefined
  /** Shows a place, or none. */
  go: (key: string | undefined) => void
  /** Reads out what was done. */
  say: (said: string) => void
  /** Asks for a field, or no longer. */
  ask: (chooser: Chooser | undefined) => void
  /** Lets a place be put elsewhere. */
  move: (key: string) => void
}

/** What a person decides on each place of the page, and where that leads to. */
export function usePlaceDecisions(options: Options) {
  const { page, decided, states, questions, plain, find, go, say, ask, move } = options
  const [formatting, setFormatting] = useState<{ key: string; choice: FieldChoice }>()

  /** Says what was done and what is left, and goes on to the next place of the kind. */
  const done = (next: Decisions, state: PlaceState, said: string, to?: string) => {
    decided.change(next)
    const after = statesOf(page, next)
    const left = after.filter(({ status }) => status === 'asked').length
    say(`${said} ${left > 0 ? `${countText(left, 'place')} to decide.` : ''}`.trim())
    go(to ?? following({ states, questions, after }, state))
  }
  const take = (key: string, choice: FieldChoice, to?: string) => {
    const state = find(key)
    if (!state) return
    done(settle(decided.now, state, choice), state, `${wordsOf(state).name}: ${choice.label}.`, to)
  }
  const answer = (key: string, order: number) => {
    const question = questions.get(key)
    const [chosen, first] = [question?.answers[order], question?.states[0]]
    if (!question || !chosen || !first) return
    const next = decideAll(decided.now, question, at => {
      const choice = chosen.choices[at]
      return choice && { kind: 'use', choice }
    })
    done(next, first, `${wordsOfQuestion(question).name}: ${chosen.label}.`)
  }
  const dismissAll = (key: string) => {
    const question = questions.get(key)
    const first = question?.states[0]
    if (!question || !first) return
    const next = decideAll(decided.now, question, () => ({ kind: 'dismiss' }))
    done(next, first, `${wordsOfQuestion(question).name}: not a field.`)
  }
  const dismiss = (key: string) => {
    const state = find(key)
    if (!state || state.status === 'dismissed' || state.isFixed || mustStay(page, state)) return
    const { name, dismissed } = wordsOf(state)
    done(settle(decided.now, state), state, `${name}: ${dismissed}.`)
  }
  const format = (key: string) => {
    const state = find(key)
    if (!state?.choice || !mayFormat(state)) return
    go(key)
    setFormatting({ key, choice: state.choice })
  }
  const change = (key: string) => {
    const state = find(key)
    if (!state || state.isFixed || state.status === 'rule') return
    go(key)
    const { name } = wordsOf(state)
    const isCondition = state.kind === 'condition' || state.kind === 'added'
    ask({
      isCondition,
      title: isCondition ? 'Which field has to be filled in?' : `Which field is ${name}?`,
      current: isCondition ? undefined : state.choice,
      choices: state.choices,
      printed: state.kind === 'found' || state.kind === 'asked' ? state.text : undefined,
      onChosen: choice => {
        ask(undefined)
        // One that waited for a decision is decided; others stay where the person is.
        take(key, choice, state.status === 'asked' ? undefined : key)
      },
    })
  }
  /** In the place of one that never closes, where there is one. */
  const putCondition = (condition: NewCondition, instead?: PlaceState) => {
    decided.change(addCondition(instead ? settle(decided.now, instead) : decided.now, condition))
    say(`${whereFilledIn(condition.field.label)}: “${condition.text.slice(0, 60)}”.`)
    go(condition.id)
  }
  const makeConditional = (key: string) => {
    const [state, lines] = [find(key), plain.get(key)]
    if (!state?.choice || !lines) return
    const { name, label } = state.choice
    putCondition({ id: newId(), field: { name, label }, lines, text: textIn(page, lines) })
  }
  const moveElsewhere = (key: string) => {
    const state = find(key)
    if (!state || !mayMove(state)) return
    move(key)
    say(
      `${wordsOf(state).name}: choose where it goes. Arrow keys move, Enter puts it there, Escape leaves it.`,
    )
  }

  // A line of the list is drawn anew only where its place changes.
  const actions = useStable<PlaceActions>({
    ...{ go, dismiss, change, format, answer, dismissAll, makeConditional },
    ...{ use: take, move: moveElsewhere },
  })
  const { leaveRows: leave } = useStable({
    leaveRows: (key: string, isLeft: boolean) => {
      decided.change(leaveRows(decided.now, key, isLeft))
      say(isLeft ? 'The rows stay as they are.' : 'The row repeats.')
    },
  })
  return {
    actions,
    putCondition,
    /** By the keys of the place that the list is at. */
    useAt: (key: string | undefined) => {
      const state = find(key)
      if (state && questions.has(state.key)) answer(state.key, 0)
      else if (state?.choice && mayUse(state)) take(state.key, state.choice)
    },
    dismissAt: (key: string) => (questions.has(key) ? dismissAll(key) : dismiss(key)),
    leaveRows: leave,
    leaveAllRows: (keys: readonly string[]) =>
      decided.change(keys.reduce((before, key) => leaveRows(before, key, true), decided.now)),
    formatting,
    chooseFormat: (choice: FieldChoice) => {
      if (formatting) take(formatting.key, choice, formatting.key)
      setFormatting(undefined)
    },
    stopFormatting: () => setFormatting(undefined),
  }
}
