import { VolumeUnit, WeightUnit } from '#contract/choices.ts'
import type { CargoDifference } from '#contract/container-sums.ts'
import { multiply } from '#contract/decimals.ts'
import type { Job } from '#contract/jobs.ts'

const TONS_IN_A_KILOGRAM = 0.001
const KILOGRAMS_IN_A_TON = 1000

type Weights = Pick<Job, 'netWeight' | 'weightUnit'>

/** A weight in the job's unit; in kilograms, and the net weight with it, where tons have too few digits for it. */
function weights(kilograms: number, { netWeight, weightUnit }: Weights) {
  if (weightUnit !== WeightUnit.ton) return { grossWeight: kilograms }
  const tons = multiply(kilograms, TONS_IN_A_KILOGRAM)
  if (multiply(tons, KILOGRAMS_IN_A_TON) === kilograms) return { grossWeight: tons }
  return {
    grossWeight: kilograms,
    weightUnit: WeightUnit.kilogram,
    ...(netWeight !== null && { netWeight: multiply(netWeight, KILOGRAMS_IN_A_TON) }),
  }
}

/** The job's cargo figures as its containers have them, where they differ. */
export function takenFromContainers(differences: readonly CargoDifference[], job: Weights) {
  const figure = (field: CargoDifference['field']) =>
    differences.find(one => one.field === field && one.ofJob !== null)?.ofContainers
  const [packages, kilograms, volume] = [figure('packages'), figure('cargoWeight'), figure('volume')]
  return {
    ...(packages !== undefined && { numberOfPackages: packages }),
    ...(kilograms !== undefined && weights(kilograms, job)),
    ...(volume !== undefined && { volume, volumeUnit: VolumeUnit.cubicMetre }),
  }
}
