/** What a spreadsheet shows of a number, where that is another text than the number itself. */
export type Shown = (number: number) => string | null

const BUILT_IN: Readonly<Record<number, string>> = { 9: '0%', 10: '0.00%' }

type Sign = { digit: true } | { literal: string }

/** The signs of a format that has digits and fixed text alone: "000-000", "\T00000"; null for any other. */
function signsOf(code: string): Sign[] | null {
  const signs: Sign[] = []
  for (const [sign, quoted, escaped] of code.matchAll(/"([^"]*)"|\\(.)|[\s\S]/g)) {
    if (quoted !== undefined) signs.push({ literal: quoted })
    else if (escaped !== undefined) signs.push({ literal: escaped })
    else if (sign === '0') signs.push({ digit: true })
    else if (/^[-+/(): ]$/.test(sign)) signs.push({ literal: sign })
    else return null
  }
  return signs
}

/** Digits from the right, zeros where there are none: 123 as "000123" or "000-123". */
function asDigits(signs: readonly Sign[]): Shown {
  const first = signs.findIndex(sign => 'digit' in sign)
  return number => {
    if (!Number.isSafeInteger(Math.round(number))) return null
    const digits = String(Math.abs(Math.round(number)))
    let left = digits.length
    let text = ''
    for (let index = signs.length - 1; index >= 0; index -= 1) {
      const sign = signs[index]
      if (!sign) continue
      if ('literal' in sign) text = sign.literal + text
      else {
        left -= 1
        text = (digits[left] ?? '0') + text
        // What the format has no place for stands before its first digit.
        if (index === first && left > 0) text = digits.slice(0, left) + text
      }
    }
    return number < 0 ? `-${text}` : text
  }
}

/** As many as JavaScript writes. */
const MOST_DECIMALS = 100

function asPercent(decimals: number): Shown {
  return number => `${Number((number * 100).toPrecision(15)).toFixed(decimals)}%`
}

/** How numbers of this format are shown, where it is a percentage or has leading zeros; else null. */
export function shownBy(id: number, code = BUILT_IN[id]): Shown | null {
  if (code === undefined) return null
  const [positive = ''] = code.replaceAll(/\[[^\]]*\]|_.|\*./g, '').split(';')
  const percent = /^[#,]*0(?:\.(0+))?\s?%$/.exec(positive)
  if (percent) return asPercent(Math.min(percent[1]?.length ?? 0, MOST_DECIMALS))
  const signs = signsOf(positive)
  return signs && signs.filter(sign => 'digit' in sign).length > 1 ? asDigits(signs) : null
}
