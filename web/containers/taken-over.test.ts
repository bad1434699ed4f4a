import { expect, test } from 'vitest'
import type { CargoDifference } from '#contract/container-sums.ts'
import { takenFromContainers } from './taken-over.ts'

const differs = (field: CargoDifference['field'], ofContainers: number, ofJob: number | null) => ({
  ...{ field, label: '', unit: '', ofContainers, ofItems: 1, ofJob },
})
const inKilograms = { netWeight: 5, weightUnit: 0 }
const inTons = { netWeight: 5, weightUnit: 1 }

test('what the job says otherwise is taken from its containers, and nothing else', () => {
  const all = [differs('packages', 61, 60), differs('cargoWeight', 1000.3, 9), differs('volume', 9.5, 10)]
  expect(takenFromContainers(all, inKilograms)).toEqual({
    ...{ numberOfPackages: 61, grossWeight: 1000.3, volume: 9.5, volumeUnit: 0 },
  })
  // The items alone differ there.
  expect(takenFromContainers([differs('packages', 61, null)], inKilograms)).toEqual({})
})

test('a weight stays in tons where they have digits enough for it', () => {
  expect(takenFromContainers([differs('cargoWeight', 1000.3, 9)], inTons)).toEqual({ grossWeight: 1.0003 })
  expect(takenFromContainers([differs('cargoWeight', 1000.35, 9)], inTons)).toEqual({
    ...{ grossWeight: 1000.35, weightUnit: 0, netWeight: 5000 },
  })
})
