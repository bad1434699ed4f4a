import { expect, test } from 'vitest'
import { isCountry } from '#server/organisations/countries.ts'
import { worldPortId, worldPorts } from './world-ports.ts'

const byCode = new Map(worldPorts().map(port => [port.code, port]))

test('every code is a well-formed UN/LOCODE in a known country, and comes once, in order', () => {
  const codes = worldPorts().map(port => port.code)
  expect(codes.filter(code => !/^[A-Z]{2}[A-Z2-9]{3}$/.test(code))).toEqual([])
  expect(codes).toEqual([...new Set(codes)].sort())
  expect(worldPorts().filter(port => port.countryId !== port.code.slice(0, 2))).toEqual([])
  expect(worldPorts().filter(port => !isCountry(port.countryId))).toEqual([])
})

test('functions are 1, 4 and 6 in rising order, at least one', () => {
  expect(worldPorts().filter(port => !/^(?=.)1?4?6?$/.test(port.functions))).toEqual([])
})

test('names are printable, trimmed and told apart within a country', () => {
  expect(worldPorts().filter(port => !/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(port.name))).toEqual([])
  const names = worldPorts().map(port => `${port.countryId} ${port.name.toLowerCase()}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each([
  ['PKKHI', 'Karachi', '14'],
  ['PKBQM', 'Port Qasim (Muhammad Bin Qasim)', '1'],
  ['PKLHE', 'Lahore', '46'],
  ['GBFXT', 'Felixstowe', '1'],
  ['GBLHR', 'London Heathrow Airport', '4'],
  ['AEJEA', 'Jebel Ali', '1'],
  ['CNSHA', 'Shanghai', '14'],
  ['CNPVG', 'Shanghai Pudong Airport', '4'],
  ['CNNGB', 'Ningbo', '14'],
  ['SGSIN', 'Singapore', '14'],
  ['NLRTM', 'Rotterdam', '14'],
  ['DEHAM', 'Hamburg', '14'],
  ['USLAX', 'Los Angeles', '14'],
  ['USNYC', 'New York', '1'],
  ['BRSSZ', 'Santos', '1'],
  ['ZADUR', 'Durban', '14'],
  ['KEMBA', 'Mombasa', '14'],
  ['AUSYD', 'Sydney', '14'],
  ['INNSA', 'Nhava Sheva (JNPT)', '1'],
  ['INTKD', 'Tughlakabad ICD (Delhi)', '6'],
  ['MYPKG', 'Port Klang', '1'],
  ['HKHKG', 'Hong Kong', '14'],
])('%s is %s with functions %s', (code, name, functions) => {
  expect(byCode.get(code)).toMatchObject({ name, functions })
})

test('the list reaches over the world', () => {
  expect(worldPorts().length).toBeGreaterThan(1500)
  expect(new Set(worldPorts().map(port => port.countryId)).size).toBeGreaterThan(200)
})

test('ids are version 8 UUIDs that never change', () => {
  expect(worldPortId('GBFXT')).toBe('505d4060-d0db-89a6-aedb-deb8fd795634')
  expect(worldPortId('PKKHI')).toBe('cf762e9f-de1e-8dba-8f90-7e961481233e')
  const ids = worldPorts().map(port => port.id)
  expect(
    ids.filter(id => !/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(byCode.get('GBFXT')?.id).toBe(worldPortId('GBFXT'))
})
