import type {
  FieldChoice,
  PagePlace,
  PageProblem,
  PageSpot,
  TemplatePage,
  changeTemplatePage,
} from '#contract/template-pages.ts'
import type { z } from 'zod'
import { conditionEdits, conditionOn, conditionStates, labelAt } from './conditions.ts'
import { dismissedBefore } from './dismissals.ts'
import { type PageText, pageTextOf } from './page-text.ts'
import type { Decision, Decisions, Insertion, NewCondition, PlaceState } from './place-state.ts'

export type { Decision, Decisions, PlaceState, PlaceStatus } from './place-state.ts'

export const NOTHING_DECIDED: Decisions = { places: {}, insertions: [], leftRows: [], conditions: [] }

export const isNothing = ({ places, insertions, leftRows, conditions }: Decisions) =>
  Object.keys(places).length + insertions.length + leftRows.length + conditions.length === 0

/** How decisions came to be, from nothing on, without themselves: what was decided on one place is one step. */
export function oneByOne({ places, insertions, leftRows, conditions }: Decisions): Decisions[] {
  const settled = Object.entries(places)
  const count = leftRows.length + settled.length + insertions.length + conditions.length
  return Array.from({ length: count }, (_, upTo) => {
    let left = upTo
    const next = <T>(all: readonly T[]): T[] => {
      const some = all.slice(0, left)
      left -= some.length
      return some
    }
    return {
      leftRows: next(leftRows),
      places: Object.fromEntries(next(settled)),
      insertions: next(insertions),
      conditions: next(conditions),
    }
  })
}

/** The same for the same text in the same place, so that decisions survive a page that is read anew. */
export const keyOf = ({ from, to, text }: Pick<PagePlace, 'from' | 'to' | 'text'>) =>
  `${from.paragraph}.${from.offset}-${to.paragraph}.${to.offset} ${text}`

export const rowsKey = ({ list, table, first, last }: TemplatePage['rows'][number]) =>
  `${list} ${table}.${first}-${last}`

export type RowsState = TemplatePage['rows'][number] & { key: string; repeats: boolean }

const knownStates = new WeakMap<Decisions, { page: TemplatePage; states: readonly PlaceState[] }>()

/** Everything on the page that is or may be a field, in reading order, as the decisions have it. */
export function statesOf(page: TemplatePage, decisions: Decisions): readonly PlaceState[] {
  const before = knownStates.get(decisions)
  if (before?.page === page) return before.states
  const states = newStates(page, decisions)
  knownStates.set(decisions, { page, states })
  return states
}

function newStates(page: TemplatePage, decisions: Decisions): PlaceState[] {
  const text = pageTextOf(page)
  const rows = rowStatesOf(page, decisions)
  const dismissed = dismissedBefore(page)
  const shown = page.places.filter(
    place =>
      isShown(place, rows, text) &&
      !decisions.insertions.some(
        ({ at, replaced }) => replaced && meet(place, { from: at, to: replaced.to }),
      ),
  )
  return [
    ...shown.map(place =>
      stateOf(page, place, decisions.places[keyOf(place)] ?? (dismissed.has(place) ? DISMISSED : undefined)),
    ),
    ...decisions.insertions.map(insertedState),
    ...conditionStates(page, decisions),
  ].toSorted((one, other) => inOrder(one.from, other.from) || inOrder(one.to, other.to))
}

const DISMISSED: Decision = { kind: 'dismiss' }

export const rowStatesOf = (page: TemplatePage, { leftRows }: Decisions): RowsState[] =>
  page.rows.map(rows => ({ ...rows, key: rowsKey(rows), repeats: !leftRows.includes(rowsKey(rows)) }))

/** Not in a row that goes; and not of a list where its rows stay as they are. */
function isShown(place: PagePlace, rows: readonly RowsState[], text: PageText): boolean {
  const within = text.cellsOf(place.from.paragraph)
  return rows.every(({ table, first, last, kept, list, repeats }) => {
    const row = within.find(cell => cell.table === table)?.row
    if (row === undefined || row < first || row > last) return true
    return repeats ? row === kept : place.kind === 'field' || place.list !== list
  })
}

