import type { FieldValues, KnownField } from '#server/word/language/known-fields.ts'
import { unitSign } from '#server/word/language/unit-signs.ts'
import type { Candidate } from './occurrences.ts'
import { plainText, unitBeside, WEIGHT_UNITS, weightFormatOf } from './writings.ts'

type Measure = 'weight' | 'volume'

/** Units as papers write them, by what they measure. */
const UNITS = {
  ...WEIGHT_UNITS,
  pounds: /(?<![\p{L}\p{N}])(?:lbs?|pounds?)(?![\p{L}\p{N}])/iu,
  cubicMetres: /(?<![\p{L}\p{N}])(?:cbm|m ?[3³]|cu\.? ?m|cubic met(?:re|er)s?)(?![\p{L}\p{N}])/iu,
  cubicFeet: /(?<![\p{L}\p{N}])(?:cft|cu\.? ?ft|ft ?[3³]|cubic f(?:ee|oo)t)(?![\p{L}\p{N}])/iu,
}
type Unit = keyof typeof UNITS
const ALL = Object.entries(UNITS) as [Unit, RegExp][]
const OF_WEIGHT: ReadonlySet<Unit> = new Set(['kilograms', 'tonnes', 'pounds'])

const measureOf = (unit: Unit): Measure => (OF_WEIGHT.has(unit) ? 'weight' : 'volume')

/** Units by the names that a job has for them. */
const KEPT_IN: Readonly<Record<string, Unit>> = {
  kg: 'kilograms',
  ton: 'tonnes',
  'cubic meter': 'cubicMetres',
  'cubic feet': 'cubicFeet',
}

/** Between a figure and its unit. */
const GAP = /^[ (]{0,2}/

/** What stands around a figure. */
export interface UnitsAround {
  /** In its line. */
  after: string
  /** In the cell beside it, where the figure stands alone in its own. */
  beside?: string | undefined
  labels: readonly string[]
}

/**
 * Of what a figure can mean, what its unit allows. “12.800” is tonnes where “t” stands behind it or its label says
 * tonnes, and then nothing else of that field; “12,800 KGS” is printed in kilograms, for the next job may keep tonnes.
 * No format prints a volume in another unit: there the figure is asked.
 */
export function asUnitsSay(
  candidates: readonly Candidate[],
  { after, beside = '', labels }: UnitsAround,
  values: FieldValues['fields'],
): readonly Candidate[] {
  if (!candidates.some(({ field }) => field.kind === 'number')) return candidates
  const behind = unitBehind(after) ?? (after.trim() === '' ? unitAlone(beside) : undefined)
  // Of what is always in one unit, the unit is text, whatever else may be meant.
  const isText = candidates.some(({ field }) => field.fixedUnit)
  return candidates.flatMap(one => {
    const { field, formats } = one
    if (field.kind !== 'number' || formats.startsWith(WITH_ITS_UNIT)) return [one]
    const own = unitOf(field, values)
    const measure = field.fixedUnit || isMeasured(field) ? measureOfField(field) : undefined
    if (!measure || (behind && measureOf(behind) !== measure)) return behind ? [] : [one]
    const said = behind
      ? [behind]
      : ALL.flatMap(([unit, sign]) =>
          measureOf(unit) === measure && labels.some(label => sign.test(label)) ? [unit] : [],
        )
    const scaled = weightFormatOf(formats)
    const isField = own !== undefined && !isText && becomesField(own, after)
    if (scaled) return said.includes(scaled) && !isField ? [one] : []
    if (said.length === 0) return [one]
    if (own && !said.includes(own.unit)) return []
    if (field.fixedUnit || isField) return [one]
    const isScaled = candidates.some(
      other => other.field === field && own && weightFormatOf(other.formats) === own.unit,
    )
    return isScaled ? [] : [{ ...one, isUnitLeft: true }]
  })
}

const WITH_ITS_UNIT = ' | unit:'

const isMeasured = (field: KnownField) => /(?:Weight|Volume)$/.test(field.name)

const measureOfField = ({ name, fixedUnit }: KnownField): Measure =>
  fixedUnit === 'KG' || (!fixedUnit && name.endsWith('Weight')) ? 'weight' : 'volume'

type OwnUnit = { unit: Unit; signs: readonly string[] }

/** The unit of a field for the job; undefined where nobody said it. */
function unitOf(field: KnownField, values: FieldValues['fields']): OwnUnit | undefined {
  if (field.fixedUnit) return { unit: field.fixedUnit === 'KG' ? 'kilograms' : 'cubicMetres', signs: [] }
  const name = unitBeside(field, values)
  const unit = typeof name === 'string' ? KEPT_IN[name.trim().toLowerCase()] : undefined
  return unit && typeof name === 'string' ? { unit, signs: [name, plainText(unitSign(name))] } : undefined
}

/** Whether the unit behind a figure reads as its own field prints it, which stands there then. */
function becomesField({ signs }: OwnUnit, after: string): boolean {
  const text = after.replace(/^ /, '')
  return signs.some(sign => text.startsWith(sign) && !/^[\p{L}\p{N}]/u.test(text.slice(sign.length)))
}

const unitBehind = (after: string) => unitAt(after.replace(GAP, ''))

export const hasUnitBehind = (after: string): boolean => unitBehind(after) !== undefined

/** The unit with which a text begins. */
const unitAt = (text: string): Unit | undefined => ALL.find(([, sign]) => text.search(sign) === 0)?.[0]

/** How long such a unit is. */
export const lengthOfUnit = (text: string): number => {
  const unit = unitAt(text)
  return unit === undefined ? 0 : (UNITS[unit].exec(text)?.[0].length ?? 0)
}

/** The unit that a cell says, and nothing else. */
function unitAlone(cell: string): Unit | undefined {
  const text = cell.trim()
  return lengthOfUnit(text) > 0 && /^[\s.)]*$/.test(text.slice(lengthOfUnit(text))) ? unitAt(text) : undefined
}
