import type { Page } from '@playwright/test'

/** Tasks during which a page answers nobody: how many took over 50 ms, and the longest of all in milliseconds. */
type Tasks = { count: number; longest: number }

export type LongTasks = {
  /** By the time that the processor worked on them: what others do on the machine does not change it. */
  byProcessor: Tasks
  /** By the clock, as a person at this machine would wait. */
  byClock: Tasks
}

/** From one mark of the page to another, by their names. */
export type Stretch = { begin: string; end: string }

/** Of Chromium's trace; times in microseconds. */
export type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

const LONG_MICROSECONDS = 50_000

/** Keeps what the browser's threads do from now on, until it is asked for. */
export async function watchTasks(page: Page): Promise<() => Promise<TraceEvent[]>> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'RunTask' || /^(?:begin|end) /.test(event.name)) events.push(event)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] },
  })
  return async () => {
    const complete = new Promise(done => session.once('Tracing.tracingComplete', done))
    await session.send('Tracing.end')
    await complete
    return events
  }
}

/** The tasks of the page's own thread between two of its marks. */
export function tasksDuring(events: readonly TraceEvent[], { begin, end }: Stretch): LongTasks {
  const first = events.find(({ name }) => name === begin)
  const last = events.find(({ name }) => name === end)
  if (!first || !last) throw new Error(`The trace does not have “${begin}” to “${end}”.`)
  const own = events.filter(
    ({ name, pid, tid, ts }) =>
      // A page that is opened may run in another process than the one before it.
      name === 'RunTask' && pid === last.pid && tid === last.tid && ts >= first.ts && ts <= last.ts,
  )
  if (own.length === 0) throw new Error(`The trace has no tasks from “${begin}” to “${end}”.`)
  return {
    byProcessor: counted(own.map(({ tdur = 0 }) => tdur)),
    byClock: counted(own.map(({ dur = 0 }) => dur)),
  }
}

const counted = (durations: readonly number[]): Tasks => ({
  count: durations.filter(duration => duration > LONG_MICROSECONDS).length,
  longest: durations.reduce((most, one) => Math.max(most, one), 0) / 1000,
})
