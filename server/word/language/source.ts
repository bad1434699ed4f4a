import type { ReadValue } from '#server/word/program.ts'
import type { FieldKind, KnownList } from './known-fields.ts'

/** Where a value comes from. */
export interface Source {
  kind: FieldKind
  /** The catalogue's name, with the list's in front. */
  fullName: string
  read: ReadValue
  /** A field of a row that is being printed, or a single one; not computed. */
  plain?: { depth: number; key: string }
  /** Why it may print nothing, for the template's designer. */
  doubt?: string
  /** Set where the value is computed over all rows of a list. */
  summedList?: KnownList
  /** The full name of the unit in which the rows' figures must agree for them to have a sum. */
  sumUnit?: string | undefined
  /** The field that says its currency, where that is not the neighbour by the usual name. */
  companion?: string | undefined
  /** The unit in which it always is, whatever a neighbouring unit says. */
  fixedUnit?: string | undefined
  /** The signs and labels that join its parts, each a text of its own. */
  joints?: readonly string[] | undefined
}

export const sumUnitOf = ({ sumUnit }: Source): { sumUnit?: string } => (sumUnit ? { sumUnit } : {})
