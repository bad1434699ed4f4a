import { expect, test } from 'vitest'
import { addressInOneLine, addressLines, type Place } from './address.ts'

const place = (
  countryId: string | null,
  city: string,
  code: string,
  county: string | null = null,
): Place => ({
  buildingNo: '1',
  buildingName: null,
  street: 'Quay',
  city,
  county,
  code,
  countryId,
})

test.each([
  [place('US', 'Long Beach', '90802', 'CA'), '1, Quay, Long Beach, CA 90802, United States'],
  [place('CA', 'Vancouver', 'V6B 1A1', 'BC'), '1, Quay, Vancouver, BC V6B 1A1, Canada'],
  [place('AU', 'Sydney', '2000', 'NSW'), '1, Quay, Sydney, NSW 2000, Australia'],
  [place('DE', 'Hamburg', '20457'), '1, Quay, 20457 Hamburg, Germany'],
  [place('FR', 'Le Havre', '76600'), '1, Quay, 76600 Le Havre, France'],
  [
    place('NL', 'Rotterdam', '3011 AA', 'Zuid-Holland'),
    '1, Quay, 3011 AA Rotterdam, Zuid-Holland, Netherlands',
  ],
  [place('IT', 'Milano', '20121', 'MI'), '1, Quay, 20121 Milano MI, Italy'],
  [
    place('GB', 'Felixstowe', 'IP11 3SY', 'Suffolk'),
    '1, Quay, Felixstowe, Suffolk, IP11 3SY, United Kingdom',
  ],
  [place('PK', 'Karachi', '74000', 'Sindh'), '1, Quay, Karachi 74000, Sindh, Pakistan'],
  [place('CN', 'Shanghai', '200001'), '1, Quay, Shanghai 200001, China'],
  [place(null, 'Somewhere', '1'), '1, Quay, Somewhere 1'],
])('an address in one line is written as its country does: %#', (address, line) => {
  expect(addressInOneLine(address)).toBe(line)
})

test('on an envelope city and post code share a line where the country has it so', () => {
  expect(addressLines(place('US', 'Long Beach', '90802', 'CA'))).toBe(
    '1\nQuay\nLong Beach, CA 90802\nUnited States',
  )
  expect(addressLines(place('DE', 'Hamburg', '20457'))).toBe('1\nQuay\n20457 Hamburg\nGermany')
  expect(addressLines(place('GB', 'London', 'EC3N 4AB'))).toBe('1\nQuay\nLondon\nEC3N 4AB\nUnited Kingdom')
  expect(addressLines(place('JP', 'Kobe', '650-0001', 'Hyogo'))).toBe('1\nQuay\nKobe\nHyogo\n650-0001\nJapan')
  expect(addressLines({ ...place('US', 'Long Beach', ''), county: null })).toBe(
    '1\nQuay\nLong Beach\nUnited States',
  )
})
