import { createHash, hash } from 'node:crypto'

export type Measured = {
  /** Bytes. */
  size: number
  /** In hexadecimal. */
  sha256: string
}

/** Passes chunks on while measuring them; `result` holds once all have passed. */
export function measuring() {
  const sum = createHash('sha256')
  let size = 0
  async function* pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      sum.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { pass, result: (): Measured => ({ size, sha256: sum.digest('hex') }) }
}

export async function measure(chunks: AsyncIterable<Uint8Array>): Promise<Measured> {
  const { pass, result } = measuring()
  await drain(pass(chunks))
  return result()
}

export type RowSum = {
  rows: number
  /** The same for the same rows, in whichever order they come; in hexadecimal. */
  digest: string
}

const NEWLINE = 10
const LANES = 8

/**
 * Passes the rows of a table on, in COPY's text format, while summing them up. Each row's SHA-256 is added to the
 * others', so that two databases that return the same rows in another order come to the same sum.
 */
export function summingRows() {
  const lanes = new Uint32Array(LANES)
  let rows = 0
  let rest = Buffer.alloc(0)

  const add = (row: Uint8Array) => {
    const sum = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < LANES; lane++) lanes[lane] = (lanes[lane] ?? 0) + sum.readUInt32BE(lane * 4)
    rows += 1
  }

  async function* pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const seen = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk)
      let start = 0
      for (let end = seen.indexOf(NEWLINE); end !== -1; end = seen.indexOf(NEWLINE, start)) {
        add(seen.subarray(start, end))
        start = end + 1
      }
      rest = seen.subarray(start)
      yield chunk
    }
    if (rest.length > 0) throw new Error('The rows end in the middle of one.')
  }

  return {
    pass,
    result: (): RowSum => ({
      rows,
      digest: [...lanes].map(lane => lane.toString(16).padStart(8, '0')).join(''),
    }),
  }
}

export async function sumRows(chunks: AsyncIterable<Uint8Array>): Promise<RowSum> {
  const { pass, result } = summingRows()
  await drain(pass(chunks))
  return result()
}

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]()
  while (!(await iterator.next()).done);
}
