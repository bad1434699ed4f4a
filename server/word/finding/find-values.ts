import type { FieldValues, KnownField } from '#server/word/language/known-fields.ts'
import { labelMatch, labelsBefore } from './labels.ts'
import { type Candidate, type Occurrence, occurrencesOf, textsOf } from './occurrences.ts'
import type { Box, PageText, Span } from './page-text.ts'
import type { PageSigns } from './writings.ts'

/** What a finder needs to know of a field beside what a template does. */
export interface FindableField extends KnownField {
  /** “Consignee”: the fields of a group belong together where they stand together. */
  group: string
  /** Whether such a group is one party or port, whose fields stand together. */
  isOfGroup: boolean
  /** What papers call it. */
  labels: readonly string[]
  /** What is the company's own is part of its letterhead, and stays as it is. */
  isOwn: boolean
  /** Printed as a whole block, such as a name with its address. */
  isBlock: boolean
}

/** A value on the page. */
export interface Find extends Span {
  text: string
  /** The likeliest first; each prints just this text for the job. */
  choices: readonly Candidate[]
  /** Whether the first is meant beyond doubt; else a person is asked. */
  isCertain: boolean
}

export interface Finding {
  page: PageText
  fields: readonly FindableField[]
  values: FieldValues
  signs: PageSigns
  /** What is taken already, as by the rows of a table. */
  taken: readonly Span[]
  /** Totals of a list stand below its rows: groups by the table and its first row below them. */
  totals: readonly { table: number; row: number; headRow: number; group: string }[]
  /** Whether two fields print the same unless a job is unusual: the first that is named counts. */
  isAlike: (one: string, other: string) => boolean
}

/** Where the values of single fields stand on a page. */
export function findValues(finding: Finding): Find[] {
  const { page, fields, values, signs, taken } = finding
  const byName = new Map(fields.map(field => [field.name, field]))
  const texts = textsOf(
    fields.filter(({ kind }) => kind !== 'unit'),
    values.fields,
    signs,
  )
  const isFree = (one: Span) => taken.every(({ start, end }) => one.end <= start || one.start >= end)
  const places = occurrencesOf(page.text, texts)
    .filter(isFree)
    .filter(({ text, start, end }) => !text.includes('\n') || isOneBox(page, start, end))
    .filter(place => !isNumbering(page, place))
  const weighed = places.flatMap(place => weigh(place, finding, { byName, texts }))
  settleTogether(weighed, page)
  const certainOrAsked = weighed.flatMap(({ place, options }): Find[] => {
    const [first, second] = options
    if (!first) return []
    const isCertain =
      !second ||
      options.every(
        ({ strength, field }) =>
          (strength < first.strength && first.strength >= NAMED) ||
          field === first.field ||
          finding.isAlike(first.field.name, field.name),
      )
    const isTold = first.label >= PARTLY_NAMED || first.isTogether || isStrong(place.text, first.field)
    if (!isTold) return []
    return [
      {
        ...{ start: place.start, end: place.end, text: place.text },
        choices: options.map(({ candidate }) => candidate),
        isCertain,
      },
    ]
  })
  return withUnits(certainOrAsked, finding)
}

/** A label that says less of a field's name does not tell it from others. */
const NAMED = 0.5
/** A weak value, such as “3”, needs a label that says at least this much of its field's name. */
const PARTLY_NAMED = 0.3

type Option = {
  candidate: Candidate
  field: FindableField
  /** How well what stands before it names the field. */
  label: number
  isTogether: boolean
  /** How much speaks for it: what no other option has is meant. */
  strength: number
  /** The order in which it is offered. */
  weight: number
}
type Weighed = { place: Occurrence; options: Option[]; box: Box | undefined }

/** All that a place can mean, the likeliest first; none where it is the company's own, such as its letterhead. */
function weigh(
  place: Occurrence,
  { page, totals }: Finding,
  { byName, texts }: { byName: ReadonlyMap<string, FindableField>; texts: ReadonlyMap<string, unknown> },
): Weighed[] {
  const fields = [...Map.groupBy(place.candidates, candidate => candidate.field.name)].flatMap(
    ([name, [candidate]]) => {
      const field = byName.get(name)
      return field && candidate ? [{ candidate, field }] : []
    },
  )
  const box = page.boxAt(place.start)
  const below = totals.find(
    ({ table, row }) =>
      box?.cell && box.cell.table === table && box.cell.row >= row && box.cell.row <= row + 2,
  )
  const heading = below && box?.cell ? page.cellText(below.table, below.headRow, box.cell.column) : undefined
  // The name above an address is no label of it.
  const labels = (heading === undefined ? labelsBefore(page, place.start) : [heading]).filter(
    label => !texts.has(label),
  )
  // Away from its table a sum may be the job's own figure as well.
  const isOtherTotal = ({ group }: FindableField) =>
    totals.some(one => one.group === group) && group !== below?.group
  const options = fields.map(({ candidate, field }): Option => {
    const label = bestLabel(labels, field)
    const isTotal = below !== undefined && field.group === below.group
    const strength = label + (isTotal ? 2 : 0)
    return {
      strength,
      candidate,
      field,
      label,
      isTogether: isTotal,
      weight: strength - (isOtherTotal(field) ? ELSEWHERE : 0),
    }
  })
  // What may be the company's own is something else only where its label says so.
  const isOwn = fields.some(({ field }) => field.isOwn)
  const others = options.filter(
    ({ field, label, strength, candidate }) =>
      !field.isOwn && (!isOwn || label >= MOSTLY_NAMED) && (!candidate.isRounded || strength >= NAMED),
  )
  return [{ place, options: others.toSorted((one, other) => other.weight - one.weight), box }]
}

