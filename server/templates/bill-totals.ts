import { labelOf, volumeUnits, weightUnits } from '#contract/choices.ts'
import { sum } from '#contract/decimals.ts'
import type { Bill } from './bill-fields.ts'
import { number, text, type CatalogueField } from './field-group.ts'

type Totals = {
  count: number
  numberOfPackages: number | null
  grossWeight: number | null
  weightUnit: string | null
  volume: number | null
  volumeUnit: string | null
}

/** Sums over a job's bills. What has no one unit is null: kilograms and tons do not add up. */
export function billTotals(bills: readonly Bill[]): Totals {
  const jobs = bills.map(bill => bill.job)
  const total = (values: (number | null)[]) => (values.some(value => value !== null) ? sum(values) : null)
  const unit = (unitOf: (job: Bill['job']) => number | null) => {
    const units = new Set(jobs.map(unitOf))
    return units.size === 1 ? ([...units][0] ?? null) : null
  }
  const weight = unit(job => job.weightUnit)
  const volume = unit(job => job.volumeUnit)
  return {
    count: jobs.length,
    numberOfPackages: total(jobs.map(job => job.numberOfPackages)),
    grossWeight: weight === null ? null : total(jobs.map(job => job.grossWeight)),
    weightUnit: weight === null ? null : labelOf(weightUnits, weight),
    volume: volume === null ? null : total(jobs.map(job => job.volume)),
    volumeUnit: volume === null ? null : labelOf(volumeUnits, volume),
  }
}

export const billTotalFields: readonly CatalogueField<Totals>[] = [
  number('Count', 'Number of bills', totals => totals.count),
  number('NumberOfPackages', 'Packages of all bills', totals => totals.numberOfPackages),
  number('GrossWeight', 'Gross weight of all bills', totals => totals.grossWeight),
  text('WeightUnit', 'Weight unit of all bills', totals => totals.weightUnit),
  number('Volume', 'Volume of all bills', totals => totals.volume),
  text('VolumeUnit', 'Volume unit of all bills', totals => totals.volumeUnit),
]
