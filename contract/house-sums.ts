import { VolumeUnit, WeightUnit } from './choices.ts'
import { type Cargo, chargedOf } from './chargeable-weight.ts'
import { sum } from './decimals.ts'
import { cubicMetersIn, inFirstUnit, kilogramsIn } from './units.ts'

/** Null where no house says anything. */
export type HouseSums = {
  packages: number | null
  kilograms: number | null
  cubicMetres: number | null
  /** What the houses are charged by together: each by itself, W/M or by air chargeable kilograms. */
  chargeable: number | null
}

type Summed = Cargo & { numberOfPackages: number | null }

const sumOf = (values: readonly (number | null)[]) =>
  values.some(value => value !== null) ? sum(values) : null

/** What the houses of a master come to. A figure without a unit counts as kilograms or cubic metres. */
export const houseSums = (houses: readonly Summed[], transportMode: number | null): HouseSums => ({
  packages: sumOf(houses.map(one => one.numberOfPackages)),
  kilograms: sumOf(
    houses.map(one =>
      one.grossWeight === null ? null : inFirstUnit(kilogramsIn, one.grossWeight, one.weightUnit),
    ),
  ),
  cubicMetres: sumOf(
    houses.map(one => (one.volume === null ? null : inFirstUnit(cubicMetersIn, one.volume, one.volumeUnit))),
  ),
  chargeable: sumOf(houses.map(one => chargedOf(one, transportMode))),
})

/** A master's cargo as its houses give it, in kilograms and cubic metres. */
export type CargoOfHouses = {
  numberOfPackages: number | null
  grossWeight: number | null
  weightUnit: number | null
  volume: number | null
  volumeUnit: number | null
}

/**
 * What a master's cargo would be by its houses where it differs; null where it does not, or the houses say nothing of
 * it. What no house says stays the master's own.
 */
export function cargoOfHouses(
  master: CargoOfHouses,
  { packages, kilograms, cubicMetres }: HouseSums,
): Partial<CargoOfHouses> | null {
  const figures: Partial<CargoOfHouses> = {}
  const own = houseSums([master], null)
  if (packages !== null && packages !== own.packages) figures.numberOfPackages = packages
  if (kilograms !== null && kilograms !== own.kilograms)
    Object.assign(figures, { grossWeight: kilograms, weightUnit: WeightUnit.kilogram })
  if (cubicMetres !== null && cubicMetres !== own.cubicMetres)
    Object.assign(figures, { volume: cubicMetres, volumeUnit: VolumeUnit.cubicMetre })
  return Object.keys(figures).length > 0 ? figures : null
}
