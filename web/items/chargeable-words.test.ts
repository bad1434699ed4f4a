import { expect, test } from 'vitest'
import { LoadType, TransportMode } from '#contract/choices.ts'
import { chargeableWords, isChargedByWeight } from './chargeable-words.ts'

const { air, road, sea } = TransportMode
const by = (transportMode: number | null, clType: number | null = null) => ({ transportMode, clType })
const usual = { airDivisor: null, roadDensity: null }

test('by air, by road and as LCL by sea cargo is charged by weight or volume', () => {
  expect([by(air), by(road), by(sea, LoadType.lcl)].map(isChargedByWeight)).toEqual([true, true, true])
  expect([by(null), by(sea), by(sea, LoadType.fcl)].map(isChargedByWeight)).toEqual([false, false, false])
})

test('the words say the mode and by how much a cubic metre counts, as the company has set it', () => {
  expect(chargeableWords(1250, by(air), usual)).toBe('Chargeable 1,250.00 kg (air, 1 m³ = 166.67 kg)')
  expect(chargeableWords(1250, by(air), { ...usual, airDivisor: 5000 })).toBe(
    'Chargeable 1,250.00 kg (air, 1 m³ = 200 kg)',
  )
  expect(chargeableWords(666.1234, by(road), usual)).toBe('Chargeable 666.12 kg (road, 1 m³ = 333 kg)')
  expect(chargeableWords(666, by(road), { ...usual, roadDensity: 250 })).toBe(
    'Chargeable 666.00 kg (road, 1 m³ = 250 kg)',
  )
  expect(chargeableWords(1255, by(sea, LoadType.lcl), usual)).toBe('Chargeable 1.255 W/M (sea, 1 m³ = 1 t)')
})
