import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from './endpoints.ts'

type Named = { path: string; schema: z.core.$ZodType }

/** Every field of this schema that holds a name, at any depth. */
function namesIn(schema: z.core.$ZodType | undefined, path: string): Named[] {
  const def = schema?._zod.def as
    | {
        type: string
        shape?: Record<string, z.core.$ZodType>
        innerType?: z.core.$ZodType
        element?: z.core.$ZodType
        in?: z.core.$ZodType
        options?: z.core.$ZodType[]
      }
    | undefined
  if (!def) return []
  const inside = [def.innerType, def.element, def.in, ...(def.options ?? [])].flatMap(one =>
    namesIn(one, path),
  )
  const fields = Object.entries(def.shape ?? {}).flatMap(([key, field]) =>
    /name$/i.test(key) ? [{ path: `${path} ${key}`, schema: field }] : namesIn(field, `${path} ${key}`),
  )
  return [...inside, ...fields]
}

const names = endpoints.flatMap(({ method, path, body }) => namesIn(body, `${method} ${path}`))

test('the names that people give are found', () => {
  for (const path of [
    'POST /api/register/adduser displayName',
    'PUT /api/shipment name',
    'PUT /api/shipment vesselName',
    'PUT /api/organisation organisationContacts contact name',
    'PUT /api/company bankAccountName',
  ])
    expect(names.map(one => one.path)).toContain(path)
})

describe.each(names)('$path', ({ schema }) => {
  const parse = (value: string) => (schema as z.ZodType).safeParse(value)

  test('is one line: a line break is refused or becomes a space', () => {
    const { success, data } = parse('Meridian\r\n  Line\u2028of\tKarachi')
    if (success) expect(data).toBe('Meridian Line of Karachi')
    else expect(parse('Meridian Line').success).toBe(true)
  })

  test('holds no control character', () => {
    const { success, data } = parse('Meridian\u0007 Line')
    if (success) expect(data).toBe('Meridian Line')
    expect(parse('Meridian Line').success).toBe(true)
  })
})
