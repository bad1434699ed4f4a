import { nearest } from './nearest.ts'
import { Suggestions } from './suggestions.ts'

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
  /** What people call it. */
  label?: string
  /** The field that says its currency, where that is not `Currency` of the same group or row. */
  companion?: string | undefined
  /** The unit in which it is for every job, whatever the unit beside it says. */
  fixedUnit?: FixedUnit | undefined
  /** The signs and labels that join its parts, each a text of its own: “, ” in an address of one line. */
  joints?: readonly string[] | undefined
}

/** As jobs name their units. */
export type FixedUnit = 'KG' | 'Cubic Meter'

/** A list's fields are named without the list: `Name`, which is `Items.Name` in full. */
export interface KnownList {
  name: string
  fields: readonly KnownField[]
  aliases?: readonly string[]
}

/**
 * `number` values may be decimal strings, which stay exact. `unit` values are names such as “Cubic Meter”, which are
 * printed as signs. `date` values are `yyyy-MM-dd`,
 * `dateTime` values ISO 8601, `picture` values a `PictureValue`.
 */
export type FieldKind = 'text' | 'number' | 'unit' | 'date' | 'dateTime' | 'boolean' | 'picture'

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
  /** All fields of the group that a name begins with, where they are few. */
  smallGroup(name: string): readonly string[] | undefined
  nearestList(name: string): string | undefined
}

export function normaliseName(name: string): string {
  return name.trim().toLowerCase().replaceAll('_', '.')
}

/** Up to this many fields of a group are told by name. */
const FEW = 3

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
  let suggestions: Suggestions | undefined
  return {
    field: name => fields.get(normaliseName(name)),
    list: name => lists.get(normaliseName(name)),
    listField: (list, name) => listFields.get(list)?.get(normaliseName(name)),
    listHolding: name => {
      const normal = normaliseName(name)
      return normal.includes('.') ? known.lists.find(list => listFields.get(list)?.has(normal)) : undefined
    },
    nearestField: (name, within) => {
      suggestions ??= suggestionsOf(known, normal => fields.has(normaliseName(normal)))
      return suggestions.find(
        name,
        within.flatMap(list => list.fields.map(field => field.name)),
      )
    },
    smallGroup: name => {
      const start = name.replace(/[._].*$/, '.').toLowerCase()
      const group = known.fields.filter(field => field.name.toLowerCase().startsWith(start))
      const own = group.map(field => field.name)
      return start.endsWith('.') && own.length > 0 && own.length <= FEW ? own : undefined
    },
    nearestList: name =>
      nearest(
        name,
        known.lists.map(list => list.name),
      ),
  }
}

function suggestionsOf({ fields, lists }: KnownFields, isField: (name: string) => boolean): Suggestions {
  const inLists = lists.flatMap(list =>
    list.fields.map(field => ({ ...field, name: `${list.name}.${field.name}` })),
  )
  // A field's other names come last, so that they are told only where they are nearer than its own.
  const others = fields.flatMap(({ aliases = [] }) => aliases.filter(alias => alias.includes('.')))
  const labels = [...fields, ...inLists].flatMap(({ label, name }) =>
    label === undefined ? [] : [[label, name] as const],
  )
  return new Suggestions([...fields, ...inLists].map(({ name }) => name).concat(others), labels, isField)
}

function namesOf(named: { name: string; aliases?: readonly string[] }): string[] {
  return [named.name, ...(named.aliases ?? [])].map(normaliseName)
}