type Known = { decision: Decision | undefined; state: PlaceState }
const known = new WeakMap<PagePlace, Known>()

/** The same object as before where nothing was decided since, so that a long list is not drawn anew. */
function stateOf(page: TemplatePage, place: PagePlace, decision: Decision | undefined): PlaceState {
  const before = known.get(place)
  if (before && before.decision === decision) return before.state
  const state = newState(page, place, decision)
  known.set(place, { decision, state })
  return state
}

function newState(page: TemplatePage, place: PagePlace, decision: Decision | undefined): PlaceState {
  const { from, to, text, kind, writing, choices, list, line } = place
  const shared = { key: keyOf(place), from, to, text, kind, writing, choices, list, line }
  const [first] = choices
  const now = kind === 'field' ? first?.placeholder : text
  const isRule = kind === 'field' && first?.name === ''
  if (decision?.kind === 'dismiss')
    return { ...shared, status: 'dismissed', choice: first, isChanged: kind === 'field' }
  if (decision) {
    const { choice } = decision
    return {
      ...shared,
      status: isRule && choice.name === '' ? 'rule' : kind === 'field' ? 'field' : 'found',
      choice,
      isChanged: choice.placeholder !== now,
    }
  }
  if (isRule)
    return {
      ...shared,
      status: 'rule',
      choice: { ...first, label: labelAt(page, from) ?? '' },
      isChanged: false,
    }
  if (kind === 'field') return { ...shared, status: 'field', choice: first, isChanged: false }
  return kind === 'found' && first
    ? { ...shared, status: 'found', choice: first, isChanged: true }
    : { ...shared, status: 'asked', choice: first, isChanged: false }
}

const insertedState = ({ id, at, choice, replaced }: Insertion): PlaceState => ({
  key: id,
  ...{ from: at, to: replaced?.to ?? at, text: replaced?.text ?? '' },
  ...{ kind: 'inserted', status: replaced ? 'found' : 'field', choice, choices: [choice] },
  writing: 'placeholder',
  ...{ list: null, isChanged: true },
})

/** The place that a problem is about, if it is one of the page. */
export const stateAt = (
  states: readonly PlaceState[],
  { from, to }: Pick<PageProblem, 'from' | 'to'>,
): PlaceState | undefined =>
  states.find(one => from !== null && to !== null && isSame(one.from, from) && isSame(one.to, to))

const inOrder = (one: PageSpot, other: PageSpot) =>
  one.paragraph - other.paragraph || one.offset - other.offset

type Span = { from: PageSpot; to: PageSpot }

/** Whether two stretches have text in common. */
export const meet = (one: Span, other: Span) =>
  inOrder(one.from, other.to) < 0 && inOrder(other.from, one.to) < 0

const isSame = (one: PageSpot, other: PageSpot) => inOrder(one, other) === 0

type Sent = z.input<NonNullable<(typeof changeTemplatePage)['body']>>

/** What a save sends: each place that changes, and the rows that go. Two changes never meet in one spot. */
export function changesOf(
  page: TemplatePage,
  decisions: Decisions,
): Pick<Sent, 'changes' | 'rows'> & { conditions: NonNullable<Sent['conditions']> } {
  const places = statesOf(page, decisions)
    .filter(({ isChanged, kind }) => isChanged && kind !== 'condition' && kind !== 'added')
    .flatMap(changesOfPlace)
  const edits = [...places, ...conditionEdits(page, decisions.places)].toSorted(
    (one, other) => inOrder(one.from, other.from) || inOrder(one.to, other.to),
  )
  const changes: Sent['changes'] = []
  for (const { from, to, text } of edits) {
    const last = changes.at(-1)
    // What is inserted at an edge of another change becomes part of it.
    if (last && (isSame(from, to) || isSame(last.from, last.to)) && isSame(last.to, from)) {
      last.text += text
      last.to = to
    } else changes.push({ from, to, text })
  }
  const rows = page.rows.filter(one => !decisions.leftRows.includes(rowsKey(one)))
  const conditions = decisions.conditions.map(({ field, lines: { first, last } }) => ({
    ...{ field: field.name, first, last },
  }))
  return { changes, rows, conditions }
}

