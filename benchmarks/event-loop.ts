import { execFile } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { openWordPool } from '#server/word/pool.ts'

/** How long the server's own thread is held up while its workers make large documents. */

export interface EventLoopResult {
  rows: number
  documentsPerSecond: number
  /** In milliseconds: how much later than due the thread took its turn. */
  p50: number
  p99: number
  worst: number
}

const start = promisify(execFile)

/** In a process of its own, so that nothing else counts. */
export async function measureEventLoop(rows = 1_000, seconds = 5): Promise<EventLoopResult> {
  const file = decodeURIComponent(new URL('./event-loop.ts', import.meta.url).pathname)
  const { stdout } = await start(process.execPath, [file, String(rows), String(seconds)])
  return JSON.parse(stdout) as EventLoopResult
}

export function eventLoopLine({ rows, documentsPerSecond, p50, p99, worst }: EventLoopResult): string {
  return (
    `While the workers make ${documentsPerSecond.toFixed(0)} documents of ${rows.toLocaleString('en')} rows a second, ` +
    `the server's own thread takes its turn ${p50.toFixed(1)} ms late (median), ${p99.toFixed(1)} ms (p99), ` +
    `${worst.toFixed(1)} ms (worst).`
  )
}

async function run(rows: number, seconds: number): Promise<EventLoopResult> {
  const RESOLUTION = 5
  const pool = openWordPool()
  const template = houseBillOfLading()
  const values = sampleValues(rows)
  const fill = () =>
    pool.fill({
      company: 'a company',
      key: 'house bill',
      bytes: async () => Uint8Array.from(template),
      known: catalogue,
      values,
    })
  await Promise.all([1, 2, 3, 4].map(fill))
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  const started = performance.now()
  let made = 0
  const customer = async () => {
    while (performance.now() - started < seconds * 1000) {
      await fill()
      made += 1
    }
  }
  await Promise.all([1, 2, 3, 4].map(customer))
  const elapsed = (performance.now() - started) / 1000
  delay.disable()
  await pool.close()
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION)
  return {
    rows,
    documentsPerSecond: made / elapsed,
    p50: late(delay.percentile(50)),
    p99: late(delay.percentile(99)),
    worst: late(delay.max),
  }
}

if (import.meta.main) {
  const [, , rows, seconds] = process.argv
  console.log(JSON.stringify(await run(Number(rows ?? 1_000), Number(seconds ?? 5))))
}
