import { WordTemplateError } from '#server/word/file/word-error.ts'
import { WHOLE_FILE } from '#server/word/file/zip-read.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FindableField } from './findable-field.ts'
import type { UnreadRows } from './find-rows.ts'
import { columnHeading, headingsOf, isName, labelMatch, labelsBefore } from './labels.ts'
import { leaveLetterheads, ownGroupsOf } from './letterheads.ts'
import { nearestDates } from './nearest-dates.ts'
import { type Candidate, MOST_OCCURRENCES, type Occurrence, occurrencesOf, textsOf } from './occurrences.ts'
import type { Box, PageText, Span } from './page-text.ts'
import { saidAround } from './said-around.ts'
import { doubtfulAddresses } from './settle-addresses.ts'
import { preferModeCode } from './prefer-mode-code.ts'
import { settleNamesakes } from './settle-namesakes.ts'
import { settleTogether } from './settle-together.ts'
import { isOfOthers, spelledTexts } from './spelled-texts.ts'
import { isNoFreight, saysFreight } from './spellings.ts'
import { isOpen, isShort, isStrong, NAMED, type Option, PARTLY_NAMED, type Weighed } from './weighed.ts'
import { asUnitsSay, hasUnitBehind } from './units-said.ts'
import { type Find, withUnits } from './with-units.ts'
import type { PageSigns } from './writings.ts'

export interface Finding {
  page: PageText
  fields: readonly FindableField[]
  values: FieldValues
  signs: PageSigns
  /** What is taken already, as by the rows of a table. */
  taken: readonly Span[]
  /** Totals of a list stand below its rows: groups by the table and its first row below them. */
  totals: readonly { table: number; row: number; headRow: number; group: string }[]
  /** Rows of a list that stay as they are: what a figure below them adds up is of another job than they are. */
  unread: readonly UnreadRows[]
  /** Whether two fields print the same unless a job is unusual: the first that is named counts. */
  isAlike: (one: string, other: string) => boolean
}

/** Where the values of single fields stand on a page. */
export function findValues(finding: Finding): Find[] {
  const { page, fields, values, signs, taken, unread } = finding
  const byName = new Map(fields.map(field => [field.name, field]))
  const texts = textsOf(
    fields.filter(({ kind }) => kind !== 'unit'),
    values.fields,
    signs,
  )
  const spelled = spelledTexts(fields, values.fields)
  // A part of a value may be another value: only its label tells.
  for (const [text, nearest] of [...nearestDates(fields, values.fields, signs.language), ...spelled])
    texts.set(text, [...(texts.get(text) ?? []), ...nearest.filter(one => one.isRounded || !texts.has(text))])
  const isTaken = new Uint8Array(page.text.length)
  for (const { start, end } of taken) isTaken.fill(1, start, end)
  const isFree = ({ start, end }: Span) => !isTaken.subarray(start, end).includes(1)
  const places = withPostCodes(occurrencesOf(page.text, texts, undefined, tooManyValues), texts, page)
    .filter(isFree)
    .filter(({ text, start, end }) => !text.includes('\n') || isOneBox(page, start, end))
    .filter(place => !isNumbering(page, place))
  const ownGroups = ownGroupsOf(fields, values.fields)
  const totals = Map.groupBy(finding.totals, ({ table }) => table)
  const totalGroups = new Set(finding.totals.map(({ group }) => group))
  const known = { byName, texts, ownGroups, totals, totalGroups }
  const weighed = places.flatMap(place => weigh(place, finding, known))
  leaveLetterheads(weighed, ownGroups)
  settleTogether(weighed, page)
  settleNamesakes(weighed, page, finding.isAlike)
  const optionsOf = ({ options, isOwn, isInLetterhead }: Weighed) => {
    const open = options.filter(option => isOpen(option, isOwn) || (option.isTogether && !isInLetterhead))
    // A person who is asked for a place of the company's own town chooses among all that it may be.
    const isAskedPlace = isOwn && open[0]?.isShared && PLACE.test(open[0].field.name)
    return isAskedPlace
      ? [...open, ...options.filter(one => !open.includes(one) && PLACE.test(one.field.name))]
      : open
  }
  const isTheOnly = (one: Weighed) => {
    const [first, ...others] = optionsOf(one)
    if (!first || first.candidate.isNearest || first.candidate.isUnitLeft || first.isShared) return false
    // Its unit alone tells no rounded figure beyond doubt.
    if (first.candidate.isRounded && first.strength < NAMED) return false
    if (isBelowUnread(one)) return false
    if (isShort(one.place.text) && !first.isNamed && !first.isTogether) return false
    return others.every(
      ({ strength, field, label }) =>
        (strength < first.strength && first.strength >= NAMED) ||
        // Its own name before it outweighs what stands beside.
        (first.label === 1 && label <= NAMED && strength === first.strength) ||
        field === first.field ||
        finding.isAlike(first.field.name, field.name),
    )
  }
  const isBelowUnread = ({ box }: Weighed) =>
    unread.some(({ table, lastRow }) => box?.cell?.table === table && box.cell.row > lastRow)
  const doubtful = doubtfulAddresses(weighed, page, isTheOnly)
  const certainOrAsked = weighed.flatMap((one): Find[] => {
    const { place } = one
    const options = optionsOf(one)
    const [first] = options
    if (!first) return []
    const isCertain = isTheOnly(one) && !doubtful.has(one)
    const isTold =
      first.label >= PARTLY_NAMED ||
      first.isTogether ||
      isStrong(place.text, first.field) ||
      (first.field.spelledAs === 'freightTerms' && saysFreight(place.text, page.text)) ||
      // Words such as “port dû” say nothing else; “collect” does.
      (first.candidate.isNearest === true && spelled.has(place.text) && first.candidate.formats === '')
    if (!isTold) return []
    return [
      {
        ...{ start: place.start, end: place.end, text: place.text },
        choices: options.map(({ candidate }) => candidate),
        isCertain,
      },
    ]
  })
  return withUnits(withoutSingles(certainOrAsked, page), finding)
}

