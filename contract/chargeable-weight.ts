import { TransportMode } from './choices.ts'
import { multiply, sum } from './decimals.ts'
import { volumeOfItem } from './item-rules.ts'
import type { Item } from './items.ts'
import { cubicMetersIn, inFirstUnit, kilogramsIn } from './units.ts'

/**
 * IATA's volumetric weight: 6,000 cm³ count as one kilogram (Cargo Services Conference Resolution 502),
 * so a cubic meter as 166.6667 kg.
 */
export const AIR_DIVISOR = 6000
/** Groupage by road: 3 m³ count as a tonne. */
export const ROAD_DENSITY = 333
/** Weight or measure by sea: a cubic metre counts as a tonne. */
const SEA_DENSITY = 1000
const CUBIC_CENTIMETRES = 1_000_000

/** By what the company counts volume as weight; null: as is usual. */
export type VolumeWeights = { airDivisor: number | null; roadDensity: number | null }
const usual: VolumeWeights = { airDivisor: null, roadDensity: null }

/** How many kilograms a cubic metre counts as in a mode of transport; by air where none is said. */
export function kilogramsOfACubicMetre(
  mode: number | null,
  { airDivisor, roadDensity }: VolumeWeights = usual,
): number {
  if (mode === TransportMode.sea) return SEA_DENSITY
  if (mode === TransportMode.road) return roadDensity ?? ROAD_DENSITY
  return CUBIC_CENTIMETRES / (airDivisor ?? AIR_DIVISOR)
}

/** The figures on the job that air freight is charged by. */
export type Cargo = {
  grossWeight: number | null
  weightUnit: number | null
  volume: number | null
  volumeUnit: number | null
  /** How many cubic centimetres count as a kilogram; IATA's 6,000 where it is not said. */
  airDivisor?: number | null
}

/** `kilograms`: the greater of gross weight and volume, which counts as weight. */
export type ChargeableWeight = { kilograms: number; isVolumetric: boolean }

function greater(gross: number | null, volumetric: number | null): ChargeableWeight | null {
  const kilograms = Math.max(gross ?? 0, volumetric ?? 0)
  if (kilograms <= 0) return null
  return { kilograms, isVolumetric: (volumetric ?? 0) > (gross ?? 0) }
}

/** Up to the next half kilogram (IATA, The Air Cargo Tariff, rules on chargeable weight). */
const toHalfKilograms = ({ kilograms, isVolumetric }: ChargeableWeight): ChargeableWeight => ({
  kilograms: Math.ceil(kilograms * 2) / 2,
  isVolumetric,
})

/**
 * The weight in kilograms that air freight is charged by: the greater of gross and volumetric weight, rounded
 * up to the next half kilogram. Null where the job has neither.
 */
export function chargeableWeight(cargo: Cargo): ChargeableWeight | null {
  const { grossWeight, weightUnit, volume, volumeUnit, airDivisor = null } = cargo
  const gross = grossWeight === null ? null : inFirstUnit(kilogramsIn, grossWeight, weightUnit)
  const cubicMeters = volume === null ? null : inFirstUnit(cubicMetersIn, volume, volumeUnit)
  const perCubicMetre = kilogramsOfACubicMetre(TransportMode.air, { ...usual, airDivisor })
  const found = greater(gross, cubicMeters === null ? null : multiply(cubicMeters, perCubicMetre))
  return found && toHalfKilograms(found)
}

type Charged = Pick<
  Item,
  'grossWeight' | 'weightUnit' | 'numberOfPacks' | 'length' | 'width' | 'height' | 'dimensionUnit' | 'volume'
>
type By = { mode: number | null; weights: VolumeWeights }

const grossOf = ({ grossWeight, weightUnit }: Charged) =>
  grossWeight === null ? null : inFirstUnit(kilogramsIn, grossWeight, weightUnit)

const volumetricOf = (item: Charged, { mode, weights }: By) => {
  const { volume } = volumeOfItem(item)
  return volume === null ? null : multiply(volume, kilogramsOfACubicMetre(mode, weights))
}

/** What an item is charged by, in kilograms, unrounded; null where neither weight nor volume is known. */
export const chargeableWeightOfItem = (item: Charged, by: By): ChargeableWeight | null =>
  greater(grossOf(item), volumetricOf(item, by))

/**
 * What all items of a job are charged by: the greater of both sums, as one consignment, and by air rounded up to the
 * next half kilogram.
 */
export function chargeableWeightOfItems(items: readonly Charged[], by: By): ChargeableWeight | null {
  const found = greater(sum(items.map(grossOf)), sum(items.map(item => volumetricOf(item, by))))
  return found && (by.mode === TransportMode.air ? toHalfKilograms(found) : found)
}

const KILOGRAMS_OF_A_TONNE = 0.001

/**
 * Weight or measure, by which less than a container load is charged by sea: tonnes or cubic metres, whichever is more
 * (a cubic metre counts as a tonne). Null where the job has neither.
 */
export function weightOrMeasure(cargo: Cargo): number | null {
  const { grossWeight, weightUnit, volume, volumeUnit } = cargo
  const gross = grossWeight === null ? null : inFirstUnit(kilogramsIn, grossWeight, weightUnit)
  const cubicMeters = volume === null ? null : inFirstUnit(cubicMetersIn, volume, volumeUnit)
  if (gross === null && cubicMeters === null) return null
  return Math.max(gross === null ? 0 : multiply(gross, KILOGRAMS_OF_A_TONNE), cubicMeters ?? 0)
}

/** What a job's cargo is charged by: chargeable kilograms by air, W/M otherwise. */
export const chargedOf = (cargo: Cargo, transportMode: number | null): number | null =>
  transportMode === TransportMode.air ? (chargeableWeight(cargo)?.kilograms ?? null) : weightOrMeasure(cargo)
