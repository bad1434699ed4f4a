import { expect, test } from 'vitest'
import { catalogue } from '#server/templates/fields/catalogue.ts'
import { groupTitle } from '#server/templates/fields/field-groups.ts'
import { isFilledByHand } from '#server/templates/fields/field-places.ts'
import { emptyField, emptyInRows, emptyList } from './missing-words.ts'

const ofFields = catalogue.fields
  .filter(({ name }) => isFilledByHand(name))
  .map(({ name, label }) => emptyField(name, label, 2).message)
const ofRows = Object.entries(catalogue.lists).flatMap(([list, fields]) =>
  fields.flatMap(field => [
    emptyInRows(groupTitle(list), field, { blank: 1, rows: 1 }),
    emptyInRows(groupTitle(list), field, { blank: 2, rows: 3 }),
  ]),
)

test('no sentence tells how a field is printed, names its owner twice or lists a label as it is', () => {
  const stilted =
    /in one line|a line each|of all|: | on is empty| instructions is |(\b\w+\b) \1\b|of the charges of/
  const told = [...ofFields, ...ofRows, ...Object.keys(catalogue.lists).map(emptyList)]
  expect(told.length).toBeGreaterThan(500)
  expect(told.filter(one => stilted.test(one))).toEqual([])
})

test.each([
  ['Finance.Total', 'The charges have no total'],
  ['Consignee.AddressLine', 'The consignee has no address'],
  ['Consignee.ContactLine', 'The consignee has no telephone or e-mail'],
  ['Company.RegistrationLine', 'Your company has no registration, tax or licence number'],
  ['Company.Swift', 'Your company has no SWIFT/BIC code'],
  ['Shipment.CustomerInstructions', 'Customer instructions are empty'],
  ['Shipment.ReadyOn', '“Ready on” is empty'],
  ['ItemTotals.NumberOfPacks', 'The cargo items have no number of packs'],
  ['Master.Name', 'The master job has no name'],
  ['OriginCharge.PickUp', 'Nothing is entered for pick-up in the origin charges'],
  ['FreightCharge.OtherFreightCharges', 'No other freight charges are entered'],
  ['FreightCharge.OtherAirCharges', 'No other air charges are entered in the freight charges'],
  ['FreightCharge.FscBasis', 'Nothing is entered for the FSC basis in the freight charges'],
  ['DestinationCharge.Total', 'The destination charges have no total'],
])('of %s: %s', (name, message) => {
  const label = catalogue.fields.find(one => one.name === name)?.label ?? ''
  expect(emptyField(name, label, null).message).toBe(message)
})

test('a row’s party is named with the row', () => {
  const field = catalogue.lists.Bills?.find(({ name }) => name === 'Consignee.AddressLine')
  if (!field) throw new Error('Bills have no Consignee.AddressLine.')
  expect(emptyInRows('House bills', field, { blank: 1, rows: 1 })).toBe(
    'The consignee of the house bill has no address',
  )
  expect(emptyInRows('House bills', field, { blank: 2, rows: 3 })).toBe(
    'In 2 of 3 house bills the consignee has no address',
  )
})
