import type { CompiledTemplate } from './compile.ts'
import type { FieldValue, FieldValues } from './known-fields.ts'
import type { Operation } from './program.ts'
import { WordTemplateError } from './word-error.ts'
import { valueAsXml } from './write-xml.ts'
import { packEntry, writeZip } from './zip-write.ts'

export interface RenderOptions {
  /** What to do with placeholders that cannot be filled: `refuse` (the default) or print nothing for them. */
  unfillable?: 'refuse' | 'blank'
}

/** One document may not grow beyond this many characters of XML, whatever its loops ask for. */
export const OUTPUT_LIMIT = 40_000_000
// A row costs this much even if it prints nothing, so that empty loops in loops come to an end too.
const ROW_COST = 40

/** Fills a template: the finished .docx. Missing values print nothing. */
export function renderDocument(
  template: CompiledTemplate,
  values: FieldValues,
  options: RenderOptions = {},
): Buffer {
  const [first] = template.problems
  if (first !== undefined && options.unfillable !== 'blank') {
    const more = template.problems.length - 1
    const others = more === 0 ? '' : ` (and ${more} more)`
    throw new WordTemplateError(`${first.message}${others}`, first.place, template.problems)
  }
  const writer = new Writer(values)
  const entries = template.parts.map(part =>
    'operations' in part ? packEntry(part.name, writer.write(part.operations, part.name)) : part,
  )
  return writeZip(entries)
}

type Row = Readonly<Record<string, FieldValue>>

class Writer {
  readonly #values: FieldValues
  readonly #rows: Row[]
  #text = ''
  #spent = 0
  #part = ''
  // Above the numbers that Word gives to drawings, so that no copy meets an original.
  #lastNumber = 1_000_000

  constructor(values: FieldValues) {
    this.#values = values
    this.#rows = [values.fields]
  }

  write(operations: readonly Operation[], part: string): string {
    this.#text = ''
    this.#part = part
    this.#run(operations)
    this.#spent += this.#text.length
    return this.#text
  }

  #run(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (typeof operation === 'string') {
        this.#text += operation
        continue
      }
      switch (operation.type) {
        case 'value': {
          const row = this.#rows[operation.depth]
          const value =
            row !== undefined && Object.hasOwn(row, operation.key) ? row[operation.key] : undefined
          this.#text += valueAsXml(operation.format(value))
          break
        }
        case 'repeat':
          this.#repeat(operation.list, operation.body)
          break
        case 'frame': {
          const start = this.#text
          this.#run(operation.before)
          const empty = this.#text.length
          this.#run(operation.body)
          if (this.#text.length === empty) this.#text = start + operation.instead
          else this.#text += operation.after
          break
        }
        case 'unique-number':
          this.#lastNumber += 1
          this.#text += String(this.#lastNumber)
      }
    }
  }

  #repeat(list: string, body: readonly Operation[]): void {
    const rows = Object.hasOwn(this.#values.lists, list) ? (this.#values.lists[list] ?? []) : []
    const depth = this.#rows.length
    for (const row of rows) {
      this.#rows[depth] = row
      this.#run(body)
      this.#spent += ROW_COST
      if (this.#spent + this.#text.length > OUTPUT_LIMIT) {
        throw new WordTemplateError(
          `The document would grow beyond ${OUTPUT_LIMIT / 1_000_000} million characters. Look for a list repeated inside itself.`,
          this.#part,
        )
      }
    }
    this.#rows.length = depth
  }
}
