import { ImportError } from './import-error.ts'

/** No row of an honest export comes near it, and one fits into memory. */
const LONGEST_ROW_BYTES = 64 * 1024 * 1024
const NEWLINE = 0x0a

/** The rows of a JSON array that has one on each line, as the texts of JSON objects. */
export async function* rowTexts(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let state: 'before' | 'rows' | 'after' = 'before'
  for await (const line of lines(name, content)) {
    if (state === 'before' && line === '[') state = 'rows'
    else if (state === 'before' && line === '[]') state = 'after'
    else if (state === 'rows' && line === ']') state = 'after'
    else if (state === 'rows' && line.startsWith('{')) yield line.endsWith(',') ? line.slice(0, -1) : line
    else throw new ImportError(`${name} is not written as an export writes it.`)
  }
  if (state !== 'after') throw new ImportError(`${name} ends in the middle.`)
}

async function* lines(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  let waiting = 0
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]).toString()
      pieces = []
      waiting = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    pieces.push(chunk.subarray(start))
    waiting += chunk.length - start
    if (waiting > LONGEST_ROW_BYTES) throw new ImportError(`A row of ${name} is longer than any honest one.`)
  }
  if (waiting > 0) yield Buffer.concat(pieces).toString()
}

/** The same rows in lots that one statement stores, each a JSON array. */
export async function* lots(
  rows: AsyncIterable<string>,
  { atOnce = false }: { atOnce?: boolean | undefined } = {},
): AsyncGenerator<{ json: string; count: number }> {
  let texts: string[] = []
  let characters = 0
  for await (const text of rows) {
    texts.push(text)
    characters += text.length
    if (characters > LONGEST_ROW_BYTES && atOnce)
      throw new ImportError('It has more people than any company.')
    if (atOnce || (texts.length < 500 && characters < 1_000_000)) continue
    yield { json: `[${texts.join(',')}]`, count: texts.length }
    texts = []
    characters = 0
  }
  if (texts.length > 0) yield { json: `[${texts.join(',')}]`, count: texts.length }
}
