import { isOneOf } from '#contract/typed-objects.ts'
import { paperKinds, numberedPapers } from '#contract/numbering.ts'

const labels = Object.values(numberedPapers).map(({ label }) => label)
const named = new RegExp(`(^|, )(${labels.join('|')}) `, 'g')

/** "House bill of lading HBL-00042", as it was kept, within a sentence: "house bill of lading number HBL-00042". */
export const numbersInSentence = (kept: string): string =>
  kept.replaceAll(named, (_whole, before: string, label: string) => `${before}${label.toLowerCase()} number `)

/** What the paper is called that a number is for; the kept name where the product knows the paper no more. */
export const paperLabel = (kind: unknown): string =>
  isOneOf(paperKinds, kind) ? numberedPapers[kind].label : String(kind)

export const takenNumberWords = (kind: unknown, number: unknown): string =>
  `took number ${String(number)} for the ${paperLabel(kind).toLowerCase()}`
