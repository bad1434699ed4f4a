import { type Choice, dimensionUnits, volumeUnits, weightUnits } from '#contract/choices.ts'
import { foldText } from '#server/search-text.ts'
import { choiceWords } from './choice-words.ts'

type UnitField = 'weightUnit' | 'volumeUnit' | 'dimensionUnit' | 'temperatureUnit'

/** The field in which each measure's unit stands; an item's volume and flashpoint have none, and are in the first of them. */
export const unitFieldOf: Readonly<Record<string, UnitField>> = {
  grossWeight: 'weightUnit',
  netWeight: 'weightUnit',
  volume: 'volumeUnit',
  length: 'dimensionUnit',
  width: 'dimensionUnit',
  height: 'dimensionUnit',
  flashpoint: 'temperatureUnit',
}
const temperatureUnits: readonly Choice[] = [
  { value: 0, label: '°C' },
  { value: 1, label: '°F' },
]
const choicesOf = {
  weightUnit: weightUnits,
  volumeUnit: volumeUnits,
  dimensionUnit: dimensionUnits,
  temperatureUnit: temperatureUnits,
} as const

/** “°C c.c.”, “℃”, “F”: a temperature's unit without the cup in which it was measured. */
const plainTemperature = (text: string) =>
  text
    .replace('℃', '°C')
    .replace('℉', '°F')
    .replace(/[\s(]*c\.?\s?c\.?\)?$/i, '')
    .replace(
      /^[°º]?\s?(?:c(?:elsius)?|f(?:ahrenheit)?)$/i,
      word => `°${word.replace(/^[°º]?\s?/, '').charAt(0)}`,
    )

/** Units that nothing is kept in: a figure in them is never taken for one in another. */
const foreign = new Set([
  ...['lb', 'lbs', 'pound', 'pounds', 'oz', 'ounces', 'g', 'gr', 'gram', 'grams', 'mg', 'cwt', 'st'],
  ...['l', 'ltr', 'liter', 'liters', 'litre', 'litres', 'dm3', 'cm3', 'gal', 'gallon', 'gallons', 'in3'],
  ...[
    'mm',
    'millimeter',
    'millimeters',
    'millimetre',
    'millimetres',
    'm',
    'meter',
    'meters',
    'metre',
    'metres',
  ],
  ...['ft', 'foot', 'feet'],
])

export type Unit = { value: number; label: string } | { foreign: string }

function unitNamed(text: string, choices: readonly Choice[]): Unit | null {
  const named = choices === temperatureUnits ? plainTemperature(text) : text
  const word = foldText(named).replace(/\.$/, '').trim()
  const wanted = choiceWords[word] ?? word
  const found = choices.find(({ label }) => foldText(label) === wanted)
  if (found) return found
  return foreign.has(word) ? { foreign: text.trim() } : null
}

/** "1,200.5 KGS": the figure and its unit; null where no known unit follows a figure. */
export function figureAndUnit(field: string, text: string): { figure: string; unit: Unit } | null {
  const unitField = unitFieldOf[field]
  const [, figure, word] =
    /^(.*\d[.,]?)\s*([°º℃℉]?\s?(?:\p{L}[\p{L} .]*)?[23³]?\.?)$/u.exec(text.trim()) ?? []
  if (!unitField || figure === undefined || word === undefined) return null
  const unit = unitNamed(word, choicesOf[unitField])
  return unit && { figure, unit }
}

/** The unit that a heading says: "Gross Weight (KGS)", "Weight in lbs", "CBM". */
export function unitOfHeading(field: string, heading: string): Unit | null {
  const unitField = unitFieldOf[field]
  if (!unitField) return null
  const choices = choicesOf[unitField]
  const text = heading.trim()
  const [, inBrackets] = /[([]\s*([^()[\]]+?)\s*[)\]]\s*$/.exec(text) ?? []
  if (inBrackets !== undefined) return unitNamed(inBrackets, choices)
  const words = text.split(/[\s/,]+/)
  const last = words.at(-1) ?? ''
  // A single letter at the end of a heading is hardly a unit, but after “in”.
  if (last.length < 2 && words.at(-2)?.toLowerCase() !== 'in') return null
  return unitNamed(last, choices)
}
