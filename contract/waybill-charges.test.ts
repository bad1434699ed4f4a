import { expect, test } from 'vitest'
import { finance } from '#testing/template-source.ts'
import { RateClass } from './choices.ts'
import type { Finance } from './finance.ts'
import { waybillBoxes, weightChargeProblem } from './waybill-charges.ts'

const job: Parameters<typeof waybillBoxes>[0] = {
  grossWeight: 98,
  weightUnit: 0,
  volume: 0.5,
  volumeUnit: 0,
  waybillCharges: 1,
  rateClass: null,
  waybillRate: null,
  valuationCharge: null,
  waybillTax: null,
  chargesDueAgent: null,
  chargesDueCarrier: null,
}
const byAir = (charges: Partial<NonNullable<Finance['freightCharge']>>, changes: Partial<Finance> = {}) => ({
  ...finance,
  transportMode: 0,
  quoteType: 2,
  currency: 'USD',
  freightCharge: {
    ...(finance.freightCharge as NonNullable<Finance['freightCharge']>),
    currency: null,
    exchangeRate: null,
    lcl: null,
    fsc: null,
    fscBasis: null,
    ssc: null,
    sscBasis: null,
    minimumAirCharges: null,
    minus45: null,
    plus45: null,
    plus100: null,
    otherAirCharges: null,
    otherFreightCharges: null,
    ...charges,
  },
  ...changes,
})
const empty = { valuationCharge: null, tax: null, dueAgent: null, dueCarrier: null }

test('nothing is said where the charges are as agreed, chosen or not', () => {
  const charged = byAir({ plus45: 3 })
  expect(waybillBoxes({ ...job, waybillCharges: null }, charged, 'USD')).toBeNull()
  expect(waybillBoxes({ ...job, waybillCharges: 0 }, charged, 'USD')).toBeNull()
})

test('the rate of the job’s charges by the chargeable weight; other charges by whose they are', () => {
  const charges = byAir({
    plus45: 3.35,
    fsc: 0.1,
    fscBasis: 'perKg',
    ssc: 12,
    sscBasis: 'flat',
    otherAirCharges: 7.5,
  })
  expect(waybillBoxes(job, charges, 'USD')).toEqual({
    rateClass: RateClass.quantity,
    kilograms: 98,
    rate: 3.35,
    weightCharge: 328.3,
    valuationCharge: null,
    tax: null,
    dueAgent: 7.5,
    dueCarrier: 21.8,
    total: 357.6,
  })
})

test('the least weight of the next break where that is cheaper', () => {
  expect(waybillBoxes(job, byAir({ plus45: 4, plus100: 3 }), 'USD')).toEqual({
    ...empty,
    ...{ rateClass: RateClass.quantity, kilograms: 100, rate: 3, weightCharge: 300, total: 300 },
  })
})

test('the normal rate below 45 kg, and the minimum charge where that is more', () => {
  const light = { ...job, grossWeight: 20, volume: null }
  const rates = { minus45: 5, minimumAirCharges: 80 }
  expect(waybillBoxes(light, byAir(rates), 'USD')).toEqual({
    ...empty,
    ...{ rateClass: RateClass.normal, kilograms: 20, rate: 5, weightCharge: 100, total: 100 },
  })
  const minimum = {
    ...empty,
    rateClass: RateClass.minimum,
    kilograms: 10,
    rate: 80,
    weightCharge: 80,
    total: 80,
  }
  expect(waybillBoxes({ ...light, grossWeight: 10 }, byAir(rates), 'USD')).toEqual(minimum)
  // Whoever says M has the minimum, and whoever says another class the rate.
  expect(waybillBoxes({ ...light, rateClass: RateClass.minimum }, byAir(rates), 'USD')).toEqual({
    ...minimum,
    kilograms: 20,
  })
  expect(waybillBoxes({ ...light, grossWeight: 10, rateClass: 3 }, byAir(rates), 'USD')).toEqual({
    ...empty,
    ...{ rateClass: 3, kilograms: 10, rate: 5, weightCharge: 50, total: 50 },
  })
})

test('what is typed on the job goes before its charges, also 0', () => {
  const typed = {
    ...job,
    ...{ rateClass: 4, waybillRate: 2.345, valuationCharge: 1.1, waybillTax: 2.2 },
    ...{ chargesDueAgent: 0, chargesDueCarrier: 40.25 },
  }
  const all = {
    ...{ rateClass: 4, kilograms: 98, rate: 2.345, weightCharge: 229.81 },
    ...{ valuationCharge: 1.1, tax: 2.2, dueAgent: 0, dueCarrier: 40.25, total: 273.36 },
  }
  expect(waybillBoxes(typed, byAir({ plus45: 3, otherAirCharges: 9 }), 'USD')).toEqual(all)
  expect(waybillBoxes(typed, null, 'USD')).toEqual(all)
  const minimum = { ...job, rateClass: RateClass.minimum, waybillRate: 75 }
  expect(waybillBoxes(minimum, null, 'USD')).toMatchObject({ rate: 75, weightCharge: 75, total: 75 })
})

