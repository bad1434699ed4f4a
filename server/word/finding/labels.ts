import type { Box, PageText } from './page-text.ts'

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Words that tell nothing of which field is meant. */
const EMPTY = new Set(['the', 'of', 'and', 'in', 'to', 'a', 'an', 'for', 'by', 'at', 'on', 'or', 'no', 'nr'])

/** Units name a figure where nothing else does: “VGM, kg” names the VGM. */
const UNITS = new Set(['kg', 'kgs', 'lb', 'lbs', 'cbm', 'm3', 'cft'])
/** “21. Established in”: the number of a box. */
const BOX_NUMBER = /^\s*\d{1,2}[.)]\s+(?=\p{L})/u

/** A label of nothing but such words, as “To”, is told by them. */
function telling(text: string): string[] {
  const words = wordsOf(text.replace(BOX_NUMBER, ''))
  const rest = words.filter(word => !EMPTY.has(word))
  const named = rest.filter(word => !UNITS.has(word))
  return named.length > 0 ? named : rest.length > 0 ? rest : words
}

const saidBefore = new Map<string, readonly string[]>()
const MOST_SAID = 1_000

/** The telling words of a label, which is compared with the names of many fields. */
function saidBy(label: string): readonly string[] {
  const known = saidBefore.get(label)
  if (known) return known
  const said = telling(label)
  if (saidBefore.size >= MOST_SAID) saidBefore.clear()
  saidBefore.set(label, said)
  return said
}

const tellingNames = new WeakMap<readonly string[], readonly string[][]>()

/** Of each name what tells; a field's names are compared with the labels of all places of a page. */
function tellingOf(names: readonly string[]): readonly string[][] {
  const known = tellingNames.get(names) ?? names.map(telling)
  tellingNames.set(names, known)
  return known
}

/** The words of a label as its abbreviations and plural read. */
const alike = (word: string, other: string) =>
  word === other ||
  (word.length >= 4 && other.length >= 4 && (word.startsWith(other) || other.startsWith(word))) ||
  `${word}s` === other ||
  `${other}s` === word

/** What labels say of names, remembered for those that a page repeats: most of its values stand below the same few. */
class Remembered<Value> {
  #known = new WeakMap<readonly string[], Map<string, Value>>()

  of(names: readonly string[], label: string, find: () => Value): Value {
    const known = this.#known.get(names) ?? new Map<string, Value>()
    this.#known.set(names, known)
    const before = known.get(label)
    if (before !== undefined) return before
    const found = find()
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(label, found)
    return found
  }

  forget(): void {
    this.#known = new WeakMap()
  }
}

/** Of each field: the fields are some hundreds. */
const MOST_REMEMBERED = 200
const matches = new Remembered<number>()
const named = new Remembered<boolean>()

/** What is remembered of a page keeps its whole text. */
export function forgetLabels(): void {
  matches.forget()
  named.forget()
  saidBefore.clear()
}

/** More words than a label has. */
const LONGEST_READ = 300

/** How far the words before a value name a field that is called `names`: 0 not at all, 1 wholly by one of its names. */
export function labelMatch(before: string, names: readonly string[]): number {
  if (before.length > LONGEST_READ || names.length === 0) return 0
  return matches.of(names, before, () => matchOf(before, names))
}

function matchOf(before: string, names: readonly string[]): number {
  const said = saidBy(before)
  if (said.length === 0) return 0
  let best = 0
  for (const words of tellingOf(names)) {
    if (words.length === 0) continue
    const named = words.filter(word => said.some(one => alike(one, word))).length
    const meant = said.filter(word => words.some(one => alike(one, word))).length
    best = Math.max(best, (named / words.length) * (meant / said.length))
  }
  return best
}

const BILLS = /\s+(?:bills? of lading|b\/?ls?)[):.\s]*$/i
const UNIT = /[\s,(]*\b(?:in )?(?:kgs?|lbs?|cbm|m3|m³|pcs|pkgs|ctns|days?)\b[):.\s]*$/iu

