import { QuoteType, TransportMode } from '#contract/choices.ts'
import { round } from '#contract/decimals.ts'
import { calculateFreight } from '#contract/freight-calculation.ts'
import type { Load } from './cargo.ts'
import type { Dice } from './dice.ts'

export type Priced = {
  accountId: string
  financeId: string
  mode: number
  quoteType: number
  load: Load
  /** In kilograms and cubic metres. */
  gross: number
  volume: number
  /** On the way. */
  days: number
}

const isSea = ({ mode }: Priced) => mode === TransportMode.sea
const isAir = ({ mode }: Priced) => mode === TransportMode.air

const head = ({ accountId, financeId }: Priced) => ({
  account_id: accountId,
  id: crypto.randomUUID(),
  finance_id: financeId,
})

/** The charges that each quote type asks for, and no others. */
export const chargesOf = (dice: Dice, priced: Priced) => ({
  origin: priced.quoteType === QuoteType.exWorks ? origin(dice, priced) : null,
  freight: priced.quoteType === QuoteType.costAndFreight ? null : freight(dice, priced),
  destination: destination(dice, priced),
})

const handled = (dice: Dice, { load }: Priced) => (load.containers?.count ?? 1) * dice.whole(80, 190)

const origin = (dice: Dice, priced: Priced) => ({
  ...head(priced),
  bl_fee: isSea(priced) ? dice.whole(35, 60) : null,
  custom_clearance: dice.whole(60, 140),
  documentation: dice.whole(25, 60),
  handling: dice.whole(30, 90),
  pick_up: dice.whole(120, 450),
  port_charges: isSea(priced) ? dice.whole(40, 120) : null,
  thc: isSea(priced) ? handled(dice, priced) : null,
})

const destination = (dice: Dice, priced: Priced) => ({
  ...head(priced),
  delivery_order: priced.mode === TransportMode.road ? null : dice.whole(40, 90),
  documentation: dice.whole(20, 60),
  other_destination_charges: priced.mode === TransportMode.road ? dice.whole(40, 120) : null,
  thc: isSea(priced) ? handled(dice, priced) : null,
})

/** What a kilogram costs by air, from the least weight to the greatest, as a share of the normal rate. */
const breaks = {
  minus45: 1.25,
  plus45: 1,
  plus100: 0.92,
  plus250: 0.86,
  plus300: 0.84,
  plus500: 0.8,
  plus1000: 0.75,
}

const LEAST_BY_AIR = 75

/** By sea a container's price, or one by weight or measure; by air rates and what they come to; by road the haulage. */
function freight(dice: Dice, priced: Priced) {
  const { load, gross, volume, days } = priced
  const full = isSea(priced) ? load.containers : null
  const aContainer = 250 + days * dice.whole(38, 60)
  const rate = dice.whole(180, 520) / 100
  const rates = Object.fromEntries(
    Object.entries(breaks).map(([line, share]) => [line, isAir(priced) ? round(rate * share, 2) : null]),
  ) as Record<keyof typeof breaks, number | null>
  const air = isAir(priced)
    ? { fsc: dice.whole(40, 95) / 100, ssc: dice.whole(10, 20) / 100, fscBasis: 'perKg', sscBasis: 'perKg' }
    : { fsc: null, ssc: null, fscBasis: null, sscBasis: null }
  const minimum = isAir(priced) ? LEAST_BY_AIR : null
  const byRoad = priced.mode === TransportMode.road ? 180 + days * dice.whole(150, 320) : null
  const total = isAir(priced)
    ? calculateFreight(
        { ...rates, ...air, minimumAirCharges: minimum },
        { transportMode: priced.mode, currency: 'USD' },
        { grossWeight: gross, weightUnit: 0, volume, volumeUnit: 0 },
      )
    : null
  return {
    ...head(priced),
    fcl20: full?.size === 'twenty' ? full.count * aContainer : null,
    fcl40: full?.size === 'forty' ? full.count * Math.round(aContainer * 1.8) : null,
    lcl: isSea(priced) && !full ? round(Math.max(1, volume, gross / 1000) * dice.whole(18, 55), 2) : null,
    ...rates,
    minimum_air_charges: minimum,
    fsc: air.fsc,
    ssc: air.ssc,
    fsc_basis: air.fscBasis,
    ssc_basis: air.sscBasis,
    other_freight_charges: byRoad,
    total: total && 'total' in total ? total.total : null,
  }
}
