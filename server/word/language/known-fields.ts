/** What a template may name. Names are written `Group.Field`; case is ignored and `_` equals `.`. */
export interface KnownFields {
  fields: readonly KnownField[]
  lists: readonly KnownList[]
}

export interface KnownField {
  name: string
  kind: FieldKind
  /** Other names that mean the same, such as the specification's. */
  aliases?: readonly string[]
}

/** A list's fields are named without the list: `Name`, which is `Items.Name` in full. */
export interface KnownList {
  name: string
  fields: readonly KnownField[]
  aliases?: readonly string[]
}

/**
 * `number` values may be decimal strings, which stay exact. `date` values are `yyyy-MM-dd`,
 * `dateTime` values ISO 8601, `picture` values a `PictureValue`.
 */
export type FieldKind = 'text' | 'number' | 'date' | 'dateTime' | 'boolean' | 'picture'

export type FieldValue = string | number | boolean | Date | PictureValue | null | undefined

/** Width and height are the picture's own, in pixels. */
export interface PictureValue {
  bytes: Uint8Array
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

export function isPicture(value: FieldValue): value is PictureValue {
  return typeof value === 'object' && value !== null && 'bytes' in value
}

export interface FieldValues {
  /** By the catalogue's own names, never an alias. */
  fields: Readonly<Record<string, FieldValue>>
  lists: Readonly<Record<string, readonly Readonly<Record<string, FieldValue>>[]>>
}

export interface FieldIndex {
  field(name: string): KnownField | undefined
  list(name: string): KnownList | undefined
  /** A field of one list, named with or without the list's name in front. */
  listField(list: KnownList, name: string): KnownField | undefined
  /** The list one of whose fields this full name means. */
  listHolding(name: string): KnownList | undefined
  nearestField(name: string, within: readonly KnownList[]): string | undefined
  nearestList(name: string): string | undefined
}

export function normaliseName(name: string): string {
  return name.trim().toLowerCase().replaceAll('_', '.')
}

export function indexFields(known: KnownFields): FieldIndex {
  const fields = new Map<string, KnownField>()
  const lists = new Map<string, KnownList>()
  const listFields = new Map<KnownList, Map<string, KnownField>>()
  for (const field of known.fields) for (const name of namesOf(field)) fields.set(name, field)
  for (const list of known.lists) {
    const own = new Map<string, KnownField>()
    for (const listName of namesOf(list)) {
      lists.set(listName, list)
      for (const field of list.fields) {
        for (const name of namesOf(field)) own.set(name, field).set(`${listName}.${name}`, field)
      }
    }
    listFields.set(list, own)
  }
  const suggest = suggestions(known)
  return {
    field: name => fields.get(normaliseName(name)),
    list: name => lists.get(normaliseName(name)),
    listField: (list, name) => listFields.get(list)?.get(normaliseName(name)),
    listHolding: name => {
      const normal = normaliseName(name)
      return normal.includes('.') ? known.lists.find(list => listFields.get(list)?.has(normal)) : undefined
    },
    nearestField: suggest,
    nearestList: name =>
      nearest(
        name,
        known.lists.map(list => list.name),
      ),
  }
}

function namesOf(named: { name: string; aliases?: readonly string[] }): string[] {
  return [named.name, ...(named.aliases ?? [])].map(normaliseName)
}

// Whoever has mistaken more names than this is told of no more than these.
const MOST_SUGGESTIONS = 100

/** Looks for what was meant by names that are not known: for each name once, and for so many names at most. */
function suggestions({ fields, lists }: KnownFields): FieldIndex['nearestField'] {
  const found = new Map<string, string | undefined>()
  const candidates = (names: readonly string[]) => names.map(candidate)
  const everywhere = [
    ...candidates(fields.map(field => field.name)),
    ...candidates(lists.flatMap(list => list.fields.map(field => `${list.name}.${field.name}`))),
  ]
  return (name, within) => {
    const key = [...within.map(list => list.name), bare(name)].join(' ')
    if (found.has(key) || found.size >= MOST_SUGGESTIONS) return found.get(key)
    const ofLists = candidates(within.flatMap(list => list.fields.map(field => field.name)))
    const meant = nearestOf(name, [...ofLists, ...everywhere])
    found.set(key, meant)
    return meant
  }
}

interface Candidate {
  name: string
  bare: string
}

const candidate = (name: string): Candidate => ({ name, bare: bare(name) })

/** The candidate a person most likely meant, or undefined when none is close. */
export const nearest = (name: string, candidates: readonly string[]): string | undefined =>
  nearestOf(name, candidates.map(candidate))

function nearestOf(name: string, candidates: readonly Candidate[]): string | undefined {
  const wanted = bare(name)
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const one of candidates) {
    const distance = editDistance(wanted, one.bare, bestDistance)
    if (distance < bestDistance) {
      best = one.name
      bestDistance = distance
    }
  }
  return best ?? candidates.find(one => wanted.length > 3 && one.bare.endsWith(wanted))?.name
}

// No field's name is as long, so nothing is compared beyond.
const LONGEST_COMPARED = 80

function bare(name: string): string {
  return name
    .slice(0, 4 * LONGEST_COMPARED)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LONGEST_COMPARED)
}

/**
 * Insertions, deletions, changes and swaps of neighbours; anything from `limit` up is answered as `limit`. Only what
 * can still come out below it is computed: a band along the diagonal, and no row after one that is all above.
 */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  let leastOfLast = 0
  for (let row = 1; row <= left.length; row += 1) {
    const from = Math.max(1, row - limit + 1)
    const current = from === 1 ? [row] : []
    let least = current[0] ?? limit
    for (let column = from; column <= Math.min(right.length, row + limit - 1); column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (isSame ? 0 : 1),
      )
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? limit) + 1)
      current[column] = cost
      least = Math.min(least, cost)
    }
    // A swap reaches back two rows, and adds one to what stands there.
    if (least >= limit && leastOfLast + 1 >= limit) return limit
    beforeLast = last
    last = current
    leastOfLast = least
  }
  return Math.min(last[right.length] ?? limit, limit)
}
