import { type Cargo, chargeableWeight } from '#contract/chargeable-weight.ts'
import { TransportMode } from '#contract/choices.ts'
import { multiply, sum } from '#contract/decimals.ts'
import { breakLines, chargeLines, shownLines, surchargeLines } from '#contract/finance-sections.ts'
import { type Charges, lineFigure, lineMeaning } from '#contract/finance-totals.ts'
import { numberText } from '#web/lib/format.ts'

/** What freight comes to and how, a sentence a step; or why it cannot be said. */
export type Calculation = { total: number; steps: string[] } | { reason: string }

type Step = { amount: number; text: string }

const labels: Record<string, string> = chargeLines.freightCharge
const labelOf = (line: string) => labels[line] ?? line

/** Proposes the freight total: what its rates come to by weight, and its amounts; the figures are left alone. */
export function calculateFreight(charges: Charges, transportMode: number | null, cargo: Cargo): Calculation {
  const amounts = amountSteps(charges, transportMode)
  const perKg = surchargeLines.filter(
    line => isShown(line, transportMode) && isRate(line, charges) && lineFigure(charges, line) !== null,
  )
  const isByAir = transportMode === TransportMode.air
  if (perKg.length === 0 && !isByAir)
    return amounts.length > 0 ? summed([], amounts) : { reason: 'No freight charge is entered yet.' }
  const weight = chargeableWeight(cargo)
  if (!weight) return { reason: 'The job has neither a gross weight nor a volume; enter one under Details.' }
  const { kilograms, isVolumetric } = weight
  const freight = isByAir ? freightSteps(charges, kilograms) : []
  if (freight.length === 0 && perKg.length === 0)
    return { reason: `No rate is entered that fits ${numberText(kilograms)} kg.` }
  const heading = `Chargeable weight: ${numberText(kilograms)} kg (${isVolumetric ? 'volumetric' : 'gross'})`
  const surcharges = perKg.map(line => byWeight(labelOf(line), lineFigure(charges, line) ?? 0, kilograms))
  return summed([heading], [...freight, ...surcharges, ...amounts])
}

const isShown = (line: string, transportMode: number | null) =>
  shownLines('freightCharge', transportMode).some(([shown]) => shown === line)
const isRate = (line: string, charges: Charges) => lineMeaning('freightCharge', line, charges) !== 'amount'

const summed = (headings: string[], steps: Step[]): Calculation => ({
  total: sum(steps.map(step => step.amount)),
  steps: [...headings, ...steps.map(step => step.text)],
})

function byWeight(label: string, rate: number, kilograms: number): Step {
  const amount = multiply(rate, kilograms)
  return {
    amount,
    text: `${label}: ${numberText(rate)} × ${numberText(kilograms)} kg = ${numberText(amount)}`,
  }
}

function amountSteps(charges: Charges, transportMode: number | null): Step[] {
  return shownLines('freightCharge', transportMode).flatMap(([line, label]) => {
    const amount = lineFigure(charges, line)
    if (amount === null || isRate(line, charges)) return []
    return [{ amount, text: `${label}: ${numberText(amount)}` }]
  })
}

/** What the weight breaks and the minimum come to; none where none is entered. */
function freightSteps(charges: Charges, kilograms: number): Step[] {
  const breaks = breakLines.flatMap(({ line, from }) => {
    const rate = lineFigure(charges, line)
    return rate === null ? [] : [{ from, rate, label: labelOf(line) }]
  })
  const own = breaks.filter(one => one.from <= kilograms).at(-1)
  const options = breaks
    .filter(one => one === own || one.from > kilograms)
    .map(({ label, rate, from }) => {
      const step = byWeight(label, rate, Math.max(from, kilograms))
      if (from <= kilograms) return step
      const why = own ? 'cheaper than the rate of the weight itself' : 'the least weight of this rate'
      return { ...step, text: `${step.text}, ${why}` }
    })
  // A shipper may pay for the next break's least weight where that is cheaper (The Air Cargo Tariff as well).
  const best = options.reduce<Step | undefined>(
    (cheapest, one) => (!cheapest || one.amount < cheapest.amount ? one : cheapest),
    undefined,
  )
  const minimum = lineFigure(charges, 'minimumAirCharges')
  if (minimum === null || minimum <= (best?.amount ?? 0)) return best ? [best] : []
  const least = { amount: minimum, text: `At least Minimum Air Charges: ${numberText(minimum)}` }
  return best ? [{ ...best, amount: 0 }, least] : [least]
}
