import { sum } from '#contract/decimals.ts'
import type { Bill } from './bill-fields.ts'
import { number, text, unit, type CatalogueField } from './field-group.ts'
import { measureTotal, volumes, weights } from './measures.ts'

type Totals = ReturnType<typeof billTotals>

/** Sums over a job's bills; in kilograms and cubic meters where their units differ. */
export function billTotals(bills: readonly Bill[]) {
  const jobs = bills.map(bill => bill.job)
  const packages = jobs.map(job => job.numberOfPackages)
  const weight = measureTotal(
    weights,
    jobs.map(job => ({ figure: job.grossWeight, unit: job.weightUnit })),
  )
  const volume = measureTotal(
    volumes,
    jobs.map(job => ({ figure: job.volume, unit: job.volumeUnit })),
  )
  return {
    count: jobs.length,
    numberOfPackages: packages.some(one => one !== null) ? sum(packages) : null,
    grossWeight: weight.figure,
    weightUnit: weight.unit,
    grossWeightByUnit: weight.byUnit,
    volume: volume.figure,
    volumeUnit: volume.unit,
    volumeByUnit: volume.byUnit,
  }
}

export const billTotalFields: readonly CatalogueField<Totals>[] = [
  number('Count', 'Number of bills', totals => totals.count),
  number('NumberOfPackages', 'Packages of all bills', totals => totals.numberOfPackages),
  number('GrossWeight', 'Gross weight of all bills', totals => totals.grossWeight),
  unit('WeightUnit', 'Weight unit of all bills', totals => totals.weightUnit),
  number('Volume', 'Volume of all bills', totals => totals.volume),
  unit('VolumeUnit', 'Volume unit of all bills', totals => totals.volumeUnit),
  text('GrossWeightByUnit', 'Gross weight where some bills have no unit', totals => totals.grossWeightByUnit),
  text('VolumeByUnit', 'Volume where some bills have no unit', totals => totals.volumeByUnit),
]
