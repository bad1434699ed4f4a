import type { FieldKind, FieldValue, FixedUnit, KnownField } from '#server/word/language/known-fields.ts'

/** A field of the catalogue: its name within a group, what people call it, and where its value comes from. */
export type CatalogueField<Source> = {
  name: string
  label: string
  kind: FieldKind
  take: (source: Source) => FieldValue
  /** Other names, such as the specification's. */
  aliases: readonly string[]
  /** The field that says its currency, where that is not `Currency` of the same group or row. */
  companion?: string
  /** The unit in which it is for every job, whatever the unit of the same group or row says. */
  fixedUnit?: FixedUnit
  /** The signs and labels that join its parts, each a text of its own. */
  joints?: readonly string[]
}

const field =
  (kind: FieldKind) =>
  <Source>(
    name: string,
    label: string,
    take: (source: Source) => FieldValue,
    ...aliases: string[]
  ): CatalogueField<Source> => ({ name, label, kind, take, aliases })

/** Blanks at the ends of what somebody typed are on no paper; what is only blanks is nothing. */
export const text = <Source>(
  name: string,
  label: string,
  take: (source: Source) => FieldValue,
  ...aliases: string[]
): CatalogueField<Source> =>
  field('text')(name, label, (source: Source) => withoutOuterBlanks(take(source)), ...aliases)

const withoutOuterBlanks = (value: FieldValue): FieldValue =>
  typeof value === 'string' ? value.trim() : value

export const number = field('number')

const figureIn =
  (fixedUnit: FixedUnit) =>
  <Source>(...given: Parameters<typeof number<Source>>): CatalogueField<Source> => ({
    ...number(...given),
    fixedUnit,
  })

/** Figures that have this unit in every job. */
export const kilograms = figureIn('KG')
export const cubicMetres = figureIn('Cubic Meter')
export const unit = field('unit')
export const date = field('date')
export const dateTime = field('dateTime')
export const picture = field('picture')

/** An amount whose currency another field says. */
export const amountIn = <Source>(
  companion: string,
  amount: CatalogueField<Source>,
): CatalogueField<Source> => ({
  ...amount,
  companion,
})

/** A text whose parts, joined by these signs and labels, are each laid out by themselves. */
export const joined = <Source>(
  joints: readonly string[],
  parts: CatalogueField<Source>,
): CatalogueField<Source> => ({
  ...parts,
  joints,
})

/** The same field of something that a larger source holds; blank where the source lacks it. */
export const within = <Outer, Inner>(
  inner: CatalogueField<Inner>,
  find: (outer: Outer) => Inner | null | undefined,
): CatalogueField<Outer> => ({
  ...inner,
  take: outer => {
    const found = find(outer)
    return found == null ? null : inner.take(found)
  },
})

/** Names fields by their group; every other name of the group goes with every name of the field. */
export function grouped<Source>(
  groupNames: readonly [string, ...string[]],
  fields: readonly CatalogueField<Source>[],
): CatalogueField<Source>[] {
  return fields.map(inner => {
    const [name, ...aliases] = groupNames.flatMap(group =>
      [inner.name, ...inner.aliases].map(own => `${group}.${own}`),
    ) as [string, ...string[]]
    return { ...inner, name, aliases }
  })
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const OF_THE_JOB = /^(?:Shipment|Quote)\.([^.]+)$/

/** What a job's own fields are called for short, in our words and in the specification's. */
const shortNames = (names: readonly string[]) => [
  ...new Set(names.flatMap(name => OF_THE_JOB.exec(name)?.[1] ?? [])),
]

export const knownField = <Source>({
  name,
  label,
  kind,
  aliases,
  companion,
  fixedUnit,
  joints,
}: CatalogueField<Source>): KnownField => ({
  name,
  label,
  kind,
  companion,
  fixedUnit,
  joints,
  aliases: [...aliases, ...shortNames([name, ...aliases])],
})

export const takeAll = <Source>(fields: readonly CatalogueField<Source>[], source: Source) =>
  Object.fromEntries(fields.map(({ name, take }) => [name, take(source)]))
