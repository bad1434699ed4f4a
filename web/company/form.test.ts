import { expect, test } from 'vitest'
import { type Company, companyLabels } from '#contract/company.ts'
import { paperKinds, defaultSeries } from '#contract/numbering.ts'
import { changeOf, fieldOfChange, fieldOfPath, valuesOf } from './form.ts'

const company = {
  ...Object.fromEntries(Object.keys(companyLabels).map(field => [field, null])),
  name: 'Maas Forwarding',
  currency: 'EUR',
  numberSeries: paperKinds.map(defaultSeries),
  logo: null,
  version: 3,
} as unknown as Company

test('a save says only what was changed, so that no number goes back', () => {
  const values = valuesOf(company)
  values.city = ' Rotterdam '
  values.street = '  '
  values.series.invoice = { prefix: null, digits: 4, nextNumber: 12 }
  expect(changeOf(values, ['city', 'street', 'series.invoice.prefix', 'series.invoice.digits'])).toEqual({
    city: 'Rotterdam',
    street: null,
    numberSeries: [{ kind: 'invoice', prefix: '', digits: 4 }],
  })
  expect(changeOf(values, [])).toEqual({})
})

test('a refusal finds its field, in the order in which the series were sent', () => {
  const changed = ['series.invoice.digits', 'series.houseBill.prefix'] as const
  expect(fieldOfPath('numberSeries.1.digits', changed)).toBe('series.invoice.digits')
  expect(fieldOfPath('numberSeries.0.prefix', changed)).toBe('series.houseBill.prefix')
  expect(fieldOfPath('countryId', changed)).toBe('countryId')
  expect(fieldOfPath('numberSeries', changed)).toBe(null)
  expect(fieldOfPath('numberSeries.2.digits', changed)).toBe(null)
})

test('somebody else’s change finds its field, a series by its place among all of them', () => {
  expect(fieldOfChange('numberSeries.1.digits')).toBe('series.houseAirWaybill.digits')
  expect(fieldOfChange('city')).toBe('city')
  expect(fieldOfChange('logo')).toBe(null)
})
