import { expect, test } from 'vitest'
import { jobInput, quote } from '#contract/jobs.ts'
import { catalogue, type TemplateSource } from './catalogue.ts'
import { placeToFill } from './field-places.ts'

test('every field of a job and its quote has a place on the job card', () => {
  // Given or reckoned by the product itself, or told by the job's containers.
  const given = [
    'Shipment.JobId',
    'Shipment.ShipmentDate',
    'Shipment.ChargeableWeight',
    'Shipment.ContainersAndSeals',
    ...['RatedWeight', 'WeightCharge', 'WaybillTotal'].map(name => `Shipment.${name}`),
    // Split by the master.
    'Shipment.CostShare',
  ]
  const known = new Set([
    ...Object.keys(jobInput.shape),
    // They have a section of their own.
    'references',
    ...Object.keys(quote.shape).map(key => `quote.${key}`),
  ])
  const fields = catalogue.fields.filter(
    ({ name }) => /^(Shipment|Quote)\./.test(name) && !given.includes(name),
  )
  expect(fields.length).toBeGreaterThan(30)
  for (const { name } of fields) {
    const { place } = placeToFill(name, {} as TemplateSource)
    expect([name, place?.screen === 'details' && known.has(place.field)]).toEqual([name, true])
  }
})
