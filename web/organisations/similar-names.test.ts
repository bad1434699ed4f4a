import { expect, test } from 'vitest'
import { isSimilar, tellingWords } from './similar-names.ts'

test.each([
  ['SIALKOT SURGICAL (PVT) LTD.', 'Sialkot Surgical (Pvt) Ltd', true],
  ['Elbe Foods', 'Elbe Foods (Pvt) Ltd', true],
  ['Müller Logistik GmbH', 'Muller Logistik', true],
  ['Maas', 'Maas Trading B.V.', true],
  ['Maas Electronics', 'Maas Trading', false],
  ['Sialkot Sports', 'Sialkot Surgical', false],
  ['The Company Ltd', 'Company Ltd', false],
  ['', 'Maas', false],
])('“%s” may be “%s”: %s', (one, other, may) => {
  expect(isSimilar(one, other)).toBe(may)
})

test('a name of nothing but forms keeps its words', () => {
  expect(tellingWords('The Co. Ltd')).toEqual(['the', 'co', 'ltd'])
})
