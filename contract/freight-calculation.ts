import { type Cargo, chargeableWeight } from './chargeable-weight.ts'
import { TransportMode } from './choices.ts'
import { multiply, sum } from './decimals.ts'
import type { Finance } from './finance.ts'
import { breakLines, sectionsFor, visibleLines, surchargeLines } from './finance-sections.ts'
import { type Charges, hasRates, lineFigure, lineMeaning } from './finance-totals.ts'

/** One line's part in what freight comes to. */
export type FreightPart =
  | { kind: 'amount' | 'minimum'; line: string; amount: number }
  | {
      kind: 'perKg'
      line: string
      rate: number
      kilograms: number
      amount: number
      /** Why more is charged than the cargo weighs. */
      because: 'cheaper' | 'leastWeight' | null
      /** False where the minimum, which is more, is charged in its place. */
      isCharged: boolean
    }
type PerKgPart = Extract<FreightPart, { kind: 'perKg' }>

export type FreightCalculation =
  | { total: number; weight: ReturnType<typeof chargeableWeight>; parts: FreightPart[] }
  | { problem: 'noCharge' | 'noWeight' }
  | { problem: 'noFittingRate'; kilograms: number }

/** What freight comes to: its rates by chargeable weight, and its amounts; or why it cannot be said. */
export function calculateFreight(
  charges: Charges,
  transportMode: number | null,
  cargo: Cargo,
): FreightCalculation {
  const amounts = amountParts(charges, transportMode)
  const perKg = surchargeLines.filter(
    line => isShown(line, transportMode) && isRate(line, charges) && lineFigure(charges, line) !== null,
  )
  const isByAir = transportMode === TransportMode.air
  if (perKg.length === 0 && !isByAir)
    return amounts.length > 0 ? summed(null, amounts) : { problem: 'noCharge' }
  const weight = chargeableWeight(cargo)
  if (!weight) return { problem: 'noWeight' }
  const { kilograms } = weight
  const freight = isByAir ? weightParts(charges, kilograms) : []
  if (freight.length === 0 && perKg.length === 0) return { problem: 'noFittingRate', kilograms }
  const surcharges = perKg.map(line => byWeight(line, lineFigure(charges, line) ?? 0, kilograms))
  return summed(weight, [...freight, ...surcharges, ...amounts])
}

/** A typed freight total that is not what the rates and amounts beside it come to. */
export type FreightDifference = { total: number; comesTo: number; kilograms: number }

/** How the shown freight's typed total differs from its rates and amounts; null where it does not or none can say. */
export function freightDifference(
  { freightCharge, quoteType, transportMode }: Pick<Finance, 'freightCharge' | 'quoteType' | 'transportMode'>,
  cargo: Cargo,
): FreightDifference | null {
  if (!sectionsFor(quoteType).includes('freightCharge')) return null
  if (!freightCharge?.totalIsTyped || freightCharge.total === null) return null
  if (!hasRates('freightCharge', freightCharge, transportMode)) return null
  const { total } = freightCharge
  const result = calculateFreight(freightCharge, transportMode, cargo)
  if ('problem' in result || !result.weight || sum([result.total, -total]) === 0) return null
  return { total, comesTo: result.total, kilograms: result.weight.kilograms }
}

const isShown = (line: string, transportMode: number | null) =>
  visibleLines('freightCharge', transportMode).some(([shown]) => shown === line)
const isRate = (line: string, charges: Charges) => lineMeaning('freightCharge', line, charges) !== 'amount'

export const isCharged = (part: FreightPart) => part.kind !== 'perKg' || part.isCharged

const summed = (weight: ReturnType<typeof chargeableWeight>, parts: FreightPart[]): FreightCalculation => ({
  total: sum(parts.filter(isCharged).map(part => part.amount)),
  weight,
  parts,
})

const byWeight = (line: string, rate: number, kilograms: number): PerKgPart => ({
  kind: 'perKg',
  line,
  rate,
  kilograms,
  amount: multiply(rate, kilograms),
  because: null,
  isCharged: true,
})

function amountParts(charges: Charges, transportMode: number | null): FreightPart[] {
  return visibleLines('freightCharge', transportMode).flatMap<FreightPart>(([line]) => {
    const amount = lineFigure(charges, line)
    return amount === null || isRate(line, charges) ? [] : [{ kind: 'amount', line, amount }]
  })
}

/** What the weight breaks and the minimum come to; none where none is entered. */
function weightParts(charges: Charges, kilograms: number): FreightPart[] {
  const breaks = breakLines.flatMap(({ line, from }) => {
    const rate = lineFigure(charges, line)
    return rate === null ? [] : [{ line, from, rate }]
  })
  const own = breaks.filter(one => one.from <= kilograms).at(-1)
  const options = breaks
    .filter(one => one === own || one.from > kilograms)
    .map<PerKgPart>(({ line, rate, from }) => {
      const part = byWeight(line, rate, Math.max(from, kilograms))
      return from <= kilograms ? part : { ...part, because: own ? 'cheaper' : 'leastWeight' }
    })
  // A shipper may pay for the next break's least weight where that is cheaper (The Air Cargo Tariff as well).
  const best = options.reduce<PerKgPart | undefined>(
    (cheapest, one) => (!cheapest || one.amount < cheapest.amount ? one : cheapest),
    undefined,
  )
  const minimum = lineFigure(charges, 'minimumAirCharges')
  if (minimum === null || minimum <= (best?.amount ?? 0)) return best ? [best] : []
  const least: FreightPart = { kind: 'minimum', line: 'minimumAirCharges', amount: minimum }
  return best ? [{ ...best, isCharged: false }, least] : [least]
}
