import { expect, test } from 'vitest'
import { openSheetReader } from './sheet-reader.ts'

const lines = (count: number) =>
  new Uint8Array(
    Buffer.from(Array.from({ length: count }, (_, at) => `Job ${at},Cotton yarn,12.5\n`).join('')),
  )
const wide = (count: number) => new Uint8Array(Buffer.from(`${'Cotton yarn,'.repeat(60)}\n`.repeat(count)))
const refusal = (message: string) => ({ code: 'invalid_input', message: `afile: ${message}` })

test('a file is read in its turn, and the load and the time are told', async () => {
  const spent: string[] = []
  let stopped = 0
  const sheets = openSheetReader({
    meter: company => spent.push(company),
    onStopped: () => (stopped += 1),
  })
  try {
    expect(sheets.load).toEqual({ running: 0, waiting: 0 })
    const reading = ['Harbour', 'Harbour', 'Quay'].map(company =>
      sheets.read(company, { bytes: lines(3), name: 'jobs.csv' }),
    )
    // One of a company at a time, and another beside it.
    expect(sheets.load).toEqual({ running: 2, waiting: 1 })
    await Promise.all(reading)
    expect(sheets.load).toEqual({ running: 0, waiting: 0 })
    expect([spent.toSorted(), stopped]).toEqual([['Harbour', 'Harbour', 'Quay'], 0])
  } finally {
    await sheets.close()
  }
})

test('a file that takes too long, or too much memory, is ended and counted, and the next one is read', async () => {
  let stopped = 0
  const onStopped = () => (stopped += 1)
  const slow = openSheetReader({ clockLimit: 1, onStopped })
  const small = openSheetReader({ memoryLimit: 24, onStopped })
  try {
    await expect(slow.read('Harbour', { bytes: lines(1), name: 'jobs.csv' })).rejects.toMatchObject(
      refusal('Reading the file took too long. Split it into several.'),
    )
    expect(stopped).toBe(1)
    await expect(small.read('Harbour', { bytes: wide(19_000), name: 'jobs.csv' })).rejects.toMatchObject(
      refusal('Reading the file needs more memory than is allowed. Split it into several.'),
    )
    expect(stopped).toBe(2)
    await expect(small.read('Harbour', { bytes: lines(3), name: 'jobs.csv' })).resolves.toBeInstanceOf(Buffer)
    // What is refused in words was not ended.
    await expect(small.read('Harbour', { bytes: lines(0), name: 'jobs.csv' })).rejects.toMatchObject(
      refusal('The file is empty.'),
    )
    expect(stopped).toBe(2)
  } finally {
    await slow.close()
    await small.close()
  }
})
