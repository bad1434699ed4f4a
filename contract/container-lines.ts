import { factsIn, type LineFacts, type LineFigures, withoutListNumber } from './container-line-facts.ts'
import { tidyContainerNumber } from './container-number.ts'
import { looksLikeSizeType, sizeTypeOf } from './container-types.ts'

/** What a line of a mail says of a container. */
export type ContainerLine = { number: string; sizeType: string | null; seals: string[] } & LineFigures

/** With or without blanks, hyphens and the like, and the check digit, which may stand in a box of its own. */
const NUMBER =
  /(?<![A-Z0-9])[A-Z]{3}[UJZ][\s./-]{0,2}\d{3}[\s.]?\d{3}(?:[\s./-]?\d|[\s-]?\(\d\))?(?![A-Z0-9])/i
/** A number with a digit too few or too many: it is no less meant for one, and said to be odd where it stands. */
const ODD_NUMBER =
  /(?<![A-Z0-9])(?!seal|tare|cntr|cont|pkgs|ctns|nett|gros|unit|type|size|bill|date|june|july|room|zone|code)[A-Z]{4}[\s-]{0,2}\d{4,10}(?![A-Z0-9])/i
const MAY_BE_NUMBER = /\d{4}/
const MOST_CELLS = 3
/** In the order of a list that has the table's own columns. */
const figureCells = ['packages', 'cargoWeight', 'volume', 'tareWeight', 'vgm'] as const

/** A line as far as it is understood. */
type Read = { container: ContainerLine; unread: string[] }

const tidy = (number: string) => tidyContainerNumber(number).replaceAll(/[()]/g, '')

function readOf(number: string, { sizeType, named, loose, figures, unread }: LineFacts): Read {
  const [seals, others] = named.length > 0 ? [named, loose] : [loose, []]
  return { container: { number, sizeType, seals, ...figures }, unread: [...unread, ...others] }
}

/** A row that a spreadsheet has in the columns of the table: number, type or nothing, seals, then figures. */
function readCells(line: string): Read | null {
  const [number = '', type = '', seals, ...figures] = line.split('\t').map(cell => cell.trim())
  const found = NUMBER.exec(number) ?? ODD_NUMBER.exec(number)
  const sizeType = sizeTypeOf(type) ?? (looksLikeSizeType(type) ? type.toUpperCase() : null)
  const all = (seals ?? '').split(/[\s,;/]+/).filter(Boolean)
  const isPlaced =
    found?.[0] === number &&
    (type === '' || sizeType !== null) &&
    all.every(seal => /^[a-z\d-]*\d[a-z\d-]*$/i.test(seal)) &&
    figures.every(figure => figure === '' || /^\d/.test(figure))
  if (seals === undefined || !isPlaced) return null
  const given = figureCells.flatMap((field, index) => (figures[index] ? [[field, figures[index]]] : []))
  return {
    container: { number: tidy(number), sizeType, seals: all, ...(Object.fromEntries(given) as LineFigures) },
    unread: figures.slice(figureCells.length).filter(Boolean),
  }
}

/** The containers that a line names: the words behind each number are its own, those before all the first one's. */
function readLine(line: string, pattern: RegExp): Read[] {
  const inCells = readCells(line)
  if (inCells) return [inCells]
  const found = [...line.matchAll(new RegExp(pattern, 'gi'))]
  return found.map((one, index) => {
    const before = index === 0 ? withoutListNumber(line.slice(0, one.index)) : ''
    const end = found[index + 1]?.index ?? line.length
    // “1 MSKU1234565” begins a list.
    const words = `${before.replace(/^\s*#?\d{1,3}\s*$/, '')} ; ${line.slice(one.index + one[0].length, end)}`
    return readOf(tidy(one[0]), factsIn(words))
  })
}

/** Four letters and some digits may be a seal too: they are a container's beside a type, or among lines of containers. */
function readOddLine(line: string, isAmongOthers: boolean): Read[] {
  return readLine(line, ODD_NUMBER).filter(odd => isAmongOthers || odd.container.sizeType !== null)
}

/** A size and type, alone or beside what may be a number: a container all the same, whose number is looked at where it stands. */
function readUnnumbered(line: string): Read[] {
  const facts = factsIn(withoutListNumber(line))
  const [number = '', ...loose] = facts.loose
  const isNamed = facts.unread.length === 0 && (number === '' || MAY_BE_NUMBER.test(number))
  return facts.sizeType !== null && /[a-z]/i.test(line) && isNamed
    ? [readOf(number, { ...facts, loose })]
    : []
}

