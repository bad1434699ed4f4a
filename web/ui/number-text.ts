import { useState } from 'react'

type Rules = { decimals: number; negative: boolean }

const shape = ({ decimals, negative }: Rules) =>
  new RegExp(`^${negative ? '-?' : ''}\\d{0,10}${decimals > 0 ? `(\\.\\d{0,${decimals}})?` : ''}$`)

/** The number that stands in a field; null for an empty or unfinished one ("-", "."). */
export function parseNumber(text: string): number | null {
  return /\d/.test(text) ? Number(text) : null
}

/**
 * Keeps what is being typed ("12.") apart from the number it means (12), and takes nothing that
 * cannot become a number; thousands separators in pasted text are dropped.
 */
export function useNumberText(value: number | null, onChange: (value: number | null) => void, rules: Rules) {
  const [typed, setTyped] = useState<string>()
  const stored = value === null ? '' : String(value)
  const shown = typed !== undefined && parseNumber(typed) === value ? typed : stored
  return {
    shown,
    type: (text: string) => {
      const plain = text.replace(/[,\s]/g, '')
      if (!shape(rules).test(plain)) return
      setTyped(plain)
      const number = parseNumber(plain)
      if (number !== value) onChange(number)
    },
    settle: () => setTyped(undefined),
  }
}
