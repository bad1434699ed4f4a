import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import { buildJob } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company } = companyPerTest()

const shown = {
  ...{ waybillCharges: 1, rateClass: 5, waybillRate: 2.3456, valuationCharge: 0, waybillTax: 12.5 },
  ...{ chargesDueAgent: 45, chargesDueCarrier: 804.0001 },
}
const agreed = {
  ...{ waybillCharges: 0, rateClass: 0, waybillRate: null, valuationCharge: 7, waybillTax: null },
  ...{ chargesDueAgent: null, chargesDueCarrier: 1 },
}

test('the history tells what a waybill said of its charges in words, and puts it back', async () => {
  const { id } = await buildJob(company, { quote: { transportMode: 0 }, ...shown })
  const job = async () => (await company.call<Job>('GET', `/api/shipment/${id}`)).body
  const before = await job()
  await company.call('PUT', '/api/shipment', { id, ...agreed })
  const [entry] = (await company.call<HistoryEntry[]>('GET', `/api/history?job=${id}&limit=1`)).body
  const changes = entry?.changes.map(({ field, label, oldText, newText, restorable }) => [
    ...[field, label, oldText, newText, restorable],
  ])
  expect(changes?.toSorted()).toEqual([
    ['chargesDueAgent', 'Other Charges due Agent', '45', '', true],
    ['chargesDueCarrier', 'Other Charges due Carrier', '804.0001', '1', true],
    ['rateClass', 'Rate Class', 'S Class rate, surcharge', 'M Minimum charge', true],
    ['valuationCharge', 'Valuation Charge', '0', '7', true],
    ['waybillCharges', 'Charges on the Air Waybill', 'Shown', 'As agreed', true],
    ['waybillRate', 'Rate / Charge', '2.3456', '', true],
    ['waybillTax', 'Waybill Tax', '12.5', '', true],
  ])
  // One field alone, then all that is left.
  await company.call('POST', '/api/history/restore', { entry: entry?.id, fields: ['rateClass'] })
  expect(await job()).toEqual({
    ...before,
    ...agreed,
    rateClass: shown.rateClass,
    version: before.version + 2,
  })
  const others = Object.keys(shown).filter(name => name !== 'rateClass')
  const back = await company.call('POST', '/api/history/restore', { entry: entry?.id, fields: others })
  expect(back.status).toBe(200)
  expect(await job()).toEqual({ ...before, version: before.version + 3 })
})
