import { expect, test } from 'vitest'
import { Incoterm, incoterms, labelOf, TransportMode } from './choices.ts'
import { incotermForMode } from './incoterm-rules.ts'
import { keysOf } from './typed-objects.ts'

const { air, road, sea } = TransportMode

test('each Incoterm stands in the list under its code', () => {
  for (const code of keysOf(Incoterm))
    expect(labelOf(incoterms, Incoterm[code]).startsWith(`${code.toUpperCase()} `)).toBe(true)
  expect(incoterms).toHaveLength(11)
})

test('only the four terms of ships are odd by air and road, and each has one that fits', () => {
  const odd = incoterms.flatMap(({ value }) => {
    expect(incotermForMode(value, sea)).toBeNull()
    expect(incotermForMode(value, null)).toBeNull()
    expect(incotermForMode(value, road)).toBe(incotermForMode(value, air))
    const fitting = incotermForMode(value, air)
    return fitting === null ? [] : [[value, fitting]]
  })
  expect(odd).toEqual([
    [Incoterm.fas, Incoterm.fca],
    [Incoterm.fob, Incoterm.fca],
    [Incoterm.cfr, Incoterm.cpt],
    [Incoterm.cif, Incoterm.cip],
  ])
  expect(incotermForMode(null, air)).toBeNull()
})
