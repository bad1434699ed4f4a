import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { numberText, typedNumberText } from '#web/lib/format.ts'
import { personLocale, withLatinDigits } from '#web/lib/locale.ts'
import { type NumberRules, type ReadNumber, readNumber } from './read-number.ts'
import { useSelectOnClick } from './select-on-click.ts'
import { type Counted, wordBehind } from '#contract/counted.ts'
import { foreignUnit, inUnit, type Measured, unitBehind } from './units-behind.ts'

/** A figure; none; or, as a text, what was typed and is not understood yet. */
export type Figure = number | string | null

/** The figure of a field that is known to be understood. */
export function parsedFigure(figure: Figure): number | null {
  if (typeof figure === 'string') throw new TypeError(`“${figure}” is not a number.`)
  return figure
}

const LARGEST = 9_999_999_999
const MAX_COUNT = 2_147_483_647
/** More decimals than a field keeps: whether they fit is asked of the figure in its unit. */
const MANY_DECIMALS = 8

/** What a field takes, from its properties: 14 digits, 4 of them decimals, unless it says otherwise. */
export const numberRules = ({
  decimals = 4,
  negative = false,
  positive = false,
  limit = decimals === 0 ? MAX_COUNT : LARGEST,
}: { [Rule in keyof NumberRules]?: NumberRules[Rule] | undefined }): NumberRules => ({
  decimals,
  negative,
  positive,
  limit,
})

/** Why a text cannot stand in a field with these rules; null for a figure or none. */
export function reasonOf(figure: Figure, rules: NumberRules): string | null {
  if (typeof figure !== 'string') return null
  const read = readNumber(figure, rules, withLatinDigits(personLocale()))
  return 'reason' in read ? read.reason : null
}

/** The same of a text that may bring its unit along. */
function readMeasured(
  typed: string,
  rules: NumberRules,
  locale: string,
  measured?: Measured,
  counted?: Counted,
): ReadNumber {
  const text = (counted && wordBehind(counted, typed)?.figure) ?? typed
  const behind = measured && unitBehind(measured.measure, text)
  if (!behind) return readNumber(text, rules, locale)
  if (measured.unit === null || measured.unit === behind.unit) return readNumber(behind.figure, rules, locale)
  const read = readNumber(behind.figure, { ...rules, decimals: MANY_DECIMALS }, locale)
  if ('reason' in read || read.value === null) return read
  const value = inUnit(measured.measure, read.value, behind.unit, measured.unit)
  return Number(value.toFixed(rules.decimals)) === value && value <= rules.limit
    ? { value }
    : { reason: `“${text.trim()}” has more digits in the chosen unit than fit here. Choose the other unit.` }
}

/**
 * An input for a figure. What is typed stands as it was typed until the field is left; then the figure is shown
 * as the person's locale writes it. A text that is not understood is handed on as it is and stays.
 */
export function useNumberEntry(
  value: Figure,
  onChange: (value: Figure) => void,
  rules: NumberRules,
  /** How many decimals the figure has at least once the field is left, as amounts of a currency do. */
  least = 0,
  /** The figure may be typed with its unit, and is converted to the one that is chosen. */
  measured?: Measured,
  /** It may be typed with the word for what it counts, which is not kept. */
  counted?: Counted,
) {
  const locale = withLatinDigits(personLocale())
  const input = useRef<HTMLInputElement>(null)
  const [isFocused, setFocused] = useState(false)
  const [typed, setTyped] = useState<string>()
  // Once a text has been refused, coming back to it does not hide why.
  const [refused, setRefused] = useState<Figure>(null)
  const selectOnClick = useSelectOnClick()

  const meaning = (text: string): Figure => {
    const read = readMeasured(text, rules, locale, measured, counted)
    return 'reason' in read ? text : read.value
  }
  const written = (figure: Figure, as: (value: number) => string) =>
    typeof figure === 'number' ? as(figure) : (figure ?? '')
  const shown = (figure: number) => numberText(figure, { least, most: rules.decimals })
  const plain = (figure: number) => typedNumberText(figure, rules.decimals)
  // A figure that came from elsewhere meanwhile takes the place of what was typed.
  const own = typed !== undefined && meaning(typed) === value ? typed : undefined
  const read = own === undefined ? undefined : readMeasured(own, rules, locale, measured, counted)
  const other = read && 'other' in read ? read.other : undefined

  const reason = () => {
    if (typeof value !== 'string') return null
    const read = readMeasured(value, rules, locale, measured, counted)
    return (measured && foreignUnit(measured.measure, value)) ?? ('reason' in read ? read.reason : null)
  }

  // The text in the field has changed by the focus; to type over all of it is what people come for.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select()
  }, [isFocused])

  return {
    reason: isFocused && value !== refused ? null : reason(),
    /** How a figure was read that could have been meant in another way. */
    hint:
      !isFocused && other !== undefined
        ? `Read as ${written(value, shown)}, not ${(other >= 1000 ? shown : plain)(other)}.`
        : null,
    input: {
      value: isFocused ? (own ?? written(value, plain)) : written(value, shown),
      inputMode: rules.decimals === 0 ? ('numeric' as const) : ('decimal' as const),
      autoComplete: 'off',
      'data-unread': typeof value === 'string' || undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const text = event.currentTarget.value
        setTyped(text)
        const next = meaning(text)
        if (next !== value) onChange(next)
        const behind = measured && unitBehind(measured.measure, text)
        if (behind && measured.unit === null && typeof next === 'number') measured.onUnit?.(behind.unit)
      },
      ...selectOnClick,
    },
    ref: input,
    focus: () => {
      setTyped(undefined)
      setFocused(true)
    },
    blur: () => {
      setFocused(false)
      setRefused(value)
    },
  }
}
