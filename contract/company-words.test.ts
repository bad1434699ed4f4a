import { expect, test } from 'vitest'
import { hasLegalForm, isLegalForm, isSameCompany } from './company-words.ts'

test.each([
  ['SIALKOT SURGICAL (PVT) LTD.', 'Sialkot Surgical Limited', true],
  ['Maas Electronics B.V.', 'maas electronics', true],
  ['Nordlys A/S', 'Nordlys', true],
  ['M/s Lyari Home Textiles', 'Lyari Home Textiles', true],
  ['Alster & Co. KG', 'Alster', true],
  ['Müller GmbH', 'Muller', true],
  ['Acme House', 'Acme', false],
  ['Unit 4, Dock Lane', 'Dock Lane', false],
  ['', '', false],
  ['Co. Ltd', 'Co. Ltd', true],
])('%s and %s are one company: %s', (one, other, isSame) => {
  expect(isSameCompany(one, other)).toBe(isSame)
})

test('a legal form alone is told from a name that ends in one', () => {
  expect(['Co., Ltd.', 'S.A.', 'GmbH & Co. KG', 'Star Co.', ''].map(isLegalForm)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(['3 Streets Ltd', '3 High Street'].map(hasLegalForm)).toEqual([true, false])
})
