import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { mapYielding } from '#server/map-yielding.ts'
import type { ReadFile, ReadRow, ReadSheet } from './sheet.ts'

/** The first line, after which each row has one: read line by line, a large file holds up nobody. */
type Head = Omit<ReadFile, 'sheets'> & { sheets: (Omit<ReadSheet, 'rows'> & { rows: number })[] }

export function packedText({ sheets, ...rest }: ReadFile): string {
  const head: Head = { ...rest, sheets: sheets.map(sheet => ({ ...sheet, rows: sheet.rows.length })) }
  return [head, ...sheets.flatMap(({ rows }) => rows)].map(line => JSON.stringify(line)).join('\n')
}

const unpack = promisify(gunzip)

/** The file that was packed. */
export async function unpacked(packed: Buffer): Promise<ReadFile> {
  const [first = '', ...lines] = (await unpack(packed)).toString().split('\n')
  const { sheets, ...rest } = JSON.parse(first) as Head
  const rows = await mapYielding(lines, line => JSON.parse(line) as ReadRow)
  let from = 0
  return {
    ...rest,
    sheets: sheets.map(({ rows: count, ...sheet }) => ({
      ...sheet,
      rows: rows.slice(from, (from += count)),
    })),
  }
}
