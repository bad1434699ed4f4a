import { multiply } from './decimals.ts'

/** Units of one kind: how much of the first each is, by its stored value. */
export type UnitFactors = readonly number[]

/** Kilograms in a KG and in a TON. */
export const kilogramsIn: UnitFactors = [1, 1000]
/** Cubic meters in a Cubic Meter and in a Cubic Feet: 0.3048³ (international foot), to eight decimals. */
export const cubicMetersIn: UnitFactors = [1, 0.02831685]

/** The figure in kilograms or cubic meters; as it is where no unit is chosen. */
export const inFirstUnit = (factors: UnitFactors, figure: number, unit: number | null): number =>
  multiply(figure, unit === null ? 1 : (factors[unit] ?? 1))
