import type { Place } from './find-places.ts'
import type { FindableField } from './findable-field.ts'
import { labelsBefore } from './labels.ts'
import type { PageText } from './page-text.ts'

/** Places that are asked about together: one answer says what each of them is. */
export interface Question {
  /** By their order among the places of the page. */
  places: readonly number[]
  /** The likeliest first. */
  answers: readonly Answer[]
}

export interface Answer {
  /** “Consignee” of places that show one party or port; the field itself of a value that stands in several places. */
  name: string
  isGroup: boolean
  /** Of each place the choice that it means, by its order. */
  choices: readonly number[]
}

type Asked = {
  places: readonly number[]
  answers: readonly Answer[]
  /** What a person reads before it. */
  label: string
}

/**
 * What is asked once: the lines of a party or port that two roles share, and what stands in several places under the
 * same label. Places under other labels are asked by themselves.
 */
export function questionsOf(
  places: readonly Place[],
  page: PageText,
  fields: readonly FindableField[],
): Question[] {
  const groups = new Map(fields.flatMap(({ name, group, isOfGroup }) => (isOfGroup ? [[name, group]] : [])))
  const blocks = blocksOf(places, page, groups)
  const inBlocks = new Set(blocks.flatMap(block => block.places))
  const singles = [...places.entries()].flatMap(([index, place]): Asked[] =>
    isAsked(place) && !inBlocks.has(index)
      ? [{ places: [index], answers: fieldsOf(place), label: labelOf(page, place) }]
      : [],
  )
  const alike = Map.groupBy([...blocks, ...singles].toSorted(inOrder), asked => sameness(asked, places))
  return [...alike]
    .flatMap(([key, same]) => (key === '' ? same.map(one => [one]) : [same]))
    .map(same => ({
      places: same.flatMap(one => one.places),
      answers: (same[0]?.answers ?? []).map(answer => ({
        ...answer,
        choices: same.flatMap(
          ({ answers }) => answers.find(({ name }) => name === answer.name)?.choices ?? [],
        ),
      })),
    }))
    .filter(question => question.places.length > 1)
    .toSorted(inOrder)
}

const isAsked = ({ isCertain, list }: Place) => !isCertain && list === undefined

const inOrder = (one: Pick<Asked, 'places'>, other: Pick<Asked, 'places'>) =>
  (one.places[0] ?? 0) - (other.places[0] ?? 0)

const fieldsOf = ({ choices }: Place): Answer[] =>
  choices.map(({ field }, index) => ({ name: field.name, isGroup: false, choices: [index] }))

const labelOf = (page: PageText, { start }: Place) => labelsBefore(page, start)[0] ?? ''

/** The same for what says the same under the same label; '' for what has no label. */
function sameness({ places: own, answers, label }: Asked, places: readonly Place[]): string {
  const said = label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (said === '') return ''
  const names = own.map(index => (places[index]?.choices ?? []).map(({ field }) => field.name).toSorted())
  return JSON.stringify([said, names, answers.map(({ name }) => name).toSorted()])
}

type Groups = ReadonlyMap<string, string>

/** The lines of one party, or the parts of one port, that stand in one box and may be those of two or more alike. */
function blocksOf(places: readonly Place[], page: PageText, groups: Groups): Asked[] {
  const blocks: Asked[] = []
  let open: number[] = []
  const close = () => {
    const answers = sharedAnswers(open, places, groups)
    const [first] = open
    const place = first === undefined ? undefined : places[first]
    if (place && open.length > 1) blocks.push({ places: open, answers, label: labelOf(page, place) })
    open = []
  }
  for (const [index, place] of places.entries()) {
    if (!isAsked(place)) continue
    const goesOn =
      isNextLine(places[open.at(-1) ?? -1], place, page) &&
      sharedAnswers([...open, index], places, groups).length > 1
    if (!goesOn) close()
    open.push(index)
  }
  close()
  return blocks
}

/** The groups that have a field for each place, and each field once: a second name begins another party. */
function sharedAnswers(own: readonly number[], places: readonly Place[], groups: Groups): Answer[] {
  const choices = own.map(index => places[index]?.choices ?? [])
  const [first = []] = choices
  const names = new Set(first.flatMap(({ field }) => groups.get(field.name) ?? []))
  return [...names].flatMap(name => {
    const chosen = choices.map(all => all.findIndex(({ field }) => groups.get(field.name) === name))
    const fields = new Set(chosen.map((choice, at) => choices[at]?.[choice]?.field.name))
    return chosen.includes(-1) || fields.size < chosen.length
      ? []
      : [{ name, isGroup: true, choices: chosen }]
  })
}

/** Whether a place belongs to the same text as the one before it: at most one line of neither stands between them. */
function isNextLine(before: Place | undefined, { start }: Place, page: PageText): boolean {
  if (!before || page.boxAt(before.start) !== page.boxAt(start)) return false
  const [, ...between] = page.text.slice(before.end, start).split('\n').slice(0, -1)
  const other = between.filter(line => line.trim() !== '')
  return other.length <= 1 && !other.some(line => line.trim().endsWith(':'))
}
