import { Connection } from './connection.ts'
import { percentile } from './figures.ts'

/** What a client does again and again: the requests of `steps` one after the other, on one connection. */
export type Operation = {
  steps: Buffer[]
  /** Sent before them on another connection, answered before they leave, and not timed. */
  before?: Buffer
}

export type Load = {
  url: string
  connections: number
  seconds: number
  next: () => Operation
}

/** Times in milliseconds, from an operation's first request to its last reply. */
export type Measured = {
  operations: number
  perSecond: number
  p50: number
  p99: number
  failures: number
  bytes: number
}

/** Repeats the operation on each connection, each without a pause, for some seconds. */
export async function measure({ url, connections, seconds, next }: Load): Promise<Measured> {
  const times: number[] = []
  let failures = 0
  let bytes = 0
  let isTimedAlone = false
  const started = performance.now()
  const end = started + seconds * 1000
  const client = async () => {
    const connection = await Connection.open(url)
    const other = await Connection.open(url)
    const send = async (on: Connection, request: Buffer) => {
      const reply = await on.send(request)
      if (reply.status >= 300) failures += 1
      return reply
    }
    try {
      while (performance.now() < end) {
        const { before, steps } = next()
        if (before) {
          isTimedAlone = true
          await send(other, before)
        }
        const begun = performance.now()
        for (const step of steps) bytes += (await send(connection, step)).bytes
        times.push(performance.now() - begun)
      }
    } finally {
      connection.close()
      other.close()
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  if (times.length === 0) throw new Error(`${url} answered nothing within ${seconds} seconds.`)
  const elapsed = isTimedAlone
    ? times.reduce((sum, time) => sum + time, 0) / connections
    : performance.now() - started
  times.sort((one, other) => one - other)
  return {
    operations: times.length,
    perSecond: (times.length / elapsed) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures,
    bytes: Math.round(bytes / times.length),
  }
}
