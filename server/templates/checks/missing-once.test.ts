import { expect, test } from 'vitest'
import { documentValues } from '#server/templates/fields/catalogue.ts'
import { finance, item, job, source } from '#testing/template-source.ts'
import { missingValues } from './missing.ts'

test('what every item lacks is told once, of the items and of their total', () => {
  const bare = { quantity: null, grossWeight: null, weightUnit: null, numberOfPacks: null }
  const names = ['Quantity', 'GrossWeight', 'WeightUnit', 'NumberOfPacks']
  const printed = names.flatMap(name => [`ItemTotals.${name}`, `Items.${name}`])
  const messages = (items: typeof job.items) => {
    const changed = { ...source, job: { ...job, items } }
    return missingValues(new Set(printed), changed, documentValues(changed)).map(({ message }) => message)
  }
  // The unit of a weight that nobody entered is no gap of its own.
  const lacked = ['quantity', 'gross weight', 'number of packs']
  expect(messages([item(bare)]).toSorted()).toEqual(
    lacked.map(noun => `The cargo item has no ${noun}`).toSorted(),
  )
  expect(messages([item(bare), item(bare)]).toSorted()).toEqual(
    lacked.map(noun => `2 of 2 cargo items have no ${noun}`).toSorted(),
  )
})

test('a missing exchange rate is told of lines that come to 0, and a negative total is', () => {
  const messages = (changes: Partial<typeof finance>) => {
    const changed = { ...source, finance: { ...finance, ...changes } }
    return missingValues(new Set(['Charges', 'Finance.Total']), changed, documentValues(changed)).map(
      ({ message }) => message,
    )
  }
  const { originCharge } = finance
  if (!originCharge) throw new Error('The fixture has no origin charges.')
  const section = { ...originCharge, currency: 'JPY', exchangeRate: null, total: 0 }
  const told = `The origin charges are in JPY without an exchange rate: 1 JPY counts as 1 ${finance.currency}`
  const balanced = { ...section, pickUp: 100, blfee: -100 }
  expect(messages({ quoteType: 1, originCharge: balanced })).toContain(told)
  expect(messages({ quoteType: 1, originCharge: { ...section, pickUp: null, blfee: null } })).not.toContain(
    told,
  )
  const negative = `The total is negative: -12.50 ${finance.currency}`
  expect(messages({ total: -12.5 })).toContain(negative)
  expect(messages({ total: 0 })).not.toContain(negative)
})

test('what only some dangerous goods have is not asked for', () => {
  const paint = item({ unNumber: '1263', properShippingName: 'Paint' })
  const changed = { ...source, job: { ...job, items: [paint] } }
  const names = ['HazardClass', 'PackingGroup', 'Flashpoint', 'MarinePollutant', 'LimitedQuantity']
  const printed = new Set(names.map(name => `Items.${name}`))
  const told = missingValues(printed, changed, documentValues(changed))
  expect(told.map(({ message }) => message)).toEqual(['The cargo item has no hazard class'])
})