/** Less than any difference of labels that counts. */
const ELSEWHERE = 0.1
const MOSTLY_NAMED = 0.6

/** A nearer label counts for more. */
const bestLabel = (labels: readonly string[], { labels: names }: FindableField) =>
  Math.max(0, ...labels.map((label, distance) => labelMatch(label, names) / (1 + distance / 4)))

/** What stands in a box with fields of one group is of that group too: “Pakistan” below the consignee's street. */
function settleTogether(weighed: readonly Weighed[], page: PageText): void {
  const byBox = Map.groupBy(weighed, ({ box }) => box)
  for (const [box, places] of byBox) {
    if (!box) continue
    const groups = places.flatMap(groupsOf)
    const told = groups.filter(({ isShared }) => !isShared)
    for (const { place, options } of places) {
      const others = (told.length > 0 ? told : groups).filter(({ start }) => start !== place.start)
      const away = ({ start }: { start: number }) => distance(page, start, place.start)
      const [nearest] = others.toSorted((one, other) => away(one) - away(other))
      if (!nearest) continue
      const near = new Set(others.flatMap(({ start, group }) => (start === nearest.start ? group : [])))
      for (const option of options) {
        if (!near.has(option.field.group) || option.isTogether) continue
        option.isTogether = true
        option.weight += 0.5
        // What two parties share tells neither of them.
        if (!nearest.isShared) option.strength += 0.5
      }
      options.sort((one, other) => other.weight - one.weight)
    }
  }
}

/** The party or port that a place tells beyond doubt, or those that share it. */
function groupsOf({ place, options }: Weighed): { group: string; start: number; isShared: boolean }[] {
  const [first] = options
  if (!first || !(isStrong(place.text, first.field) || first.label >= NAMED)) return []
  const likeliest = options.filter(({ weight }) => weight === first.weight)
  if (!likeliest.every(({ field }) => field.isOfGroup)) return []
  const groups = new Set(likeliest.map(({ field }) => field.group))
  // A field of the group beside another of it, such as a street that is its whole address, is as doubtful.
  const isShared = likeliest.length > 1
  return [...groups].map(group => ({ group, start: place.start, isShared }))
}

const distance = (_page: PageText, one: number, other: number) =>
  // What stands above names what follows it.
  one <= other ? other - one : (one - other) * 2

const FEW_DIGITS = 4

/** Whether a text can hardly stand on a page by chance. */
function isStrong(text: string, { kind }: KnownField): boolean {
  if (kind === 'date' || kind === 'dateTime') return true
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').length
  if (kind === 'number') return digits >= FEW_DIGITS || text.includes(' ')
  const letters = text.replaceAll(/[^\p{L}]/gu, '').length
  if (/\p{Script=Han}|\p{Script=Arabic}/u.test(text)) return letters >= 4
  return (digits > 0 && letters + digits >= 5) || letters >= 12 || (letters >= 8 && /\s/.test(text))
}

function isOneBox(page: PageText, start: number, end: number): boolean {
  const box = page.boxAt(start)
  return box !== undefined && end <= box.end
}

/** “3. Place of delivery”: the number of a box or of a clause. */
function isNumbering({ text }: PageText, { start, end }: Span): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const isFigure = /^\d{1,3}$/.test(text.slice(start, end))
  return (
    isFigure &&
    /^[\s(\d,.&–-]*$/.test(before) &&
    /^(?:[.)]|(?:,\s*\d+)+[.)])\s/.test(text.slice(end, end + 12))
  )
}

/** A unit is one where it stands behind its figure: “kg” behind the gross weight. */
function withUnits(finds: readonly Find[], { page, fields, values, signs }: Finding): Find[] {
  const units = fields.filter(({ kind }) => kind === 'unit')
  return finds.flatMap(find => {
    const [first] = find.choices
    if (first?.field.kind !== 'number') return [find]
    const group = groupName(first.field.name)
    const own = units.filter(unit => groupName(unit.name) === group)
    const texts = textsOf(own, values.fields, signs)
    const after = page.text.slice(find.end, find.end + 24)
    const gap = /^[ ]?/.exec(after)?.[0].length ?? 0
    for (const [text, candidates] of texts) {
      const end = find.end + gap + text.length
      if (!after.startsWith(text, gap) || /^[\p{L}\p{N}]/u.test(after.slice(gap + text.length))) continue
      const choices = candidates.toSorted((one, other) => nearness(other, first) - nearness(one, first))
      return [find, { start: find.end + gap, end, text, choices, isCertain: true }]
    }
    return [find]
  })
}

const groupName = (name: string) => name.slice(0, name.lastIndexOf('.') + 1)

/** “WeightUnit” is nearer to “GrossWeight” than “VolumeUnit”. */
function nearness({ field }: Candidate, figure: Candidate): number {
  const own = field.name.slice(groupName(field.name).length).replace(/Unit$/, '')
  return own !== '' && figure.field.name.endsWith(own) ? 1 : 0
}
