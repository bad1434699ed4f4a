import { elementsOf, type Story } from '#server/word/file/stories.ts'
import { type Origin, textOf } from '#server/word/file/tree.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'

/** How other programs write a place for a value. */
const MARKS = [
  /«\s{0,9}[\p{L}_][\p{L}\p{N}_. ]{0,60}»/u,
  /\$\{[^{}]{1,60}\}/,
  /<<[^<>]{1,60}>>/,
  /\{%[^%]{1,60}%\}/,
  /(?<![{$])\{\s{0,9}[#/]?[\p{L}_][\p{L}\p{N}_.]{0,60}\s{0,9}\}(?!\})/u,
]

/** The first place of a text that is written as another program would write it. */
export function otherMarkIn(story: Story, label: string): Origin | undefined {
  const text = elementsOf(story)
    .filter(({ name }) => name === 'w:t')
    .map(textOf)
    .join('')
  for (const mark of MARKS) {
    const source = mark.exec(text)?.[0]
    if (source !== undefined) return { source, place: label, order: 0 }
  }
  return undefined
}

export function asOtherMark({ source }: Origin): Omit<TemplateProblem, 'place'> {
  const message = `“${source}” looks like a place for a value as another program writes it. Here it is written “{{Shipment.Name}}”, or as a merge field of Word.`
  return { kind: 'broken', name: source, message }
}
