import { type Cargo, chargeableWeight } from '#contract/chargeable-weight.ts'
import { TransportMode } from '#contract/choices.ts'
import { multiply, sum } from '#contract/decimals.ts'
import { chargeLines, isFreightLineShown } from '#contract/finance-sections.ts'
import { numberText } from '#web/lib/format.ts'

export type FreightCharges = Readonly<Record<string, unknown>>

/** What freight comes to and how, a sentence a step; or why it cannot be said. */
export type Calculation = { total: number; steps: string[] } | { reason: string }

type Break = { from: number; rate: number; label: string }

const figure = (charges: FreightCharges, line: string) => {
  const value = charges[line]
  return typeof value === 'number' ? value : null
}

const labels: Record<string, string> = chargeLines.freightCharge

/** Proposes the freight total; the figures themselves are left alone. */
export function calculateFreight(
  charges: FreightCharges,
  transportMode: number | null,
  cargo: Cargo,
): Calculation {
  return transportMode === TransportMode.air
    ? airFreight(charges, cargo)
    : otherFreight(charges, transportMode)
}

function otherFreight(charges: FreightCharges, transportMode: number | null): Calculation {
  const lines = Object.keys(labels).filter(
    line => isFreightLineShown(line, transportMode) && figure(charges, line) !== null,
  )
  if (lines.length === 0) return { reason: 'No freight charge is entered yet.' }
  return {
    total: sum(lines.map(line => figure(charges, line))),
    steps: lines.map(line => `${labels[line]}: ${numberText(figure(charges, line))}`),
  }
}

const breakLines = [
  { line: 'minus45', from: 0 },
  { line: 'plus45', from: 45 },
  { line: 'plus100', from: 100 },
  { line: 'plus250', from: 250 },
  { line: 'plus300', from: 300 },
  { line: 'plus500', from: 500 },
  { line: 'plus1000', from: 1000 },
] as const

const surcharges = ['fsc', 'ssc', 'otherAirCharges', 'otherFreightCharges']

function airFreight(charges: FreightCharges, cargo: Cargo): Calculation {
  const weight = chargeableWeight(cargo)
  if (!weight) return { reason: 'The job has neither a gross weight nor a volume; enter one under Details.' }
  const { kilograms, isVolumetric } = weight
  const breaks = breakLines.flatMap<Break>(({ line, from }) => {
    const rate = figure(charges, line)
    return rate === null ? [] : [{ from, rate, label: labels[line] ?? line }]
  })
  const own = breaks.filter(one => one.from <= kilograms).at(-1)
  const options = breaks
    .filter(one => one === own || one.from > kilograms)
    .map(one => {
      const charged = Math.max(one.from, kilograms)
      return { ...one, charged, amount: multiply(one.rate, charged) }
    })
  const minimum = figure(charges, 'minimumAirCharges')
  if (options.length === 0 && minimum === null)
    return { reason: `No rate is entered that fits ${numberText(kilograms)} kg.` }

  const steps = [`Chargeable weight: ${numberText(kilograms)} kg (${isVolumetric ? 'volumetric' : 'gross'})`]
  // A shipper may pay for the next break's least weight where that is cheaper (The Air Cargo Tariff as well).
  const best = options.reduce<(typeof options)[number] | undefined>(
    (cheapest, one) => (!cheapest || one.amount < cheapest.amount ? one : cheapest),
    undefined,
  )
  if (best)
    steps.push(
      `${best.label}: ${numberText(best.rate)} × ${numberText(best.charged)} kg = ${numberText(best.amount)}` +
        (best.charged > kilograms ? ', cheaper than the rate of the weight itself' : ''),
    )
  const isMinimum = minimum !== null && minimum > (best?.amount ?? 0)
  if (isMinimum) steps.push(`At least Minimum Air Charges: ${numberText(minimum)}`)
  const freight = isMinimum ? minimum : (best?.amount ?? 0)
  const added = surcharges.filter(line => figure(charges, line) !== null)
  steps.push(...added.map(line => `${labels[line]}: ${numberText(figure(charges, line))}`))
  return { total: sum([freight, ...added.map(line => figure(charges, line))]), steps }
}
