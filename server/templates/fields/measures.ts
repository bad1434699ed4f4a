import { type Choice, labelOf, volumeUnits, weightUnits } from '#contract/choices.ts'
import { sum } from '#contract/decimals.ts'
import { unbroken, unitSign } from '#server/word/language/unit-signs.ts'
import { cubicMetersIn, inFirstUnit, kilogramsIn, type UnitFactors } from '#contract/units.ts'

/** A weight or volume and its unit's stored value; null where nothing is entered. */
export type Measure = { figure: number | null; unit: number | null }

type Kind = { units: readonly Choice[]; factors: UnitFactors }
export const weights: Kind = { units: weightUnits, factors: kilogramsIn }
export const volumes: Kind = { units: volumeUnits, factors: cubicMetersIn }

export type MeasureTotal = {
  figure: number | null
  /** The label; '' where none is chosen. null where the figure has no one unit. */
  unit: string | null
  /** "1,240.50 KG + 12.00 without a unit", where that is all that can be said; else null. */
  byUnit: string | null
}

const onPapers = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const inSentences = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** A figure as papers print it, with its unit, which no line parts from it. */
const measureText = (figure: number, unit: string) => unbroken(`${onPapers.format(figure)} ${unit}`)

/** The same within a sentence: “1,200.5 kg”, with the unit's sign for its name; the figure alone without a unit. */
export const figureWithUnit = (figure: number, unitName: string | null): string =>
  unbroken(`${inSentences.format(figure)} ${unitName ? unitSign(unitName) : ''}`.trim())

/** “12.00 without a unit”. */
export const withoutUnit = (figure: number) => measureText(figure, 'without a unit')

type Given = { figure: number; unit: number | null }

/** The measures that a total is of. Nothing is nothing in any unit, so a 0 does not part those with and without one. */
function summands(measures: readonly Measure[]): Given[] {
  const entered = measures.flatMap(({ figure, unit }) => (figure === null ? [] : [{ figure, unit }]))
  if (entered.every(({ unit }) => unit !== null)) return entered
  const figures = entered.filter(({ figure }) => figure !== 0)
  const inUnits = entered.filter(({ unit }) => unit !== null)
  return [figures, inUnits, entered].find(some => some.length > 0) ?? []
}

/**
 * The total, in the unit that all have, in kilograms or cubic meters where they differ or `isInFirstUnit` says so.
 */
export function measureTotal(
  kind: Kind,
  measures: readonly Measure[],
  { isInFirstUnit = false } = {},
): MeasureTotal {
  const given = summands(measures)
  const units = new Set((given.length > 0 ? given : measures).map(({ unit }) => unit))
  const isConverted = isInFirstUnit && given.length > 0 && !units.has(null)
  const nothing = { figure: null, unit: null, byUnit: null }
  if (units.size <= 1 && !isConverted) {
    const [unit = null] = units
    const figure = given.length > 0 ? sum(given.map(one => one.figure)) : null
    return measures.length === 0 ? nothing : { figure, unit: labelOf(kind.units, unit), byUnit: null }
  }
  if (given.length === 0) return { ...nothing, unit: units.has(null) ? null : labelOf(kind.units, 0) }
  const inUnits = given.filter(one => one.unit !== null)
  const first = units.size === 2 && units.has(null) ? (inUnits[0]?.unit ?? 0) : 0
  const converted = inUnits.map(({ figure, unit }) =>
    unit === first ? figure : inFirstUnit(kind.factors, figure, unit),
  )
  const label = labelOf(kind.units, first)
  if (!units.has(null)) return { figure: sum(converted), unit: label, byUnit: null }
  const without = sum(given.filter(one => one.unit === null).map(one => one.figure))
  return {
    ...nothing,
    byUnit: `${measureText(sum(converted), unitSign(label))} + ${withoutUnit(without)}`,
  }
}

/** Whether two figures say the same, whatever their units; without a unit the bare figures are compared. */
export function isSameMeasure(kind: Kind, one: Measure, other: Measure): boolean {
  if (one.figure === null || other.figure === null) return true
  if (one.unit === other.unit || one.unit === null || other.unit === null)
    return sum([one.figure, -other.figure]) === 0
  const inFirst = ({ figure, unit }: Measure) => inFirstUnit(kind.factors, figure ?? 0, unit)
  return sum([inFirst(one), -inFirst(other)]) === 0
}
