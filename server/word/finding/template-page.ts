import type { PlacedProblem } from '#server/word/report.ts'
import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import { type FieldValues, indexFields, type KnownFields } from '#server/word/language/known-fields.ts'
import { asBefore } from './as-before.ts'
import { type Findable, findPlaces, type FoundPlaces, replacementOf } from './find-places.ts'
import { type NativePlace, type NativeWriting } from './native-place.ts'
import { nativePlaces } from './native-places.ts'
import { type OpenDocument, openDocument, PAGE_LIMITS } from './open-document.ts'
import { type PageModel, pageModel } from './page-model.ts'
import { placedProblems, type ShownProblem, type Sourced } from './page-problems.ts'
import { PageText } from './page-text.ts'
import { type Question, questionsOf } from './questions.ts'
import { notThere, sortedOut } from './sorted-changes.ts'
import { keyOf, Stretches } from './stretches.ts'
import { type ShownEnclosure, shownEnclosures } from './shown-enclosures.ts'
import type { BlockCondition } from './write-conditions.ts'
import { writeTemplate } from './write-template.ts'

/** Between two signs of a paragraph; paragraphs count in the reading order of the file. */
export interface Spot {
  paragraph: number
  offset: number
}

export interface ShownPlace {
  from: Spot
  to: Spot
  text: string
  /** A placeholder that is there; a value that one field alone means; a value that several fields share. */
  kind: 'field' | 'found' | 'asked'
  /** How a field is written; null for a value. */
  writing: 'placeholder' | NativeWriting | null
  choices: readonly { placeholder: string; name: string }[]
  list: string | null
  /** What goes with the value where this is blank: its label, and its unit. */
  line: { from: Spot; to: Spot } | null
}

/** Rows of a table that become one which repeats, by their places from 0. */
export interface ShownRows {
  list: string
  table: number
  first: number
  last: number
  kept: number
  /** Of which entries there is a row: “UnNumber”; null where it is all of them. */
  where: string | null
}

export interface ShownPage extends PageModel {
  problems: readonly ShownProblem[]
  language: string
  places: readonly ShownPlace[]
  rows: readonly ShownRows[]
  questions: readonly Question[]
  enclosures: readonly ShownEnclosure[]
}

/**
 * What a template or document shows, where its placeholders are and, with a job's values, where these stand. Throws
 * `WordTemplateError` for a file that cannot be used.
 */
export async function readPage(
  bytes: Uint8Array,
  findable: Findable,
  values: FieldValues | null,
  /** What its compilation finds wrong; not asked of a finished document, which has nothing to fill. */
  findWrong: () => Promise<readonly PlacedProblem[]> = () => Promise.resolve([]),
  /** The file before changes that nobody has saved: no value is more certain than there. */
  former?: Uint8Array,
): Promise<ShownPage> {
  const document = await openDocument(bytes, PAGE_LIMITS)
  const page = new PageText(document)
  const placed = nativePlaces(document, indexFields(findable.known))
  const natives = placed.filter(({ isUnknown }) => !isUnknown)
  const inNatives = new Stretches(natives)
  const written = document.paragraphs.flatMap(({ index, text }): ShownPlace[] =>
    findPlaceholders(text)
      .filter(({ isFinished, start }) => isFinished && !inNatives.hold({ paragraph: index, offset: start }))
      .map(({ start, end, inner }) => ({
        from: { paragraph: index, offset: start },
        to: { paragraph: index, offset: end },
        text: text.slice(start, end),
        kind: 'field',
        writing: 'placeholder',
        choices: [{ placeholder: text.slice(start, end), name: nameIn(inner) }],
        list: null,
        line: null,
      })),
  )
  const fields = [...written, ...natives.map(shownNative)]
  const found =
    values === null
      ? { places: [], rows: [] }
      : await findAfter({ document, page }, { findable, values, former })
  const inFields = new Stretches(fields)
  const isFree = ({ start, end }: { start: number; end: number }) =>
    !inFields.meet({ from: page.at(start), to: page.at(end) })
  const copied = new Set(document.copies.values())
  const free = found.places.filter(place => isFree(place) && !copied.has(page.at(place.start).paragraph))
  const valuesShown = free.map((place): ShownPlace => {
    const prefix = place.list === undefined ? '' : `${place.list}.`
    return {
      from: page.at(place.start),
      to: page.at(place.end),
      text: page.text.slice(place.start, place.end),
      kind: place.isCertain ? 'found' : 'asked',
      writing: null,
      choices: place.choices.map(({ field }, index) => ({
        placeholder: replacementOf(place, index)?.text ?? '',
        name: prefix + field.name,
      })),
      list: place.list ?? null,
      line: place.line ? { from: page.at(place.line.start), to: page.at(place.line.end) } : null,
    }
  })
  const isTemplate = placed.length > 0 || page.text.includes('{{')
  const wrong = isTemplate ? await findWrong() : []
  const problems = placedProblems(wrong, [...written.map(sourced), ...placed.map(sourcedNative)], document)
  const inValues = new Stretches(valuesShown)
  const meantAt = new Map(
    problems
      .toReversed()
      .flatMap(({ from, to, meant }) => (from && to ? [[keyOf({ from, to }), meant] as const] : [])),
  )
  const suggested = placed.flatMap((native): ShownPlace[] => {
    const meant = meantAt.get(keyOf(native))
    if (!native.isUnknown || !meant || inValues.meet(native)) return []
    return [{ ...shownNative(native), kind: 'asked', choices: [meant] }]
  })
  const withMeant = (place: ShownPlace): ShownPlace => {
    const meant = meantAt.get(keyOf(place))
    return meant && meant.name !== '' ? { ...place, choices: [...place.choices, meant] } : place
  }
  const shown = [...fields.map(withMeant), ...suggested].filter(({ from }) => !copied.has(from.paragraph))
  const places = [...shown, ...valuesShown].toSorted(
    (one, other) => one.from.paragraph - other.from.paragraph || one.from.offset - other.from.offset,
  )
  const orders = new Map(places.map((place, order) => [place, order]))
  const questions = questionsOf(free, page, findable.fields).map(question => ({
    ...question,
    places: question.places.flatMap(index => {
      const place = valuesShown[index]
      return (place && orders.get(place)) ?? []
    }),
  }))
  const rows = found.rows.map(({ list, table, firstRow, lastRow, keptRow, where = null }) => ({
    ...{ list, table, where },
    ...{ first: firstRow, last: lastRow, kept: keptRow },
  }))
  return {
    ...{ ...pageModel(document), language: document.language },
    ...{ places, rows, questions, enclosures: shownEnclosures(document), problems },
  }
}

