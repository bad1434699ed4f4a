import { companionOf, adjacentUnit, otherCurrency } from '#server/word/companions.ts'
import { sumUnitOf } from '#server/word/language/source.ts'
import { compileFormats, type Formatter } from '#server/word/language/formats.ts'
import type { FoundField, ReportProblem } from '#server/word/language/placeholder-sink.ts'
import type { Lists, NameResolver } from '#server/word/language/resolve-names.ts'
import { compileCondition, type Test, type ValueUse } from '#server/word/language/test-condition.ts'
import { wrongKind } from '#server/word/printing.ts'
import type { ReadValue, Scope } from '#server/word/program.ts'
import { type Condition, type Origin, Repeat, type ValueInstruction } from '#server/word/file/tree.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import type { TextBranch, TextNode } from './text-tree.ts'

/** A piece of a plain text, ready to be printed. */
export type Piece =
  | string
  | {
      type: 'value'
      name: string
      isNeeded: boolean
      read: ReadValue
      format: Formatter
      companion: ReadValue | undefined
      /** The name of the unit that is printed beside it. */
      unit: string | undefined
    }
  | { type: 'repeat'; list: string; body: readonly Piece[] }
  | { type: 'choice'; branches: readonly { holds: Test; body: readonly Piece[] }[] }

// Who writes words that stand or fall with a value, or in its place, has thought of its absence.
const MAY_BE_BLANK = new Set(['before', 'after', 'default'])

interface PieceSettings {
  names: NameResolver
  report: ReportProblem
  field: (found: FoundField) => void
  /** Reads what is printed only where a condition holds. */
  under: <Result>(condition: Condition, lists: Lists, read: () => Result) => Result
  language: string
}

export class PieceCompiler {
  readonly #settings: PieceSettings
  readonly #tests = new Map<Condition, Test>()

  constructor(settings: PieceSettings) {
    this.#settings = settings
  }

  pieces(nodes: readonly TextNode[], lists: Lists): Piece[] {
    return nodes.flatMap(node => {
      if (typeof node === 'string') return node
      if (node.type === 'value') return this.#value(node.value, node.origin, lists)
      if (node.type === 'choice') {
        return { type: 'choice' as const, branches: this.#branches(node.branches, lists) }
      }
      const list = this.#settings.names.list(new Repeat(node.list, node.origin))
      const body = this.pieces(node.children, [...lists, list])
      if (list === undefined) return []
      this.#settings.field({ name: list.name, place: node.origin.place })
      return { type: 'repeat' as const, list: list.name, body }
    })
  }

  #value(value: ValueInstruction, origin: Origin, lists: Lists): Piece | [] {
    const { names, language, field } = this.#settings
    const found = names.value(value, origin, lists)
    if (found === undefined) return []
    const format = compileFormats(found.kind, value.formats, language)
    const find = (name: string) => names.find({ type: 'value', name, formats: [] }, lists)
    const companion = companionOf(value, found, find)
    const unit = adjacentUnit(value, found, find)
    if (wrongKind(value, found) !== undefined) {
      return this.#broken(found.fullName, origin, 'It is a picture, which a text cannot hold.')
    }
    if (typeof format === 'string') return this.#broken(found.fullName, origin, format)
    if (typeof companion === 'string') return this.#broken(found.fullName, origin, companion)
    const currency = otherCurrency(value, found, find)
    field({
      name: found.fullName,
      place: origin.place,
      ...sumUnitOf(found),
      ...(currency && { currency }),
    })
    const isNeeded = !value.formats.some(({ name }) => MAY_BE_BLANK.has(name))
    return { type: 'value', name: found.fullName, isNeeded, read: found.read, format, companion, unit }
  }

  #broken(name: string, origin: Origin, reason: string): [] {
    const message = `“${origin.source}” cannot be read. ${reason}`
    this.#settings.report(origin, { kind: 'broken', name, message })
    return []
  }

  /** Of the branches the first is printed whose condition holds. */
  #branches(branches: readonly TextBranch[], lists: Lists) {
    const failed: Condition[] = []
    return branches.map(branch => {
      const conditions = branch.condition ? [...failed, branch.condition] : [...failed]
      const read = () => this.pieces(branch.children, lists)
      const body = this.#settings.under({ type: 'all', conditions }, lists, read)
      if (branch.condition) failed.push({ type: 'not', condition: branch.condition })
      return this.#branch(branch, body, lists)
    })
  }

  #branch({ condition, origin }: TextBranch, body: readonly Piece[], lists: Lists) {
    const { names, language, field } = this.#settings
    if (condition === undefined) return { holds: () => true, body }
    const find = (value: ValueInstruction, use: ValueUse) => {
      const counted = use === 'filled' ? names.rowCount(value.name) : undefined
      const source = counted ?? names.value(value, origin, lists)
      if (source?.sumUnit)
        field({ name: source.fullName, place: origin.place, ...sumUnitOf(source), isCompared: true })
      return source
    }
    return { holds: compileCondition(condition, { find, language, known: this.#tests }), body }
  }
}

// As much as anybody writes into a watermark or a link, with room to spare.
const LINE_LIMIT = 100_000

/** The text of some pieces as one line; `shown` says what a value becomes behind the text that is there. */
export function printLine(
  pieces: readonly Piece[],
  scope: Scope,
  shown: (value: string, before: string) => string,
): string {
  let line = ''
  let spent = 0
  const run = (some: readonly Piece[]): void => {
    for (const piece of some) {
      if (typeof piece === 'string') line += piece
      else if (piece.type === 'value')
        line += shown(piece.format(piece.read(scope), piece.companion?.(scope)), line)
      else if (piece.type === 'choice') run(piece.branches.find(({ holds }) => holds(scope))?.body ?? [])
      else {
        scope.repeat(piece.list, () => {
          run(piece.body)
          spent += 10
          if (spent + line.length > LINE_LIMIT) {
            throw new WordTemplateError(
              `A text outside the paragraphs would grow beyond ${LINE_LIMIT.toLocaleString('en')} characters. Look for a list repeated inside itself.`,
              'the file',
            )
          }
        })
      }
    }
  }
  run(pieces)
  return line
}
