import type { z } from 'zod'
import { cleanLine, cleanText } from '#contract/clean-text.ts'
import type { ImportField } from '#contract/import-field.ts'
import type { ImportKind } from '#contract/import-kinds.ts'
import { itemFields } from '#contract/items.ts'
import { jobFields, quoteFields } from '#contract/job-fields.ts'
import { contactFields, organisationFields } from '#contract/organisations.ts'
import { contactColumnOf, contactTarget } from './contact-records.ts'
import { hindrancesOfItems } from './item-hindrance-records.ts'
import { itemColumnOf, itemTarget } from './item-records.ts'
import { jobColumnOf, jobTarget } from './job-records.ts'
import { referenceCells } from './reference-numbers.ts'
import type { Target } from './target.ts'

export const targets: Readonly<Record<ImportKind, Target>> = {
  jobs: jobTarget,
  contacts: contactTarget,
  items: { ...itemTarget, hindrances: hindrancesOfItems },
}

export const columnsOf: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  jobs: jobColumnOf,
  contacts: contactColumnOf,
  items: itemColumnOf,
}

type Schemas = Readonly<Record<string, { schema: z.ZodType }>>
const schemas: Readonly<Record<ImportKind, Schemas>> = {
  jobs: { ...jobFields, ...quoteFields, ...referenceCells },
  contacts: { ...contactFields, ...organisationFields },
  items: itemFields,
}

const namesRecord = (type: ImportField['type']) =>
  ['party', 'port', 'person', 'key', 'country'].includes(type)

const SEVERAL_ADDRESSES = /@.*[\s,;/|]+\S+@/
const ONE_ADDRESS =
  'The cell has several e-mail addresses. Expected is one; add the others as further contacts.'

/** The value as the record takes it, or why it does not. */
export function accepted(kind: ImportKind, name: string, type: ImportField['type'], value: string | number) {
  const schema = schemas[kind][name]?.schema
  // What names a record may make a contact of this name.
  if (!schema || namesRecord(type)) {
    if (typeof value !== 'string') return { value }
    return { value: namesRecord(type) ? cleanLine(value) : cleanText(value) }
  }
  if (kind === 'contacts' && name === 'email' && SEVERAL_ADDRESSES.test(String(value)))
    return { wrong: ONE_ADDRESS }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data as string | number }
  return { wrong: parsed.error.issues[0]?.message ?? 'This is not taken here.' }
}
