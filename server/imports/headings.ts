import type { ImportFields } from '#contract/import-field.ts'
import type { ImportKind } from '#contract/import-kinds.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { foldText } from '#server/search-text.ts'
import type { ReadFile, ReadRow } from '#server/sheets/sheet.ts'
import { foreignWordsOf } from './foreign-words.ts'
import { cellText } from './read-values.ts'

const LONGEST_HEADING = 200

/** A heading as it is compared: small letters, no points, one blank. */
export const plainHeading = (text: string) =>
  foldText(text.slice(0, LONGEST_HEADING))
    // Signs without width come along with what was copied from elsewhere.
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[._:*#°’']/g, ' ')
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const headingAt = (row: ReadRow | undefined, index: number) =>
  cellText(row?.cells[index]).trim().slice(0, LONGEST_HEADING)

/** What stands over a column, and over the group that it is in where there are two rows of headings. */
export type NamedColumn = { heading: string; group: string }

const plainCells = (row: ReadRow | undefined) => (row?.cells ?? []).map(cell => plainHeading(cellText(cell)))

export function namedColumns(row: ReadRow | undefined, above: ReadRow | undefined): NamedColumn[] {
  const own = plainCells(row)
  const isAbove = row !== undefined && above !== undefined && above.number === row.number - 1
  const groups = isAbove ? plainCells(above) : []
  const filled = (cells: readonly string[]) => cells.filter(cell => cell !== '').length
  // A row of groups has fewer texts than the row of headings below it; each reaches to the next.
  const areGroups = filled(groups) > 0 && filled(groups) < filled(own)
  let group = ''
  return own.map((heading, index) => {
    if (areGroups && groups[index]) group = groups[index]
    return { heading, group }
  })
}

type Known = { name: string; score: number; isKey: boolean; isParty: boolean }
/** Which fields a heading may name, how surely: 3 by the label, 2 by a word of the trade. */
export type KnownWords = ReadonlyMap<string, readonly Known[]>

export function knownWords(kind: ImportKind, fields: ImportFields): KnownWords {
  const words = new Map<string, Known[]>()
  const learn = (word: string, name: string, score: number) => {
    const known = words.get(plainHeading(word)) ?? []
    const isKey = fields[name]?.type === 'key'
    const isParty = fields[name]?.type === 'party'
    if (!known.some(one => one.name === name)) known.push({ name, score, isKey, isParty })
    words.set(plainHeading(word), known)
  }
  for (const name of keysOf(fields)) {
    const field = fields[name]
    if (!field) continue
    learn(field.label, name, 3)
    for (const word of [...field.synonyms, ...foreignWordsOf(kind, name)]) learn(word, name, 2)
  }
  return words
}

const MOST_WORDS = 8
const SHORTEST_PART = 4
/** “Customer Ref” is no customer. */
const OF_A_PARTY = / (ref|reference|no|number|po|order|code|id|vat|e-?mail|phone|tel)$/

/** The fields that a part of the heading names: its first words or its last. */
function byPart(heading: string, words: KnownWords): Known[] {
  const all = heading.split(' ', MOST_WORDS)
  const parts = all.slice(1).flatMap((_, index) => [all.slice(0, index + 1), all.slice(index + 1)])
  return (
    parts
      .map(part => part.join(' '))
      .filter(part => part.length >= SHORTEST_PART)
      .flatMap(part => words.get(part) ?? [])
      // “Job number of the customer” is no number of ours.
      .filter(({ isKey, isParty }) => !isKey && !(isParty && OF_A_PARTY.test(heading)))
      .map(one => ({ ...one, score: 1 }))
  )
}

function fieldsNamed({ heading, group }: NamedColumn, words: KnownWords): Known[] {
  if (heading === '') return []
  if (group !== '') {
    // “Name” under “Shipper” is the shipper's, whatever a name alone would be.
    const both = [`${group} ${heading}`, `${heading} ${group}`].flatMap(text => words.get(text) ?? [])
    if (both.length > 0) return both.map(one => ({ ...one, score: 4 }))
  }
  const bare = heading.replace(/\s*[([][^()[\]]*[)\]]\s*$/, '')
  const inBrackets = bare === heading ? [] : (words.get(bare) ?? []).map(one => ({ ...one, score: 1.5 }))
  return [...(words.get(heading) ?? []), ...inBrackets, ...byPart(heading, words)]
}

/** The field of each column, each field at most once, the surest first. */
export function mapped(named: readonly NamedColumn[], words: KnownWords): (string | null)[] {
  const found = named.flatMap((one, column) => fieldsNamed(one, words).map(known => ({ column, ...known })))
  const columns: (string | null)[] = named.map(() => null)
  const taken = new Set<string>()
  for (const { column, name } of found.toSorted((one, other) => other.score - one.score)) {
    if (columns[column] !== null || taken.has(name)) continue
    columns[column] = name
    taken.add(name)
  }
  return columns
}

/** By which the same layout is known again: the set of headings. */
export const headingsKey = (file: ReadFile, sheet: number, headingRow: number | null): string =>
  headingRow === null
    ? ''
    : plainCells(file.sheets[sheet]?.rows.find(({ number }) => number === headingRow))
        .filter(heading => heading !== '')
        .toSorted()
        .join('\n')
        .slice(0, 2000)

/** By which what was said of each column is remembered: its heading, and which of those that are alike it is. */
export function columnKeys(row: ReadRow | undefined, width: number): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const heading = plainHeading(headingAt(row, index))
    const times = (seen.get(heading) ?? 0) + 1
    seen.set(heading, times)
    return times === 1 ? heading : `${heading} #${times}`
  })
}
