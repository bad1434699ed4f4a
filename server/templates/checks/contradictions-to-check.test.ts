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

test('a departure that has passed is told where it is offered or confirmed', () => {
  const told = {
    label: 'ETD',
    message: `The ETD, 01 Jan 2020, has passed`,
    place: { screen: 'details', field: 'etd' },
    check: true,
  }
  const past = { etd: '2020-01-01', eta: null, swbro: null }
  expect(checked(['Shipment.Etd', 'Numbers.Quotation'], past)).toEqual([told])
  expect(checked(['Shipment.Etd', 'Numbers.Booking'], past)).toEqual([told])
  expect(checked(['Shipment.Etd', 'Numbers.HouseBill'], past)).toEqual([])
  expect(checked(['Numbers.Quotation'], past)).toEqual([])
  expect(checked(['Shipment.Etd', 'Numbers.Quotation'], { ...past, etd: source.today })).toEqual([])
})

test('a paper of a cancelled job that does not say so is told', () => {
  const told = {
    label: 'Status',
    message: 'The job is cancelled',
    place: { screen: 'details', field: 'statusId' },
    check: true,
  }
  expect(checked(['Shipment.Name'], { statusId: 0 })).toEqual([told])
  expect(checked(['Shipment.Name', 'Shipment.Status'], { statusId: 0 })).toEqual([])
  expect(checked(['Company.Name', 'Today'], { statusId: 0 })).toEqual([])
  expect(checked(['Shipment.Name'], { statusId: 1 })).toEqual([])
})

test('house jobs of one number are told of the papers that list them', () => {
  const house = (number: number, hbl: string | null) => ({ ...job, id: `${id}${number}`, jobId: number, hbl })
  const told = (hbls: (string | null)[], names = ['Bills.HouseBl']) => {
    const changed = { ...source, houses: hbls.map((hbl, index) => house(index + 8, hbl)) }
    return missingValues(new Set(names), changed, documentValues(changed)).filter(({ message }) =>
      message.includes('the same house BL'),
    )
  }
  expect(told(['TMF 001', null, 'tmf  001 ', 'TMF 002', null])).toEqual([
    {
      label: 'House job 10, House BL',
      message: 'House jobs 8 and 10 have the same house BL: tmf  001. Each job needs its own number',
      place: { screen: 'details', field: 'hbl', shipmentId: `${id}10` },
      check: true,
    },
  ])
  expect(told(['TMF 001', 'TMF 001'], ['Bills.Etd'])).toEqual([])
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

test('one organisation without a name as shipper and consignee is told in words', () => {
  const party = job.shipmentShipers[0]?.party
  if (!party?.organisation) throw new Error('The fixture has no shipper.')
  const unnamed = { ...party, organisation: { ...party.organisation, name: null } }
  const [told] = checked(['Shipper.Name'], {
    shipmentShipers: [{ id, shipmentId: id, shipperId: id, party: unnamed }],
    shipmentConsignees: [{ id, shipmentId: id, consigneeId: id, party: unnamed }],
  })
  expect(told?.message).toBe('Shipper and consignee are the same organisation, which has no name')
})

test('one number for the house bill and the master bill is told, whatever its blanks', () => {
  const bills = { hbl: 'MBL 1', mbl: 'mbl\u00a0 1' }
  const told = 'House BL and Master BL are the same: MBL 1'
  const messages = (name: string) => checked([name], bills).map(({ message }) => message)
  expect(messages('Shipment.HouseBl')).toEqual([told])
  expect(messages('Shipment.MasterBl')).toEqual([told])
  expect(messages('Shipment.Name')).toEqual([])
})

test('a route that comes back to where it was is told', () => {
  const other = '22222222-2222-4222-8222-222222222222'
  const messages = (ports: Partial<Job['quote']>, name = 'LoadingPort.Name') =>
    checked([name, 'DestinationPort.Name'], { quote: { ...job.quote, ...ports } }).map(
      ({ message }) => message,
    )
  expect(messages({ viaPortId: id, viaPort: 'Qingdao' })).toEqual([
    'Port of loading and via port are the same: Qingdao',
  ])
  const back = { destinationPortId: id, dischargePortId: other, destinationPort: 'Qingdao' }
  expect(messages(back)).toEqual(['Port of loading and port of destination are the same: Qingdao'])
  const on = { viaPortId: other, destinationPortId: other, destinationPort: 'Karachi' }
  expect(messages({ ...on, dischargePortId: other })).toEqual([])
  expect(messages({ ...on, dischargePortId: '33333333-3333-4333-8333-333333333333' })).toEqual([
    'Via port and port of destination are the same: Karachi',
  ])
})

test('a house job that does not travel as its master is told on the papers of both', () => {
  const quote = { ...job.quote, transportMode: 0, loadingPort: 'Karachi' }
  const house: Job = {
    ...job,
    id: 'house',
    jobId: 43,
    quote,
    etd: '2026-12-04',
    mbl: 'mbl1 ',
    vesselName: null,
  }
  const ofMaster = (names: string[]) => {
    const changed = { ...source, houses: [house] }
    return missingValues(new Set(names), changed, documentValues(changed)).flatMap(one =>
      one.message.includes('master') ? [one] : [],
    )
  }
  const place = (field: string) => ({ screen: 'details', field, shipmentId: 'house' })
  expect(ofMaster(['Bills.HouseBl', 'Quote.TransportMode', 'Shipment.Etd', 'Shipment.MasterBl'])).toEqual([
    {
      label: 'House job 43, Mode of Transport',
      message: 'House job 43’s mode of transport is Air; its master job’s is Sea',
      place: place('quote.transportMode'),
      check: true,
    },
    {
      label: 'House job 43, ETD',
      message: 'House job 43’s ETD is 04 Dec 2026; its master job’s is 03 Dec 2026',
      place: place('etd'),
      check: true,
    },
  ])
  expect(ofMaster(['Shipment.Etd'])).toEqual([])
  const ownPaper = { ...source, job: house, master: job }
  const told = missingValues(
    new Set(['LoadingPort.Name', 'Shipment.MasterBl']),
    ownPaper,
    documentValues(ownPaper),
  )
  expect(told.filter(({ check }) => check)).toEqual([
    {
      label: 'Port of Loading',
      message: 'The job’s port of loading is Karachi; its master job’s, job 42, is Qingdao',
      place: { screen: 'details', field: 'quote.loadingPortId' },
      check: true,
    },
  ])
})
