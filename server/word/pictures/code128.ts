// Widths of bars and gaps in turn, by the value of each symbol; the last is the stop.
const SYMBOLS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
const WIDTHS = SYMBOLS.split(' ').map(symbol => [...symbol].map(Number))
const TO_DIGITS = 99
const TO_LETTERS = 100
const START_LETTERS = 104
const START_DIGITS = 105
const STOP = 106

/**
 * The Code 128 barcode of a text, true where dark, without its quiet zones. Undefined for a text that
 * holds anything but printable ASCII, or is too long to be scanned.
 */
export function code128(text: string): readonly boolean[] | undefined {
  if (!/^[ -~]{1,120}$/.test(text)) return undefined
  const values = valuesOf(text)
  const sum = values.reduce((total, value, index) => total + value * Math.max(1, index), 0)
  return [...values, sum % 103, STOP].flatMap(value =>
    (WIDTHS[value] ?? []).flatMap((width, index) => Array.from({ length: width }, () => index % 2 === 0)),
  )
}

/** Pairs of digits take one symbol, where there are enough of them to pay for the change. */
function valuesOf(text: string): number[] {
  const values: number[] = []
  let isDigits: boolean | undefined
  let at = 0
  while (at < text.length) {
    const digits = /^[0-9]*/.exec(text.slice(at))?.[0].length ?? 0
    const isAtEdge = at === 0 || at + digits === text.length
    const isWhole = at === 0 && digits === text.length && digits === 2
    const pays = digits >= (isAtEdge ? 4 : 6) || isWhole || (isDigits === true && digits >= 2)
    // An odd digit is better printed before the change than after it.
    const wantsDigits = pays && (digits % 2 === 0 || isDigits === true || at === 0)
    if (wantsDigits !== isDigits) {
      if (isDigits === undefined) values.push(wantsDigits ? START_DIGITS : START_LETTERS)
      else values.push(wantsDigits ? TO_DIGITS : TO_LETTERS)
      isDigits = wantsDigits
    }
    values.push(wantsDigits ? Number(text.slice(at, at + 2)) : text.charCodeAt(at) - 32)
    at += wantsDigits ? 2 : 1
  }
  return values
}
