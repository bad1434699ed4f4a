import type { FieldValue, FieldValues } from '#server/word/language/known-fields.ts'
import { bestMatch, labelsBefore } from './labels.ts'
import type { Candidate } from './occurrences.ts'
import type { PageText, Span } from './page-text.ts'
import { NAMED } from './weighed.ts'
import { plainText } from './writings.ts'

export interface RunningList {
  name: string
  /** What papers call its fields; “{Company.Currency}” stands for a field's value. */
  labels: Readonly<Record<string, readonly string[]>>
  /** What says in a text which entry is meant, and what may follow it there or stand below its own label. */
  running?: { lead?: string; rest: readonly string[] }
}

/** A text that shows a list; `instead` is what stands there in a template. */
export interface RunningPlace extends Span {
  text: string
  choices: readonly Candidate[]
  isCertain: boolean
  instead: string
}

type Entry = Readonly<Record<string, FieldValue>>
/** What a text says of one entry; `pattern` says the same of any. */
type Stretch = Span & { entry: number; pattern: string; isExact: boolean }

/** Words between two values of one entry. */
const LONGEST_GAP = 25
/** Between two entries: “, ”, “ and ”, another line with its label. */
const LONGEST_SEPARATOR = 40
const MOST_ENTRIES = 200

/**
 * Where a text, and no table, shows all entries of a list one after the other, such as “Container MSKU1234565, seal
 * SL12345, 45G1”: the whole is one place, which repeats for each entry of another job. Where only some of them stand
 * there, no field says which, and nothing is proposed.
 */
export function runningLists(
  page: PageText,
  lists: readonly RunningList[],
  { values, taken }: { values: FieldValues; taken: readonly Span[] },
): RunningPlace[] {
  const isTaken = new Uint8Array(page.text.length)
  for (const { start, end } of taken) isTaken.fill(1, start, end)
  const isFree = ({ start, end }: Span) => !isTaken.subarray(start, end).includes(1)
  const standing = new Map<string, number[]>()
  const wholesOf = (code: string): readonly number[] => {
    const starts = standing.get(code) ?? wholes(page.text, code)
    standing.set(code, starts)
    return starts
  }
  return lists.flatMap(list => {
    const entries = values.lists[list.name] ?? []
    if (!list.running || entries.length === 0 || entries.length > MOST_ENTRIES) return []
    const { lead, rest } = list.running
    const led = textPlaces(page, list.name, lead ?? '', {
      stretches: entries.flatMap((entry, index) =>
        leadsOf(entry, lead).flatMap(({ text, isExact }) =>
          wholesOf(text).map(start =>
            withRest(
              page,
              { start, end: start + text.length, isExact, field: lead ?? '', index },
              entry,
              rest,
            ),
          ),
        ),
      ),
      count: entries.length,
    }).filter(isFree)
    // What stands in a box of its own is told by its label.
    const alone = rest.flatMap(field =>
      textPlaces(page, list.name, field, {
        stretches: entries.flatMap((entry, index) => {
          const text = textOf(entry[field])
          return wholesOf(text)
            .filter(
              start => bestMatch(labelsBefore(page, start).slice(0, 1), list.labels[field] ?? []) >= NAMED,
            )
            .map(start => ({
              ...{ start, end: start + text.length },
              entry: index,
              pattern: `{{${field}}}`,
              isExact: true,
            }))
        }),
        count: entries.length,
      }),
    )
    return [...led, ...alone.filter(one => isFree(one) && led.every(other => isApart(one, other)))]
  })
}

const isApart = (one: Span, other: Span) => one.end <= other.start || one.start >= other.end

const textOf = (value: FieldValue): string => (typeof value === 'string' ? plainText(value).trim() : '')

