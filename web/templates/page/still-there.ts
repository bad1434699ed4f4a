import type { TemplatePage } from '#contract/template-pages.ts'
import { enclosureKey, textIn } from './conditions.ts'
import { keyOf, rowsKey } from './decisions.ts'
import { leftStretch } from './left-key.ts'
import { pageTextOf } from './page-text.ts'
import type { Decisions } from './place-state.ts'
import { standAt, standingText } from './same-text.ts'

/**
 * The decisions that still have their place on a page that was read anew. With `before`, the page on which they were
 * made, also those whose text has moved.
 */
export function stillThere(page: TemplatePage, made: Decisions, before?: TemplatePage): Decisions {
  const decisions = before ? movedOnto(page, made, before) : made
  const keys = new Set([...page.places.map(keyOf), ...page.enclosures.map(enclosureKey)])
  const text = pageTextOf(page)
  return {
    places: Object.fromEntries(
      Object.entries(decisions.places).filter(([key]) => keys.has(key) || leftStretch(page, key)),
    ),
    insertions: decisions.insertions.filter(({ at, replaced }) =>
      replaced
        ? text.between(at, replaced.to) === replaced.text
        : at.offset <= text.textOf(at.paragraph).length,
    ),
    leftRows: decisions.leftRows.filter(key => page.rows.some(rows => rowsKey(rows) === key)),
    conditions: decisions.conditions.filter(one => textIn(page, one.lines) === one.text),
  }
}

/** By where the texts stand now that the decisions are about; one whose text is gone is left out by its key. */
function movedOnto(page: TemplatePage, decisions: Decisions, before: TemplatePage): Decisions {
  const now = new Map(page.places.map(place => [keyOf(place), place]))
  const stand = standAt(
    page,
    before.places.map(place => standingText(before, place)),
  )
  const moved = new Map(
    before.places.map((place, order) => {
      const at = stand[order]
      return [keyOf(place), at && now.get(keyOf({ ...at, text: place.text }))]
    }),
  )
  const places = Object.entries(decisions.places).flatMap(([key, decision]) => {
    if (!moved.has(key)) return [[key, decision] as const]
    const place = moved.get(key)
    return place ? [[keyOf(place), decision] as const] : []
  })
  const insertions = decisions.insertions.map(one => {
    const { at, replaced } = one
    const [to] = replaced ? standAt(page, [standingText(before, { from: at, to: replaced.to })]) : []
    return replaced && to ? { ...one, at: to.from, replaced: { ...replaced, to: to.to } } : one
  })
  return { ...decisions, places: Object.fromEntries(places), insertions }
}
