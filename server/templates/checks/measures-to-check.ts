import { labelOf } from '#contract/choices.ts'
import { volumeOfItem } from '#contract/item-rules.ts'
import { round } from '#contract/decimals.ts'
import type { FieldPlace, MissingValue } from '#contract/generation.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { cubicMetersIn, inFirstUnit } from '#contract/units.ts'
import { billTotals } from '#server/templates/fields/bill-totals.ts'
import { billsOf } from '#server/templates/fields/bill-fields.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { itemTotals } from '#server/templates/fields/item-totals.ts'
import {
  figureWithUnit,
  isSameMeasure,
  type Measure,
  volumes,
  weights,
} from '#server/templates/fields/measures.ts'
import { inSentence } from './missing-words.ts'

type ToCheck = Omit<MissingValue, 'templateIds'>
type Difference = ToCheck & { place: Extract<FieldPlace, { screen: 'details' }> }

/** The unit that items have. */
const CUBIC_METER = 0

const figures = ['numberOfPackages', 'grossWeight', 'netWeight', 'volume'] as const
type Figure = (typeof figures)[number]

/** A total beside the job's own figure. */
type Told = Measure & { unitName: string | null; byUnit?: string | null }

/** What papers name each figure of the items by. */
const ofItems: Readonly<Partial<Record<Figure, string>>> = {
  numberOfPackages: 'NumberOfPacks',
  grossWeight: 'GrossWeight',
  netWeight: 'NetWeight',
  volume: 'Volume',
}
const ofShipment: Readonly<Record<Figure, string>> = {
  numberOfPackages: 'NumberOfPackages',
  grossWeight: 'GrossWeight',
  netWeight: 'NetWeight',
  volume: 'Volume',
}

/** Figures of one cargo that papers of one set would tell differently: a bank refuses such a set (UCP 600, art. 14 d). */
export function measuresToCheck(printed: ReadonlySet<string>, { job, houses }: TemplateSource): ToCheck[] {
  const found: ToCheck[] = []
  const names = [...printed]
  const printsBills = names.some(name => /^(Bills|Houses|BillTotals)(\.|$)/.test(name))
  for (const figure of figures) {
    const own = ofItems[figure]
    const isPrinted =
      printed.has(`Shipment.${ofShipment[figure]}`) ||
      (own !== undefined &&
        ['Items.%', 'ItemTotals.%', 'ItemTotals.%ByUnit'].some(one => printed.has(one.replace('%', own))))
    if (isPrinted) found.push(...compared(job, figure, 'its items come to', ofAllItems(job, figure)))
    if (!printsBills || houses.length === 0) continue
    found.push(...compared(job, figure, 'its house bills come to', ofAllHouses(job, houses, figure)))
    for (const house of houses) {
      const ofHouse = compared(
        house,
        figure,
        'its items come to',
        ofAllItems(house, figure),
        `House job ${house.jobId}`,
      )
      found.push(...ofHouse.map(one => toldOfHouse(house, one)))
    }
  }
  return found
}

const toldOfHouse = ({ id, jobId }: Job, { label, place, ...told }: Difference): Difference => ({
  ...told,
  label: `House job ${jobId}, ${label}`,
  place: { ...place, shipmentId: id },
})

function compared(job: Job, figure: Figure, words: string, other: Told, whose = 'The job'): Difference[] {
  const label = jobFieldLabels[figure]
  const place = { screen: 'details' as const, field: figure }
  const own = ofJob(job, figure)
  const existing = own.figure === null ? 'is empty' : `is ${figureWithUnit(own.figure, own.unitName)}`
  const start = `${whose}’s ${inSentence(label)} ${existing}; ${words}`
  if (other.byUnit) return [{ label, message: `${start} ${other.byUnit}`, place }]
  if (own.figure === null || other.figure === null || isSame(figure, own, other)) return []
  return [{ label, message: `${start} ${figureWithUnit(other.figure, other.unitName)}`, place }]
}

/** Items have three decimals of a cubic metre, and cubic feet come to more. */
const litres = ({ figure, unit }: Measure) => round(inFirstUnit(cubicMetersIn, figure ?? 0, unit), 3)

const isSame = (figure: Figure, own: Told, other: Told) =>
  figure === 'volume'
    ? isSameMeasure(volumes, own, other) || litres(own) === litres(other)
    : isSameMeasure(weights, own, other)

function ofJob(job: Job, figure: Figure): Told {
  if (figure === 'numberOfPackages') return { figure: job.numberOfPackages, unit: null, unitName: null }
  const [kind, unit] = figure === 'volume' ? [volumes, job.volumeUnit] : [weights, job.weightUnit]
  return { figure: job[figure], unit, unitName: labelOf(kind.units, unit) }
}

const unitOf = (kind: typeof weights, label: string | null) =>
  kind.units.find(one => one.label === label)?.value ?? null

function ofAllItems({ items }: Job, figure: Figure): Told {
  const totals = itemTotals(items)
  const unit = { unit: unitOf(weights, totals.weightUnit), unitName: totals.weightUnit }
  switch (figure) {
    case 'numberOfPackages':
      return { figure: totals.numberOfPacks, unit: null, unitName: null }
    case 'grossWeight':
      return { figure: totals.grossWeight, ...unit, byUnit: totals.grossWeightByUnit }
    case 'netWeight':
      return { figure: totals.netWeight, ...unit, byUnit: totals.netWeightByUnit }
    case 'volume':
      // Where some items have no volume the others' sum says nothing of the whole.
      return items.every(item => volumeOfItem(item).volume !== null) && totals.volume !== null
        ? { figure: totals.volume, unit: CUBIC_METER, unitName: labelOf(volumes.units, CUBIC_METER) }
        : { figure: null, unit: null, unitName: null }
  }
}

function ofAllHouses(job: Job, houses: readonly Job[], figure: Figure): Told {
  const totals = billTotals(billsOf(job, houses))
  switch (figure) {
    case 'numberOfPackages':
      return { figure: totals.numberOfPackages, unit: null, unitName: null }
    case 'grossWeight':
      return {
        figure: totals.grossWeight,
        unit: unitOf(weights, totals.weightUnit),
        unitName: totals.weightUnit,
        byUnit: totals.grossWeightByUnit,
      }
    case 'volume':
      return {
        figure: totals.volume,
        unit: unitOf(volumes, totals.volumeUnit),
        unitName: totals.volumeUnit,
        byUnit: totals.volumeByUnit,
      }
    case 'netWeight':
      return { figure: null, unit: null, unitName: null }
  }
}
