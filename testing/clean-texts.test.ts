import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from './endpoints.ts'

type Text = { path: string; schema: z.ZodType }
type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  in?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

/** Every text within a schema, at any depth, as the schema that takes it. */
function textsIn(schema: z.core.$ZodType | undefined, path: string): Text[] {
  if (!schema) return []
  const def = schema._zod.def as Def
  if (def.type === 'string' || def.type === 'pipe') return [{ path, schema: schema as z.ZodType }]
  const inside = [def.innerType, def.element, def.in, def.keyType, def.valueType, ...(def.options ?? [])]
  return [
    ...inside.flatMap(one => textsIn(one, path)),
    ...Object.entries(def.shape ?? {}).flatMap(([key, field]) => textsIn(field, `${path} ${key}`)),
  ]
}

const texts = endpoints.flatMap(({ method, path, body }) => textsIn(body, `${method} ${path}`))

/** Texts of any words: what takes these takes most. Codes, ids, days and addresses have a form of their own. */
const WORDS = 'Meridian Line No. 7'
const free = texts.filter(({ schema }) => schema.safeParse(WORDS).success)

const controls = [
  ...Array.from({ length: 0x20 }, (_, code) => code).filter(code => ![9, 10, 13].includes(code)),
  ...Array.from({ length: 0x21 }, (_, code) => 0x7f + code),
  ...[0x2028, 0x2029, 0xfffe, 0xffff],
].map(code => String.fromCharCode(code))
const overrides = ['\u202d', '\u202e']
const turns = ['\u202a', '\u202b', '\u202c', ...overrides, '\u2066', '\u2067', '\u2068', '\u2069']

/** Texts that are looked up, compared or hashed as they are, and that no record keeps. */
const notKept = [
  / filter \w+$/,
  / search$/,
  / password$/,
  /^POST \/api\/(enquiry|question) website$/,
  /^POST \/api\/history\/restore fields$/,
  /^PUT \/api\/import\/:id (answers|columns)$/,
  // They repeat what the page of a template shows, letter by letter.
  /^PUT \/api\/documenttemplate\/:id\/page dismissals \w+$/,
  /^POST \/api\/mail numbers number$/,
]

test('the texts that people write are found', () => {
  const found = new Set(free.map(({ path }) => path))
  for (const path of [
    'POST /api/note text',
    'PUT /api/shipment name',
    'PUT /api/shipment customerInstructions',
    'PUT /api/organisation organisationContacts contact city',
    'PUT /api/company tradingTerms',
    'POST /api/mail subject',
    'POST /api/mail to name',
    'PUT /api/container seals',
    'PUT /api/company numberSeries prefix',
    'PUT /api/preferences jobViews name',
    'POST /api/enquiry message',
  ])
    expect([...found]).toContain(path)
})

describe.each(free.filter(({ path }) => !notKept.some(one => one.test(path))))('$path', ({ schema }) => {
  const kept = (value: string) => {
    const { success, data } = schema.safeParse(value)
    return success ? (data as string) : null
  }
  const isOneLine = kept('Meridian\nLine')?.includes('\n') !== true

  test('keeps no control character, and is not refused for one that is pasted along', () => {
    for (const sign of controls) {
      const text = kept(`Meridian${sign}Line`)
      if (text === null && isOneLine && /\s|\u0085/u.test(sign)) continue
      expect(text).toMatch(isOneLine ? /^Meridian ?Line$/ : /^Meridian\n?Line$/)
    }
  })

  test('keeps nothing that turns letters around, on one line nothing that turns the direction', () => {
    for (const sign of isOneLine ? turns : overrides) expect(kept(`Meridian${sign}Line`)).toBe('MeridianLine')
    // Arabic and Hebrew names need marks of direction.
    expect(kept('שלום\u200f Ltd\u200e')).toBe('שלום\u200f Ltd\u200e')
  })

  test('keeps tabs and line breaks where it has several lines', () => {
    if (!isOneLine) expect(kept('One\n\tTwo\r\nThree')).toBe('One\n\tTwo\r\nThree')
  })
})
