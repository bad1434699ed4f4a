import { type Cargo, chargeableWeight } from './chargeable-weight.ts'
import { RateClass, TransportMode, WaybillCharges } from './choices.ts'
import { decimalsOf } from './currency-decimals.ts'
import { product, round, sum } from './decimals.ts'
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

/** Why the weight charge of a waybill cannot be worked out, and with it no total. */
export type WeightChargeProblem =
  | { problem: 'noWeight' | 'noMinimum' | 'noRate' }
  | { problem: 'noExchangeRate'; currency: string }
  /** Neither the job nor its charges have a rate of the typed class. */
  | { problem: 'noRateOfClass'; rateClass: number }

/**
 * The charges of a house air waybill by IATA's boxes (Cargo Services Conference Resolution 600a): what is typed on the
 * job, and where it says nothing what its freight charges come to. Surcharges for fuel and security are the carrier's,
 * other charges of freight the agent's; what is negative is nobody's charge. Without a weight charge there is no total.
 * Null where the charges are as agreed.
 */
export function waybillBoxes(job: Typed, finance: Charged | null, currency: string): WaybillBoxes | null {
  if (job.waybillCharges !== WaybillCharges.shown) return null
  const found = foundIn(job, finance)
  const weight = weightBoxes(job, found, currency)
  const inCoins = (amount: number | null) => amount && round(amount, decimalsOf(currency))
  const amounts = {
    weightCharge: weight.weightCharge,
    valuationCharge: inCoins(job.valuationCharge),
    tax: inCoins(job.waybillTax),
    dueAgent: inCoins(job.chargesDueAgent ?? found.dueAgent),
    dueCarrier: inCoins(job.chargesDueCarrier ?? found.dueCarrier),
  }
  return { ...weight, ...amounts, total: weight.weightCharge === null ? null : sum(Object.values(amounts)) }
}

/** Why a waybill that shows its charges has no weight charge; null where it has one or shows none. */
export function weightChargeProblem(
  job: Typed,
  finance: Charged | null,
  currency: string,
): WeightChargeProblem | null {
  const boxes = waybillBoxes(job, finance, currency)
  if (!boxes || boxes.weightCharge !== null) return null
  const { rateClass } = job
  if (rateClass !== RateClass.minimum && !chargeableWeight(job)) return { problem: 'noWeight' }
  const unexchanged = finance && isFreightByAir(finance) ? freightWithoutRate(finance) : undefined
  if (unexchanged) return { problem: 'noExchangeRate', currency: unexchanged.currency }
  if (rateClass === RateClass.minimum) return { problem: 'noMinimum' }
  const hasOther = rateClass !== null && foundIn({ ...job, rateClass: null }, finance).perKg !== null
  return hasOther ? { problem: 'noRateOfClass', rateClass } : { problem: 'noRate' }
}

type Found = {
  minimum: number | null
  /** `exchange`: what one unit of the charges' currency is in the waybill's. */
  perKg: { rate: number; exchange: number; kilograms: number; isNormal: boolean } | null
  /** Whether the minimum is charged, which is more than the weight comes to. */
  isMinimum: boolean
  dueAgent: number | null
  dueCarrier: number | null
}
const nothing: Found = { minimum: null, perKg: null, isMinimum: false, dueAgent: null, dueCarrier: null }

const isFreightByAir = (finance: Charged) =>
  finance.transportMode === TransportMode.air && sectionsFor(finance.quoteType).includes('freightCharge')
const freightWithoutRate = (finance: Charged) =>
  sectionsWithoutRate(finance).find(({ section }) => section === 'freightCharge')

/** Charges in a foreign currency without an exchange rate say nothing of the waybill's own. */
const foundIn = (job: Typed, finance: Charged | null): Found =>
  finance && isFreightByAir(finance) && !freightWithoutRate(finance) ? fromCharges(job, finance) : nothing

const NORMAL_LINE = 'minus45'

