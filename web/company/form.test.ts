import { expect, test } from 'vitest'
import { type Company, companyLabels } from '#contract/company.ts'
import { paperKinds, seriesAtFirst } from '#contract/numbering.ts'
import { changeOf, changedKinds, fieldOfPath, valuesOf } from './form.ts'

const company = {
  ...Object.fromEntries(Object.keys(companyLabels).map(field => [field, null])),
  name: 'Maas Forwarding',
  currency: 'EUR',
  numberSeries: paperKinds.map(seriesAtFirst),
  logo: null,
  version: 3,
} as unknown as Company

test('a save says only what was changed, so that no number goes back', () => {
  const values = valuesOf(company)
  values.city = ' Rotterdam '
  values.street = '  '
  values.series.invoice = { prefix: null, digits: 4, nextNumber: 12 }
  const dirty = { city: true, street: true, name: false, series: { invoice: { prefix: true, digits: true } } }
  expect(changeOf(values, dirty as never)).toEqual({
    city: 'Rotterdam',
    street: null,
    numberSeries: [{ kind: 'invoice', prefix: '', digits: 4 }],
  })
  expect(changeOf(values, { series: { invoice: { prefix: false } } } as never)).toEqual({})
})

test('a refusal finds its field, in the order in which the series were sent', () => {
  const kinds = changedKinds({ invoice: { digits: true }, houseBill: { prefix: true } })
  expect(kinds).toEqual(['houseBill', 'invoice'])
  expect(fieldOfPath('numberSeries.1.digits', kinds)).toBe('series.invoice.digits')
  expect(fieldOfPath('countryId', kinds)).toBe('countryId')
  expect(fieldOfPath('numberSeries', kinds)).toBe(null)
})
