import { companionOf } from './companions.ts'
import type { ValueInstruction } from '#server/word/file/tree.ts'
import { ValuesScope } from './values-scope.ts'
import { compileFormats } from '#server/word/language/formats.ts'
import {
  type FieldIndex,
  type FieldValues,
  indexFields,
  type KnownFields,
  type KnownList,
} from '#server/word/language/known-fields.ts'
import { NameResolver } from '#server/word/language/resolve-names.ts'
import type { Source } from '#server/word/language/source.ts'

/** What one placeholder prints, made as documents are made. */
export class Examples {
  readonly #index: FieldIndex
  readonly #known: KnownFields
  readonly #names: NameResolver
  readonly #language: string

  /** `language` is the template's, such as “de”. */
  constructor(known: KnownFields, language: string) {
    this.#known = known
    this.#index = indexFields(known)
    this.#names = new NameResolver(this.#index, () => {})
    this.#language = language
  }

  /** The field that a value names; the short name of a list's field is of the first list that has it. */
  find(value: ValueInstruction): { source: Source; list: KnownList | undefined } | undefined {
    const holding = this.#index.listHolding(value.name)
    for (const list of [undefined, holding, ...this.#known.lists]) {
      const source = this.#names.find(value, list ? [list] : [])
      if (typeof source === 'object') return { source, list }
    }
    return undefined
  }

  /** Of a list's field for the first row; undefined for what cannot be printed in this way. */
  print(value: ValueInstruction, values: FieldValues): string | undefined {
    const found = this.find(value)
    if (found === undefined) return undefined
    const { source, list } = found
    const companion = companionOf(value, source, name =>
      this.#names.find({ type: 'value', name, formats: [] }, list ? [list] : []),
    )
    const format = compileFormats(source.kind, value.formats, this.#language)
    if (typeof format === 'string' || typeof companion === 'string') return undefined
    const rows = list === undefined ? {} : { [list.name]: values.lists[list.name]?.slice(0, 1) ?? [] }
    const isSummed = list === undefined || source.summedList !== undefined
    const scope = new ValuesScope(isSummed ? values : { ...values, lists: { ...values.lists, ...rows } })
    const print = () => format(source.read(scope), companion?.(scope))
    if (isSummed) return print()
    let printed = ''
    scope.repeat(list.name, () => {
      printed = print()
    })
    return printed
  }
}
