import type { PageText } from './page-text.ts'
import type { Option, Weighed } from './weighed.ts'

const COUNTRY = /\.Country$/
const PORT = /Port$/
/** What may stand between a town and its country: a post code, signs, a line's end; a tab or a slash parts two boxes. */
const BETWEEN = /^[ \n,.()-]*(?:\d{4,6}[ \n,.()-]*)?$/
/** Of what is not meant: it tells no longer, and is offered behind what is. */
const NOT_MEANT = 1
const BEHIND = 0.3

type Namesakes = { group: string; town: Option; country: Option }

/**
 * Where a town and its country are called alike, such as Singapore, the town stands first and the country behind it; a
 * port that stands alone is the town. An address that says the name once may mean either.
 */
export function settleNamesakes(
  weighed: readonly Weighed[],
  page: PageText,
  isAlike: (one: string, other: string) => boolean,
): void {
  const all = weighed.map(one => namesakesOf(one))
  const isBehind = (at: number, group: string): boolean => {
    // A post code between them is a place, too.
    const [one, before] = [weighed[at], lastBefore(at, group)]
    return (
      one !== undefined &&
      before !== undefined &&
      one.box === before.box &&
      BETWEEN.test(page.text.slice(before.place.end, one.place.start))
    )
  }
  const lastBefore = (at: number, group: string): Weighed | undefined =>
    [at - 1, at - 2].flatMap(index => {
      const own = all[index]?.some(one => one.group === group)
      return own && weighed[index] ? [weighed[index]] : []
    })[0]
  const behind = all.map((own, at) =>
    own.filter(({ group }) => isBehind(at, group)).map(({ group }) => group),
  )
  for (const [at, own] of all.entries()) {
    const one = weighed[at]
    for (const { group, town, country } of own) {
      const isSecond = behind[at]?.includes(group) === true
      const isFirst = [at + 1, at + 2].some(next => behind[next]?.includes(group) === true)
      if (!isSecond && !isFirst && !PORT.test(group)) continue
      // “Country of loading” is said by its label.
      if (!isSecond && !isFirst && country.label > town.label) continue
      for (const option of one?.options ?? []) {
        const isTown = option === town || isAlike(option.field.name, town.field.name)
        if (isSecond ? !isTown : option !== country) continue
        option.strength -= NOT_MEANT
        option.weight -= BEHIND
      }
    }
    if (own.length > 0) one?.options.sort((first, second) => second.weight - first.weight)
  }
}

function namesakesOf({ options }: Weighed): Namesakes[] {
  return options.flatMap(country => {
    if (!COUNTRY.test(country.field.name) || !country.field.isOfGroup) return []
    const { group } = country.field
    const name = `${group}.${PORT.test(group) ? 'Name' : 'City'}`
    const town = options.find(({ field }) => field.name === name)
    return town ? [{ group, town, country }] : []
  })
}
