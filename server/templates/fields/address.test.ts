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
  [place('US', 'Long Beach', '90802', 'CA'), '1, Quay, Long Beach, CA 90802, United States'],
  [place('CA', 'Vancouver', 'V6B 1A1', 'BC'), '1, Quay, Vancouver BC V6B 1A1, Canada'],
  [place('AU', 'Sydney', '2000', 'NSW'), '1, Quay, Sydney NSW 2000, Australia'],
  [place('DE', 'Hamburg', '20457'), '1, Quay, 20457 Hamburg, Germany'],
  [place('FR', 'Le Havre', '76600'), '1, Quay, 76600 Le Havre, France'],
  [
    place('NL', 'Rotterdam', '3011 AA', 'Zuid-Holland'),
    '1, Quay, 3011 AA Rotterdam, Zuid-Holland, Netherlands',
  ],
  [place('AL', 'Tirana', '1001'), '1, Quay, 1001 Tirana, Albania'],
  [place('AM', 'Yerevan', '0002'), '1, Quay, 0002 Yerevan, Armenia'],
  [place('MT', 'Mellieha', 'MLH 2042'), '1, Quay, Mellieha, MLH 2042, Malta'],
  [place('IT', 'Milano', '20121', 'MI'), '1, Quay, 20121 Milano MI, Italy'],
  [
    place('GB', 'Felixstowe', 'IP11 3SY', 'Suffolk'),
    '1, Quay, Felixstowe, Suffolk, IP11 3SY, United Kingdom',
  ],
  [place('PK', 'Karachi', '74000', 'Sindh'), '1, Quay, Karachi-74000, Sindh, Pakistan'],
  [place('CN', 'Shanghai', '200001'), '1, Quay, Shanghai 200001, China'],
  [place('CN', 'Qingdao', '266033', 'Shandong'), '1, Quay, Qingdao, Shandong 266033, China'],
  [place('BR', 'Salvador', '40301-110', 'BA'), '1, Quay, Salvador-BA, 40301-110, Brazil'],
  [place('ES', 'Aranjuez', '28300', 'Madrid'), '1, Quay, 28300 Aranjuez (Madrid), Spain'],
  [place('ES', '', '', 'Madrid'), '1, Quay, Madrid, Spain'],
  [place('ES', 'Madrid', '28039'), '1, Quay, 28039 Madrid, Spain'],
  [place('MX', 'Ciudad de México', '02860', 'CDMX'), '1, Quay, 02860 Ciudad de México, CDMX, Mexico'],
  [place('TR', 'Beyoğlu', '34437', 'İstanbul'), '1, Quay, 34437 Beyoğlu/İstanbul, Türkiye'],
  [place('HU', 'Budapest', '1055'), 'Budapest, 1, Quay, 1055, Hungary'],
  [place('LV', 'Rīga', 'LV-1073'), '1, Quay, Rīga, LV-1073, Latvia'],
  [place('KZ', 'Almaty', '050012'), '1, Quay, 050012, Almaty, Kazakhstan'],
  [place('IN', 'Mumbai', '400001', 'Maharashtra'), '1, Quay, Mumbai 400001, Maharashtra, India'],
  [place('SG', 'Singapore', '546080'), '1, Quay, Singapore 546080, Singapore'],
  [place('ZA', 'Durban', '4001'), '1, Quay, Durban, 4001, South Africa'],
  [place('VN', 'Quận 1', '71000', 'TP. Hồ Chí Minh'), '1, Quay, Quận 1, TP. Hồ Chí Minh 71000, Vietnam'],
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
  expect(addressLines(place('JP', 'Kobe', '650-0001', 'Hyogo'))).toBe('1\nQuay\nKobe, Hyogo\n650-0001\nJapan')
  expect(addressLines({ ...place('US', 'Long Beach', ''), county: null })).toBe(
    '1\nQuay\nLong Beach\nUnited States',
  )
})

test('no country has two layouts', () => {
  const countries = LAYOUTS.flatMap(([, ids]) => ids.split(' '))
  expect(countries.filter((id, index) => countries.indexOf(id) !== index)).toEqual([])
  expect(countries.filter(id => countryName(id) === undefined)).toEqual([])
})
