import type { Entry, Field } from './field-scan.ts'
import { numberOf, placeOf } from '#server/word/file/stories.ts'
import type { Origin, XmlElement } from '#server/word/file/tree.ts'

interface Around {
  offset: number
  paragraphBefore: string
}

/** Says where a field stands by the text around it. */
export class FieldPlaces {
  readonly #label: string
  readonly #entries: readonly Entry[]
  readonly #around: Around[] = []
  readonly #texts = new Map<XmlElement, string>()

  constructor(entries: readonly Entry[], label: string) {
    this.#label = label
    this.#entries = entries
    let paragraph: XmlElement | undefined
    let paragraphBefore = ''
    let text = ''
    for (const entry of entries) {
      if (entry.paragraph !== paragraph) {
        if (text.trim() !== '') paragraphBefore = text
        paragraph = entry.paragraph
        text = this.#texts.get(paragraph) ?? ''
      }
      this.#around.push({ offset: text.length, paragraphBefore })
      if (entry.node.name === 'w:t') text += textOfEntry(entry)
      this.#texts.set(entry.paragraph, text)
    }
  }

  origin(field: Field, source: string, order: number): Origin {
    const entry = this.#entries[field.start]
    const around = this.#around[field.start]
    if (entry === undefined || around === undefined) return { source, place: this.#label, order }
    const text = this.#texts.get(entry.paragraph) ?? ''
    const last = this.#entries[field.end]
    const end = last?.paragraph === entry.paragraph ? (this.#around[field.end]?.offset ?? 0) : text.length
    const place = placeOf(entry.paragraph, this.#label, {
      before: text.slice(0, around.offset),
      after: text.slice(end),
      paragraphBefore: around.paragraphBefore,
    })
    return { source, place, order, paragraph: numberOf(entry.paragraph) }
  }
}

function textOfEntry({ node }: Entry): string {
  return node.children.map(child => (typeof child === 'string' ? child : '')).join('')
}
