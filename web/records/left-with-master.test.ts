import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { leftWithMaster } from './left-with-master.ts'

const job = (fields: object, loadingPortId: string | null = null, shipmentCarriers: object[] = []) =>
  ({
    ...{ vesselName: null, voyage: '', etd: null, ...fields },
    ...{ quote: { loadingPortId }, shipmentCarriers },
  }) as Job

test('what a house has no longer is told in the order of the card, and what it keeps is not', () => {
  const before = job({ vesselName: 'Ever Given', voyage: '018E', etd: '2027-03-02' }, 'port', [{}])
  expect(leftWithMaster(before, job({ voyage: '018E' }))).toBe(
    'What came from there is empty now: Vessel Name, ETD, Port of Loading, Carrier.',
  )
  expect(leftWithMaster(before, before)).toBe('')
  expect(leftWithMaster(job({}), job({}))).toBe('')
})
