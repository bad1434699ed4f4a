import type { PageText } from './page-text.ts'
import { isOpen, isStrong, NAMED, type Option, type Weighed } from './weighed.ts'

/** What stands in a box with fields of one group is of that group too: “Pakistan” below the consignee's street. */
export function settleTogether(weighed: readonly Weighed[], page: PageText): void {
  const byBox = Map.groupBy(weighed, ({ box }) => box)
  for (const [box, places] of byBox) {
    if (!box) continue
    const telling = places.flatMap(tellingOf)
    const told = nearestIn(telling.filter(({ groups }) => groups.size === 1))
    const blocks = blocksOf(page.text, places)
    const shared = nearestIn(telling.filter(({ groups }) => groups.size > 1))
    for (const { place, options } of places) {
      const [one, several] = [told(place.start), shared(place.start)]
      // Where one party is told, what it shares with others beside it is its own.
      const isShared = several && several.away < (one?.away ?? Infinity) && !meets(one, several)
      const near = isShared ? several : one
      const isFar = one !== undefined && blocks.get(one.start) !== blocks.get(place.start)
      for (const option of options) {
        if (!near?.groups.has(option.field.group) || option.isTogether) continue
        option.isTogether = true
        option.weight += 0.5
        // What two parties share tells neither of them, nor does a party that is told in another part of a letter.
        if (!isShared && !(isFar && sharesParty(option, options))) option.strength += 0.5
      }
      options.sort((first, second) => second.weight - first.weight)
    }
  }
}

const PORT = /Port$/

/** Whether another party has the same value. */
const sharesParty = ({ field }: Option, options: readonly Option[]): boolean =>
  !PORT.test(field.group) &&
  options.some(
    other => other.field.group !== field.group && other.field.isOfGroup && !PORT.test(other.field.group),
  )

/** Of each place its block: between those of one stands at most a line without a value, so that one party is meant. */
function blocksOf(text: string, places: readonly Weighed[]): Map<number, number> {
  let block = 0
  return new Map(
    places.map(({ place }, at) => {
      const before = places[at - 1]
      if (before && text.slice(before.place.end, place.start).split('\n').length > MOST_LINES) block += 1
      return [place.start, block]
    }),
  )
}

const MOST_LINES = 3

/** A place that says whose it is: of one party or port, or of several that share it. */
type Telling = { start: number; groups: ReadonlySet<string> }
type Near = Telling & { away: number }

function tellingOf({ place: { start, text }, options: all, isOwn }: Weighed): Telling[] {
  const options = all.filter(option => isOpen(option, isOwn))
  const [first] = options
  if (!first || !(isStrong(text, first.field) || first.label >= NAMED)) return []
  const likeliest = options.filter(({ weight }) => weight === first.weight)
  if (!likeliest.every(({ field }) => field.isOfGroup)) return []
  return [{ start, groups: new Set(likeliest.map(({ field }) => field.group)) }]
}

const meets = (one: Telling | undefined, other: Telling) =>
  one !== undefined && [...one.groups].some(group => other.groups.has(group))

/** The one of rising places that is nearest to another; what stands above names what follows it, and is nearer. */
function nearestIn(telling: readonly Telling[]): (start: number) => Near | undefined {
  let next = 0
  // Asked for rising places.
  return start => {
    while ((telling[next]?.start ?? Infinity) < start) next += 1
    const above = telling[next - 1]
    const below = telling[next]?.start === start ? telling[next + 1] : telling[next]
    const found = [
      ...(above ? [{ ...above, away: start - above.start }] : []),
      ...(below ? [{ ...below, away: (below.start - start) * 2 }] : []),
    ]
    return found.toSorted((one, other) => one.away - other.away)[0]
  }
}
