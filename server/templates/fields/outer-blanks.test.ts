import { expect, test } from 'vitest'
import { documentValues } from '#server/templates/fields/catalogue.ts'
import { job, source } from '#testing/template-source.ts'
import { addressInOneLine, contactLine } from './address.ts'

test('texts are printed without the blanks at their ends, and blanks alone are nothing', () => {
  const { fields } = documentValues({
    ...source,
    job: { ...job, vesselName: ' \u3000Wide  Bay\u00a0', mbl: '\u3000', hbl: '\u00a0 ' },
    company: { ...source.company, bankName: ' Bank\u3000', bankBranch: ' ', taxNumber: '\u00a0' },
  })
  expect(fields['Shipment.VesselName']).toBe('Wide  Bay')
  expect(fields['Shipment.MasterBl']).toBe('')
  expect(fields['Shipment.HouseBl']).toBe('')
  expect(fields['Company.BankDetails']).toMatch(/^Bank(\n|$)/)
  expect(fields['Company.RegistrationLine']).not.toContain('Tax')
})

test('so are the parts of an address and of a line of contacts', () => {
  const place = {
    buildingNo: ' 9  ',
    buildingName: '\u3000',
    street: '\u3000Orchard  Road\u3000',
    city: ' Singapore ',
    county: ' ',
    code: '\u00a0238823 ',
    countryId: 'SG',
  }
  expect(addressInOneLine(place)).toBe('9 Orchard  Road, Singapore 238823, Singapore')
  expect(contactLine({ telephone: ' ', mobile: ' +65 1 ', email: '\u3000a@b.example ' })).toBe(
    'Tel. +65 1   a@b.example',
  )
})
