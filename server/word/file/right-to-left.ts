/*
 * Word and LibreOffice find the direction of a text in two different ways, and both are served (decision 0062): Word
 * goes by the property `w:rtl` of the runs, LibreOffice by the Unicode Bidirectional Algorithm (UAX #9) alone.
 */

/** How a run of a left-to-right paragraph begins, up to its text: as it is, and for text that runs from right to left. */
export interface RunOpenings {
  leftToRight: string
  rightToLeft: string
  hebrew: string
}

/** Quickly rules out what holds nothing of a script that is written from right to left. */
export const MAY_RUN_RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const R = String.raw`[\p{L}&&[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]]`
const L = String.raw`[\p{L}--[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]]`
// A figure takes the signs behind it along: “50%”, “12°”.
const FIGURE = String.raw`\p{N}[%‰°€$£#]*`
const ofScripts = (pattern: string) => new RegExp(pattern, 'v')
const stretchFrom = (own: string, other: string) =>
  new RegExp(String.raw`${own}(?:(?:(?!${other})[^])*(?:${own}|${FIGURE}))?\p{M}*`, 'gv')

const RIGHT_TO_LEFT_LETTER = ofScripts(R)
const LEFT_TO_RIGHT_LETTER = ofScripts(L)
const STARTS_RIGHT_TO_LEFT = ofScripts(String.raw`^(?:(?!${L})[^])*?${R}`)
const STARTS_WITH_LETTER = ofScripts(`^${R}`)
const ENDS_WITH_LETTER = ofScripts(String.raw`${R}\p{M}*$`)
const LEFT_TO_RIGHT_STRETCH = stretchFrom(L, R)
const RIGHT_TO_LEFT_STRETCH = stretchFrom(R, L)
const HEBREW = /[\u0590-\u05ff\ufb1d-\ufb4f]/

const LEFT_TO_RIGHT_MARK = '\u200e'
const RIGHT_TO_LEFT_MARK = '\u200f'
const RIGHT_TO_LEFT_EMBEDDING = '\u202b'
const END_OF_EMBEDDING = '\u202c'

type Direction = 'leftToRight' | 'rightToLeft'

/**
 * A line of text as the inside of a `w:t` of a left-to-right paragraph. What runs from right to left gets runs of its
 * own and keeps its figures, brackets and signs; what follows is not drawn into it. Around `joints`, texts of their
 * own meet, each of which keeps its place in the line.
 */
export function lineWithDirections(
  line: string,
  run: RunOpenings,
  joints: RegExp | undefined,
  write: (text: string) => string,
): string {
  let xml = ''
  let direction: Direction = 'leftToRight'
  const add = (text: string, next: Direction, hebrew = false) => {
    if (text === '') return
    if (next !== direction) {
      const opening = next === 'rightToLeft' && hebrew ? run.hebrew : run[next]
      xml += `</w:t></w:r>${opening}<w:t xml:space="preserve">`
      direction = next
    }
    xml += write(text)
  }
  for (const part of joints === undefined ? [line] : line.split(joints)) {
    if (part === undefined || !RIGHT_TO_LEFT_LETTER.test(part)) add(part ?? '', 'leftToRight')
    else {
      const isHebrew = HEBREW.test(part)
      for (const stretch of stretchesOf(part)) add(stretch.text, stretch.direction, isHebrew)
      // Without it, figures and commas that follow would be laid out as part of the text before them.
      add(LEFT_TO_RIGHT_MARK, 'leftToRight')
    }
  }
  add('', 'leftToRight')
  return direction === 'leftToRight' ? xml : `${xml}</w:t></w:r>${run.leftToRight}<w:t xml:space="preserve">`
}

interface Stretch {
  text: string
  direction: Direction
}

/** A text of one direction, with what is written in the other one within it. */
function stretchesOf(text: string): Stretch[] {
  if (!STARTS_RIGHT_TO_LEFT.test(text)) return split(text, 'leftToRight', RIGHT_TO_LEFT_STRETCH)
  if (LEFT_TO_RIGHT_LETTER.test(text)) {
    // Marks alone would not keep the order of what stands on both sides of the words in another script.
    return [
      { text: RIGHT_TO_LEFT_EMBEDDING, direction: 'rightToLeft' },
      ...split(text, 'rightToLeft', LEFT_TO_RIGHT_STRETCH),
      { text: END_OF_EMBEDDING, direction: 'leftToRight' },
    ]
  }
  const before = STARTS_WITH_LETTER.test(text) ? '' : RIGHT_TO_LEFT_MARK
  const after = ENDS_WITH_LETTER.test(text) ? '' : RIGHT_TO_LEFT_MARK
  return [{ text: `${before}${text}${after}`, direction: 'rightToLeft' }]
}

const OPENING = '([{'
const CLOSING = ')]}'

function split(text: string, direction: Direction, other: RegExp): Stretch[] {
  const stretches: Stretch[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(other)) {
    if (index < end) continue
    const whole = withClosingBrackets(text, index, index + found.length)
    stretches.push({ text: text.slice(end, index), direction })
    stretches.push({ text: whole, direction: direction === 'leftToRight' ? 'rightToLeft' : 'leftToRight' })
    end = index + whole.length
  }
  return [...stretches, { text: text.slice(end), direction }]
}

/** A bracket that closes goes with the one that it closes. */
function withClosingBrackets(text: string, start: number, end: number): string {
  let open = 0
  for (const sign of text.slice(start, end)) {
    if (OPENING.includes(sign)) open += 1
    else if (CLOSING.includes(sign)) open -= 1
  }
  let last = end
  while (open > 0 && last < text.length && CLOSING.includes(text.charAt(last))) {
    last += 1
    open -= 1
  }
  return text.slice(start, last)
}
