import { readDecimal } from './decimal.ts'

/** Units in which a format prints a weight, by the format's name. */
export type WeightFormat = 'tonnes' | 'kilograms'

/** The power of ten by which kilograms are more than a unit. */
const POWERS: ReadonlyMap<string, number> = new Map([
  ['kg', 0],
  ['ton', 3],
])

/** Which of the formats says a weight of this unit in another one; undefined for a unit that is not known. */
export function otherWeightFormat(unit: string): WeightFormat | undefined {
  const power = POWERS.get(unit.trim().toLowerCase())
  return power === undefined ? undefined : power === 0 ? 'tonnes' : 'kilograms'
}

/** A weight in tonnes (of 1,000 kg) or kilograms, with all its digits; undefined where its own unit is not known. */
export function weightIn(format: WeightFormat, value: string | number, unit: string): string | undefined {
  const [own, wanted] = [POWERS.get(unit.trim().toLowerCase()), format === 'tonnes' ? 3 : 0]
  const decimal = readDecimal(value)
  if (own === undefined || decimal === undefined) return undefined
  const places = own - wanted
  const { isNegative, whole, fraction } = decimal
  const digits =
    places < 0 ? whole.padStart(1 - places, '0') + fraction : whole + fraction.padEnd(places, '0')
  const point = Math.max(whole.length + places, 1)
  const [before, after] = [
    digits.slice(0, point).replace(/^0+(?=\d)/, ''),
    digits.slice(point).replace(/0+$/, ''),
  ]
  return `${isNegative ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`
}
