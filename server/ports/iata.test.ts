import { expect, test } from 'vitest'
import { iataCode } from './iata.ts'
import { worldPorts } from './world-ports.ts'

const shipped = (code: string) =>
  iataCode(worldPorts().find(port => port.code === code) ?? { code, functions: null, iata: null })

test.each([
  ['CNTAO', 'TAO'],
  ['AEDXB', 'DXB'],
  ['PKKHI', 'KHI'],
  ['CNPVG', 'PVG'],
  // Their UN/LOCODEs end otherwise: TYN is Taiyuan, LEN is in Spain.
  ['TWTYN', 'TPE'],
  ['MXLEN', 'BJX'],
  ['GBMNC', 'MAN'],
  ['USIA9', 'IAH'],
  // A sea port alone, and a code of nobody's list.
  ['AEAJM', null],
  ['XXABC', null],
])('%s is %s', (code, iata) => {
  expect(shipped(code)).toBe(iata)
})

test('every airport that ships has one, of three letters, that says something', () => {
  for (const port of worldPorts().filter(one => one.functions.includes('4'))) {
    expect([port.code, iataCode(port)]).toEqual([port.code, expect.stringMatching(/^[A-Z]{3}$/)])
    expect([port.code, port.iata]).not.toEqual([port.code, port.code.slice(2)])
  }
})

test('an airport of the company’s own is known by its IATA code alone', () => {
  expect(iataCode({ code: 'lyp', functions: null, iata: null })).toBe('LYP')
  expect(iataCode({ code: 'PKLYP', functions: null, iata: null })).toBeNull()
  expect(iataCode({ code: null, functions: null, iata: null })).toBeNull()
})
