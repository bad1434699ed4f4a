import { describe, expect, test } from 'vitest'
import { type Cargo, chargeableWeight } from '#contract/chargeable-weight.ts'
import { calculateFreight } from '#contract/freight-calculation.ts'
import { freightWords } from './freight-words.ts'

const AIR = 0
const ROAD = 1
const SEA = 2
const cargo = (fields: Partial<Cargo>): Cargo => ({
  grossWeight: null,
  weightUnit: 0,
  volume: null,
  volumeUnit: 0,
  ...fields,
})
const wordsOf = (charges: object, fields: Partial<Cargo>, mode = AIR) => {
  const result = calculateFreight({ ...charges }, { transportMode: mode, currency: 'USD' }, cargo(fields))
  return { ...('total' in result && { total: result.total }), ...freightWords(result, 'USD') }
}
const totalOf = (charges: object, fields: Partial<Cargo>, mode = AIR) => {
  const words = wordsOf(charges, fields, mode)
  return 'reason' in words ? words.reason : words.total
}

describe('the chargeable weight', () => {
  test('is the greater of gross and volumetric weight, rounded up to half a kilogram', () => {
    expect(chargeableWeight(cargo({ grossWeight: 99.6, volume: 0.3 }))).toEqual({
      kilograms: 100,
      isVolumetric: false,
    })
    expect(chargeableWeight(cargo({ grossWeight: 99.5 }))).toEqual({ kilograms: 99.5, isVolumetric: false })
    expect(chargeableWeight(cargo({ grossWeight: 100, volume: 1 }))).toEqual({
      kilograms: 167,
      isVolumetric: true,
    })
    expect(chargeableWeight(cargo({ volume: 6 }))?.kilograms).toBe(1000)
  })
  test('reads tons and cubic feet', () => {
    expect(chargeableWeight(cargo({ grossWeight: 1.2, weightUnit: 1 }))?.kilograms).toBe(1200)
    expect(chargeableWeight(cargo({ volume: 100, volumeUnit: 1 }))?.kilograms).toBe(472)
  })
  test('is unknown where the job says neither', () => {
    expect(chargeableWeight(cargo({}))).toBeNull()
  })
})

describe('air freight', () => {
  const rates = { minus45: 5, plus45: 4, plus100: 3, plus500: 2 }
  test.each([
    [30, 150],
    [45, 180],
    [60, 240],
    [100, 300],
    [200, 600],
    [600, 1200],
  ])('%d kg at the rate of its break come to %d', (grossWeight, total) => {
    expect(totalOf(rates, { grossWeight })).toBe(total)
  })
  test('the next break’s least weight is charged where that is cheaper', () => {
    expect(totalOf(rates, { grossWeight: 90 })).toBe(300)
    expect(totalOf(rates, { grossWeight: 40 })).toBe(180)
    expect(totalOf(rates, { grossWeight: 400 })).toBe(1000)
  })
  test('it is never less than the minimum, and surcharges come on top', () => {
    expect(totalOf({ ...rates, minimumAirCharges: 200 }, { grossWeight: 10 })).toBe(200)
    expect(totalOf({ minimumAirCharges: 80 }, { grossWeight: 10 })).toBe(80)
    const all = { ...rates, fsc: 10.1, ssc: 20.2, otherAirCharges: 0.3, otherFreightCharges: 1 }
    expect(totalOf(all, { grossWeight: 100 })).toBe(331.6)
  })
  test('rates of a break that is not entered are taken from the one below', () => {
    expect(totalOf({ plus45: 4 }, { grossWeight: 2000 })).toBe(8000)
  })
  test('surcharges per kg are charged by the chargeable weight', () => {
    const charges = { plus250: 2.2, fsc: 0.4, fscBasis: 'perKg', ssc: 15, sscBasis: 'flat' }
    expect(wordsOf(charges, { grossWeight: 180, volume: 2.4 })).toEqual({
      total: 1055,
      steps: [
        'Chargeable weight: 400 kg (volumetric)',
        'Plus 250: 2.20 × 400 kg = 880.00',
        'FSC: 0.40 × 400 kg = 160.00',
        'SSC: 15.00',
      ],
    })
    expect(totalOf({ fsc: 0.4, fscBasis: 'perKg', otherAirCharges: 7 }, { grossWeight: 100 })).toBe(47)
  })
  test('a rate whose least weight is more than the cargo’s is said to be that', () => {
    expect(wordsOf({ plus100: 3 }, { grossWeight: 20 })).toEqual({
      total: 300,
      steps: [
        'Chargeable weight: 20 kg (gross)',
        'Plus 100: 3.00 × 100 kg = 300.00, the minimum weight for this rate',
      ],
    })
  })
  test('says how', () => {
    expect(wordsOf({ ...rates, fsc: 12 }, { grossWeight: 90 })).toEqual({
      total: 312,
      steps: [
        'Chargeable weight: 90 kg (gross)',
        'Plus 100: 3.00 × 100 kg = 300.00, cheaper than the rate for the weight itself',
        'FSC: 12.00',
      ],
    })
  })
  test('says why it cannot', () => {
    expect(totalOf(rates, {})).toBe(
      'The job has neither a gross weight nor a volume; enter one under Details.',
    )
    expect(totalOf({}, { grossWeight: 10 })).toBe('No rate is entered for 10 kg.')
  })
})

describe('sea and road freight', () => {
  test('is the sum of the lines that the mode shows', () => {
    const charges = { lcl: 100.1, fcl20: 200.2, fsc: 5, ssc: 6, plus45: 9, otherFreightCharges: 1 }
    expect(totalOf(charges, {}, SEA)).toBe(301.3)
    expect(totalOf(charges, {}, ROAD)).toBe(312.3)
    expect(totalOf({}, {}, SEA)).toBe('No freight charge is entered yet.')
    const perKg = { fcl20: 500, fsc: 0.4, fscBasis: 'perKg' }
    expect(totalOf(perKg, { grossWeight: 180 }, ROAD)).toBe(572)
    expect(totalOf(perKg, {}, ROAD)).toBe(
      'The job has neither a gross weight nor a volume; enter one under Details.',
    )
    expect(totalOf(perKg, {}, SEA)).toBe(500)
  })
})