const tooManyValues = () =>
  new WordTemplateError(
    `The file says values of the job more than ${MOST_OCCURRENCES.toLocaleString('en')} times, which nobody can look through here. Make it shorter: a template needs one page of each kind.`,
    WHOLE_FILE,
  )

/** All that a place can mean, the likeliest first. */
function weigh(
  place: Occurrence,
  { page, values }: Finding,
  { byName, texts, ownGroups, totals, totalGroups }: Known,
): Weighed[] {
  const box = page.boxAt(place.start)
  const { cell } = box ?? {}
  const below = cell && totals.get(cell.table)?.find(({ row }) => cell.row >= row && cell.row <= row + 2)
  const headings =
    below && box?.cell ? headingsOf(page, { cell: { ...box.cell, row: below.headRow + 1 } }) : []
  const before = labelsBefore(page, place.start)
  const around = {
    after: page.text.slice(place.end, place.end + LONGEST_UNIT).split('\n')[0] ?? '',
    beside: box?.end === place.end ? page.besideText(place.start) : undefined,
    labels: [...before.slice(0, 2), ...headings, ...columnHeading(page, box)],
  }
  const meant = asUnitsSay(place.candidates, around, values.fields)
  const fields = [...Map.groupBy(meant, candidate => candidate.field.name)].flatMap(([name, [candidate]]) => {
    const field = byName.get(name)
    return field && candidate ? [{ candidate, field }] : []
  })
  // The name above an address is no label of it, nor is a line of the address: “Cargo Terminal, Shoreham Road”. What
  // names a figure is one, though a job may be packed in “Packages” or “Cartons”.
  const isItsName = (label: string) =>
    fields.some(({ field }) => field.kind === 'number' && isName(label, field.labels))
  const labels = (headings.length === 0 ? before : headings).filter(
    label => isItsName(label) || !label.split(/[,;|]\s*/).every(part => texts.has(part.trim())),
  )
  // Away from its table a sum may be the job's own figure as well.
  const isOtherTotal = ({ group }: FindableField) => totalGroups.has(group) && group !== below?.group
  const isOwn = fields.some(({ field }) => field.isOwn || ownGroups.has(field.group))
  const said = saidAround(page, place, values)
  const isDated = OWN_DATE.test(labels[0] ?? '')
  const line = partOfLine(page, place)
  const beside = { line, label: /^\s*\uFFFC/.test(line) ? (labels[0] ?? '') : '' }
  const options = fields.map(({ candidate, field }): Option => {
    const groupSaid = said.ofGroup(field.group)
    const fieldSaid = said.ofField(field.name)
    const isNamed = !field.isOfGroup && labels.some(one => isName(one, field.labels))
    // “Original B/Ls” says no less than “Originals”.
    const labelled = Math.max(bestLabel(labels, field), isNamed && field.kind === 'number' ? NAMED : 0)
    const label = Math.max(labelled, groupSaid, fieldSaid)
    const isOwnName = isNamed && field.kind === 'text' && fields.some(one => one.field.isOfGroup)
    const isTotal = below !== undefined && field.group === below.group
    const strength = label + (isTotal ? 2 : 0)
    return {
      strength,
      candidate,
      field,
      label,
      isTogether: isTotal,
      isShared:
        said.isShared(field.name) ||
        (said.isHint(field) && (isOwn || labelled < NAMED) && (field.kind !== 'date' || fields.length > 1)) ||
        (isDated && field.name !== TODAY),
      isNamed: fieldSaid > 0 || isNamed,
      // A place of delivery is one before the port that is called so too.
      weight:
        strength +
        (groupSaid > 0 || isOwnName || (isDated && field.name === TODAY) ? FIRST : 0) +
        (field.name === TODAY ? ELSEWHERE : 0) -
        (isOtherTotal(field) ? ELSEWHERE : 0),
    }
  })
  const isByAir = values.fields['Quote.TransportMode'] === 'Air'
  // What is charged by air tells nothing of a letter about a ship or a truck.
  const isMeant = ({ field, label }: Option) =>
    (isByAir || !AIR_WEIGHT.test(field.name) || label >= NAMED) &&
    !(field.spelledAs === 'freightTerms' && isNoFreight(place.text, page.text, label)) &&
    !isOfOthers(field, values.fields, beside)
  const others = options.filter(
    option =>
      !option.field.isOwn &&
      (!option.candidate.isRounded || option.strength >= NAMED || hasUnitBehind(around.after)) &&
      isMeant(option),
  )
  preferModeCode(others, labels.slice(0, 2))
  const inOrder = others.toSorted((one, other) => other.weight - one.weight)
  return [{ place, options: inOrder, box, isOwn, isInLetterhead: false }]
}