/** The field for a place or a condition; without one it is dismissed. */
export function settle(decisions: Decisions, { kind, key }: PlaceState, choice?: FieldChoice): Decisions {
  if (kind === 'inserted') return changeInsertion(decisions, key, choice)
  if (kind === 'added') return changeCondition(decisions, key, choice)
  const used = choice && kind === 'condition' ? conditionOn(choice) : choice
  return decide(decisions, key, used ? { kind: 'use', choice: used } : { kind: 'dismiss' })
}

/** A label that has nothing to say without the value stands in a condition with it. */
function changesOfPlace({ from, to, status, choice, line }: PlaceState): Sent['changes'] {
  if (status === 'dismissed' || !choice) return [{ from, to, text: '' }]
  const change = { from, to, text: choice.placeholder }
  if (!line) return [change]
  return [
    { from: line.from, to: line.from, text: `{{#if ${choice.name}}}` },
    change,
    { from: line.to, to: line.to, text: '{{/if}}' },
  ]
}

export const decide = (decisions: Decisions, key: string, decision: Decision): Decisions => ({
  ...decisions,
  places: { ...decisions.places, [key]: decision },
})

export const insert = (decisions: Decisions, insertion: Insertion): Decisions => ({
  ...decisions,
  insertions: [...decisions.insertions.filter(one => !isWithin(one, insertion)), insertion],
})

/** What takes the place of text takes that of a field too, which a person put there before. */
const isWithin = (one: Insertion, other: Insertion) =>
  one.replaced !== undefined &&
  other.replaced !== undefined &&
  meet({ from: one.at, to: one.replaced.to }, { from: other.at, to: other.replaced.to })

/** Whether it can stand elsewhere: merge fields and content controls of Word stay where they are. */
export const mayMove = ({ status, kind, writing, choice, from, to }: PlaceState) =>
  status === 'field' &&
  choice !== undefined &&
  // One that takes the place of text stays with it.
  (kind === 'inserted' ? isSame(from, to) : writing === 'placeholder')

/** A field in another spot, as one step; nothing where it would stand where it is. */
export function moved(decisions: Decisions, from: PlaceState, insertion: Insertion): Decisions {
  if (from.kind === 'inserted')
    return {
      ...decisions,
      insertions: decisions.insertions.map(one => (one.id === from.key ? { ...one, at: insertion.at } : one)),
    }
  if (isSame(insertion.at, from.from) || isSame(insertion.at, from.to)) return decisions
  return insert(decide(decisions, from.key, { kind: 'dismiss' }), insertion)
}

/** Nothing is put into the middle of a place: the spot behind it. */
export const outsidePlaces = (states: readonly PlaceState[], at: PageSpot): PageSpot =>
  states.find(
    ({ from, to, status }) =>
      status !== 'condition' && status !== 'dismissed' && inOrder(from, at) < 0 && inOrder(at, to) < 0,
  )?.to ?? at

/** Takes back what was inserted, or puts another field in its place. */
export const changeInsertion = (decisions: Decisions, id: string, choice?: FieldChoice): Decisions => ({
  ...decisions,
  insertions: decisions.insertions.flatMap(one => {
    if (one.id !== id) return [one]
    return choice ? [{ ...one, choice }] : []
  }),
})

export const addCondition = (decisions: Decisions, condition: NewCondition): Decisions => ({
  ...decisions,
  conditions: [...decisions.conditions, condition],
})

/** Takes back a condition that was put around lines, or lets it ask for another field. */
const changeCondition = (decisions: Decisions, id: string, field?: NewCondition['field']): Decisions => ({
  ...decisions,
  conditions: decisions.conditions.flatMap(one => {
    if (one.id !== id) return [one]
    return field ? [{ ...one, field }] : []
  }),
})

export const leaveRows = (decisions: Decisions, key: string, isLeft: boolean): Decisions => ({
  ...decisions,
  leftRows: [...decisions.leftRows.filter(one => one !== key), ...(isLeft ? [key] : [])],
})
