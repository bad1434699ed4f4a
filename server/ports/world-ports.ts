import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

export type WorldPort = {
  id: string
  /** UN/LOCODE, five characters. */
  code: string
  name: string
  /** ISO 3166-1 alpha-2. */
  countryId: string
  /** UN/LOCODE functions in rising order: 1 port, 4 airport, 6 inland depot; "14" is both. */
  functions: string
  /** Of an airport, where it is not the last three letters of the UN/LOCODE; else null. */
  iata: string | null
}

const rows = z.array(
  z.strictObject({
    code: z.string(),
    name: z.string(),
    country: z.string(),
    functions: z.string(),
    iata: z.string(),
  }),
)

/** The id of a world port: made from its code, so that it is the same in every installation. */
export function worldPortId(code: string): string {
  const hash = createHash('sha256').update(`lading:port:${code}`).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(15), 16) % 4)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(12, 15)}`,
    `${variant}${hash.slice(16, 19)}`,
    hash.slice(19, 31),
  ].join('-')
}

let shipped: readonly WorldPort[] | undefined

/**
 * The sea ports, cargo airports and inland depots that ship with the product, by code and under the
 * names the trade uses. Where carriers book a sea port under a code that UN/LOCODE gives to the
 * city's airport (CNSHA, CNNGB, CNTAO, CNXMN, CNTSN, CNSZX, CNCAN, CNDLC, CNFOC), it is both here.
 */
export function worldPorts(): readonly WorldPort[] {
  return (shipped ??= readShippedPorts())
}

function readShippedPorts(): readonly WorldPort[] {
  const text = readFileSync(new URL('./world-ports.csv', import.meta.url), 'utf8')
  return rows.parse(parse(text, { columns: true })).map(({ code, name, country, functions, iata }) => ({
    id: worldPortId(code),
    code,
    name,
    countryId: country,
    functions,
    iata: iata || null,
  }))
}
