import { setTimeout as pause } from 'node:timers/promises'
import { componentFailure } from './component-failures.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

export type RetryOptions = {
  /** What it is for: "Background work". */
  what: string
  log: (line: string) => void
  /** The server is stopping: nothing more is started. */
  signal: AbortSignal
  firstPauseMs?: number
}

/**
 * Does `work`, and again where a component (database, disk, file store) has failed and not the product: a server that
 * serves already does not end for it. Undefined where the server was stopped meanwhile.
 */
export async function retryUntilAvailable<Result>(
  work: () => Promise<Result>,
  { what, log, signal, firstPauseMs = FIRST_PAUSE_MS }: RetryOptions,
): Promise<Result | undefined> {
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      const failure = componentFailure(error)
      if (!failure) throw error
      if (pauseMs === firstPauseMs) log(`${what} waits: ${failure.message}`)
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}