type Known = {
  byName: ReadonlyMap<string, FindableField>
  texts: ReadonlyMap<string, unknown>
  ownGroups: ReadonlySet<string>
  /** By their tables. */
  totals: ReadonlyMap<number, Finding['totals']>
  totalGroups: ReadonlySet<string>
}

/** What a person reads together with a place in its line; U+FFFC stands for the place. */
function partOfLine({ text }: PageText, { start, end }: Span): string {
  const before = text.slice(Math.max(0, start - LONGEST_PART), start)
  const after = text.slice(end, end + LONGEST_PART)
  return `${before.split(PARTED).at(-1) ?? ''}\uFFFC${after.split(PARTED)[0] ?? ''}`
}

const PARTED = /[\t\n]|\s{2,}|[|;]/
const LONGEST_PART = 120
const LONGEST_UNIT = 16
const FIRST = 0.6
const TODAY = 'Today'
/** The day of the document itself, which may be any of the job's days by chance. */
const OWN_DATE =
  /^\s*(?:(?:our |document )?dated?|date of (?:this |the )?document|datum|fecha|data)[\s.:]*$/iu
const PLACE = /^(?:\w+Port\.Name|Shipment\.(?:PlaceOf\w+|IncotermPlace|FreightPayableAt))$/
const AIR_WEIGHT = /\.ChargeableWeight$/
/** Less than any difference of labels that counts. */
const ELSEWHERE = 0.1

/** A nearer label counts for more. */
const bestLabel = (labels: readonly string[], { labels: names }: FindableField) =>
  Math.max(0, ...labels.map((label, distance) => labelMatch(label, names) / (1 + distance / 4)))

/** “KARACHI-75500”: the post code behind the town of the same party, which elsewhere would be a part of a code. */
function withPostCodes(
  places: readonly Occurrence[],
  texts: ReadonlyMap<string, readonly Candidate[]>,
  { text }: PageText,
): Occurrence[] {
  const isOf = (name: string, { field }: Candidate) => field.name.endsWith(name)
  return places.flatMap(place => {
    const groups = place.candidates.filter(one => isOf('.City', one)).map(one => groupName(one.field.name))
    const start = place.end + 1
    const code =
      groups.length > 0
        ? /^-([\p{L}\p{N}]+)(?![\p{L}\p{N}-])/u.exec(text.slice(place.end, start + 16))?.[1]
        : ''
    const candidates = (code ? (texts.get(code) ?? []) : []).filter(
      one => isOf('.PostCode', one) && groups.includes(groupName(one.field.name)),
    )
    return code && candidates.length > 0
      ? [place, { start, end: start + code.length, text: code, candidates }]
      : [place]
  })
}

function isOneBox(page: PageText, start: number, end: number): boolean {
  const box = page.boxAt(start)
  return box !== undefined && end <= box.end
}

/** “3. Place of delivery”: the number of a box or of a clause. */
function isNumbering(page: PageText, { start, end }: Span): boolean {
  const { text } = page
  if (end - start > 3 || !/^\d{1,3}$/.test(text.slice(start, end))) return false
  const before = text.slice(page.lineAt(start).start, start)
  return (
    before.length <= LONGEST_PART &&
    /^[\s(\d,.&–-]*$/.test(before) &&
    /^(?:[.)]|(?:,\s*\d+)+[.)])\s/.test(text.slice(end, end + 12))
  )
}

/** A currency that stands in each row of a column becomes a field in all of them or in none. */
function withoutSingles(finds: readonly Find[], page: PageText): Find[] {
  const isOnlyCurrency = ({ choices }: Find) => choices.every(({ field }) => CURRENCY.test(field.name))
  if (!finds.some(isOnlyCurrency)) return [...finds]
  const starts = new Set(finds.map(({ start }) => start))
  const keyOf = ({ cell, start, end }: Box) =>
    cell && `${cell.table} ${cell.column} ${page.text.slice(start, end).trim()}`
  const left = new Set(page.boxes.filter(({ start }) => !starts.has(start)).map(keyOf))
  return finds.filter(find => {
    const box = isOnlyCurrency(find) ? page.boxAt(find.start) : undefined
    return !box?.cell || !left.has(keyOf(box)) || page.text.slice(box.start, box.end).trim() !== find.text
  })
}

const CURRENCY = /\.Currency$/

const groupName = (name: string) => name.slice(0, name.lastIndexOf('.') + 1)
