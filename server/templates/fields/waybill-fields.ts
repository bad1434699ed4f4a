import {
  labelOf,
  rateClasses,
  waybillChargesChoices,
  WaybillCharges,
  TransportMode,
} from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import { jobFieldLabels as labels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { agreedRateClass, waybillBoxes, type WaybillBoxes } from '#contract/waybill-charges.ts'
import { amountIn, kilograms, number, text, type CatalogueField } from './field-group.ts'

type Waybill = { job: Job; boxes: WaybillBoxes | null }

/** A job's charges as its air waybill prints them; a job that has no finances is charged what is typed on it. */
export const waybillOf = (job: Job, finance: Finance | null, currency: string): Waybill => ({
  job,
  boxes: waybillBoxes(job, finance, currency),
})

const amount = (name: string, label: string, take: (boxes: WaybillBoxes) => number | null) =>
  amountIn(
    'Company.Currency',
    number(name, label, ({ boxes }: Waybill) => boxes && take(boxes)),
  )

/** The code alone: "Q", of "Q Quantity rate". */
const code = (rateClass: number | null) => labelOf(rateClasses, rateClass).slice(0, 1)

export const waybillFields: readonly CatalogueField<Waybill>[] = [
  text('WaybillCharges', labels.waybillCharges, ({ job }) =>
    job.quote.transportMode === TransportMode.air
      ? labelOf(waybillChargesChoices, job.waybillCharges ?? WaybillCharges.asAgreed)
      : null,
  ),
  text('RateClass', labels.rateClass, ({ job, boxes }) =>
    job.quote.transportMode === TransportMode.air
      ? code(boxes ? boxes.rateClass : agreedRateClass(job))
      : null,
  ),
  kilograms('RatedWeight', 'Weight that the air waybill charges, kg', ({ boxes }) => boxes?.kilograms),
  amount('WaybillRate', labels.waybillRate, boxes => boxes.rate),
  amount('WeightCharge', 'Weight charge on the air waybill', boxes => boxes.weightCharge),
  amount('ValuationCharge', labels.valuationCharge, boxes => boxes.valuationCharge),
  amount('WaybillTax', labels.waybillTax, boxes => boxes.tax),
  amount('ChargesDueAgent', labels.chargesDueAgent, boxes => boxes.dueAgent),
  amount('ChargesDueCarrier', labels.chargesDueCarrier, boxes => boxes.dueCarrier),
  amount('WaybillTotal', 'Total of the charges on the air waybill', boxes => boxes.total),
]
