import { expect, test } from 'vitest'
import { countryName } from '#server/organisations/countries.ts'
import { addressInOneLine, addressLines, LAYOUTS, type Place } from './address.ts'

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
  [place('US', 'Long Beach', '90802', 'CA'), '1 Quay, Long Beach, CA 90802, United States'],
  [place('CA', 'Vancouver', 'V6B 1A1', 'BC'), '1 Quay, Vancouver BC V6B 1A1, Canada'],
  [place('AU', 'Sydney', '2000', 'NSW'), '1 Quay, Sydney NSW 2000, Australia'],
  [place('DE', 'Hamburg', '20457'), 'Quay 1, 20457 Hamburg, Germany'],
  [place('FR', 'Le Havre', '76600'), '1 Quay, 76600 Le Havre, France'],
  [
    place('NL', 'Rotterdam', '3011 AA', 'Zuid-Holland'),
    'Quay 1, 3011 AA Rotterdam, Zuid-Holland, Netherlands',
  ],
  [place('AL', 'Tirana', '1001'), 'Quay 1, 1001 Tirana, Albania'],
  [place('AM', 'Yerevan', '0002'), '1 Quay, 0002 Yerevan, Armenia'],
  [place('MT', 'Mellieha', 'MLH 2042'), '1 Quay, Mellieha, MLH 2042, Malta'],
  [place('IT', 'Milano', '20121', 'MI'), 'Quay 1, 20121 Milano MI, Italy'],
  [place('GB', 'Felixstowe', 'IP11 3SY', 'Suffolk'), '1 Quay, Felixstowe, Suffolk, IP11 3SY, United Kingdom'],
  [place('PK', 'Karachi', '74000', 'Sindh'), '1 Quay, Karachi-74000, Sindh, Pakistan'],
  [place('CN', 'Shanghai', '200001'), '1 Quay, Shanghai 200001, China'],
  [place('CN', 'Qingdao', '266033', 'Shandong'), '1 Quay, Qingdao, Shandong 266033, China'],
  [place('BR', 'Salvador', '40301-110', 'BA'), 'Quay 1, Salvador-BA, 40301-110, Brazil'],
  [place('ES', 'Aranjuez', '28300', 'Madrid'), 'Quay 1, 28300 Aranjuez (Madrid), Spain'],
  [place('ES', '', '', 'Madrid'), 'Quay 1, Madrid, Spain'],
  [place('ES', 'Madrid', '28039'), 'Quay 1, 28039 Madrid, Spain'],
  [place('MX', 'Ciudad de México', '02860', 'CDMX'), 'Quay 1, 02860 Ciudad de México, CDMX, Mexico'],
  [place('TR', 'Beyoğlu', '34437', 'İstanbul'), 'Quay 1, 34437 Beyoğlu/İstanbul, Türkiye'],
  [place('HU', 'Budapest', '1055'), 'Budapest, Quay 1, 1055, Hungary'],
  [place('LV', 'Rīga', 'LV-1073'), 'Quay 1, Rīga, LV-1073, Latvia'],
  [place('KZ', 'Almaty', '050012'), '1 Quay, 050012, Almaty, Kazakhstan'],
  [place('IN', 'Mumbai', '400001', 'Maharashtra'), '1 Quay, Mumbai 400001, Maharashtra, India'],
  [place('SG', 'Singapore', '546080'), '1 Quay, Singapore 546080, Singapore'],
  [place('ZA', 'Durban', '4001'), '1 Quay, Durban, 4001, South Africa'],
  [place('VN', 'Quận 1', '71000', 'TP. Hồ Chí Minh'), '1 Quay, Quận 1, TP. Hồ Chí Minh 71000, Vietnam'],
  [place(null, 'Somewhere', '1'), '1 Quay, Somewhere 1'],
])('an address in one line is written as its country does: %#', (address, line) => {
  expect(addressInOneLine(address)).toBe(line)
})

test('on an envelope city and post code share a line where the country has it so', () => {
  expect(addressLines(place('US', 'Long Beach', '90802', 'CA'))).toBe(
    '1 Quay\nLong Beach, CA 90802\nUnited States',
  )
  expect(addressLines(place('DE', 'Hamburg', '20457'))).toBe('Quay 1\n20457 Hamburg\nGermany')
  expect(addressLines(place('GB', 'London', 'EC3N 4AB'))).toBe('1 Quay\nLondon\nEC3N 4AB\nUnited Kingdom')
  expect(addressLines(place('JP', 'Kobe', '650-0001', 'Hyogo'))).toBe('1 Quay\nKobe, Hyogo\n650-0001\nJapan')
  expect(addressLines({ ...place('US', 'Long Beach', ''), county: null })).toBe(
    '1 Quay\nLong Beach\nUnited States',
  )
})

test('no country has two layouts', () => {
  const countries = LAYOUTS.flatMap(([, ids]) => ids.split(' '))
  expect(countries.filter((id, index) => countries.indexOf(id) !== index)).toEqual([])
  expect(countries.filter(id => countryName(id) === undefined)).toEqual([])
})

test.each([
  ['GB', '221B', null, 'Baker Street', '221B Baker Street'],
  ['DE', '135', null, 'Straße des 17. Juni', 'Straße des 17. Juni 135'],
  ['US', '350', null, '5th Avenue', '350 5th Avenue'],
  ['GB', '12', 'Marine House', 'Wharf Road', '12 Marine House, Wharf Road'],
  ['DE', '12', 'Speicher', 'Am Kai', '12 Speicher, Am Kai'],
  ['GB', '12', null, null, '12'],
  ['GB', null, null, 'Wharf Road', 'Wharf Road'],
  // Two numbers side by side would be read as one.
  ['CN', '7', null, '1 Haier Road', '7, 1 Haier Road'],
  ['DE', '7', null, 'Am Kai 12a', '7, Am Kai 12a'],
])(
  'in %s the number %s of the building %s stands with its street %s',
  (countryId, buildingNo, buildingName, street, expected) => {
    const parts = { ...place(countryId, '', ''), buildingNo, buildingName, street }
    expect(addressInOneLine(parts)).toBe(`${expected}, ${countryName(countryId)}`)
  },
)
