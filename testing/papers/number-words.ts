const ONES =
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'.split(
    ' ',
  )
const TENS = '- - TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ')
const SCALES = [
  [1e9, 'BILLION'],
  [1e6, 'MILLION'],
  [1e3, 'THOUSAND'],
  [100, 'HUNDRED'],
] as const

/** A whole number as a bill of lading writes it out. */
export function inCapitals(value: number): string {
  for (const [size, word] of SCALES) {
    if (value < size) continue
    const rest = value % size
    return `${inCapitals(Math.floor(value / size))} ${word}${rest > 0 ? ` ${inCapitals(rest)}` : ''}`
  }
  if (value < 20) return ONES[value] ?? ''
  return `${TENS[Math.floor(value / 10)]}${value % 10 > 0 ? `-${ONES[value % 10]}` : ''}`
}
