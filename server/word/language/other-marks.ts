import { elementsOf, type Story } from '#server/word/file/stories.ts'
import { type Origin, textOf } from '#server/word/file/tree.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'

/** How other programs write a place for a value; `isCertain` where ordinary text is never written so. */
const MARKS: readonly { pattern: RegExp; isCertain: boolean }[] = [
  // Ordinary words in quotation marks are small ones, or several.
  { pattern: /«(?=\p{Lu}|[^»]{0,60}[_.\d])[\p{L}_][\p{L}\p{N}_.]{0,60}»/gu, isCertain: true },
  { pattern: /«\s{0,9}[\p{L}_][\p{L}\p{N}_. ]{0,60}»/gu, isCertain: false },
  { pattern: /\$\{[^{}]{1,60}\}/g, isCertain: true },
  { pattern: /<<\s{0,9}[\p{L}_][^<>]{0,60}>>/gu, isCertain: true },
  { pattern: /\{%[^%]{1,60}%\}/g, isCertain: true },
  { pattern: /(?<![{$])\{\s{0,9}[#/]?[\p{L}_][\p{L}\p{N}_.]{0,60}\s{0,9}\}(?!\})/gu, isCertain: false },
]

export interface OtherMark {
  origin: Origin
  /** Whether it is one even beside marks of our own: no other text is written so, or it names a field. */
  isCertain: boolean
}

const LOOKED_AT = 100

/** The first places of a text that are written as other programs would write them: of each kind one. */
export function otherMarksIn(story: Story, label: string, isField: (name: string) => boolean): OtherMark[] {
  const text = elementsOf(story)
    .filter(({ name }) => name === 'w:t')
    .map(textOf)
    .join('')
  return MARKS.flatMap(({ pattern, isCertain }) => {
    const sources = [...text.matchAll(pattern)].slice(0, LOOKED_AT).map(([source]) => source)
    const named = sources.find(source => isField(source.replace(/[«»{}#/\s]/g, '')))
    const source = isCertain ? sources[0] : (named ?? sources[0])
    if (source === undefined) return []
    const origin = { source, place: label, order: 0 }
    return [{ origin, isCertain: isCertain || source === named }]
  })
}

export function asOtherMark({ source }: Origin): Omit<TemplateProblem, 'place'> {
  const message = `“${source}” looks like a placeholder of another program. Here it is written “{{Shipment.Name}}”, or as a merge field of Word.`
  return { kind: 'broken', name: source, message }
}