/** A number as it is kept, and “MSKU 123456-5” of a container's, which is asked. */
function leadsOf(entry: Entry, field: string | undefined): { text: string; isExact: boolean }[] {
  const text = field === undefined ? '' : textOf(entry[field])
  const [, owner, serial, check] = /^([A-Z]{4})(\d{6})(\d)$/.exec(text) ?? []
  const others =
    owner === undefined
      ? []
      : [`${owner} ${serial}-${check}`, `${owner} ${serial}${check}`, `${owner}${serial}-${check}`]
  return text === ''
    ? []
    : [{ text, isExact: true }, ...others.map(other => ({ text: other, isExact: false }))]
}

/** Where a code stands that is no part of a longer one. */
function wholes(text: string, code: string): number[] {
  const found: number[] = []
  if (code.length < SHORTEST_CODE) return found
  let tries = 0
  for (
    let at = text.indexOf(code);
    at >= 0 && found.length < MOST_OF_A_CODE && tries < MOST_TRIES;
    at = text.indexOf(code, at + code.length)
  ) {
    tries += 1
    const before = text.slice(Math.max(0, at - 2), at)
    const after = text.slice(at + code.length, at + code.length + 2)
    if (!/[\p{L}\p{N}][-/.]?$/u.test(before) && !/^[-/.]?[\p{L}\p{N}]/u.test(after)) found.push(at)
  }
  return found
}

const SHORTEST_CODE = 4
/** A page that says a code more often is not written by hand. */
const MOST_OF_A_CODE = 50
/** Nor does one have it so often within longer ones. */
const MOST_TRIES = 2_000

type Lead = Span & { isExact: boolean; field: string; index: number }

/** A number with what the same line says of its entry behind it. */
function withRest(
  page: PageText,
  { start, end, isExact, field, index }: Lead,
  entry: Entry,
  rest: readonly string[],
): Stretch {
  let [last, pattern] = [end, `{{${field}}}`]
  const left = new Set(rest)
  for (;;) {
    const [next] = [...left]
      .flatMap(name => {
        const text = textOf(entry[name])
        const ahead = page.text.slice(last, last + LONGEST_GAP + text.length + 1)
        const [at] = wholes(ahead, text)
        const gap = at === undefined ? '' : ahead.slice(0, at)
        return gap === '' || /[\d\n"“”{}]/.test(gap) ? [] : [{ name, gap, text }]
      })
      .toSorted((one, other) => one.gap.length - other.gap.length)
    if (!next) return { start, end: last, entry: index, pattern, isExact }
    left.delete(next.name)
    last += next.gap.length + next.text.length
    pattern += `{{${next.name} | before:"${next.gap}"}}`
  }
}

type Found = { stretches: readonly Stretch[]; count: number }

/** The stretches that show all entries, in their order, each said alike and parted alike. */
function textPlaces(page: PageText, list: string, lead: string, { stretches, count }: Found): RunningPlace[] {
  const rising = stretches.toSorted((one, other) => one.start - other.start)
  return rising.flatMap((first, at): RunningPlace[] => {
    const all = rising.slice(at, at + count)
    const last = all.at(-1)
    if (!last || all.length < count || all.some(({ entry }, index) => entry !== index)) return []
    const gaps = all.slice(1).map(({ start }, index) => page.text.slice(all[index]?.end ?? 0, start))
    const isAlike =
      all.every(({ pattern }) => pattern === first.pattern) &&
      gaps.every(gap => gap === gaps[0] && gap.length <= LONGEST_SEPARATOR && !/[\d{}]/.test(gap))
    if (!isAlike || (page.boxAt(first.start)?.end ?? 0) < last.end) return []
    const { start } = first
    const isOfLines = page.text.slice(start, last.end).includes('\n')
    const between = gaps[0] ?? (isOfLines ? '\n' : first.pattern.includes(', ') ? '; ' : ', ')
    const field = { name: `${list}.${lead}`, kind: 'text' as const }
    return [
      {
        ...{ start, end: last.end, text: page.text.slice(start, last.end) },
        choices: [{ field, formats: '', isRounded: false }],
        isCertain: all.every(({ isExact }) => isExact),
        instead: `{{#${list}}}${first.pattern}{{#unless last}}${between}{{/unless}}{{/${list}}}`,
      },
    ]
  })
}
