import { labelOf, rateClasses, TransportMode, WaybillCharges } from '#contract/choices.ts'
import type { FieldPlace, MissingValue } from '#contract/generation.ts'
import { jobFieldLabels as labels } from '#contract/job-fields.ts'
import { type WeightChargeProblem, weightChargeProblem } from '#contract/waybill-charges.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'

type ToCheck = Omit<MissingValue, 'templateIds'>

const field = (name: string): FieldPlace => ({ screen: 'details', field: name })

/** What an air waybill that shows its charges lacks for them. */
export function waybillToCheck(
  printed: ReadonlySet<string>,
  { job, finance, company }: TemplateSource,
): ToCheck[] {
  const isShown = job.quote.transportMode === TransportMode.air && job.waybillCharges === WaybillCharges.shown
  const isPrinted = printed.has('Shipment.WeightCharge') || printed.has('Shipment.WaybillTotal')
  if (!isShown || !isPrinted) return []
  const found: ToCheck[] = []
  const problem = weightChargeProblem(job, finance, company.currency)
  if (problem) {
    const { reason, place } = told(problem)
    const message = `The weight charge cannot be worked out: ${reason}, so the total stays empty`
    found.push({ label: labels.waybillCharges, message, place })
  }
  if (job.freightPayment === null && printed.has('Shipment.FreightPayment'))
    found.push({
      label: labels.freightPayment,
      message: 'The charges on the air waybill need freight terms: they are prepaid or collect',
      place: field('freightPayment'),
    })
  return found
}

function told(problem: WeightChargeProblem): { reason: string; place: FieldPlace } {
  const rate = field('waybillRate')
  switch (problem.problem) {
    case 'noWeight':
      return { reason: 'the job has neither a gross weight nor a volume', place: field('grossWeight') }
    case 'noExchangeRate':
      return {
        reason: `the freight charges are in ${problem.currency} without an exchange rate`,
        place: { screen: 'finance' },
      }
    case 'noMinimum':
      return { reason: 'neither the job nor its freight charges have a minimum charge', place: rate }
    case 'noRate':
      return { reason: 'neither the job nor its freight charges have a rate for the weight', place: rate }
    case 'noRateOfClass': {
      const rateClass = labelOf(rateClasses, problem.rateClass)
      return { reason: `the freight charges have no rate of the class ${rateClass}`, place: rate }
    }
  }
}
