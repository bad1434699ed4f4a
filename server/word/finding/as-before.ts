import type { Place } from './find-places.ts'

/**
 * Places of a page on which fields stand, none of them more certain than on the page before these fields: where a value
 * has become a field it speaks no more for what stands beside it, and what was asked would answer itself.
 */
export function asBefore(places: readonly Place[], former: readonly Place[]): Place[] {
  const byText = Map.groupBy(former.filter(isAlone), ({ text }) => text)
  return places.map(place => {
    if (!isAlone(place) || !place.isCertain) return place
    const same = byText.get(place.text) ?? []
    const first = place.choices[0]?.field.name
    if (same.some(one => one.isCertain && one.choices[0]?.field.name === first)) return place
    const asked = same.find(({ isCertain }) => !isCertain)
    return { ...place, choices: asked?.choices ?? place.choices, isCertain: false }
  })
}

/** Not an entry of a list, which its row tells. */
const isAlone = ({ list }: Place) => list === undefined
