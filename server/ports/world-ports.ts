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
  /** Former and foreign names by which people look for it, a line each; null: none, or none are known. */
  aliases: string | null
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

const aliasRows = z.array(z.strictObject({ code: z.string(), alias: z.string() }))

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
  const aliases = Map.groupBy(aliasRows.parse(readShipped('world-port-aliases.csv')), ({ code }) => code)
  return rows.parse(readShipped('world-ports.csv')).map(({ code, name, country, functions, iata }) => ({
    id: worldPortId(code),
    code,
    name,
    countryId: country,
    functions,
    iata: iata || null,
    aliases:
      aliases
        .get(code)
        ?.map(({ alias }) => alias)
        .join('\n') ?? null,
  }))
}

const readShipped = (file: string): unknown =>
  parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'), { columns: true })
