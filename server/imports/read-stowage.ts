import { tidyContainerNumber } from '#contract/container-number.ts'
import type { DecimalSign } from '#contract/imports.ts'
import { stowedFields } from '#contract/item-containers.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { packageKindOf } from '#contract/packing-modes.ts'
import type { StowedPart } from '#server/items/stowage-text.ts'
import { numberOfText } from './read-values.ts'

export type KnownContainer = { id: string; number: string; isOfMaster?: boolean }
export type ReadPart = StowedPart & { id: string }
/** The parts in the order of the job's containers, or why they cannot be read; `missing` is a number that the job lacks. */
export type Stowage = { parts: ReadPart[] } | { missing: string } | { wrong: string }

type Figure = (typeof figures)[number]
const figures = keysOf(stowedFields)

const EXPECTED =
  'Expected is one such as MSKU1234565, or for a part of the item MSKU1234565: 4 packs, 1200 kg, 3.5 m³.'
const BETWEEN = /^[\s,;]+/
const FIGURE = /^[\s,]*(\d+(?:[.,'’]\d+)*)[ \t\u00a0]*([\p{L}³][\p{L}³3/]*\.?)?[ \t\u00a0]*(?=[,;\r\n]|$)/u
const END_OF_NUMBER = /^[ \t\u00a0]*(?:[,;:\r\n]|$)/

const packWords = new Set(['', 'pack', 'packs', 'pkg', 'pkgs', 'pcs'])
const unitWords: Readonly<Record<string, Figure>> = {
  ...{ kg: 'grossWeight', kgs: 'grossWeight', kilogram: 'grossWeight', kilograms: 'grossWeight' },
  ...{ 'm³': 'volume', m3: 'volume', cbm: 'volume' },
}

/** What a figure says of the part. */
function meaningOf(unit: string): Figure | null {
  const word = unit.toLowerCase().replace(/\.$/, '')
  if (packWords.has(word)) return 'packs'
  return unitWords[word] ?? (packageKindOf(word) === null ? null : 'packs')
}

/** The container whose number stands first; of several with the same number one that is not taken, by a number as it is or tidied. */
function containerAt(rest: string, known: readonly KnownContainer[], taken: ReadonlySet<string>) {
  const free = (found: readonly KnownContainer[]) => found.find(({ id }) => !taken.has(id)) ?? found[0]
  const literal = known
    .filter(({ number }) => rest.startsWith(number) && END_OF_NUMBER.test(rest.slice(number.length)))
    .sort((one, other) => other.number.length - one.number.length)
  const [longest] = literal
  if (longest) {
    const found = free(literal.filter(({ number }) => number === longest.number))
    return { text: longest.number, found }
  }
  const [text = ''] = /^[^,;:\r\n]*/.exec(rest) ?? []
  const tidy = tidyContainerNumber(text)
  return { text, found: free(known.filter(({ number }) => tidyContainerNumber(number) === tidy)) }
}

type Figures = Pick<StowedPart, Figure>

/** The figures behind a colon, and what follows them. */
function figuresAt(
  after: string,
  { known, decimal }: { known: readonly KnownContainer[]; decimal: DecimalSign },
): { read: Figures; rest: string } | { wrong: string } {
  const read: Figures = { packs: null, grossWeight: null, volume: null }
  let rest = after
  for (let isFirst = true; ; isFirst = false) {
    const begun = rest.replace(/^[ \t\u00a0]*,[ \t\u00a0]*/, '')
    const isNumber =
      !isFirst &&
      known.some(({ number }) => begun.startsWith(number) && END_OF_NUMBER.test(begun.slice(number.length)))
    const [all, digits = '', unit = ''] = (isNumber ? null : FIGURE.exec(rest)) ?? []
    if (all === undefined) {
      if (!isFirst) return { read, rest }
      const [shown = ''] = /^[^;\r\n]{0,60}/.exec(rest) ?? []
      return { wrong: `“${shown.trim()}” is no figure with its unit. ${EXPECTED}` }
    }
    const meaning = meaningOf(unit)
    if (meaning === null)
      return {
        wrong: `The cell says ${unit}, and parts of an item are kept in packs, kg and m³. Convert it.`,
      }
    if (read[meaning] !== null)
      return { wrong: `Two figures are for the ${stowedFields[meaning].label} of one container. ${EXPECTED}` }
    const value = numberOfText(digits, decimal)
    if (value === null)
      return {
        wrong: `“${digits}” is no number. Expected is a number such as ${decimal === '.' ? '1,234.5' : '1.234,5'}.`,
      }
    const { error } = stowedFields[meaning].schema.safeParse(value)
    if (error) return { wrong: `${stowedFields[meaning].label} ${digits}: ${error.issues[0]?.message}` }
    read[meaning] = value
    rest = rest.slice(all.length)
  }
}

/** Reads in which of the job's containers an item travels, as an export or a person has written it. */
export function readStowage(
  text: string,
  known: readonly KnownContainer[],
  decimal: DecimalSign = '.',
): Stowage {
  const parts = new Map<string, ReadPart>()
  const taken = new Set<string>()
  let rest = text.replace(BETWEEN, '')
  while (rest !== '') {
    const { text: named, found } = containerAt(rest, known, taken)
    if (named.trim() === '')
      return { wrong: `No container is named before “${rest.slice(0, 40)}”. ${EXPECTED}` }
    if (!found) return { missing: tidyContainerNumber(named) }
    const after = rest.slice(named.length).trimStart()
    const read = after.startsWith(':') ? figuresAt(after.slice(1), { known, decimal }) : null
    if (read && 'wrong' in read) return read
    const part = { ...(read?.read ?? { packs: null, grossWeight: null, volume: null }), ...found }
    const before = parts.get(found.id)
    if (before && figures.some(name => part[name] !== null || before[name] !== null))
      return {
        wrong: `The container ${found.number} is named twice. Write its figures together. ${EXPECTED}`,
      }
    parts.set(found.id, part)
    taken.add(found.id)
    rest = (read ? read.rest : after).replace(BETWEEN, '')
  }
  return { parts: known.flatMap(({ id }) => parts.get(id) ?? []) }
}
