import { looksLikeSizeType, sizeTypeOf } from './container-types.ts'
import { packageKindOf } from './packing-modes.ts'

/** The figures that a line may say of a container, as they stand there; weights and volumes with their unit. */
const figureFields = ['packages', 'cargoWeight', 'volume', 'tareWeight', 'vgm'] as const
export type LineFigures = Partial<Record<(typeof figureFields)[number], string>>

/** What the words beside a container's number say. */
export type LineFacts = {
  sizeType: string | null
  /** Those that stand behind the word. */
  named: string[]
  /** Letters and digits, or many digits, which no word names: seals too where no other token is named one. */
  loose: string[]
  figures: LineFigures
  /** What is none of these, word by word. */
  unread: string[]
}

const BETWEEN = /[\s,;:|/]+/
/** Words that say what stands beside them, and those of whole sentences. */
const NOISE =
  /^(seals?|sealno|no|nos|nr|num|numbers?|containers?|cntrs?|ctr|conts?|type|size|and|x|1x|-|–|#|with|of|in|at|is|are|to|approx|abt|about|each|ea|total|weight|wt|wgt|mass|volume|vol|measurement|packages?|pkgs?|qty|quantity|cargo|goods|gross|nett?|tare|vgm|kgs?|cbm)\.?$/i

const bare = (token: string) => token.replaceAll(/^[("“'#-]+|[)"”',.-]+$/g, '')

/** The numbering of a list and the bullets of one, before the number of the container. */
const LIST_NUMBER =
  /^\s*(?:(?:container|cntr|ctr|cont|unit|no|nr|item|pos)\.?\s*(?:no\.?|nr\.?)?\s*#?\s*\d{1,3}\s*[.:)-]+|[#(]?\d{1,3}\s*[.:)\]-]+|[-–*•·>]+)\s+|^\s*[#(]?\d{1,3}\s*[.:)\]]\s*(?=[A-Z])/i
export const withoutListNumber = (line: string): string => line.replace(LIST_NUMBER, ' ')

const FIGURE = String.raw`(?:\d{1,3}(?:[ \u00a0\u202f.,'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?!\d)`
const WEIGHT = String.raw`(?:kgs?|kgm|kilos?|kilograms?|tons?|tonnes?|mts?|t|lbs?|pounds?)(?![\p{L}\d])`
const VOLUME = String.raw`(?:cbm|m3|m³|cft|cbf|ft3|ft³)(?![\p{L}\d])`
const LABEL = String.raw`(?:tare|tara|vgm|verified\s+gross\s+mass|nett?|n\.?/?w|gross|g\.?/?w|cargo|payload|weight|wt|wgt)`
const START = String.raw`(?<![\p{L}\d.,'’])`
const BESIDE = String.raw`(?:\s*(?:weight|wt|wgt|mass))?[\s.:=]*`

/** “Tare 3900 kg”, “VGM (kgs): 24500”; and “3900 kg tare”, unless the label belongs to what follows. */
const LABELLED = new RegExp(
  `${START}(${LABEL})${BESIDE}(?:\\(?(${WEIGHT})\\)?[\\s.:=]*)?(${FIGURE})(?:\\s*(${WEIGHT}))?|` +
    `${START}(${FIGURE})\\s*(${WEIGHT})\\.?(?:\\s*\\(?(${LABEL})\\b\\)?(?![\\s.:=]*\\d))?`,
  'giu',
)
const MEASURED = new RegExp(
  `${START}(?:(?:volume|vol|measurement)[\\s.:=]*(${FIGURE})(?:\\s*(${VOLUME}))?|(${FIGURE})\\s*(${VOLUME}))\\.?`,
  'giu',
)
const WHOLE = String.raw`(?:(?!(?:20|40|45) )\d{1,3}(?:[ \u00a0.,'’]\d{3})+|\d+)(?![\d.,]*\d)`
const COUNTED = new RegExp(
  `${START}(?:(?:packages|pkgs|qty|quantity)[\\s.:=]*(${WHOLE})|(${WHOLE})\\s*(\\p{L}+(?: \\p{L}+)?))(?![\\p{L}\\d])`,
  'giu',
)
const SEAL =
  /(?<![\p{L}\d])seals?(?:\s*(?:nos?|nr|numbers?|num|#)(?![\p{L}\d]))?[\s.:#=-]*([a-z\d][a-z\d-]*)/giu
/** Stands where something was taken out, and where the seals begin. */
const TAKEN = '¦'
const SEALS = '§'

const fieldOf = (label: string): keyof LineFigures | 'net' => {
  if (/^tar/i.test(label)) return 'tareWeight'
  if (/^v/i.test(label)) return 'vgm'
  return /^n/i.test(label) ? 'net' : 'cargoWeight'
}

const isKind = (figure: string, word: string) =>
  packageKindOf(word) !== null && sizeTypeOf(`${figure}${word}`) === null

/** The figures of a line, and the line without them. */
function figuresIn(line: string): { figures: LineFigures; rest: string; unread: string[] } {
  const found: Partial<Record<keyof LineFigures | 'net', string>> = {}
  const unread: string[] = []
  const take = (field: keyof typeof found, text: string) => {
    if (found[field] === undefined) found[field] = text
    else unread.push(text)
    return ` ${TAKEN} `
  }
  const rest = line
    .replace(LABELLED, (_, label, before, behind, unit, figure, unitBehind, labelBehind) =>
      figure === undefined
        ? take(fieldOf(label), `${behind} ${unit ?? before ?? 'kg'}`)
        : take(fieldOf(labelBehind ?? ''), `${figure} ${unitBehind}`),
    )
    .replace(MEASURED, (_, named, namedUnit, figure, unit) =>
      take('volume', `${named ?? figure} ${namedUnit ?? unit ?? 'cbm'}`),
    )
    .replace(COUNTED, (all: string, named, figure, words: string | undefined) => {
      if (named !== undefined) return take('packages', named)
      const [first = '', second] = (words ?? '').split(' ')
      if (second !== undefined && isKind(figure, `${first} ${second}`)) return take('packages', figure)
      return isKind(figure, first) ? `${take('packages', figure)}${second ?? ''}` : all
    })
  const { net, ...figures } = found
  if (net === undefined) return { figures, rest, unread }
  // The goods' own weight is said beside that of the goods with their packing, which the container has.
  if (figures.cargoWeight !== undefined) return { figures, rest, unread: [...unread, `net ${net}`] }
  return { figures: { ...figures, cargoWeight: net }, rest, unread }
}

/** The size and type in words, be it “45G1”, “40HC” or “40' HC”, and the words beside it. */
function typeIn(words: readonly string[]): { sizeType: string | null; rest: string[] } {
  const pairs = words.map((word, index) => [word, words[index + 1] ?? ''].join(''))
  const isWord = (word: string) => /[a-z]/i.test(word)
  const finds: [(index: number) => string | null, number][] = [
    [index => (isWord(words[index] ?? '') ? sizeTypeOf(words[index] ?? '') : null), 1],
    [index => (words[index + 1] && isWord(pairs[index] ?? '') ? sizeTypeOf(pairs[index] ?? '') : null), 2],
    [index => (/^(20|40|45)['’]?$/.test(words[index] ?? '') ? sizeTypeOf(words[index] ?? '') : null), 1],
    [index => (looksLikeSizeType(words[index] ?? '') ? (words[index] ?? '').toUpperCase() : null), 1],
  ]
  for (const [find, taken] of finds) {
    const at = words.findIndex((_, index) => find(index) !== null)
    if (at >= 0)
      return { sizeType: find(at), rest: words.filter((_, index) => index < at || index >= at + taken) }
  }
  return { sizeType: null, rest: [...words] }
}

/** Six digits are more than a container weighs in kilograms. */
const isSealLike = (word: string) =>
  /^[a-z\d-]{2,50}$/i.test(word) && /\d/.test(word) && (/[a-z]/i.test(word) || /\d{6}/.test(word))

/** What a line says of a container, its number taken out of it. */
export function factsIn(line: string): LineFacts {
  const named: string[] = []
  const withoutFirstSeals = line.replace(SEAL, (all: string, seal: string) => {
    if (!/\d/.test(seal)) return all
    named.push(seal)
    return ` ${SEALS} `
  })
  const { figures, rest, unread } = figuresIn(withoutFirstSeals)
  const words = rest
    // “1x40HC” and “40HC x 1” count one.
    .replaceAll(/(?<![\p{L}\d])1\s*[x×]\s*(?=\d)|[x×]\s*1(?![\p{L}\d])/giu, ' ')
    .split(BETWEEN)
    .map(bare)
    .filter(word => word !== '' && !NOISE.test(word))
  const { sizeType, rest: others } = typeIn(words)
  const loose: string[] = []
  let isAmongSeals = false
  for (const word of others) {
    if (word === SEALS) isAmongSeals = true
    else if (word === TAKEN) isAmongSeals = false
    else if (isAmongSeals && isSealLike(word)) named.push(word)
    else {
      isAmongSeals = false
      if (isSealLike(word)) loose.push(word)
      else unread.push(word)
    }
  }
  return { sizeType, named, loose, figures, unread }
}
