import { VolumeUnit, WeightUnit, labelOf, weightUnits } from '#contract/choices.ts'
import { multiply, round } from '#contract/decimals.ts'
import { cubicMetersIn, inFirstUnit } from '#contract/units.ts'
import { numberText } from '#web/lib/format.ts'
import type { JobValues } from './job-values.ts'

/** What rows of a job come to, in kilograms and cubic metres; null where they say nothing, or not all of them do. */
export type CargoTotals = {
  grossWeight: number | null
  netWeight: number | null
  volume: number | null
  numberOfPackages: number | null
}
export type CargoField = keyof CargoTotals

type Typed = Pick<JobValues, CargoField | 'weightUnit' | 'volumeUnit'>
export type OtherFigure = { of: string; text: string; change: Partial<Typed> }

const TONS_IN_A_KILOGRAM = 0.001
/** Items have three decimals, and cubic feet come to more. */
const DECIMALS_OF_VOLUME = 3

/** A weight of the rows as the job's field takes it: in the job's unit, to its four decimals. */
const inUnit = (kilograms: number, weightUnit: number | null) =>
  weightUnit === WeightUnit.ton ? multiply(kilograms, TONS_IN_A_KILOGRAM) : kilograms

function otherFigure(field: CargoField, typed: Typed, figure: number): Omit<OtherFigure, 'of'> | null {
  const own = typed[field]
  if (field === 'numberOfPackages')
    return own === figure ? null : { text: numberText(figure), change: { numberOfPackages: figure } }
  if (field === 'volume') {
    const volume = round(inFirstUnit(cubicMetersIn, Number(own), typed.volumeUnit), DECIMALS_OF_VOLUME)
    return volume === round(figure, DECIMALS_OF_VOLUME)
      ? null
      : {
          text: `${numberText(figure)} m³`,
          change: { volume: figure, volumeUnit: VolumeUnit.cubicMetre },
        }
  }
  const weightUnit = typed.weightUnit ?? WeightUnit.kilogram
  const weight = inUnit(figure, weightUnit)
  return own === weight
    ? null
    : {
        text: `${numberText(weight)} ${labelOf(weightUnits, weightUnit)}`,
        change: { [field]: weight, weightUnit },
      }
}

/**
 * What the items and the containers of a job come to where it is not what is typed on the job itself: each once where
 * both say the same. Nothing where one side says nothing, or is not understood.
 */
export function otherFigures(
  field: CargoField,
  typed: Typed,
  totals: { items: CargoTotals; containers: CargoTotals },
): OtherFigure[] {
  if (typeof typed[field] !== 'number') return []
  const told = [
    { of: 'Items', figure: totals.items[field] },
    { of: 'Containers', figure: totals.containers[field] },
  ].flatMap(({ of, figure }) => {
    const other = figure === null ? null : otherFigure(field, typed, figure)
    return other ? [{ of, ...other }] : []
  })
  const [first, second] = told
  return first && second && first.text === second.text ? [{ ...first, of: 'Items and containers' }] : told
}
