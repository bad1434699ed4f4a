import type { KnownField } from '#server/word/language/known-fields.ts'

/** How papers write what no format prints just so: `spellings.ts` says each. */
export type SpelledAs =
  | 'freightTerms'
  | 'airWaybill'
  | 'company'
  | 'containers'
  | 'ownNumber'
  | 'count'
  | 'days'
  | 'port'
  | 'place'

/** What a finder needs to know of a field beside what a template does. */
export interface FindableField extends KnownField {
  /** “Consignee”: the fields of a group belong together where they stand together. */
  group: string
  /** Whether such a group is one party or port, whose fields stand together. */
  isOfGroup: boolean
  /** What papers call it. */
  labels: readonly string[]
  /** What is the company's own is part of its letterhead, and stays as it is. */
  isOwn: boolean
  /** Printed as a whole block, such as a name with its address. */
  isBlock: boolean
  spelledAs?: SpelledAs
}
