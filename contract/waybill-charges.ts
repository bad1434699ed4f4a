import { type Cargo, chargeableWeight } from './chargeable-weight.ts'
import { RateClass, TransportMode, WaybillCharges } from './choices.ts'
import { decimalsOf } from './currency-decimals.ts'
import { multiply, round, sum } from './decimals.ts'
import type { Finance } from './finance.ts'
import { breakLines, sectionsFor } from './finance-sections.ts'
import { lineFigure, lineMeaning, rateOf, sectionsWithoutRate } from './finance-totals.ts'
import { calculateFreight, isCharged } from './freight-calculation.ts'

/** Up to here the normal rate of the tariff holds, above it a rate for the quantity (TACT Rules, 5.10). */
const QUANTITY_FROM = 45

/** What the charges boxes of an air waybill say, in the company's currency; null where a box is empty. */
export type WaybillBoxes = {
  /** By its place in `rateClasses`. */
  rateClass: number | null
  /** What is charged, which may be the least weight of a cheaper weight break. */
  kilograms: number | null
  /** Per kilogram; with class M the minimum charge. */
  rate: number | null
  weightCharge: number | null
  valuationCharge: number | null
  tax: number | null
  dueAgent: number | null
  dueCarrier: number | null
  total: number | null
}

type Typed = Cargo & {
  waybillCharges: number | null
  rateClass: number | null
  waybillRate: number | null
  valuationCharge: number | null
  waybillTax: number | null
  chargesDueAgent: number | null
  chargesDueCarrier: number | null
}
type Charged = Pick<
  Finance,
  'freightCharge' | 'originCharge' | 'destinationCharge' | 'quoteType' | 'transportMode' | 'currency'
>

/**
 * The charges of a house air waybill by IATA's boxes (Cargo Services Conference Resolution 600a): what is typed on the
 * job, and where it says nothing what its freight charges come to. Surcharges for fuel and security are the carrier's,
 * other charges of freight the agent's. Null where the charges are as agreed.
 */
export function waybillBoxes(job: Typed, finance: Charged | null, currency: string): WaybillBoxes | null {
  if (job.waybillCharges !== WaybillCharges.shown) return null
  const found = finance && isFreightShown(finance) ? fromCharges(job, finance) : nothing
  const weight = weightBoxes(job, found, currency)
  const amounts = {
    weightCharge: weight.weightCharge,
    valuationCharge: job.valuationCharge,
    tax: job.waybillTax,
    dueAgent: job.chargesDueAgent ?? found.dueAgent,
    dueCarrier: job.chargesDueCarrier ?? found.dueCarrier,
  }
  const charged = Object.values(amounts).filter(amount => amount !== null)
  return { ...weight, ...amounts, total: charged.length > 0 ? sum(charged) : null }
}

type Found = {
  minimum: number | null
  perKg: { rate: number; kilograms: number } | null
  /** Whether the minimum is charged, which is more than the weight comes to. */
  isMinimum: boolean
  dueAgent: number | null
  dueCarrier: number | null
}
const nothing: Found = { minimum: null, perKg: null, isMinimum: false, dueAgent: null, dueCarrier: null }

/** Charges in a foreign currency without an exchange rate say nothing of the waybill's own. */
const isFreightShown = (finance: Charged) =>
  finance.transportMode === TransportMode.air &&
  sectionsFor(finance.quoteType).includes('freightCharge') &&
  !sectionsWithoutRate(finance).some(({ section }) => section === 'freightCharge')

function fromCharges(cargo: Cargo, finance: Charged): Found {
  const charges = finance.freightCharge
  if (!charges) return nothing
  const calculated = calculateFreight(charges, finance, cargo)
  const parts = 'problem' in calculated ? [] : calculated.parts
  const exchange = rateOf(charges, finance.currency)
  const own = (amount: number | null) =>
    amount === null ? null : round(multiply(amount, exchange), decimalsOf(finance.currency))
  const charged = (line: string) => {
    const part = parts.find(one => one.line === line && isCharged(one))
    if (part) return own(part.amount)
    return lineMeaning('freightCharge', line, charges) === 'amount' ? own(lineFigure(charges, line)) : null
  }
  const together = (...lines: string[]) => {
    const amounts = lines.map(charged).filter(amount => amount !== null)
    return amounts.length > 0 ? sum(amounts) : null
  }
  const byWeight = parts.find(
    part => part.kind === 'perKg' && breakLines.some(({ line }) => line === part.line),
  )
  return {
    minimum: own(lineFigure(charges, 'minimumAirCharges')),
    perKg:
      byWeight?.kind === 'perKg'
        ? { rate: multiply(byWeight.rate, exchange), kilograms: byWeight.kilograms }
        : null,
    isMinimum: parts.some(part => part.kind === 'minimum'),
    dueAgent: together('otherAirCharges', 'otherFreightCharges'),
    dueCarrier: together('fsc', 'ssc'),
  }
}

type WeightBoxes = Pick<WaybillBoxes, 'rateClass' | 'kilograms' | 'rate' | 'weightCharge'>

function weightBoxes(job: Typed, found: Found, currency: string): WeightBoxes {
  const weighs = chargeableWeight(job)?.kilograms ?? null
  const isMinimum =
    job.rateClass === RateClass.minimum ||
    (job.rateClass === null && job.waybillRate === null && found.isMinimum)
  if (isMinimum) {
    const rate = job.waybillRate ?? found.minimum
    const weightCharge = rate === null ? null : round(rate, decimalsOf(currency))
    return { rateClass: RateClass.minimum, kilograms: weighs, rate, weightCharge }
  }
  const rate = job.waybillRate ?? found.perKg?.rate ?? null
  const kilograms = job.waybillRate === null ? (found.perKg?.kilograms ?? weighs) : weighs
  return {
    rateClass: job.rateClass ?? classByWeight(kilograms),
    kilograms,
    rate,
    weightCharge:
      rate === null || kilograms === null ? null : round(multiply(rate, kilograms), decimalsOf(currency)),
  }
}

const classByWeight = (kilograms: number | null) =>
  kilograms === null ? null : kilograms < QUANTITY_FROM ? RateClass.normal : RateClass.quantity
