import type { CompiledTemplate, LinksPart } from './compile.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { PictureStore } from '#server/word/pictures/picture-store.ts'
import { isTicked } from './printing.ts'
import type {
  ComputedOperation,
  LinesOperation,
  Operation,
  PictureOperation,
  ValueOperation,
} from './program.ts'
import { ValuesScope } from './values-scope.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { relationshipsXml, valueAsXml } from '#server/word/file/write-xml.ts'
import type { ZipEntry } from '#server/word/file/zip-read.ts'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'

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
  const pictures = new PictureStore(template.pictureNames)
  const writer = new Writer(values, pictures, options.unfillable === 'blank')
  const entries = template.parts.flatMap(part => {
    if ('operations' in part) return packEntry(part.name, writer.write(part.operations, part.name))
    return 'links' in part ? packLinks(part, pictures.linksOf(part.owner)) : part
  })
  return writeZip([...entries, ...pictures.files()])
}

function packLinks({ name, links }: LinksPart, further: string): ZipEntry[] {
  return links === '' && further === '' ? [] : [packEntry(name, relationshipsXml(links + further))]
}

class Writer {
  readonly #scope: ValuesScope
  readonly #pictures: PictureStore
  readonly #isBlankAllowed: boolean
  #text = ''
  #spent = 0
  #part = ''
  readonly #printedOnce = new Set<Operation>()
  /** Counts what was printed, so that a line knows whether it is blank. */
  #printed = 0
  /** What the merged cells of the row before printed, for the innermost repeat. */
  #above = new Map<Operation, string>()
  // Above the numbers that Word gives to drawings, so that no copy meets an original.
  #lastNumber = 1_000_000

  constructor(values: FieldValues, pictures: PictureStore, isBlankAllowed: boolean) {
    this.#scope = new ValuesScope(values)
    this.#pictures = pictures
    this.#isBlankAllowed = isBlankAllowed
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
          const value = this.#scope.value(operation.depth, operation.key)
          const { companion } = operation
          this.#print(
            operation.format(value, companion === undefined ? undefined : companion(this.#scope)),
            operation,
          )
          break
        }
        case 'computed':
          this.#print(
            operation.format(operation.read(this.#scope), operation.companion?.(this.#scope)),
            operation,
          )
          break
        case 'line':
          this.#text += operation.print(this.#scope)
          break
        case 'once':
          if (!this.#printedOnce.has(operation)) this.#text += operation.text
          this.#printedOnce.add(operation)
          break
        case 'checkbox':
          this.#printed += 1
          this.#text += isTicked(operation.read(this.#scope)) ? operation.checked : operation.unchecked
          break
        case 'picture':
          this.#picture(operation)
          break
        case 'condition':
          if (operation.holds(this.#scope)) this.#run(operation.body)
          break
        case 'blankable': {
          const start = this.#text
          const printed = this.#printed
          this.#run(operation.body)
          if (this.#printed === printed) this.#text = start
          break
        }
        case 'lines':
          this.#lines(operation)
          break
        case 'printed':
          this.#printed += 1
          break
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
        case 'merged-cell': {
          const start = this.#text
          this.#text = ''
          this.#run(operation.body)
          const cell = this.#text
          this.#text = start + (this.#above.get(operation) === cell ? operation.goesOn : cell)
          this.#above.set(operation, cell)
          break
        }
        case 'unique-number':
          this.#lastNumber += 1
          this.#text += String(this.#lastNumber)
      }
    }
  }

  #print(text: string, { run, joints }: ValueOperation | ComputedOperation): void {
    if (text === '') return
    this.#printed += 1
    this.#text += valueAsXml(text, run, joints)
  }

  #picture(operation: PictureOperation): void {
    this.#lastNumber += 1
    const drawing = this.#pictures.draw(
      operation,
      operation.read(this.#scope),
      operation.companion?.(this.#scope),
      {
        part: this.#part,
        number: this.#lastNumber,
        isBlankAllowed: this.#isBlankAllowed,
      },
    )
    if (drawing === '') return
    this.#printed += 1
    this.#text += drawing
  }

  #lines({ lines }: LinesOperation): void {
    let isFirst = true
    for (const { lineBreak, body, mayGo } of lines) {
      const start = this.#text
      const printed = this.#printed
      if (!isFirst) this.#run(lineBreak)
      this.#run(body)
      if (mayGo && this.#printed === printed) this.#text = start
      else isFirst = false
    }
  }

  #repeat(list: string, body: readonly Operation[]): void {
    const above = this.#above
    this.#above = new Map()
    this.#scope.repeat(list, () => {
      this.#run(body)
      this.#spent += ROW_COST
      if (this.#spent + this.#text.length > OUTPUT_LIMIT) {
        throw new WordTemplateError(
          `The document would grow beyond ${OUTPUT_LIMIT / 1_000_000} million characters. Look for a list repeated inside itself.`,
          this.#part,
        )
      }
    })
    this.#above = above
  }
}
