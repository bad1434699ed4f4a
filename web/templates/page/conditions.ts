import type { FieldChoice, PageEnclosure, PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { type Lines, linesBetween, unitsIn } from './page-lines.ts'
import { pageTextOf } from './page-text.ts'
import type { Decision, Decisions, PlaceState } from './place-state.ts'

export const whereFilledIn = (label: string) => `Only where ${label} is filled in`

export const conditionOn = ({ name, label }: Pick<FieldChoice, 'name' | 'label'>): FieldChoice => ({
  ...{ name, label },
  placeholder: `{{#if ${name}}}`,
})

const isSame = (one: PageSpot, other: PageSpot) =>
  one.paragraph === other.paragraph && one.offset === other.offset
const isAtMost = (one: PageSpot, other: PageSpot) =>
  one.paragraph < other.paragraph || (one.paragraph === other.paragraph && one.offset <= other.offset)

/** Known again on a page that is read anew. */
export const enclosureKey = ({ opening: { from }, closing: { to }, label }: PageEnclosure) =>
  `${from.paragraph}.${from.offset}-${to.paragraph}.${to.offset} ${label}`

export const isCondition = ({ label }: PageEnclosure) => label.startsWith('Only where ')

/** More than a field that has to be filled in is for Word to change. */
const isFixed = ({ field, hasElse }: PageEnclosure) => field === null || hasElse

type Page = Pick<TemplatePage, 'parts' | 'enclosures'>

/** The conditions that the template has and those that a person has put around lines, as the decisions have them. */
export function conditionStates(
  page: Page,
  { places, conditions }: Pick<Decisions, 'places' | 'conditions'>,
): PlaceState[] {
  const { textOf } = pageTextOf(page)
  return [
    ...page.enclosures.filter(isCondition).map(one => existingState(page, one, places[enclosureKey(one)])),
    ...conditions.map(({ id, field, lines, text }): PlaceState => {
      const choice = conditionOn(field)
      return {
        key: id,
        from: { paragraph: lines.first, offset: 0 },
        to: { paragraph: lines.last, offset: textOf(lines.last).length },
        ...{
          text,
          kind: 'added',
          status: 'condition',
          choice,
          choices: [choice],
          list: null,
          isChanged: true,
        },
        ...{ label: whereFilledIn(field.label), writing: 'placeholder' },
      }
    }),
  ]
}

function existingState(page: Page, enclosure: PageEnclosure, decision: Decision | undefined): PlaceState {
  const { opening, closing, field, shape } = enclosure
  const text = textBetween(page, opening.to, closing.from)
  const lines = { from: opening.from, to: closing.to, text, list: null, writing: 'placeholder' } as const
  const shared = { key: enclosureKey(enclosure), kind: 'condition', ...lines } as const
  const now = field && conditionOn(field)
  const choices = now ? [now] : []
  if (isFixed(enclosure) || !now)
    return {
      ...{ ...shared, status: 'condition', choice: undefined, choices, label: enclosure.label },
      ...{ isFixed: true, isChanged: false, isInText: shape === 'text' },
    }
  const choice = decision?.kind === 'use' ? decision.choice : now
  return {
    ...{ ...shared, choice, choices, label: whereFilledIn(choice.label), isInText: shape === 'text' },
    status: decision?.kind === 'dismiss' ? 'dismissed' : 'condition',
    isChanged: decision?.kind === 'dismiss' || choice.name !== now.name,
  }
}

function textBetween(page: Page, from: PageSpot, to: PageSpot): string {
  const { textOf, paragraphs } = pageTextOf(page)
  return paragraphs
    .filter(index => index >= from.paragraph && index <= to.paragraph)
    .map(index =>
      textOf(index).slice(
        index === from.paragraph ? from.offset : 0,
        index === to.paragraph ? to.offset : undefined,
      ),
    )
    .join('\n')
    .replaceAll(/\{\{[^{}]*\}\}/g, '…')
    .trim()
}

type Edit = { from: PageSpot; to: PageSpot; text: string }

/** What a save writes where conditions of the template are taken away or ask for another field. */
export function conditionEdits(page: Page, places: Decisions['places']): Edit[] {
  return page.enclosures.flatMap((enclosure): Edit[] => {
    const { isChanged, status, choice } = existingState(page, enclosure, places[enclosureKey(enclosure)])
    const { opening, closing } = enclosure
    if (!isChanged) return []
    if (status !== 'dismissed') return [{ ...opening, text: choice?.placeholder ?? '' }]
    return [
      { ...opening, text: '' },
      { ...closing, text: '' },
    ]
  })
}

/** What stands in lines, as one text. */
export function textIn(page: Page, { first, last }: Lines): string {
  const length = pageTextOf(page).textOf(last).length
  return textBetween(page, { paragraph: first, offset: 0 }, { paragraph: last, offset: length })
}

/** The part of the template that lines would cut in two, in words; undefined where there is none. */
export function cutBy(page: Page, decisions: Decisions, lines: Lines): string | undefined {
  const start = { paragraph: lines.first, offset: 0 }
  const end = { paragraph: lines.last, offset: pageTextOf(page).textOf(lines.last).length }
  const cut = page.enclosures.find(one => {
    const { opening, closing } = one
    const isAround = isAtMost(opening.to, start) && isAtMost(end, closing.from)
    const isWithin = isAtMost(start, opening.from) && isAtMost(closing.to, end)
    const isApart = isAtMost(closing.to, start) || isAtMost(end, opening.from)
    return !isAround && !isWithin && !isApart && decisions.places[enclosureKey(one)]?.kind !== 'dismiss'
  })
  if (cut) return cut.label
  const other = decisions.conditions.find(
    ({ lines: { first, last } }) =>
      !(first <= lines.first && lines.last <= last) &&
      !(lines.first <= first && last <= lines.last) &&
      first <= lines.last &&
      lines.first <= last,
  )
  return other && whereFilledIn(other.field.label)
}

/** Lines with all of each value that reaches over several of them. */
export function withWholePlaces(page: Page, states: readonly PlaceState[], lines: Lines): Lines {
  const reach = states.filter(
    ({ from, to, status }) =>
      status !== 'condition' &&
      status !== 'dismissed' &&
      from.paragraph <= lines.last &&
      to.paragraph >= lines.first,
  )
  const first = Math.min(lines.first, ...reach.map(({ from }) => from.paragraph))
  const last = Math.max(lines.last, ...reach.map(({ to }) => to.paragraph))
  if (first === lines.first && last === lines.last) return lines
  return linesBetween(page, first, last) ?? lines
}

export const isPlace = ({ status, choice }: PlaceState) =>
  (status === 'found' || status === 'field' || status === 'asked') && choice !== undefined

/** Of every job they are filled in. */
export const ALWAYS = /^(?:Company|User|Numbers|Paper)\.|^Today$|^Shipment\.(?:JobId|Id)$/
/** As a condition may name it. */
export const NAME = /^[A-Za-z]+(?:\.[A-Za-z]+)*$/

/** The fields that lines print, each once, the most frequent first; of a list’s entries the list. */
export function fieldsIn(states: readonly PlaceState[], { first, last }: Lines): FieldChoice[] {
  const counted = new Map<string, { field: FieldChoice; times: number }>()
  for (const state of states) {
    const { from, choice } = state
    if (!isPlace(state) || !choice || from.paragraph < first || from.paragraph > last) continue
    const field = askedBy(choice)
    if (!NAME.test(field.name) || ALWAYS.test(field.name)) continue
    counted.set(field.name, { field, times: (counted.get(field.name)?.times ?? 0) + 1 })
  }
  return [...counted.values()].toSorted((one, other) => other.times - one.times).map(({ field }) => field)
}

/** The same, those of the line first that a person pointed at within a paragraph with line breaks. */
export function fieldsNear(
  page: Page,
  states: readonly PlaceState[],
  lines: Lines,
  at: PageSpot | undefined,
): FieldChoice[] {
  const all = fieldsIn(states, lines)
  if (!at) return all
  const text = pageTextOf(page).textOf(at.paragraph)
  const start = text.lastIndexOf('\n', at.offset - 1) + 1
  const end = text.indexOf('\n', at.offset)
  const isThere = ({ from, to }: PlaceState) =>
    from.paragraph <= at.paragraph &&
    to.paragraph >= at.paragraph &&
    (from.paragraph < at.paragraph || end < 0 || from.offset <= end) &&
    (to.paragraph > at.paragraph || to.offset >= start)
  const own = fieldsIn(states.filter(isThere), lines)
  return [...own, ...all.filter(({ name }) => own.every(one => one.name !== name))]
}

export const LISTS = /^(?:Items|Containers|References|Charges|GroupedCharges|ChargeCurrencies|Bills|Houses)\./

function askedBy({ name, label }: FieldChoice): FieldChoice {
  if (!LISTS.test(name)) return conditionOn({ name, label })
  return conditionOn({ name: name.split('.')[0] ?? name, label: label.split(': ')[0] ?? label })
}

/** One condition beside lines of the page. */
export type Bracket = {
  key: string
  label: string
  tone: 'condition' | 'list' | 'draft'
  isFirst: boolean
  isLast: boolean
  /** The line holds the condition itself and nothing that is printed. */
  isMark: boolean
}

type Bracketed = Omit<Bracket, 'isFirst' | 'isLast' | 'isMark'> & { lines: Lines; hasMarks: boolean }

/** What stands beside each line and each row: outer conditions first. */
export function bracketsOf(
  page: Page,
  states: readonly PlaceState[],
  draft: Lines | undefined,
): ReadonlyMap<object, readonly Bracket[]> {
  const brackets = new Map<object, readonly Bracket[]>()
  const byKey = new Map(states.map(state => [state.key, state]))
  const existing = page.enclosures.flatMap((one): Bracketed[] => {
    const { shape, opening, closing } = one
    const key = enclosureKey(one)
    const state = byKey.get(key)
    const lines =
      shape === 'text' || state?.status === 'dismissed'
        ? undefined
        : linesBetween(page, opening.from.paragraph, closing.to.paragraph)
    if (!lines) return []
    return [
      {
        ...{ key, lines, hasMarks: shape === 'lines' },
        ...{ label: state?.label ?? one.label, tone: state ? 'condition' : 'list' },
      },
    ]
  })
  const added = states.flatMap((state): Bracketed[] => {
    const { kind, key, from, to, label = '' } = state
    const lines = kind === 'added' ? linesBetween(page, from.paragraph, to.paragraph) : undefined
    return lines ? [{ key, label, lines, tone: 'condition', hasMarks: false }] : []
  })
  const drafted: Bracketed[] = draft
    ? [{ key: 'draft', label: 'These lines', lines: draft, tone: 'draft', hasMarks: false }]
    : []
  const size = ({ lines: { first, last } }: Bracketed) => last - first
  for (const { lines, hasMarks, ...bracket } of [...existing, ...added, ...drafted].toSorted(
    (one, other) => size(other) - size(one),
  )) {
    const units = unitsIn(page, lines)
    for (const [index, unit] of units.entries()) {
      const [isFirst, isLast] = [index === 0, index === units.length - 1]
      brackets.set(unit, [
        ...(brackets.get(unit) ?? []),
        { ...bracket, isFirst, isLast, isMark: hasMarks && (isFirst || isLast) },
      ])
    }
  }
  return brackets
}

/** What an opening placeholder says, by its place. */
export const labelAt = (page: Page, from: PageSpot): string | undefined =>
  page.enclosures.find(({ opening }) => isSame(opening.from, from))?.label
