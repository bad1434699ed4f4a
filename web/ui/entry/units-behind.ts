import { inFirstUnit, type UnitFactors } from '#contract/units.ts'

/** Figures that may be typed and pasted with their unit. */
export type Measure = {
  /** What people write for a unit, in small letters, and the unit's stored value. */
  units: Readonly<Record<string, number>>
  /** How much of the first unit each is. */
  factors: UnitFactors
  /** The column that holds the unit; absent where there is one unit alone. */
  unitColumn?: string
  /** The columns whose figures have that unit. */
  sharing: readonly string[]
  /** The units that are kept, as a sentence names them: “kg or t”. */
  kept: string
}

/** A field of its own whose figure may be typed with a unit. */
export type Measured = {
  measure: Measure
  /** The chosen unit; null where none is chosen yet. */
  unit: number | null
  /** Chooses the unit that was typed, where none was chosen. */
  onUnit?: (unit: number) => void
}

const MANY_DECIMALS = 8

/** A figure of one unit in another. */
export const inUnit = ({ factors }: Measure, figure: number, from: number, to: number): number =>
  Number(((figure * inFirstUnit(factors, 1, from)) / inFirstUnit(factors, 1, to)).toFixed(MANY_DECIMALS))

/** “12,5 kg”, “220 lbs.”: a figure and the unit behind it. */
const WITH_UNIT = /^(.*\d[.,]?)\s*([°º]?\p{L}[\p{L} .]{0,20}[23³]?)\.?$/u

const plainWord = (word: string) => word.trim().toLowerCase().replace(/\.$/, '')

/** The figure without its unit, and the unit's stored value; null where no unit that the column knows follows. */
export function unitBehind(measure: Measure, text: string): { figure: string; unit: number } | null {
  const [, figure, word] = WITH_UNIT.exec(text.trim()) ?? []
  if (figure === undefined || word === undefined) return null
  const unit = measure.units[plainWord(word)]
  return unit === undefined ? null : { figure, unit }
}

/** Why a figure with a unit that is not kept cannot stand in its column; null for any other text. */
export function foreignUnit(measure: Measure, text: string): string | null {
  const [, , word] = WITH_UNIT.exec(text.trim()) ?? []
  if (word === undefined || measure.units[plainWord(word)] !== undefined) return null
  return `“${text.trim()}” is in another unit. Type it in ${measure.kept}.`
}
