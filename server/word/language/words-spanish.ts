import type { Agreement } from './words-speller.ts'

const SMALL = [
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis',
  'diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco',
  'veintiséis veintisiete veintiocho veintinueve',
]
  .join(' ')
  .split(' ')
const TENS = '- diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const HUNDREDS =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  )

type One = 'uno' | 'un' | 'una'

/** By the long scale: 1,000 millones is a thousand million, a billón a million million. */
export function inSpanish(groups: readonly number[], { isFeminine, isBeforeNoun }: Agreement): string {
  const [billions, thousandMillions, millions, thousands, ones] = fiveOf(groups)
  const one: One = isFeminine ? 'una' : isBeforeNoun ? 'un' : 'uno'
  const parts = [
    scaled(0, billions, 'billón', 'billones'),
    scaled(thousandMillions, millions, 'millón', 'millones'),
    upToMillion(thousands, ones, one),
  ].filter(part => part !== '')
  return parts.length === 0 ? 'cero' : parts.join(' ')
}

export function fiveOf(groups: readonly number[]): [number, number, number, number, number] {
  const at = (power: number) => groups[groups.length - 1 - power] ?? 0
  return [at(4), at(3), at(2), at(1), at(0)]
}

function scaled(thousands: number, ones: number, single: string, several: string): string {
  if (thousands === 0 && ones === 0) return ''
  return `${upToMillion(thousands, ones, 'un')} ${thousands === 0 && ones === 1 ? single : several}`
}

function upToMillion(thousands: number, ones: number, one: One): string {
  const parts: string[] = []
  if (thousands === 1) parts.push('mil')
  else if (thousands > 1) parts.push(`${upToThousand(thousands, one === 'una' ? 'una' : 'un')} mil`)
  if (ones > 0) parts.push(upToThousand(ones, one))
  return parts.join(' ')
}

function upToThousand(number: number, one: One): string {
  if (number === 100) return 'cien'
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const parts: string[] = []
  if (hundreds > 0) {
    const name = HUNDREDS[hundreds] ?? ''
    parts.push(one === 'una' ? name.replace(/os$/, 'as') : name)
  }
  if (rest > 0) parts.push(upToHundred(rest, one))
  return parts.join(' ')
}

function upToHundred(number: number, one: One): string {
  if (number === 1) return one
  if (number === 21) return one === 'un' ? 'veintiún' : `veinti${one}`
  if (number < 30) return SMALL[number] ?? ''
  const ones = number % 10
  const name = TENS[Math.floor(number / 10)] ?? ''
  return ones === 0 ? name : `${name} y ${ones === 1 ? one : SMALL[ones]}`
}