/** Whether a label is one of the names and no more than that, but for a unit or what is counted behind it. */
export const isName = (label: string, names: readonly string[]): boolean =>
  label.length <= LONGEST_READ &&
  named.of(names, label, () =>
    [label, label.replace(UNIT, ''), label.replace(BILLS, '')].some(one => labelMatch(one, names) === 1),
  )

/** Longer than any label: a sentence before a value tells nothing. */
const LONGEST_LABEL = 60

/** No label is further before a value within its box: a text of many pages is one box. */
const FARTHEST = 1_000

/** What a person reads as the label of a place, nearest first: in its line, above it in its box, beside it, above it. */
export function labelsBefore(page: PageText, start: number): string[] {
  const box = page.boxAt(start)
  if (!box) return []
  const from = Math.max(box.start, start - FARTHEST)
  const lines = page.text.slice(from, start).split('\n')
  // The first line is cut.
  if (from > box.start && lines.length > 1) lines.shift()
  const own = lines.pop() ?? ''
  const above = lines.filter(line => line.trim() !== '')
  const { cell, table } = box
  const parts = own.split(/\t|\s{2,}|[|;,]/).filter(part => part.trim() !== '')
  const found = [...parts.toReversed().slice(0, 3), ...above.toReversed().slice(0, 4)]
  if (cell && table !== undefined) {
    for (let column = cell.column - 1; column >= 0 && column >= cell.column - 3; column -= 1) {
      const text = page.cellText(table, cell.row, column)
      if (text !== undefined) {
        found.push(text)
        break
      }
    }
    const above = page.textAbove(table, cell.row, cell.column)
    if (above) found.push(above.text)
  }
  return found.map(label => label.trim()).filter(label => label !== '' && label.length <= LONGEST_LABEL)
}

/** What heads the column of a cell: the nearest heading, and with it the one above that it is a part of. */
export function headingsOf(page: PageText, { cell }: Pick<Box, 'cell'>): string[] {
  if (!cell) return []
  const { table, column } = cell
  const nearest = page.textAbove(table, cell.row, column)
  if (!nearest) return []
  const { row, text } = nearest
  const above = page.coveringText(table, row - 1, column)
  return above === undefined || above === text ? [text] : [text, `${above} ${text}`]
}

const MOST_ROWS_UP = 60

/** What heads a column above all its figures. */
export function columnHeading(page: PageText, box: Box | undefined): string[] {
  if (!box?.cell) return []
  const { table, column, row: own } = box.cell
  for (let row = own - 1; row >= Math.max(0, own - MOST_ROWS_UP); row -= 1) {
    const text = page.coveringText(table, row, column)
    if (text !== undefined && !/\d/.test(text)) return text.length <= LONGEST_LABEL ? [text] : []
  }
  return []
}

/** How well the best of some labels names a field. */
export const bestMatch = (labels: readonly string[], names: readonly string[]): number =>
  Math.max(0, ...labels.map(label => labelMatch(label, names)))

const FROM =
  /(?:^|[^\p{L}])(?:from|ex|aus|ab|abgang|desde|vanaf|(?:shipped|loaded|laden|verladen)(?: on board)? (?:at|in|from))\s+$/iu
const TO = /(?:^|[^\p{L}])(?:to|nach|hasta|naar|(?:arrive|arrives|arrived|discharged) (?:at|in))\s+$/iu

/** “ETD Felixstowe 15-Feb-27, ETA Karachi 11-Mar-27”. */
const DEPARTS = /(?<![\p{L}\p{N}])(?:etd|atd|ets)[\s:.]+$/iu
const ARRIVES = /(?<![\p{L}\p{N}])(?:eta|ata)[\s:.]+$/iu

/** Which ports the words of a sentence before a town mean: “shipped at Shanghai”, “nach Karachi”. */
export function portsSaidBefore(page: PageText, start: number): readonly string[] {
  const before = page.text.slice(Math.max(0, start - LONGEST_LABEL), start)
  if (FROM.test(before) || DEPARTS.test(before)) return ['LoadingPort']
  if (ARRIVES.test(before)) return ['DischargePort']
  return TO.test(before) ? ['DischargePort', 'DestinationPort'] : []
}
