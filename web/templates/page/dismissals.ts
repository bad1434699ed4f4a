import {
  charactersOf,
  MOST_DISMISSED_CHARACTERS,
  MOST_PAGE_DISMISSALS,
  type PageDismissal,
  type PagePlace,
  type TemplatePage,
} from '#contract/template-pages.ts'
import type { PlaceState } from './place-state.ts'
import { standAt, standingText, type Stretch } from './same-text.ts'

const known = new WeakMap<TemplatePage, ReadonlySet<PagePlace>>()

/** The places that somebody dismissed before a save: the same text still stands there. */
export function dismissedBefore(page: TemplatePage): ReadonlySet<PagePlace> {
  const before = known.get(page)
  if (before) return before
  const stretches = standAt(page, page.dismissals).filter(one => one !== undefined)
  const dismissed = new Set(
    page.places.filter(place => place.kind !== 'field' && stretches.some(one => isWithin(place, one))),
  )
  known.set(page, dismissed)
  return dismissed
}

/** All that is no field, as the decisions have it: as before, without what was taken back, and what was dismissed since. */
export function dismissalsOf(page: TemplatePage, states: readonly PlaceState[]): PageDismissal[] {
  const values = states.filter(({ kind }) => kind === 'found' || kind === 'asked')
  const isDismissed = ({ status }: PlaceState) => status === 'dismissed'
  const stretches = standAt(page, page.dismissals)
  const kept = page.dismissals.filter((_, order) => {
    const stretch = stretches[order]
    // With another job as its example the page may have no place there.
    return !stretch || !values.some(place => !isDismissed(place) && isWithin(place, stretch))
  })
  const isKept = (place: PlaceState) => stretches.some(stretch => stretch && isWithin(place, stretch))
  const added = values.filter(place => isDismissed(place) && !isKept(place))
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
