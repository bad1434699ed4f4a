import type { PageDismissal, PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { pageTextOf } from './page-text.ts'

/** A text as it stood on a page, and what tells it from others that read alike. */
export type StandingText = PageDismissal

export type Stretch = { from: PageSpot; to: PageSpot }

export const standingText = (page: TemplatePage, { from, to }: Stretch): StandingText => ({
  text: pageTextOf(page).between(from, to),
  at: from,
  before: wordsBefore(pageTextOf(page).textOf(from.paragraph), from.offset),
})

/** A shorter one stands in too many places: it is known by the words before it or by its very spot. */
const LENGTH_KNOWN_ALONE = 4

/**
 * Where texts of one page stand on another, in the same order; undefined where a text is gone. Fields that were put in,
 * and lines and rows that went, have moved them: of places that read alike it is the one with the same words before it,
 * then the nearest, and each is taken once.
 */
export function standAt(page: TemplatePage, texts: readonly StandingText[]): (Stretch | undefined)[] {
  const written = writtenOut(page)
  const found = new Map<StandingText, Stretch>()
  for (const [text, alike] of Map.groupBy(texts, one => one.text)) {
    if (text === '') continue
    const pairs = occurrences(written, text).flatMap(to =>
      alike.flatMap(one => {
        const isLabelled = to.before === one.before
        const lines = Math.abs(to.from.paragraph - one.at.paragraph)
        const signs = Math.abs(to.from.offset - one.at.offset)
        const isKnown = isLabelled || lines + signs === 0 || text.length >= LENGTH_KNOWN_ALONE
        return isKnown
          ? [
              {
                one,
                to,
                rank: [isLabelled ? 0 : 1, -sharedWords(to.before, one.before), lines, signs] as const,
              },
            ]
          : []
      }),
    )
    const taken = new Set<Stretch>()
    for (const { one, to } of pairs.toSorted((a, b) => inRank(a.rank, b.rank))) {
      if (found.has(one) || taken.has(to)) continue
      found.set(one, { from: to.from, to: to.to })
      taken.add(to)
    }
  }
  return texts.map(one => found.get(one))
}

const inRank = (one: readonly number[], other: readonly number[]) =>
  one.reduce((before, own, at) => before || own - (other[at] ?? 0), 0)

/** How many words next to the text are the same: those further away may have become a field. */
function sharedWords(one: string, other: string): number {
  const [ones, others] = [one.split(' ').toReversed(), other.split(' ').toReversed()]
  const differing = ones.findIndex((word, at) => word === '' || word !== others[at])
  return differing < 0 ? ones.length : differing
}

type Written = { text: string; lines: readonly { paragraph: number; start: number; text: string }[] }
const known = new WeakMap<TemplatePage['parts'], Written>()

function writtenOut(page: TemplatePage): Written {
  const before = known.get(page.parts)
  if (before) return before
  const { paragraphs, textOf } = pageTextOf(page)
  let start = 0
  const lines = paragraphs.map(paragraph => {
    const line = { paragraph, start, text: textOf(paragraph) }
    start += line.text.length + 1
    return line
  })
  const written = { text: lines.map(({ text }) => text).join('\n'), lines }
  known.set(page.parts, written)
  return written
}

function occurrences({ text: all, lines }: Written, text: string): (Stretch & { before: string })[] {
  const places: (Stretch & { before: string })[] = []
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
    const end = at + text.length
    if (isInWord(all, at) || isInWord(all, end)) continue
    const [first, last] = [lineAt(lines, at), lineAt(lines, end)]
    if (!first || !last) continue
    places.push({
      from: { paragraph: first.paragraph, offset: at - first.start },
      to: { paragraph: last.paragraph, offset: end - last.start },
      before: wordsBefore(first.text, at - first.start),
    })
  }
  return places
}

const LETTER = /[\p{L}\p{N}]/u
const isInWord = (text: string, at: number) => LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at] ?? '')

function lineAt(lines: Written['lines'], at: number) {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle]?.start ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return lines[low]
}

const MOST_BEFORE = 30

const wordsBefore = (line: string, offset: number) =>
  line
    .slice(0, offset)
    .replaceAll(/\{\{[^{}]*\}\}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(-MOST_BEFORE)
