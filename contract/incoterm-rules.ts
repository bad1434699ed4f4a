import { Incoterm, TransportMode } from './choices.ts'

/**
 * The terms for sea and inland waterway alone, each with the one that says the same of any mode: Incoterms 2020, which
 * name FCA instead of FOB where goods are handed over before they are on board.
 */
const forAnyMode = new Map<number, number>([
  [Incoterm.fas, Incoterm.fca],
  [Incoterm.fob, Incoterm.fca],
  [Incoterm.cfr, Incoterm.cpt],
  [Incoterm.cif, Incoterm.cip],
])

/** The term to use instead where this one does not fit the mode; null where it fits, or the mode is not known. */
export const incotermForMode = (incoterm: number | null, transportMode: number | null): number | null =>
  incoterm === null || transportMode === null || transportMode === TransportMode.sea
    ? null
    : (forAnyMode.get(incoterm) ?? null)
