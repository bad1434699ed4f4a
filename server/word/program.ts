import type { Formatter } from '#server/word/language/formats.ts'
import type { FieldValue } from '#server/word/language/known-fields.ts'
import type { PictureFrame } from '#server/word/pictures/picture-frame.ts'
import type { RunOpenings } from '#server/word/file/right-to-left.ts'
import type { CodeKind } from '#server/word/file/tree.ts'

/** A part of a document, compiled: text to print as it is, and what depends on the values. */
export type Operation =
  | string
  | ValueOperation
  | ComputedOperation
  | LineOperation
  | OnceOperation
  | CheckboxOperation
  | PictureOperation
  | RepeatOperation
  | ConditionOperation
  | FrameOperation
  | BlankableOperation
  | LinesOperation
  | PrintedOperation
  | MergedCellOperation
  | UniqueNumberOperation

/** How the text of a value is laid out. */
interface TextLayout {
  /** The run that it stands in, where that is one of a left-to-right paragraph. */
  run?: RunOpenings | undefined
  /** Where texts of their own meet in it. */
  joints?: RegExp | undefined
}

export interface ValueOperation extends TextLayout {
  type: 'value'
  /** 0 reads the single fields, 1 the row of the outermost repeat around it, 2 the next one's. */
  depth: number
  key: string
  format: Formatter
  /** What the format needs beside the value: a currency, a unit. */
  companion: ReadValue | undefined
}

/** A value that is not simply a field of the row. */
export interface ComputedOperation extends TextLayout {
  type: 'computed'
  read: ReadValue
  format: Formatter
  companion: ReadValue | undefined
}

/** Reads a value of the document that is being written. */
export type ReadValue = (scope: Scope) => FieldValue

export interface Scope {
  /** Calls `print` once for each row of a list, the row in reach. */
  repeat(list: string, print: () => void): void
  /** Where the row at this depth stands among its list's, from 0. */
  position(depth: number): { index: number; count: number }
  value(depth: number, key: string): FieldValue
  count(list: string): number
  /** The exact sum, or nothing where no row has a value or the rows' `unit` differs. */
  sum(list: string, key: string, unit: string | undefined): FieldValue
  /** The value of those rows that have one; nothing where they differ. */
  shared(list: string, key: string): FieldValue
}

/** A text outside the paragraphs, such as the inside of an attribute, as XML. */
export interface LineOperation {
  type: 'line'
  print: (scope: Scope) => string
}

/** Printed with the first row alone, such as what the drawings of all rows refer to. */
export interface OnceOperation {
  type: 'once'
  text: string
}

/** Prints one of two pieces of XML. */
export interface CheckboxOperation {
  type: 'checkbox'
  read: ReadValue
  checked: string
  unchecked: string
}

/** A picture that is the value itself, or with `code` one made of the value's text. */
export interface PictureOperation {
  type: 'picture'
  read: ReadValue
  /** The field's full name. */
  name: string
  format: Formatter
  companion: ReadValue | undefined
  code: CodeKind | undefined
  frame: PictureFrame
}

export interface RepeatOperation {
  type: 'repeat'
  list: string
  body: readonly Operation[]
}

export interface ConditionOperation {
  type: 'condition'
  holds: (scope: Scope) => boolean
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

/** Goes when none of its values printed anything. */
export interface BlankableOperation {
  type: 'blankable'
  body: readonly Operation[]
}

/** Lines of one paragraph; those that go take their line break along. */
export interface LinesOperation {
  type: 'lines'
  lines: readonly { lineBreak: readonly Operation[]; body: readonly Operation[]; mayGo: boolean }[]
}

/** Stands with words that are printed as they are, where only values tell whether anything was. */
export interface PrintedOperation {
  type: 'printed'
}

/** A cell of a row that repeats: where it reads as the one above it did, that one goes on. */
export interface MergedCellOperation {
  type: 'merged-cell'
  body: readonly Operation[]
  /** The cell as a part of the one above. */
  goesOn: string
}

/** A drawing's number, which no two drawings of a document may share. */
export interface UniqueNumberOperation {
  type: 'unique-number'
}
