import type { KnownField } from '#server/word/language/known-fields.ts'
import type { FindableField } from './findable-field.ts'
import type { Candidate, Occurrence } from './occurrences.ts'
import type { Box } from './page-text.ts'

/** A field that a place may show. */
export type Option = {
  candidate: Candidate
  field: FindableField
  /** How well what stands before it names the field. */
  label: number
  isTogether: boolean
  /** Whether a label is the field’s name and no more than that. */
  isNamed: boolean
  /** Whether something else may be meant as well, such as an entry of a list, which no field prints alone. */
  isShared: boolean
  /** How much speaks for it: what no other option has is meant. */
  strength: number
  /** The order in which it is offered. */
  weight: number
}

/** A place with all that it may show, the likeliest first. */
export type Weighed = {
  place: Occurrence
  options: Option[]
  box: Box | undefined
  /** The company's own data say it too. */
  isOwn: boolean
  /** Nothing is marked in a letterhead but what its label names. */
  isInLetterhead: boolean
}

/** A label that says less of a field's name does not tell it from others. */
export const NAMED = 0.5
/** A weak value, such as “3”, needs a label that says at least this much of its field's name. */
export const PARTLY_NAMED = 0.3
/** What may be the company's own is something else only where its label says this much of it. */
const MOSTLY_NAMED = 0.6

/** Whether an option counts by itself, and not only together with others in its box. */
export const isOpen = ({ label }: Option, isOwn: boolean) => !isOwn || label >= MOSTLY_NAMED

/** A figure that any number of a job may have: a label that says a part of a name does not tell which. */
export const isShort = (text: string): boolean => /^\d{1,2}$/.test(text)

const FEW_DIGITS = 4

/** Whether a text can hardly stand on a page by chance. */
export function isStrong(text: string, { kind }: KnownField): boolean {
  if (kind === 'date' || kind === 'dateTime') return true
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').length
  if (kind === 'number') return digits >= FEW_DIGITS || text.includes(' ')
  const letters = text.replaceAll(/[^\p{L}]/gu, '').length
  if (/\p{Script=Han}|\p{Script=Arabic}/u.test(text)) return letters >= 4
  return (digits > 0 && letters + digits >= 5) || letters >= 12 || (letters >= 8 && /\s/.test(text))
}
