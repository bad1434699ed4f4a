import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { isCountry } from '#server/organisations/countries.ts'
import { worldPortId, type WorldPort } from './world-ports.ts'

/** What one line of a release came to. Lines count from 1. */
export type UnLocodeLine =
  | { line: number; port: WorldPort }
  | { line: number; skipped: 'heading' | 'reference' | 'removed' | 'not a port' | 'no country' }
  | { line: number; problem: string }

const COLUMNS = 12
const LONGEST_LINE = 20_000
const utf8 = new TextDecoder()
const windows1252 = new TextDecoder('windows-1252')

/**
 * Reads a CSV part of the official UN/LOCODE release: twelve columns without a header, in UTF-8 or
 * Windows-1252. Names come without accents, so that they can be typed and printed anywhere.
 * Throws when the bytes are no text with lines.
 */
export async function* readUnLocode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<UnLocodeLine> {
  const problems: { line: number; problem: string }[] = []
  const parser = parse({
    info: true,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const source = Readable.from(
    wellFormedLines(bytes, line => problems.push({ line, problem: 'its quotation marks do not match' })),
  )
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  for await (const { info, record } of parser as AsyncIterable<{
    info: { lines: number }
    record: string[]
  }>) {
    yield* problems.splice(0)
    yield { line: info.lines, ...readRecord(record) }
  }
  yield* problems
}

const FIELD = '(?:"(?:[^"]|"")*"|[^",]*)'
const WELL_FORMED = new RegExp(`^${FIELD}(?:,${FIELD})*$`)

// An open quotation mark would swallow the lines after it; its own is left empty to keep the count.
async function* wellFormedLines(
  bytes: AsyncIterable<Uint8Array>,
  report: (line: number) => void,
): AsyncGenerator<string> {
  let number = 0
  for await (const text of splitLines(bytes)) {
    number += 1
    const good = WELL_FORMED.test(text)
    if (!good) report(number)
    yield good ? `${text}\n` : '\n'
  }
}

async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of bytes) {
    const whole = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = whole.indexOf(10); end >= 0; end = whole.indexOf(10, start)) {
      yield decode(whole.subarray(start, end))
      start = end + 1
    }
    rest = whole.subarray(start)
    if (rest.length > LONGEST_LINE)
      throw new Error(`A line is longer than ${LONGEST_LINE} bytes: this is not a UN/LOCODE CSV file.`)
  }
  if (rest.length > 0) yield decode(rest)
}

// Line by line, because releases have mixed the two: accented Windows-1252 is all but never valid UTF-8.
function decode(line: Uint8Array): string {
  const text = (isUtf8(line) ? utf8 : windows1252).decode(line)
  // One inside a line would be counted as a line of its own.
  return text.replaceAll('\r', '')
}

type Outcome =
  | { port: WorldPort }
  | { skipped: Extract<UnLocodeLine, { skipped: string }>['skipped'] }
  | { problem: string }

function readRecord(record: string[]): Outcome {
  if (record.length !== COLUMNS) return { problem: `it has ${record.length} columns instead of ${COLUMNS}` }
  const [
    change = '',
    country = '',
    location = '',
    accented = '',
    plain = '',
    ,
    sixth = '',
    seventh = '',
    ,
    iata = '',
  ] = record.map(field => field.trim())
  if (change === '=') return { skipped: 'reference' }
  if (change === 'X') return { skipped: 'removed' }
  if (location === '' || country === 'Country') return { skipped: 'heading' }
  const code = country + location
  if (!/^[A-Z]{2}[A-Z0-9]{3}$/.test(code))
    return { problem: `“${code}” is not a code of two letters and three letters or digits` }
  // The release writes function before status; copies of it in circulation write them the other way round.
  const list = [sixth, seventh].find(field => /^[0-9B-]{8}$/.test(field))
  if (list === undefined) return { problem: `${code} has no list of functions such as 1-3-----` }
  const functions = ['1', '4', '6'].filter(digit => list.includes(digit)).join('')
  if (functions === '') return { skipped: 'not a port' }
  // XZ stands for places in international waters.
  if (country === 'XZ') return { skipped: 'no country' }
  if (!isCountry(country)) return { problem: `${code} is in no known country (${country})` }
  const name = plain || accented
  if (name === '') return { problem: `${code} has no name` }
  if (/\p{Cc}/u.test(name)) return { problem: `${code} has control characters in its name` }
  const airport = functions.includes('4') && /^[A-Z]{3}$/.test(iata) && iata !== location ? iata : null
  return {
    port: { id: worldPortId(code), code, name, countryId: country, functions, iata: airport, aliases: null },
  }
}
