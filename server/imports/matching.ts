import type { DecimalSign } from '#contract/imports.ts'
import type { RowValues } from './read-rows.ts'
import type { Values } from './values.ts'

export type Matching = {
  rows: readonly RowValues[]
  /** Records that the same rows have made before, by fingerprint. */
  known: ReadonlyMap<string, string>
  jobId: string | null
  decimal: DecimalSign
}

export type SimilarJob = { jobNumber: number; name: string | null }

/** A row that is to be stored, and the record that it means; null: a new one. */
export type Matched = {
  row: RowValues
  recordId: string | null
  name: string
  more?: Values
  like?: SimilarJob
}