function fromCharges(job: Typed, finance: Charged): Found {
  const charges = finance.freightCharge
  if (!charges) return nothing
  const partsOf = (some: typeof charges) => {
    const calculated = calculateFreight(some, finance, job)
    return 'problem' in calculated ? [] : calculated.parts
  }
  const parts = partsOf(charges)
  const exchange = rateOf(charges, finance.currency)
  const own = (amount: number | null) =>
    amount === null || amount < 0 ? null : product([amount, exchange], decimalsOf(finance.currency))
  const charged = (line: string) => {
    const part = parts.find(one => one.line === line && isCharged(one))
    if (part) return own(part.amount)
    return lineMeaning('freightCharge', line, charges) === 'amount' ? own(lineFigure(charges, line)) : null
  }
  const together = (...lines: string[]) => {
    const amounts = lines.map(charged).filter(amount => amount !== null)
    return amounts.length > 0 ? sum(amounts) : null
  }
  const byWeight = partsOf(ofClass(charges, job.rateClass)).find(
    part => part.kind === 'perKg' && breakLines.some(({ line }) => line === part.line),
  )
  return {
    minimum: own(lineFigure(charges, 'minimumAirCharges')),
    perKg:
      byWeight?.kind === 'perKg' && byWeight.rate >= 0
        ? {
            rate: byWeight.rate,
            exchange,
            kilograms: byWeight.kilograms,
            isNormal: byWeight.line === NORMAL_LINE,
          }
        : null,
    isMinimum: parts.some(part => part.kind === 'minimum'),
    dueAgent: together('otherAirCharges', 'otherFreightCharges'),
    dueCarrier: together('fsc', 'ssc'),
  }
}

/** The charges with the rates of a typed class alone: N is the normal rate, Q one for a quantity. */
function ofClass(charges: NonNullable<Charged['freightCharge']>, rateClass: number | null) {
  if (rateClass === RateClass.quantity) return { ...charges, [NORMAL_LINE]: null }
  if (rateClass !== RateClass.normal) return charges
  const quantities = breakLines.flatMap(({ line }) => (line === NORMAL_LINE ? [] : [[line, null]]))
  return { ...charges, ...Object.fromEntries(quantities) }
}

type WeightBoxes = Pick<WaybillBoxes, 'rateClass' | 'kilograms' | 'rate' | 'weightCharge'>

function weightBoxes(job: Typed, found: Found, currency: string): WeightBoxes {
  const weighs = chargeableWeight(job)?.kilograms ?? null
  const decimals = decimalsOf(currency)
  const isMinimum =
    job.rateClass === RateClass.minimum ||
    (job.rateClass === null && job.waybillRate === null && found.isMinimum)
  if (isMinimum) {
    const minimum = job.waybillRate ?? found.minimum
    const charge = minimum === null ? null : round(minimum, decimals)
    return { rateClass: RateClass.minimum, kilograms: weighs, rate: charge, weightCharge: charge }
  }
  if (job.waybillRate === null && found.perKg) {
    const { rate, exchange, kilograms, isNormal } = found.perKg
    const weightCharge = product([rate, exchange, kilograms], decimals)
    return {
      rateClass: job.rateClass ?? (isNormal ? RateClass.normal : RateClass.quantity),
      kilograms,
      rate: exchangedRate(found.perKg, weightCharge, decimals),
      weightCharge,
    }
  }
  const rate = job.waybillRate
  return {
    rateClass: job.rateClass ?? classByWeight(weighs),
    kilograms: weighs,
    rate,
    weightCharge: rate === null || weighs === null ? null : product([rate, weighs], decimals),
  }
}

const RATE_DECIMALS = [4, 5, 6, 7, 8]

/** The rate with as many decimals as it needs to come to the charge. */
function exchangedRate(
  { rate, exchange, kilograms }: NonNullable<Found['perKg']>,
  weightCharge: number,
  decimals: number,
): number {
  const rates = RATE_DECIMALS.map(each => product([rate, exchange], each))
  const fitting = rates.find(one => product([one, kilograms], decimals) === weightCharge)
  return fitting ?? rates.at(-1) ?? rate
}

/** The class of a waybill whose charges are as agreed: what is typed on the job, else by its weight. */
export const agreedRateClass = (job: Cargo & Pick<Typed, 'rateClass'>): number | null =>
  job.rateClass ?? classByWeight(chargeableWeight(job)?.kilograms ?? null)

const classByWeight = (kilograms: number | null) =>
  kilograms === null ? null : kilograms < QUANTITY_FROM ? RateClass.normal : RateClass.quantity
