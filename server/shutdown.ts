import closeWithGrace from 'close-with-grace'
import type { Say } from './log-settings.ts'

export type ShutdownOptions = {
  /** Whether the process was told to end by SIGTERM, and not by somebody who waits at a terminal. */
  onStopping: (how: { isServed: boolean }) => void | Promise<void>
  /** Closes everything, the database last. Once `hurry` is aborted, only the database's end is worth waiting for. */
  close: (hurry: AbortSignal) => Promise<void>
  /** For how many milliseconds everything may take until `hurry`. */
  patience: number
  say: Say
}

/**
 * How many milliseconds what is under way may take, after a server takes nothing new. A large PDF on a busy machine takes
 * 20 s and more; the units and containers that packaging/ describes are given 45 s or longer in all.
 */
export const SHUTDOWN_PATIENCE_MS = 35_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const HURRYING = 'Stopping without waiting for what is under way.'

/**
 * What one press of Ctrl+C or one `kill` sends: npm hands a signal on that the terminal, or systemd, has sent to each of
 * its processes anyway.
 */
const SAME_MS = 1_000

/**
 * Ends the process in order when it is told to. Who tells it again ends the wait for requests that are under way, but
 * not for the database; only the third time it ends at once. Answers whether the process is ending.
 */
export function endOnSignals({ onStopping, close, patience, say }: ShutdownOptions): () => boolean {
  const hurry = new AbortController()
  let first: (typeof SIGNALS)[number] | undefined
  let last = 0
  let isEnding = false
  const { close: end } = closeWithGrace(
    { delay: false, logger: false, skip: ['unhandledRejection', ...SIGNALS] },
    async ({ err }) => {
      isEnding = true
      if (err) say(`Stopping after an unexpected failure: ${err.stack ?? err.message}`, { level: 'fatal' })
      const tooLong = () => {
        if (!hurry.signal.aborted) say(HURRYING)
        hurry.abort()
      }
      setTimeout(tooLong, patience).unref()
      await Promise.race([onStopping({ isServed: !err && first === 'SIGTERM' }), aborted(hurry.signal)])
      await close(hurry.signal)
    },
  )
  for (const signal of SIGNALS)
    process.on(signal, () => {
      const now = performance.now()
      if (first && now - last < SAME_MS) return
      last = now
      if (!first) {
        first = signal
        end()
      } else if (!hurry.signal.aborted) {
        say(HURRYING)
        hurry.abort()
      } else {
        say('Stopped at once. If the built-in PostgreSQL still runs, the next start goes on with it.')
        process.exit(1)
      }
    })
  return () => isEnding
}

/** So long everything may still take that only has to be told to close. */
const LAST_MS = 100

/** Waits for `work`, but not much longer than until `hurry`. */
export async function unlessHurried(work: Promise<unknown>, hurry: AbortSignal | undefined): Promise<void> {
  work.catch(() => undefined)
  await (hurry ? Promise.race([work, aborted(hurry).then(late)]) : work)
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const late = () => new Promise<void>(resolve => setTimeout(resolve, LAST_MS))
