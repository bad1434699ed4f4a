import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { withoutDefusing } from '#server/csv.ts'
import { Kept, type ReadFile, type ReadRow, SheetError } from './sheet.ts'

const beginsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)
const SAMPLE = 4_000

/** UTF-8, UTF-16 or Windows-1252: by its mark, by its zeros, or by what it can be. */
export function textOf(bytes: Buffer): string {
  if (beginsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (beginsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 1].map(odd => sample.filter((byte, index) => byte === 0 && index % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 8 && even === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (even > sample.length / 8 && odd === 0) return new TextDecoder('utf-16be').decode(bytes)
  if (even + odd > 0) throw new SheetError('This is no text. Send an .xlsx or .csv file.')
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}

const separators = [',', ';', '\t', '|'] as const
const LINES = 20

/** What stands between the cells: what all of the first lines hold equally often, outside of quotes. */
export function separatorOf(text: string): string {
  const sample = text.slice(0, 64 * 1024).replaceAll(/"(?:[^"]|"")*"/g, '')
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)?.[1]
  if (named) return named
  const lines = sample
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '')
    .slice(0, LINES)
  const scored = separators.map(separator => {
    const counts = lines.map(line => line.split(separator).length - 1)
    const usual = counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0
    const alike = counts.filter(count => count === usual && count > 0).length
    return {
      separator,
      score: usual === 0 ? counts.filter(count => count > 0).length / 100 : alike + usual / 1000,
    }
  })
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  return best && best.score > 0 ? best.separator : ','
}

/** A text with separators, as a file or from the clipboard. */
export function readCsv(bytes: Buffer): ReadFile {
  const text = textOf(bytes)
  const kept = new Kept()
  const rows: ReadRow[] = []
  let lines = 0
  // Each line as it is read: a file of nothing but line ends would be a record for every byte.
  const keep = (record: string[]) => {
    lines += 1
    kept.lines(lines)
    const cells = record.map((cell, column) => {
      if (cell.trim() === '') return null
      kept.column(column)
      return kept.cell(withoutDefusing(cell))
    })
    while (cells.length > 0 && cells.at(-1) === null) cells.pop()
    if (cells.length === 0) return null
    kept.row(rows, { number: lines, cells })
    return null
  }
  parse(text.replace(/^\uFEFF?sep=.\r?\n/i, ''), {
    bom: true,
    delimiter: separatorOf(text),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: false,
    maxRecordSize: 1_000_000,
    onRecord: keep,
  })
  kept.endSheet()
  return { sheets: [{ name: 'Table', rows }], isText: true }
}
