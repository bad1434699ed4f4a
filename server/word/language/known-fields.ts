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
  const fullName = (list: KnownList, field: KnownField) => `${list.name}.${field.name}`
  return {
    field: name => fields.get(normaliseName(name)),
    list: name => lists.get(normaliseName(name)),
    listField: (list, name) => listFields.get(list)?.get(normaliseName(name)),
    listHolding: name => {
      const normal = normaliseName(name)
      return normal.includes('.') ? known.lists.find(list => listFields.get(list)?.has(normal)) : undefined
    },
    nearestField: (name, within) =>
      nearest(name, [
        ...within.flatMap(list => list.fields.map(field => field.name)),
        ...known.fields.map(field => field.name),
        ...known.lists.flatMap(list => list.fields.map(field => fullName(list, field))),
      ]),
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

/** The candidate a person most likely meant, or undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = bare(name)
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, bare(candidate), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? candidates.find(candidate => wanted.length > 3 && bare(candidate).endsWith(wanted))
}

function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 80)
}

/** Insertions, deletions, changes and swaps of neighbours; anything from `limit` up is answered as `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (isSame ? 0 : 1),
      )
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? limit) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return Math.min(last[right.length] ?? limit, limit)
}
