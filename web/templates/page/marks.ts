import type { PageParagraph, PageRun } from '#contract/page-blocks.ts'
import type { PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { mayMove, type PlaceState, type PlaceStatus } from './decisions.ts'
import { pageTextOf } from './page-text.ts'

/** What one paragraph shows of a place: a stretch of its text, of several paragraphs each its own. */
export type Mark = {
  key: string
  from: number
  to: number
  status: PlaceStatus
  label: string
  /** Shown by the label alone, in place of what stands in the file. */
  isChip: boolean
  /** Something of it is to be corrected. */
  isUnknown: boolean
  /** It can be dragged to another spot. */
  isMovable: boolean
  /** Of a place that reaches over several paragraphs: the first. */
  isFirst: boolean
}

/** The marks of each paragraph in their order; a list that is as before is the same object as before. */
export function marksOf(
  page: Pick<TemplatePage, 'parts' | 'problems'>,
  states: readonly PlaceState[],
  before?: ReadonlyMap<number, readonly Mark[]>,
): Map<number, readonly Mark[]> {
  const text = pageTextOf(page)
  const marks = new Map<number, Mark[]>()
  const wrong = new Set(
    page.problems.flatMap(({ from, isWarning }) => (from && !isWarning ? spotKey(from) : [])),
  )
  for (const state of states) {
    const { from, to, status, key, choice, kind } = state
    if (status === 'condition' || (status === 'dismissed' && kind !== 'field')) continue
    for (let index = from.paragraph; index <= to.paragraph; index += 1) {
      const isFirst = index === from.paragraph
      const start = isFirst ? from.offset : 0
      const end = index === to.paragraph ? to.offset : text.textOf(index).length
      if (start === end && kind !== 'inserted' && status !== 'rule') continue
      const own = marks.get(index) ?? []
      const isChip = isShownAsField(state)
      const label = choice?.label || (isChip ? labelOf(state) : 'Which field?')
      const isUnknown = kind === 'field' && !state.isChanged && wrong.has(spotKey(from))
      own.push({
        ...{ key, from: start, to: end, status, label, isChip, isUnknown, isFirst },
        isMovable: mayMove(state),
      })
      marks.set(index, own)
    }
  }
  return new Map(
    [...marks].map(([index, own]) => {
      const former = before?.get(index)
      return [index, former && isEqual(former, own) ? former : own]
    }),
  )
}

const spotKey = ({ paragraph, offset }: PageSpot) => `${paragraph} ${offset}`

/** Its name stands on the page, not a value. */
export const isShownAsField = ({ kind, text }: Pick<PlaceState, 'kind' | 'text'>) =>
  kind === 'field' || (kind === 'inserted' && text === '')

/** Of an IF field of Word the whole of it, so that a person knows it again. */
const labelOf = ({ text, writing }: PlaceState) => (writing === 'wordField' ? text : nameIn(text))

/** “Shipment.Nmae” of “{{Shipment.Nmae | upper}}”: what an unknown field is called. */
export const nameIn = (text: string) => text.replaceAll(/[{}«»<>[\]]|\|.*$/g, '').trim() || text

const isEqual = (one: readonly Mark[], other: readonly Mark[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** What stands for a picture, a field of Word or a note in the text of a run. */
export const OBJECT = '\uFFFC'

export type Piece = { from: number; text: string; run: PageRun }

/** Stretches of a paragraph: each of one mark or of none, in pieces of one look. */
export type Stretch = { mark: Mark | undefined; from: number; pieces: readonly Piece[] }

/** A paragraph cut where its marks begin and end. Marks do not overlap; of two that do the earlier one counts. */
export function stretchesOf({ runs }: PageParagraph, marks: readonly Mark[]): Stretch[] {
  const length = runs.reduce((sum, { text }) => sum + text.length, 0)
  const stretches: Stretch[] = []
  let at = 0
  const plain = (to: number) => {
    if (to > at) stretches.push({ mark: undefined, from: at, pieces: piecesOf(runs, at, to) })
    at = Math.max(at, to)
  }
  for (const mark of marks) {
    if (mark.from < at) continue
    plain(Math.min(mark.from, length))
    const to = Math.min(mark.to, length)
    stretches.push({ mark, from: at, pieces: piecesOf(runs, at, to) })
    at = Math.max(at, to)
  }
  plain(length)
  return stretches
}

function piecesOf(runs: readonly PageRun[], from: number, to: number): Piece[] {
  let start = 0
  return runs.flatMap(run => {
    const begins = start
    start += run.text.length
    const text = run.text.slice(Math.max(0, from - begins), Math.max(0, to - begins))
    let at = Math.max(from, begins)
    return text
      .split(/(\uFFFC)/)
      .filter(part => part !== '')
      .map(part => {
        at += part.length
        return { from: at - part.length, text: part, run }
      })
  })
}

/** Nothing is inserted into the middle of a mark: the nearest spot behind it. */
export const outsideMarks = (marks: readonly Mark[], offset: number): number =>
  marks.find(({ from, to }) => from < offset && offset < to)?.to ?? offset