/** What a line adds to a container whose number stood on the line before; null for any other line. */
function addedTo({ container, unread }: Read, line: string): Read | null {
  const facts = factsIn(line)
  const { container: added, unread: others } = readOf('', facts)
  const isSaid = facts.sizeType !== null || facts.named.length > 0 || Object.keys(facts.figures).length > 0
  const isNew = Object.keys(facts.figures).every(field => !(field in container))
  const isTypeNew = container.sizeType === null || added.sizeType === null
  if (!isSaid || others.length > 0 || !isNew || !isTypeNew) return null
  return {
    container: {
      ...{ ...container, ...facts.figures, sizeType: container.sizeType ?? added.sizeType },
      seals: [...container.seals, ...added.seals],
    },
    unread,
  }
}

const weightCells = ['cargoWeight', 'tareWeight', 'vgm'] as const
const figuresOf = (container: ContainerLine) =>
  figureCells.flatMap(field => (container[field] === undefined ? [] : [container[field]]))

/** The sign between thousands, where a figure of the list leaves no doubt of it: “8.450,5” writes 3900 as “3.900”. */
function groupingSignOf(containers: readonly ContainerLine[]): '.' | ',' | null {
  const figures = containers.flatMap(figuresOf)
  const has = (pattern: RegExp) => figures.some(figure => pattern.test(figure))
  const byPoint = has(/\d\.\d{3},\d|\d,\d{1,2}(?!\d)|\d\.\d{3}\.\d{3}/)
  const byComma = has(/\d,\d{3}\.\d|\d\.\d{1,2}(?!\d)|\d,\d{3},\d{3}/)
  return byPoint === byComma ? null : byPoint ? '.' : ','
}

/** Weights that can be read either way lose the sign; three decimals are usual of volumes alone. */
function withoutGrouping(container: ContainerLine, sign: '.' | ',' | null): ContainerLine {
  if (sign === null) return container
  const either = sign === '.' ? /^(\d{1,3})\.(\d{3})(?![\d.,])/ : /^(\d{1,3}),(\d{3})(?![\d.,])/
  const figures = weightCells.flatMap(field =>
    container[field] === undefined ? [] : [[field, container[field].replace(either, '$1$2')]],
  )
  return { ...container, ...(Object.fromEntries(figures) as LineFigures) }
}

/** A number that stands on its line without anything but a type: the lines below it may say the rest. */
const isBegun = ({ container: { number, sizeType: _, seals, ...figures }, unread }: Read) =>
  number !== '' && seals.length === 0 && Object.keys(figures).length === 0 && unread.length === 0

/** The containers that a text lists, and its lines that name none: greetings, totals, a signature. */
export type ContainerLines = {
  containers: ContainerLine[]
  leftOut: string[]
  /** What was not understood in the lines of containers, each with the number that it stands beside. */
  unread: string[]
}

/**
 * Lines that name a container, as a mail lists them: number, size and type, seals and figures, in any order. Once one
 * line does, those with neither a number nor a size and type are left out. Null where no line names one, and for a table
 * of more columns, whose cells mean what their columns say.
 */
export function readContainerLines(text: string): ContainerLines | null {
  const all = text.split(/\r\n|\r|\n/)
  const lines = all.filter(line => line.trim() !== '')
  if (lines.every(line => line.split('\t').length > MOST_CELLS)) return null
  // A number alone is a cell like any other.
  if (lines.length === 1 && tidyContainerNumber(text).length <= 'MSKU1234565'.length) return null
  const strict = lines.map(line => readLine(line, NUMBER))
  const isAmongOthers = strict.some(read => read.length > 0)
  const read = strict.map((found, index) =>
    found.length > 0 ? found : readOddLine(lines[index] ?? '', isAmongOthers),
  )
  if (!isAmongOthers && read.some(found => found.length === 0)) return null
  const found: Read[] = []
  const leftOut: string[] = []
  let isOpen = false
  let next = 0
  for (const line of all) {
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    const named = read[next] ?? []
    next += 1
    const last = found.at(-1)
    const added = named.length === 0 && isOpen && last ? addedTo(last, line) : null
    if (added) {
      found[found.length - 1] = added
      continue
    }
    const ofLine = named.length > 0 ? named : readUnnumbered(line)
    if (ofLine.length === 0) leftOut.push(line.trim())
    found.push(...ofLine)
    const only = ofLine.length === 1 ? ofLine[0] : undefined
    isOpen = only !== undefined && isBegun(only)
  }
  const grouping = groupingSignOf(found.map(({ container }) => container))
  return {
    containers: found.map(({ container }) => withoutGrouping(container, grouping)),
    leftOut,
    unread: found.flatMap(({ container: { number }, unread }) =>
      unread.length === 0 ? [] : [`${unread.join(' ')}${number === '' ? '' : ` (${number})`}`],
    ),
  }
}
