import type { FoundField } from '#server/word/build-program.ts'
import { companionOf } from '#server/word/companions.ts'
import { compileFormats, type Formatter } from '#server/word/language/formats.ts'
import { type FieldValues, indexFields, type KnownFields } from '#server/word/language/known-fields.ts'
import type { Reading } from '#server/word/program.ts'
import type { ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { wrongKind } from '#server/word/printing.ts'
import { type Lists, NameResolver } from '#server/word/language/resolve-names.ts'
import { compileCondition, type Test } from '#server/word/language/test-condition.ts'
import { parseText, type TextBranch, type TextNode } from './text-tree.ts'
import { type Condition, type Origin, Repeat, type ValueInstruction } from '#server/word/file/tree.ts'
import { TextLines } from './text-lines.ts'
import { ValuesScope } from '#server/word/values-scope.ts'
import { type TemplateProblem, WordTemplateError } from '#server/word/file/word-error.ts'

/** A plain text in the language of the Word templates, ready to be filled any number of times. */
export interface TextTemplate {
  fields: readonly FoundField[]
  problems: readonly TemplateProblem[]
  /** Lines whose placeholders print nothing, and which hold nothing else, go. */
  fill: (values: FieldValues) => FilledText
}

export interface FilledText {
  text: string
  /** The fields that this text could not do without: not those behind a condition, or with words of their own. */
  needed: ReadonlySet<string>
}

type Piece =
  | string
  | {
      type: 'value'
      name: string
      isNeeded: boolean
      read: Reading
      format: Formatter
      companion: Reading | undefined
    }
  | { type: 'repeat'; list: string; body: readonly Piece[] }
  | { type: 'choice'; branches: readonly { holds: Test; body: readonly Piece[] }[] }

const OUTPUT_LIMIT = 100_000
// A row costs this much even if it prints nothing, so that empty loops in loops come to an end too.
const ROW_COST = 10

// Who writes words that stand or fall with a value, or in its place, has thought of its absence.
const MAY_BE_BLANK = new Set(['before', 'after', 'default'])

/** `label` says which text it is where problems are told: “Subject”. */
export function compileText(text: string, label: string, known: KnownFields): TextTemplate {
  const compiler = new TextCompiler(known)
  const pieces = compiler.pieces(parseText(text.replaceAll(/\r\n?/g, '\n'), label, compiler.report), [])
  return {
    fields: compiler.fields,
    problems: compiler.problems(),
    fill: values => new TextWriter(values, label).write(pieces),
  }
}

class TextCompiler {
  readonly fields: FoundField[] = []
  readonly #problems: (TemplateProblem & { order: number })[] = []
  readonly #names: NameResolver
  readonly #tests = new Map<Condition, Test>()

  constructor(known: KnownFields) {
    this.#names = new NameResolver(indexFields(known), this.report)
  }

  readonly report: ReportProblem = ({ place, order }, problem) => {
    this.#problems.push({ ...problem, place, order })
  }

  /** In the order in which they stand. */
  problems(): TemplateProblem[] {
    return this.#problems
      .toSorted((one, other) => one.order - other.order)
      .map(({ order: _, ...problem }) => problem)
  }

  pieces(nodes: readonly TextNode[], lists: Lists): Piece[] {
    return nodes.flatMap(node => {
      if (typeof node === 'string') return node
      if (node.type === 'value') return this.#value(node.value, node.origin, lists)
      if (node.type === 'choice') {
        return { type: 'choice' as const, branches: node.branches.map(branch => this.#branch(branch, lists)) }
      }
      const list = this.#names.list(new Repeat(node.list, node.origin))
      const body = this.pieces(node.children, [...lists, list])
      if (list === undefined) return []
      this.fields.push({ name: list.name, place: node.origin.place })
      return { type: 'repeat' as const, list: list.name, body }
    })
  }

  #value(value: ValueInstruction, origin: Origin, lists: Lists): Piece | [] {
    const found = this.#names.value(value, origin, lists)
    if (found === undefined) return []
    const format = compileFormats(found.kind, value.formats)
    const companion = companionOf(value, found, name =>
      this.#names.find({ type: 'value', name, formats: [] }, lists),
    )
    if (wrongKind(value, found) !== undefined) {
      return this.#broken(found.fullName, origin, 'It is a picture, which a text cannot hold.')
    }
    if (typeof format === 'string') return this.#broken(found.fullName, origin, format)
    if (typeof companion === 'string') return this.#broken(found.fullName, origin, companion)
    this.fields.push({ name: found.fullName, place: origin.place })
    const isNeeded = !value.formats.some(({ name }) => MAY_BE_BLANK.has(name))
    return { type: 'value', name: found.fullName, isNeeded, read: found.read, format, companion }
  }

  #broken(name: string, origin: Origin, reason: string): [] {
    this.report(origin, { kind: 'broken', name, message: `“${origin.source}” cannot be read. ${reason}` })
    return []
  }

  #branch({ condition, origin, children }: TextBranch, lists: Lists) {
    const body = this.pieces(children, lists)
    if (condition === undefined) return { holds: () => true, body }
    const find = (value: ValueInstruction, isAsked: boolean) => {
      const counted = isAsked ? this.#names.rowCount(value.name) : undefined
      return counted ?? this.#names.value(value, origin, lists)
    }
    return { holds: compileCondition(condition, { find, language: 'en', known: this.#tests }), body }
  }
}

class TextWriter {
  readonly #scope: ValuesScope
  readonly #label: string
  readonly #lines = new TextLines()
  readonly #needed = new Set<string>()
  #spent = 0

  constructor(values: FieldValues, label: string) {
    this.#scope = new ValuesScope(values)
    this.#label = label
  }

  write(pieces: readonly Piece[]): FilledText {
    this.#run(pieces)
    return { text: this.#lines.text(), needed: this.#needed }
  }

  #run(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (typeof piece === 'string') this.#print(piece)
      else if (piece.type === 'value') {
        this.#lines.touch()
        if (piece.isNeeded) this.#needed.add(piece.name)
        this.#print(piece.format(piece.read(this.#scope), piece.companion?.(this.#scope)))
      } else if (piece.type === 'repeat') {
        this.#lines.touch()
        this.#needed.add(piece.list)
        this.#scope.repeat(piece.list, () => {
          this.#run(piece.body)
          this.#lines.touch()
          this.#spend(ROW_COST)
        })
      } else {
        this.#lines.touch()
        const chosen = piece.branches.find(({ holds }) => holds(this.#scope))
        if (chosen) this.#run(chosen.body)
        this.#lines.touch()
      }
    }
  }

  #print(text: string): void {
    this.#spend(text.length)
    this.#lines.write(text)
  }

  #spend(amount: number): void {
    this.#spent += amount
    if (this.#spent <= OUTPUT_LIMIT) return
    throw new WordTemplateError(
      `The text would grow beyond ${OUTPUT_LIMIT.toLocaleString('en')} characters. Look for a list repeated inside itself.`,
      this.#label,
    )
  }
}
