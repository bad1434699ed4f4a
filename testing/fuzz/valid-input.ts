import type { z } from 'zod'

export type Path = readonly (string | number)[]

/** Stands for an id that no record has: whoever sends it puts another one in its place each time. */
export const FRESH_ID = 'f0f0f0f0-0000-4000-8000-000000000000'

export type KnownId = (field: string) => string | undefined

/** Values that schemas of the contract ask for; the first that a schema takes is as good as any. */
const candidates = (id: string): unknown[] => [
  'Never',
  id,
  `${FRESH_ID}@x.example`,
  'a long enough password',
  '2026-12-03',
  '2026-12-03T00:00:00Z',
  '2026-12-03T14:00',
  'USD',
  'Asia/Karachi',
  'tab=open',
  'PK',
  '123456',
  '1263',
  'MAEU',
  '176',
  '12-3 4567/0015',
  '0',
  1,
  0,
  0.5,
  true,
  'true',
  null,
]

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  entries?: Record<string, string | number>
  values?: readonly unknown[]
  keyType?: z.ZodType
  valueType?: z.ZodType
}
const defOf = (schema: z.ZodType) => schema.def as unknown as Def

const wrappers = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional', 'catch']

/** The schema behind optional, nullable and the like. */
function bare(schema: z.ZodType): z.ZodType {
  const def = defOf(schema)
  if (wrappers.includes(def.type) && def.innerType) return bare(def.innerType)
  // Of a transformation what comes in counts, of a preparation what it hands on.
  if (def.type === 'pipe' && def.in && def.out)
    return bare(defOf(def.in).type === 'transform' ? def.out : def.in)
  return schema
}

/** The fields of an object's schema; undefined for another. */
export const fieldsOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> | undefined =>
  schema && defOf(bare(schema)).shape

/** A value that the schema takes, with as many of its fields as go together; `idOf` names records that are there. */
export function validInput(schema: z.ZodType, idOf: KnownId, field = ''): unknown {
  const inner = bare(schema)
  const def = defOf(inner)
  if (def.shape) return validObject(schema, def.shape, idOf)
  if (def.type === 'array' && def.element) {
    const one = [validInput(def.element, idOf, field)]
    const isOfUse = schema.safeParse(one).success && one[0] !== FRESH_ID
    // An id that no record has is better than a list that may not be empty.
    return isOfUse || !schema.safeParse([]).success ? one : []
  }
  if (def.type === 'union' && def.options?.[0]) {
    const options = def.options.map(option => validInput(option, idOf, field))
    return options.find(option => schema.safeParse(option).success)
  }
  if (def.type === 'record' && def.keyType && def.valueType) {
    const key = validInput(def.keyType, idOf, field)
    const one = { [String(key)]: validInput(def.valueType, idOf, field) }
    return schema.safeParse(one).success ? one : {}
  }
  if (def.entries) return Object.values(def.entries)[0]
  if (def.values) return def.values[0]
  return candidates(idOf(field) ?? FRESH_ID).find(candidate => schema.safeParse(candidate).success)
}

function validObject(schema: z.ZodType, shape: Record<string, z.ZodType>, idOf: KnownId): unknown {
  const all = Object.entries(shape).map(([name, field]) => [name, validInput(field, idOf, name)] as const)
  const isNeeded = ([name]: readonly [string, unknown]) => !shape[name]?.safeParse(undefined).success
  let chosen: Record<string, unknown> = Object.fromEntries(all.filter(isNeeded))
  // An id that no record has would be the one reason for which everything else is refused.
  for (const [name, value] of all.filter(one => !isNeeded(one) && one[1] !== FRESH_ID)) {
    const more = { ...chosen, [name]: value }
    // What cannot stand beside the others is left out, unless nothing stands yet.
    if (schema.safeParse(more).success || !schema.safeParse(chosen).success) chosen = more
  }
  return chosen
}

/** The places in a body that can be spoilt: those that its schema names, as deep as the value goes. */
export function pathsIn(schema: z.ZodType, value: unknown, at: Path = []): Path[] {
  const def = defOf(bare(schema))
  if (def.shape)
    return Object.entries(def.shape).flatMap(([name, field]) => [
      [...at, name],
      ...pathsIn(field, (value as Record<string, unknown> | null | undefined)?.[name], [...at, name]),
    ])
  if (def.type === 'array' && def.element && Array.isArray(value) && value.length > 0)
    return [[...at, 0], ...pathsIn(def.element, value[0], [...at, 0])]
  if (def.type === 'record' && def.valueType && value && typeof value === 'object')
    return Object.keys(value).flatMap(key => [[...at, key]])
  if (def.type === 'union' && def.options) {
    const option = def.options.find(one => one.safeParse(value).success)
    return option ? pathsIn(option, value, at) : []
  }
  return []
}

/** The value with something else at one place of it. */
export function withAt(value: unknown, path: Path, spoilt: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return spoilt
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (index === first ? withAt(one, rest, spoilt) : one))
  return {
    ...(value as object | undefined),
    [first]: withAt((value as Record<string, unknown> | undefined)?.[first], rest, spoilt),
  }
}