test('in whole units of the company’s currency; charges in another one are exchanged', () => {
  const exchanged = byAir({ plus45: 3, fsc: 10, fscBasis: 'flat', currency: 'EUR', exchangeRate: 1.1 })
  expect(waybillBoxes(job, exchanged, 'USD')).toMatchObject({
    ...{ rate: 3.3, weightCharge: 323.4, dueCarrier: 11, total: 334.4 },
  })
  const yen = byAir({ plus45: 150.5 }, { currency: 'JPY' })
  expect(waybillBoxes({ ...job, grossWeight: 97.5 }, yen, 'JPY')).toMatchObject({ weightCharge: 14_674 })
})

test('nothing is taken from charges without an exchange rate, that are hidden, or of another mode', () => {
  const none = {
    ...empty,
    rateClass: RateClass.quantity,
    kilograms: 98,
    rate: null,
    weightCharge: null,
    total: null,
  }
  expect(waybillBoxes(job, byAir({ plus45: 3, currency: 'EUR' }), 'USD')).toEqual(none)
  expect(waybillBoxes(job, byAir({ plus45: 3 }, { quoteType: 0 }), 'USD')).toEqual(none)
  expect(waybillBoxes(job, byAir({ fsc: 3, fscBasis: 'flat' }, { transportMode: 1 }), 'USD')).toEqual(none)
  expect(waybillBoxes({ ...job, grossWeight: null, volume: null }, byAir({ plus45: 3 }), 'USD')).toEqual({
    ...none,
    ...{ rateClass: null, kilograms: null },
  })
})

test('without a weight charge there is no total, and it is said why', () => {
  const typed = { ...job, chargesDueAgent: 10, valuationCharge: 33 }
  const euros = byAir({ plus45: 3, currency: 'EUR' })
  expect(waybillBoxes(typed, euros, 'USD')).toMatchObject({
    ...{ weightCharge: null, dueAgent: 10, valuationCharge: 33, total: null },
  })
  const why = (changes: Partial<typeof job>, charges = byAir({ plus45: 3 })) =>
    weightChargeProblem({ ...typed, ...changes }, charges, 'USD')
  expect(why({}, euros)).toEqual({ problem: 'noExchangeRate', currency: 'EUR' })
  expect(why({ rateClass: RateClass.minimum })).toEqual({ problem: 'noMinimum' })
  expect(why({ grossWeight: null, volume: null })).toEqual({ problem: 'noWeight' })
  expect(why({}, byAir({}))).toEqual({ problem: 'noRate' })
  expect(why({ rateClass: RateClass.normal })).toEqual({ problem: 'noRateOfClass', rateClass: 1 })
  expect(why({})).toBeNull()
})

test('a typed class takes a rate of its own', () => {
  const charges = byAir({ minus45: 4.8, plus45: 4, plus1000: 2.35 })
  const heavy = { ...job, grossWeight: 1200 }
  const boxes = (cargo: typeof job, rateClass: number | null, from = charges) => {
    const found = waybillBoxes({ ...cargo, rateClass }, from, 'USD')
    return [found?.rateClass, found?.kilograms, found?.rate, found?.weightCharge, found?.total]
  }
  expect(boxes(heavy, null)).toEqual([2, 1200, 2.35, 2820, 2820])
  expect(boxes(heavy, RateClass.normal)).toEqual([1, 1200, 4.8, 5760, 5760])
  const light = { ...job, grossWeight: 10, volume: 0 }
  expect(boxes(light, null)).toEqual([1, 10, 4.8, 48, 48])
  expect(boxes(light, RateClass.quantity)).toEqual([2, 45, 4, 180, 180])
  const normalOnly = byAir({ minus45: 4.8 })
  expect(boxes(light, RateClass.quantity, normalOnly)).toEqual([2, 10, null, null, null])
  expect(boxes(heavy, null, normalOnly)).toEqual([1, 1200, 4.8, 5760, 5760])
})

test('a charge is exchanged exactly, in coins, and what is negative is no charge', () => {
  // 2.42 JPY at 0.006505 is 0.0157421 USD; 1,200 kg of it are 18.89052.
  const yen = byAir({ plus45: 2.42, currency: 'JPY', exchangeRate: 0.006505, otherAirCharges: -20 })
  const heavy = { ...job, grossWeight: 1200, valuationCharge: 1.125 }
  const boxes = waybillBoxes(heavy, yen, 'USD')
  expect(boxes).toMatchObject({ rate: 0.01574, weightCharge: 18.89, valuationCharge: 1.13 })
  expect(boxes).toMatchObject({ dueAgent: null, total: 20.02 })
})
