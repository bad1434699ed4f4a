import { expect, test } from 'vitest'
import { countries, countryName, isCountry } from './countries.ts'

test('countries are listed once, by name, under ISO codes', () => {
  const list = countries()
  expect(list).toHaveLength(250)
  expect(new Set(list.map(country => country.id)).size).toBe(250)
  expect(new Set(list.map(country => country.name)).size).toBe(250)
  expect(list.every(country => /^[A-Z]{2}$/.test(country.id))).toBe(true)
  expect(list.slice(0, 3).map(country => country.name)).toEqual(['Afghanistan', 'Åland Islands', 'Albania'])
  expect(list.at(-1)).toEqual({ id: 'ZW', name: 'Zimbabwe' })
})

test.each([
  ['GB', 'United Kingdom'],
  ['US', 'United States'],
  ['TW', 'Taiwan'],
  ['PK', 'Pakistan'],
  ['CN', 'China'],
  ['KR', 'South Korea'],
  ['RU', 'Russia'],
  ['TR', 'Türkiye'],
  ['VN', 'Vietnam'],
  ['NL', 'Netherlands'],
  ['CI', "Côte d'Ivoire"],
])('%s is called %s', (id, name) => {
  expect(isCountry(id)).toBe(true)
  expect(countryName(id)).toBe(name)
})

test('no name carries the long form of a state', () => {
  const long = countries().filter(({ name }) =>
    /Republic of|Province|Islamic|Federation|, .*(of|U\.S\.|British)$/.test(name),
  )
  expect(long).toEqual([])
})

test.each(['gb', 'XX', 'UK', '', 'GBR', '__proto__', 'constructor'])('%j is no country', id => {
  expect(isCountry(id)).toBe(false)
  expect(countryName(id)).toBeUndefined()
})
