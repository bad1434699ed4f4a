import type { Control } from '#server/word/controls/control-properties.ts'
import type { Field, FieldScan } from '#server/word/fields/field-scan.ts'
import { BARRIER } from '#server/word/file/paragraph-pieces.ts'
import { elementsBelow, nearestAncestor, type XmlElement } from '#server/word/file/tree.ts'
import type { OpenDocument } from './open-document.ts'

/** How a place is written: in Word's own ways, beside the braces of the text. */
export type NativeWriting = 'mergeField' | 'contentControl' | 'formField' | 'wordField'

/** A field or content control of Word that prints a value, or decides what is printed. */
export interface NativePlace {
  from: { paragraph: number; offset: number }
  to: { paragraph: number; offset: number }
  /** What Word shows there; of what shows nothing, and of a rule, how it is written. */
  text: string
  writing: NativeWriting
  /** The same in the language of text placeholders. */
  placeholder: string
  /** The field in full; '' for what stays as it is: an IF field, the beginning and the end of a list. */
  name: string
  list: string | null
  /** As the template's report calls it, and what is in it. */
  sources: readonly string[]
  /** A control of a name that is no field's: what stands in it is printed. */
  isUnknown?: true
  holder: { field: Field; scan: FieldScan } | { control: Control } | undefined
  /** The merge fields in the code of a rule, whose names can be corrected. */
  inCode?: readonly { field: Field; scan: FieldScan; name: string }[]
}

export type Spots = Pick<NativePlace, 'from' | 'to'>

export const inOrder = (one: Spots['from'], other: Spots['from']) =>
  one.paragraph - other.paragraph || one.offset - other.offset

/** Where elements of the file stand on its page. */
export class ElementSpots {
  readonly #document: OpenDocument
  readonly #indexes: ReadonlyMap<XmlElement, number>
  #starts: Map<XmlElement, { paragraph: number; offset: number }> | undefined

  constructor(document: OpenDocument) {
    this.#document = document
    this.#indexes = new Map(document.paragraphs.map(({ element, index }) => [element, index]))
  }

  ofField(field: Field, { entries }: FieldScan): Spots | undefined {
    if (field.simple !== undefined) return this.within(field.simple)
    const [first, last] = [entries[field.start], entries[field.end]]
    const [from, to] = [first && this.#startOf(first.node), last && this.#startOf(last.node)]
    return from && to && { from, to: { ...to, offset: to.offset + 1 } }
  }

  /** The stretch of a simple field or a control within its paragraph. */
  within(element: XmlElement): Spots | undefined {
    const held = this.#document.held.get(element)
    const paragraph = this.#paragraphOf(element)
    if (held === undefined || paragraph === undefined) return undefined
    return { from: { paragraph, offset: held.start }, to: { paragraph, offset: held.end } }
  }

  /** All paragraphs in an element, but for those of text boxes. */
  paragraphsIn(element: XmlElement): Spots | undefined {
    const indexes = elementsBelow(element, ({ name }) => name !== 'w:txbxContent').flatMap(
      one => this.#indexes.get(one) ?? [],
    )
    const [first, last] = [indexes[0], indexes.at(-1)]
    if (first === undefined || last === undefined) return undefined
    return {
      from: { paragraph: first, offset: 0 },
      to: { paragraph: last, offset: this.#document.paragraphs[last]?.text.length ?? 0 },
    }
  }

  /** What is read between two spots. */
  textOf({ from, to }: Spots): string {
    const lines = this.#document.paragraphs.slice(from.paragraph, to.paragraph + 1).map(({ text, index }) => {
      const end = index === to.paragraph ? to.offset : text.length
      return text.slice(index === from.paragraph ? from.offset : 0, end)
    })
    return lines.join('\n').replaceAll(BARRIER, '').trim()
  }

  #paragraphOf(element: XmlElement): number | undefined {
    const paragraph = nearestAncestor(element, ({ name }) => name === 'w:p')
    return paragraph && this.#indexes.get(paragraph)
  }

  #startOf(element: XmlElement): Spots['from'] | undefined {
    this.#starts ??= new Map(
      this.#document.paragraphs.flatMap(({ index, pieces }) =>
        pieces.flatMap(({ element: own, start }) =>
          own === undefined ? [] : [[own, { paragraph: index, offset: start }] as const],
        ),
      ),
    )
    return this.#starts.get(element)
  }
}
