import { TransportMode } from './choices.ts'
import { multiply } from './decimals.ts'
import { cubicMetersIn, inFirstUnit, kilogramsIn } from './units.ts'

/**
 * IATA's volumetric weight: 6,000 cm³ count as one kilogram (Cargo Services Conference Resolution 502),
 * so a cubic meter as 166.6667 kg.
 */
const KILOGRAMS_OF_A_CUBIC_METER = 166.66666667

/** The figures on the job that air freight is charged by. */
export type Cargo = {
  grossWeight: number | null
  weightUnit: number | null
  volume: number | null
  volumeUnit: number | null
}

/**
 * The weight in kilograms that air freight is charged by: the greater of gross and volumetric weight, rounded
 * up to the next half kilogram (IATA, The Air Cargo Tariff, rules on chargeable weight). Null where the job has neither.
 */
export function chargeableWeight(cargo: Cargo): { kilograms: number; isVolumetric: boolean } | null {
  const { grossWeight, weightUnit, volume, volumeUnit } = cargo
  const gross = grossWeight === null ? null : inFirstUnit(kilogramsIn, grossWeight, weightUnit)
  const cubicMeters = volume === null ? null : inFirstUnit(cubicMetersIn, volume, volumeUnit)
  const volumetric = cubicMeters === null ? null : multiply(cubicMeters, KILOGRAMS_OF_A_CUBIC_METER)
  const greater = Math.max(gross ?? 0, volumetric ?? 0)
  if (greater <= 0) return null
  return { kilograms: Math.ceil(greater * 2) / 2, isVolumetric: (volumetric ?? 0) > (gross ?? 0) }
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
