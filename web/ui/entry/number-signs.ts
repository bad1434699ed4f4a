/** What parts the whole from the fraction, and thousands from thousands, where a person comes from. */
export type NumberSigns = {
  decimal: string
  group: string
  /** How many digits stand in the last group of a whole number: three nearly everywhere. */
  groupSize: number
}

const LONG_ENOUGH_TO_GROUP = 1_234_567.5
const known = new Map<string, NumberSigns>()

export function numberSigns(locale: string): NumberSigns {
  const found = known.get(locale)
  if (found) return found
  const parts = new Intl.NumberFormat(locale).formatToParts(LONG_ENOUGH_TO_GROUP)
  const sign = (type: 'decimal' | 'group') => parts.find(part => part.type === type)?.value
  const lastGroup = parts.findLast(part => part.type === 'integer')?.value ?? ''
  const signs = {
    decimal: sign('decimal') ?? '.',
    group: sign('group') ?? '',
    groupSize: sign('group') ? Array.from(lastGroup).length : 3,
  }
  known.set(locale, signs)
  return signs
}

const isDigit = (char: string) => /\p{Nd}/u.test(char)

/** The figure 0 to 9 behind a digit of any script; Unicode keeps each script's ten in a row. */
function figureOf(char: string): number {
  const code = char.codePointAt(0) ?? 0
  let first = code
  while (isDigit(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}

const MARKS_OF_DIRECTION = /[\u200e\u200f\u061c\u2066-\u2069]/g
const MINUS_SIGNS = /[\u2212\u2010-\u2013]/g
/** Signs that nobody takes for a decimal sign: spaces, apostrophes, the Arabic thousands sign. */
const CERTAIN_GROUPS = /[\s'’‘`_٬]/g

/**
 * A typed figure in one alphabet: digits 0 to 9, `-`, `,` and `.`, `_` for a sign that can only part thousands
 * and `d` for one that can only be the decimal sign. Anything else stays as it is.
 */
export function inOneAlphabet(text: string, { decimal, group }: NumberSigns): string {
  const plain = text.replace(MARKS_OF_DIRECTION, '').normalize('NFKC').replace(MINUS_SIGNS, '-').trim()
  return Array.from(plain, char => {
    if (isDigit(char)) return String(figureOf(char))
    if (char === ',' || char === '.') return char
    if (char === '٫' || char === decimal) return 'd'
    if (char === group) return '_'
    return char
  })
    .join('')
    .replace(CERTAIN_GROUPS, '_')
}
