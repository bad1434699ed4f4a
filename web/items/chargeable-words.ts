import { kilogramsOfACubicMetre, type VolumeWeights } from '#contract/chargeable-weight.ts'
import { LoadType, TransportMode } from '#contract/choices.ts'
import type { Quote } from '#contract/jobs.ts'
import { numberText } from '#web/lib/format.ts'

type Carried = Pick<Quote, 'transportMode' | 'clType'>

/**
 * Whether cargo carried so is charged by weight or volume: by air and by road it is, by sea only loose cargo (LCL);
 * nobody knows of a job without a mode.
 */
export const isChargedByWeight = ({ transportMode, clType }: Carried): boolean =>
  transportMode === TransportMode.sea ? clType === LoadType.lcl : transportMode !== null

const KILOGRAMS_IN_A_TONNE = 1000

/** A chargeable weight in the words of the mode, with how much a cubic metre counts; W/M by sea. */
export function chargeableWords(
  kilograms: number,
  { transportMode }: Carried,
  weights: VolumeWeights,
): string {
  if (transportMode === TransportMode.sea)
    return `Chargeable ${numberText(kilograms / KILOGRAMS_IN_A_TONNE, { least: 2, most: 3 })} W/M (sea, 1 m³ = 1 t)`
  const perCubicMetre = numberText(kilogramsOfACubicMetre(transportMode, weights), { most: 2 })
  const mode = transportMode === TransportMode.air ? 'air' : 'road'
  return `Chargeable ${numberText(kilograms, { least: 2, most: 2 })} kg (${mode}, 1 m³ = ${perCubicMetre} kg)`
}
