import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { documentValues } from '#server/templates/fields/catalogue.ts'
import { id, item, job, source } from '#testing/template-source.ts'
import { missingValues } from './missing.ts'

const checked = (names: string[], changes: Partial<Job>) => {
  const changed = { ...source, job: { ...job, ...changes } }
  return missingValues(new Set(names), changed, documentValues(changed)).filter(({ check }) => check)
}

test('an arrival before the departure is told where either is printed', () => {
  const days = { etd: '2026-12-03', eta: '2026-12-01' }
  const told = {
    label: 'ETA',
    message: 'The ETA, 01 Dec 2026, is before the ETD, 03 Dec 2026',
    place: { screen: 'details', field: 'eta' },
    check: true,
  }
  expect(checked(['Shipment.Etd'], days)).toEqual([told])
  expect(checked(['Shipment.Eta'], days)).toEqual([told])
  expect(checked(['Shipment.Name'], days)).toEqual([])
  expect(checked(['Shipment.Etd'], { ...days, eta: '2026-12-03' })).toEqual([])
  expect(checked(['Shipment.Etd'], { ...days, eta: null })).toEqual([])
})

test('a net weight over the gross weight is told of the job and of each item', () => {
  const cargo = {
    grossWeight: 1200.5,
    netWeight: 1300,
    items: [
      item({ grossWeight: 1190.5, netWeight: 8 }),
      item({ grossWeight: 10, netWeight: 10.25, weightUnit: null }),
    ],
  }
  const messages = (names: string[]) =>
    checked(names, cargo).flatMap(({ message, place }) =>
      message.includes(' over ') ? [[message, place?.screen]] : [],
    )
  const ofJob = ['The job’s net weight, 1,300\u{a0}kg, is over its gross weight, 1,200.5\u{a0}kg', 'details']
  const ofItem = ['Item 2’s net weight, 10.25, is over its gross weight, 10', 'items']
  expect(messages(['Shipment.GrossWeight'])).toEqual([ofJob])
  expect(messages(['Items.NetWeight'])).toEqual([ofItem])
  expect(messages(['Shipment.NetWeight', 'ItemTotals.GrossWeight'])).toEqual([ofJob, ofItem])
  expect(messages(['Items.Name'])).toEqual([])
  expect(checked(['Shipment.NetWeight'], { items: [], grossWeight: 5, netWeight: 5 })).toEqual([])
})

test('one port for loading and discharge is told', () => {
  const quote = { ...job.quote, loadingPortId: id, dischargePortId: id, dischargePort: 'Qingdao' }
  const told = {
    label: 'Port of Discharge',
    message: 'Port of loading and port of discharge are the same: Qingdao',
    place: { screen: 'details', field: 'quote.dischargePortId' },
    check: true,
  }
  expect(checked(['Quote.DischargePort'], { quote })).toEqual([told])
  expect(checked(['LoadingPort.Name'], { quote })).toEqual([told])
  expect(checked(['Shipment.Name'], { quote })).toEqual([])
  expect(checked(['Quote.LoadingPort'], { quote: { ...quote, dischargePortId: null } })).toEqual([])
})

test('goods ready after the departure, and a D/O picked up before it, are told', () => {
  const days = { etd: '2026-12-03', swbro: '2026-12-05', dopubtco: '2026-12-01' }
  const messages = (names: string[], changes: Partial<Job> = {}) =>
    checked(names, { ...days, ...changes }).map(({ message, place }) => [message, place])
  const ready = [
    'The cargo is ready on 05 Dec 2026, after the ETD, 03 Dec 2026',
    { screen: 'details', field: 'swbro' },
  ]
  const pickedUp = [
    'The D/O was picked up on 01 Dec 2026, before the ETD, 03 Dec 2026',
    { screen: 'details', field: 'dopubtco' },
  ]
  expect(messages(['Shipment.Etd'])).toEqual([ready, pickedUp])
  expect(messages(['Shipment.ReadyOn'])).toEqual([ready])
  expect(messages(['Shipment.DeliveryOrderPickedUpOn'])).toEqual([pickedUp])
  expect(messages(['Shipment.Name'])).toEqual([])
  expect(messages(['Shipment.Etd'], { swbro: days.etd, dopubtco: days.etd })).toEqual([])
})

test('a shipper who is the consignee too is told', () => {
  const party = job.shipmentShipers[0]?.party ?? null
  const consigned = { id, shipmentId: id, consigneeId: id, party }
  const told = {
    label: 'Consignee',
    message: `Shipper and consignee are the same: ${party?.organisation?.name}`,
    place: { screen: 'details', field: 'consignee' },
    check: true,
  }
  const same = { shipmentConsignees: [consigned] }
  expect(checked(['Consignee.AddressLine'], same)).toEqual([told])
  expect(checked(['Shipper.Name'], same)).toEqual([told])
  expect(checked(['Shipment.Name'], same)).toEqual([])
})
