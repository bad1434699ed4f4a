import { messageFrom } from '#server/errors.ts'
import { componentFailure } from './component-failures.ts'

/**
 * Lets the process live where the database, or another component, fails under work that nobody waits for: the queue's
 * library, too, leaves such a failure to nobody. Everything else ends the process as before.
 */
export function surviveComponentFailures(log: (line: string) => void): void {
  process.on('unhandledRejection', (reason: unknown) => {
    const failure = componentFailure(reason)
    if (!failure) throw reason
    log(`Background work: ${failure.message} (${messageFrom(reason)})`)
  })
}