type Searched = { findable: Findable; values: FieldValues; former: Uint8Array | undefined }

async function findAfter(
  opened: { document: OpenDocument; page: PageText },
  { findable, values, former }: Searched,
): Promise<FoundPlaces> {
  const found = findPlaces(opened, findable, values)
  if (!former) return found
  const document = await openDocument(former, PAGE_LIMITS)
  const before = findPlaces({ document, page: new PageText(document) }, findable, values)
  return { ...found, places: asBefore(found.places, before.places) }
}

const shownNative = ({ from, to, text, writing, placeholder, name, list }: NativePlace): ShownPlace => ({
  ...{ from, to, text, writing, list },
  kind: 'field',
  choices: [{ placeholder, name }],
  line: null,
})

const sourced = ({ from, to, text, choices: [choice] }: ShownPlace): Sourced => ({
  ...{ from, to, sources: [text], placeholder: text, name: choice?.name ?? '' },
})

function sourcedNative({ from, to, sources, placeholder, name, holder, inCode }: NativePlace): Sourced {
  const mayChange = holder !== undefined || (inCode ?? []).length > 0
  return { from, to, sources, name, placeholder: mayChange ? placeholder : undefined }
}

/** The field that a placeholder names; '' for a condition, a list or what cannot be read. */
function nameIn(inner: string): string {
  const read = parseExpression(inner)
  return typeof read === 'object' && read.type === 'value' ? read.name : ''
}

export interface PageChanges {
  changes: readonly { from: Spot; to: Spot; text: string }[]
  rows: readonly ShownRows[]
  conditions?: readonly BlockCondition[] | undefined
}

/**
 * The file with these changes, as a template; the same bytes where they leave all as it is. Throws `WordTemplateError`
 * where one names no place of the page.
 */
export async function changePage(
  bytes: Uint8Array,
  { changes, rows, conditions = [] }: PageChanges,
  known: KnownFields,
): Promise<Uint8Array> {
  const document = await openDocument(bytes, PAGE_LIMITS)
  const page = new PageText(document)
  const index = indexFields(known)
  const { replacements, natives, held } = sortedOut(document, page, changes, index)
  for (const { first, last } of conditions)
    if (first > last || last >= document.paragraphs.length)
      throw notThere(`paragraph ${last + 1}`, 'What was to have a condition is not on the page.')
  const conditionsInCopies = conditions.flatMap(({ field, first, last }) => {
    const [from, to] = [document.copies.get(first), document.copies.get(last)]
    return from === undefined || to === undefined ? [] : [{ field, first: from, last: to }]
  })
  const cells = document.paragraphs.flatMap(({ cell }) => cell ?? [])
  for (const { table, first, last, kept } of rows)
    for (const row of [first, last, kept])
      if (kept < first || kept > last || !cells.some(cell => cell.table === table && cell.row === row))
        throw notThere(`table ${table + 1}`, 'Rows that were to be repeated are not on the page.')
  for (const [index, one] of rows.entries())
    if (rows.slice(0, index).some(other => shareRows(one, other)))
      throw notThere(`table ${one.table + 1}`, 'Two lists were to repeat the same rows.')
  const stands = document.paragraphs.map(({ text }) => text).join('\n')
  const isAsItWas =
    rows.length + conditions.length === 0 &&
    replacements.every(({ start, end, text }) => stands.slice(start, end) === text) &&
    natives.every(({ native, text }) => native.placeholder === text)
  if (isAsItWas) return bytes
  const goneRows = rows.flatMap(({ table, first, last, kept }) => [
    { table, from: first, to: kept - 1 },
    { table, from: kept + 1, to: last },
  ])
  const aroundRows = rows.flatMap(({ table, kept: row, list, where }) =>
    where === null
      ? []
      : [{ table, row, before: `{{#${list}}}{{#if ${where}}}`, after: `{{/if}}{{/${list}}}` }],
  )
  return writeTemplate(
    document,
    page,
    {
      ...{ replacements, natives, held, goneRows, aroundRows },
      conditions: [...conditions, ...conditionsInCopies],
    },
    index,
  )
}

const shareRows = (one: ShownRows, other: ShownRows) =>
  one.table === other.table && one.first <= other.last && other.first <= one.last
