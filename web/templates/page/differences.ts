import type { PageDifference, TemplatePage } from '#contract/template-pages.ts'
import type { PlaceState } from './decisions.ts'
import { pageTextOf } from './page-text.ts'

/** The differences of each paragraph of the page. */
export function differencesByLine(
  differences: readonly PageDifference[],
): ReadonlyMap<number, readonly PageDifference[]> {
  const known = differences.filter(({ paragraph }) => paragraph !== null)
  return Map.groupBy(known, ({ paragraph }) => paragraph ?? 0)
}

/** What one side of a difference says, in a sentence. */
export const saysOf = (text: string) => (text === '' ? 'nothing' : `“${text}”`)

/** The field that prints a line otherwise: the first whose value differs, or else the first of its paragraph. */
export function placeOf(
  page: Pick<TemplatePage, 'parts'>,
  states: readonly PlaceState[],
  { before, after, paragraph }: PageDifference,
): PlaceState | undefined {
  const own = states.filter(
    ({ from, status, kind }) =>
      from.paragraph === paragraph && status !== 'rule' && kind !== 'condition' && kind !== 'added',
  )
  const text = pageTextOf(page).textOf(paragraph ?? -1)
  const fields = own.filter(({ kind, to }) => kind === 'field' && to.paragraph === paragraph)
  const between = fields.map(({ to }, index) =>
    plain(text.slice(to.offset, fields[index + 1]?.from.offset ?? text.length)),
  )
  const [first] = fields
  const start = first ? plain(text.slice(0, first.from.offset)) : ''
  const [said, printed] = [valuesIn(before, start, between), valuesIn(after, start, between)]
  const at = printed?.findIndex((value, index) => value !== said?.[index]) ?? -1
  return fields[at] ?? own[0]
}

/** Conditions print nothing of themselves. */
const plain = (text: string) =>
  text.replaceAll(/\{\{\s*[#/][^{}]*\}\}|\{\{\s*else[^{}]*\}\}/g, '').replaceAll(/\s+/g, ' ')

/** What stands in a line in the places between fixed texts; undefined where the line has them not. */
function valuesIn(line: string, start: string, between: readonly string[]): string[] | undefined {
  if (!line.startsWith(start.trimStart())) return undefined
  let at = start.trimStart().length
  const values: string[] = []
  for (const [index, text] of between.entries()) {
    const isLast = index === between.length - 1
    const wanted = isLast ? text.trimEnd() : text
    const end = isLast ? line.length - wanted.length : line.indexOf(wanted, at)
    if (end < at || !line.startsWith(wanted, end)) return undefined
    values.push(line.slice(at, end))
    at = end + wanted.length
  }
  return values
}
