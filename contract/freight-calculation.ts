import { type Cargo, chargeableWeight } from './chargeable-weight.ts'
import { TransportMode } from './choices.ts'
import { decimalsOf } from './currency-decimals.ts'
import { multiply, round, sum } from './decimals.ts'
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

/**
 * What freight comes to: its rates by chargeable weight, each in whole minor units of the company's currency unless the
 * charges have one of their own, and its amounts; or why it cannot be said.
 */
export function calculateFreight(
  charges: Charges,
  { transportMode, currency: ownCurrency }: Pick<Finance, 'transportMode' | 'currency'>,
  cargo: Cargo,
): FreightCalculation {
  const currency = typeof charges.currency === 'string' ? charges.currency : ownCurrency
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
  const freight = isByAir ? weightParts(charges, kilograms, currency) : []
  if (freight.length === 0 && perKg.length === 0) return { problem: 'noFittingRate', kilograms }
  const surcharges = perKg.map(line => byWeight(line, lineFigure(charges, line) ?? 0, kilograms, currency))
  return summed(weight, [...freight, ...surcharges, ...amounts])
}

/** A typed freight total that is not what the rates and amounts beside it come to. */
export type FreightDifference = { total: number; comesTo: number; kilograms: number }

type Priced = Pick<Finance, 'freightCharge' | 'quoteType' | 'transportMode' | 'currency'>

/** The freight that is shown where its total was typed beside rates: only then the two may differ. */
function typedBesideRates({ freightCharge, quoteType, transportMode }: Priced) {
  if (!sectionsFor(quoteType).includes('freightCharge')) return null
  if (!freightCharge?.totalIsTyped || freightCharge.total === null) return null
  if (!hasRates('freightCharge', freightCharge, transportMode)) return null
  return { charges: freightCharge, total: freightCharge.total }
}

/** How the shown freight's typed total differs from its rates and amounts; null where it does not or none can say. */
export function freightDifference(finance: Priced, cargo: Cargo): FreightDifference | null {
  const typed = typedBesideRates(finance)
  if (!typed) return null
  const { charges, total } = typed
  const result = calculateFreight(charges, finance, cargo)
  if ('problem' in result || !result.weight) return null
  const difference = sum([result.total, -total])
  if (isBelowCoins(difference, charges.currency ?? finance.currency)) return null
  return { total, comesTo: result.total, kilograms: result.weight.kilograms }
}

/** A typed freight total beside rates by weight that no weight of the job confirms any more; null where there is none. */
export function unconfirmedFreight(finance: Priced, cargo: Cargo): { total: number } | null {
  const typed = typedBesideRates(finance)
  if (!typed) return null
  const result = calculateFreight(typed.charges, finance, cargo)
  if (!('problem' in result) || result.problem !== 'noWeight') return null
  const amounts = amountParts(typed.charges, finance.transportMode).map(({ amount }) => amount)
  return sum(amounts) === typed.total ? null : { total: typed.total }
}

/** Whether this is no more than what rounding to the currency's minor unit takes away or adds. */
export const isBelowCoins = (amount: number, currency: string): boolean =>
  Math.abs(amount) <= 0.5 * 10 ** -decimalsOf(currency)

const isShown = (line: string, transportMode: number | null) =>
  visibleLines('freightCharge', transportMode).some(([shown]) => shown === line)
const isRate = (line: string, charges: Charges) => lineMeaning('freightCharge', line, charges) !== 'amount'

export const isCharged = (part: FreightPart) => part.kind !== 'perKg' || part.isCharged

const summed = (weight: ReturnType<typeof chargeableWeight>, parts: FreightPart[]): FreightCalculation => ({
  total: sum(parts.filter(isCharged).map(part => part.amount)),
  weight,
  parts,
})

const byWeight = (line: string, rate: number, kilograms: number, currency: string): PerKgPart => ({
  kind: 'perKg',
  line,
  rate,
  kilograms,
  amount: round(multiply(rate, kilograms), decimalsOf(currency)),
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
function weightParts(charges: Charges, kilograms: number, currency: string): FreightPart[] {
  const breaks = breakLines.flatMap(({ line, from }) => {
    const rate = lineFigure(charges, line)
    return rate === null ? [] : [{ line, from, rate }]
  })
  const own = breaks.filter(one => one.from <= kilograms).at(-1)
  const options = breaks
    .filter(one => one === own || one.from > kilograms)
    .map<PerKgPart>(({ line, rate, from }) => {
      const part = byWeight(line, rate, Math.max(from, kilograms), currency)
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
