import { tidyContainerNumber } from './container-number.ts'
import { looksLikeSizeType, sizeTypeOf } from './container-types.ts'

/** What a line of a mail says of a container. */
export type ContainerLine = { number: string; sizeType: string | null; seals: string[] }

/** With or without blanks and hyphens, and the check digit, which may stand in a box of its own. */
const NUMBER = /(?<![A-Z0-9])[A-Z]{3}[UJZ][\s-]{0,2}\d{3}[\s.]?\d{3}(?:[\s-]?\d|[\s-]?\(\d\))?(?![A-Z0-9])/i
/** A number with a digit too few or too many: it is no less meant for one, and said to be odd where it stands. */
const ODD_NUMBER = /(?<![A-Z0-9])[A-Z]{4}[\s-]{0,2}\d{4,10}(?![A-Z0-9])/i
const BETWEEN = /[\s,;:|/]+/
/** Words that say what stands beside them. */
const NOISE = /^(seal|seals|sealno|no|nos|nr|number|container|cntr|cont|type|size|and|x|1x|-|–|#)\.?$/i

const bare = (token: string) => token.replaceAll(/^[("“'#-]+|[)"”',.-]+$/g, '')

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

function readLine(line: string, pattern: RegExp): ContainerLine | null {
  const found = pattern.exec(line)
  if (!found) return null
  const number = tidyContainerNumber(found[0]).replaceAll(/[()]/g, '')
  const others = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`
  // “1x40HC” and “40HC x 1” count one.
  const words = others
    .split(BETWEEN)
    .map(bare)
    .map(word => word.replace(/^1\s*[x×](?=\d)/i, ''))
    .filter(word => word !== '' && !NOISE.test(word))
  const { sizeType, rest } = typeIn(words)
  return { number, sizeType, seals: rest }
}

/** Four letters and some digits may be a seal too: they are a container's beside a type, or among lines of containers. */
function readOddLine(line: string, isAmongOthers: boolean): ContainerLine | null {
  const odd = readLine(line, ODD_NUMBER)
  return isAmongOthers || odd?.sizeType ? odd : null
}

/** A size and type, alone or beside what may be a number: a container all the same, whose number is looked at where it stands. */
function readUnnumbered(line: string): ContainerLine | null {
  const words = line
    .split(BETWEEN)
    .map(bare)
    .filter(word => word !== '' && !NOISE.test(word))
  const { sizeType, rest } = typeIn(words)
  const [number, ...seals] = rest
  const isNamed = number === undefined || (MAY_BE_NUMBER.test(number) && seals.every(seal => /\d/.test(seal)))
  return sizeType !== null && /[a-z]/i.test(line) && isNamed
    ? { number: number ?? '', sizeType, seals }
    : null
}

const MAY_BE_NUMBER = /\d{4}/
const MOST_CELLS = 3

/** The containers that a text lists, and its lines that name none: greetings, totals, a signature. */
export type ContainerLines = { containers: ContainerLine[]; leftOut: string[] }

/**
 * Lines that name a container, as a mail lists them: number, size and type, seals, in any order. Once one line does, those
 * with neither a number nor a size and type are left out. Null where no line names one, and for a table of more columns,
 * whose cells mean what their columns say.
 */
export function readContainerLines(text: string): ContainerLines | null {
  const lines = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  if (lines.length === 0 || lines.some(line => line.split('\t').length > MOST_CELLS)) return null
  // A number alone is a cell like any other.
  if (lines.length === 1 && tidyContainerNumber(text).length <= 'MSKU1234565'.length) return null
  const strict = lines.map(line => readLine(line, NUMBER))
  const isAmongOthers = strict.some(line => line !== null)
  const read = strict.map((found, index) => found ?? readOddLine(lines[index] ?? '', isAmongOthers))
  if (!isAmongOthers && read.includes(null)) return null
  const all = read.map((line, index) => line ?? readUnnumbered(lines[index] ?? ''))
  return {
    containers: all.filter(line => line !== null),
    leftOut: lines.filter((_, index) => all[index] === null).map(line => line.trim()),
  }
}
