import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { numberText, typedNumberText } from '#web/lib/format.ts'
import { personLocale, withLatinDigits } from '#web/lib/locale.ts'
import { type NumberRules, readNumber } from './read-number.ts'
import { useSelectOnClick } from './select-on-click.ts'

/** A figure; none; or, as a text, what was typed and is not understood yet. */
export type Figure = number | string | null

/** The figure of a field that is known to be understood. */
export function parsedFigure(figure: Figure): number | null {
  if (typeof figure === 'string') throw new TypeError(`“${figure}” is not a number.`)
  return figure
}

const LARGEST = 9_999_999_999
const MAX_COUNT = 2_147_483_647

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
) {
  const locale = withLatinDigits(personLocale())
  const input = useRef<HTMLInputElement>(null)
  const [isFocused, setFocused] = useState(false)
  const [typed, setTyped] = useState<string>()
  // Once a text has been refused, coming back to it does not hide why.
  const [refused, setRefused] = useState<Figure>(null)
  const selectOnClick = useSelectOnClick()

  const meaning = (text: string): Figure => {
    const read = readNumber(text, rules, locale)
    return 'reason' in read ? text : read.value
  }
  const written = (figure: Figure, as: (value: number) => string) =>
    typeof figure === 'number' ? as(figure) : (figure ?? '')
  const shown = (figure: number) => numberText(figure, { least, most: rules.decimals })
  const plain = (figure: number) => typedNumberText(figure, rules.decimals)
  // A figure that came from elsewhere meanwhile takes the place of what was typed.
  const own = typed !== undefined && meaning(typed) === value ? typed : undefined
  const read = own === undefined ? undefined : readNumber(own, rules, locale)
  const other = read && 'other' in read ? read.other : undefined

  // The text in the field has changed by the focus; to type over all of it is what people come for.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select()
  }, [isFocused])

  return {
    reason: isFocused && value !== refused ? null : reasonOf(value, rules),
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
