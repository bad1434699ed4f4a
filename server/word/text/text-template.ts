import { type FieldValues, indexFields, type KnownFields } from '#server/word/language/known-fields.ts'
import type { FoundField, ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { ConditionStack } from '#server/word/language/condition-stack.ts'
import { NameResolver } from '#server/word/language/resolve-names.ts'
import { ValuesScope } from '#server/word/values-scope.ts'
import { type TemplateProblem, WordTemplateError } from '#server/word/file/word-error.ts'
import { TextLines } from './text-lines.ts'
import { type Piece, PieceCompiler } from './text-pieces.ts'
import { parseText } from './text-tree.ts'

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
  /** The fields of which something stands in the text. */
  printed: ReadonlySet<string>
}

const OUTPUT_LIMIT = 100_000
// A row costs this much even if it prints nothing, so that empty loops in loops come to an end too.
const ROW_COST = 10

/** `label` says which text it is where problems are told: “Subject”. */
export function compileText(text: string, label: string, known: KnownFields): TextTemplate {
  const fields: FoundField[] = []
  const problems: (TemplateProblem & { order: number })[] = []
  const report: ReportProblem = ({ place, order }, problem) => {
    problems.push({ ...problem, place, order })
  }
  const names = new NameResolver(indexFields(known), report)
  const language = 'en'
  const conditions = new ConditionStack(language)
  const compiler = new PieceCompiler({
    names,
    report,
    field: found => fields.push(conditions.withConditions(found)),
    under: (condition, lists, read) => conditions.under(condition, lists, read),
    language,
  })
  const pieces = compiler.pieces(parseText(text.replaceAll(/\r\n?/g, '\n'), label, report), [])
  return {
    fields,
    problems: problems
      .toSorted((one, other) => one.order - other.order)
      .map(({ order: _, ...problem }) => problem),
    fill: values => new TextWriter(values, label).write(pieces),
  }
}

class TextWriter {
  readonly #scope: ValuesScope
  readonly #label: string
  readonly #lines = new TextLines()
  readonly #needed = new Set<string>()
  readonly #printed = new Set<string>()
  #spent = 0

  constructor(values: FieldValues, label: string) {
    this.#scope = new ValuesScope(values)
    this.#label = label
  }

  write(pieces: readonly Piece[]): FilledText {
    this.#run(pieces)
    return { text: this.#lines.text(), needed: this.#needed, printed: this.#printed }
  }

  #run(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (typeof piece === 'string') this.#print(piece)
      else if (piece.type === 'value') {
        this.#lines.touch()
        if (piece.isNeeded) this.#needed.add(piece.name)
        const text = piece.format(piece.read(this.#scope), piece.companion?.(this.#scope))
        if (text !== '') this.#printed.add(piece.name)
        // A figure that stands there needs its unit.
        if (text !== '' && piece.unit !== undefined) this.#needed.add(piece.unit)
        this.#print(text)
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
