import { chargeLines } from '#contract/finance-sections.ts'
import type { FreightCalculation, FreightDifference, FreightPart } from '#contract/freight-calculation.ts'
import { amountText, numberText } from '#web/lib/format.ts'

const labels: Record<string, string> = chargeLines.freightCharge
const reasons = {
  cheaper: ', cheaper than the rate for the weight itself',
  leastWeight: ', the minimum weight for this rate',
}

/** How freight comes about, a sentence a step; or why it cannot be said. */
export function freightWords(
  result: FreightCalculation,
  currency: string,
): { steps: string[] } | { reason: string } {
  if ('problem' in result) return { reason: reasonOf(result) }
  const { weight, parts } = result
  const heading =
    weight &&
    `Chargeable weight: ${numberText(weight.kilograms)} kg (${weight.isVolumetric ? 'volumetric' : 'gross'})`
  return { steps: [...(heading ? [heading] : []), ...parts.map(part => partWords(part, currency))] }
}

/** Says that a total is not what its rates come to. */
export const differenceWords = ({ comesTo, kilograms, total }: FreightDifference, currency: string) =>
  `The rates and amounts come to ${amountText(comesTo, currency)} now (${numberText(kilograms)} kg). ` +
  `The total is ${amountText(total, currency)}.`

function reasonOf(result: Extract<FreightCalculation, { problem: string }>): string {
  if (result.problem === 'noFittingRate') return `No rate is entered for ${numberText(result.kilograms)} kg.`
  return result.problem === 'noCharge'
    ? 'No freight charge is entered yet.'
    : 'The job has neither a gross weight nor a volume; enter one under Details.'
}

function partWords(part: FreightPart, currency: string): string {
  const label = labels[part.line] ?? part.line
  const amount = amountText(part.amount, currency)
  if (part.kind !== 'perKg') return `${part.kind === 'minimum' ? 'At least ' : ''}${label}: ${amount}`
  const why = part.because ? reasons[part.because] : ''
  return `${label}: ${amountText(part.rate, currency)} × ${numberText(part.kilograms)} kg = ${amount}${why}`
}
