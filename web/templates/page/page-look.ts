import type { CSSProperties } from 'react'
import type { PageDifference, PageSpot } from '#contract/template-pages.ts'
import type { Bracket } from './conditions.ts'
import type { RowsState } from './decisions.ts'
import type { Mark } from './marks.ts'

/** What the page shows beside what stands in the file. */
export type PageLook = {
  marks: ReadonlyMap<number, readonly Mark[]>
  rows: readonly RowsState[]
  /** By the line or the row that they stand beside. */
  brackets: ReadonlyMap<object, readonly Bracket[]>
  /** What the template prints otherwise than the page, by the paragraph that prints it. */
  differences: ReadonlyMap<number, readonly PageDifference[]>
  currentKey: string | undefined
  /** Where a field would be inserted. */
  caret: PageSpot | undefined
  isInserting: boolean
  /** A click chooses lines for a condition. */
  isChoosingLines: boolean
  onLeaveRows: (key: string, isLeft: boolean) => void
}

/** What a document says of its look, for the style sheet to take. */
export const variables = (named: Record<`--${string}`, string | number>) => named as CSSProperties
