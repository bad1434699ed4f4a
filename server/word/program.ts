import type { Formatter } from './formats.ts'

/** A part of a document, compiled: text to print as it is, and what depends on the values. */
export type Operation = string | ValueOperation | RepeatOperation | FrameOperation | UniqueNumberOperation

export interface ValueOperation {
  type: 'value'
  /** 0 reads the single fields, 1 the row of the outermost repeat around it, 2 the next one's. */
  depth: number
  key: string
  format: Formatter
}

export interface RepeatOperation {
  type: 'repeat'
  list: string
  body: readonly Operation[]
}

/** Prints `before`, the body and `after`; or `instead` alone when the body prints nothing. */
export interface FrameOperation {
  type: 'frame'
  before: readonly Operation[]
  body: readonly Operation[]
  after: string
  instead: string
}

/** A drawing's number, which no two drawings of a document may share. */
export interface UniqueNumberOperation {
  type: 'unique-number'
}
