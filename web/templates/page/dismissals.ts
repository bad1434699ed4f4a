import {
  charactersOf,
  MOST_DISMISSED_CHARACTERS,
  MOST_PAGE_DISMISSALS,
  type PageDismissal,
  type PagePlace,
  type TemplatePage,
} from '#contract/template-pages.ts'
import { leftStretch } from './left-key.ts'
import type { Decisions, PlaceState } from './place-state.ts'
import { standAt, standingText, type Stretch } from './same-text.ts'

const known = new WeakMap<TemplatePage, ReadonlySet<PagePlace>>()
const stretches = new WeakMap<TemplatePage, readonly (Stretch | undefined)[]>()

/** Where what was dismissed before a save still stands, in the same order. */
function stretchesOf(page: TemplatePage): readonly (Stretch | undefined)[] {
  const found = stretches.get(page) ?? standAt(page, page.dismissals)
  stretches.set(page, found)
  return found
}

/** Whether a text was dismissed before a save, by itself or with what stands around it. */
export const isDismissedBefore = (page: TemplatePage, text: Stretch): boolean =>
  stretchesOf(page).some(one => one && isWithin(text, one))

/** The places that somebody dismissed before a save: the same text still stands there. */
export function dismissedBefore(page: TemplatePage): ReadonlySet<PagePlace> {
  const before = known.get(page)
  if (before) return before
  const dismissed = new Set(
    page.places.filter(place => place.kind !== 'field' && isDismissedBefore(page, place)),
  )
  known.set(page, dismissed)
  return dismissed
}

/** All that is no field, as the decisions have it: as before, without what was taken back, and what was dismissed since. */
export function dismissalsOf(
  page: TemplatePage,
  states: readonly PlaceState[],
  /** Among them, by their keys, texts that are no places. */
  decided: Decisions['places'] = {},
): PageDismissal[] {
  const values = states.filter(({ kind }) => kind === 'found' || kind === 'asked')
  const isDismissed = ({ status }: PlaceState) => status === 'dismissed'
  const stood = stretchesOf(page)
  const kept = page.dismissals.filter((_, order) => {
    const stretch = stood[order]
    // With another job as its example the page may have no place there.
    return !stretch || !values.some(place => !isDismissed(place) && isWithin(place, stretch))
  })
  const texts = Object.entries(decided).flatMap(([key, { kind }]) =>
    kind === 'dismiss' ? (leftStretch(page, key) ?? []) : [],
  )
  const added = [...values.filter(isDismissed), ...texts].filter(one => !isDismissedBefore(page, one))
  return latest(
    [...kept, ...added.map(place => standingText(page, place))].filter(({ text }) => text.length <= LONGEST),
  )
}

/** As many of the last ones as the server keeps. */
function latest(all: PageDismissal[]): PageDismissal[] {
  const kept: PageDismissal[] = []
  let characters = 0
  for (const each of all.slice(-MOST_PAGE_DISMISSALS).toReversed()) {
    characters += charactersOf(each)
    if (characters > MOST_DISMISSED_CHARACTERS) break
    kept.push(each)
  }
  return kept.reverse()
}

/** The longest that the server keeps. */
const LONGEST = 2_000

const isWithin = (place: Stretch, stretch: Stretch) =>
  isBefore(stretch.from, place.from) && isBefore(place.to, stretch.to)

const isBefore = (one: Stretch['from'], other: Stretch['from']) =>
  one.paragraph < other.paragraph || (one.paragraph === other.paragraph && one.offset <= other.offset)
