import { sumOf } from '#server/word/language/decimal.ts'
import type { FieldValue, FieldValues } from '#server/word/language/known-fields.ts'
import type { Scope } from './program.ts'

type Row = Readonly<Record<string, FieldValue>>

/** The values of the document that is being written, with the rows of the lists that are being repeated. */
export class ValuesScope implements Scope {
  readonly #values: FieldValues
  readonly #rows: Row[]
  readonly #positions: { index: number; count: number }[] = []
  readonly #computed = new Map<string, FieldValue>()

  constructor(values: FieldValues) {
    this.#values = values
    this.#rows = [values.fields]
  }

  repeat(list: string, print: () => void): void {
    const depth = this.#rows.length
    const rows = this.#rowsOf(list)
    const position = { index: 0, count: rows.length }
    this.#positions[depth] = position
    for (const row of rows) {
      this.#rows[depth] = row
      print()
      position.index += 1
    }
    this.#rows.length = depth
  }

  position(depth: number): { index: number; count: number } {
    return this.#positions[depth] ?? { index: 0, count: 1 }
  }

  value(depth: number, key: string): FieldValue {
    const row = this.#rows[depth]
    return row !== undefined && Object.hasOwn(row, key) ? row[key] : undefined
  }

  count(list: string): number {
    return this.#rowsOf(list).length
  }

  sum(list: string, key: string, unit: string | undefined): FieldValue {
    return this.#once(`sum ${list}.${key}`, () => {
      if (unit !== undefined && this.#valuesOf(list, unit).size > 1) return null
      return sumOf(this.#rowsOf(list).map(row => (Object.hasOwn(row, key) ? row[key] : undefined)))
    })
  }

  shared(list: string, key: string): FieldValue {
    return this.#once(`shared ${list}.${key}`, () => {
      const [only, ...others] = this.#valuesOf(list, key)
      return others.length === 0 ? only : null
    })
  }

  #valuesOf(list: string, key: string): Set<FieldValue> {
    const values = this.#rowsOf(list).map(row => (Object.hasOwn(row, key) ? row[key] : undefined))
    return new Set(values.filter(value => value !== null && value !== undefined && value !== ''))
  }

  #once(key: string, compute: () => FieldValue): FieldValue {
    if (!this.#computed.has(key)) this.#computed.set(key, compute())
    return this.#computed.get(key)
  }

  #rowsOf(list: string): readonly Row[] {
    return Object.hasOwn(this.#values.lists, list) ? (this.#values.lists[list] ?? []) : []
  }
}
