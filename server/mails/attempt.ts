import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '#server/mail/outcome.ts'
import type { Delivery, Smtp } from '#server/mail/smtp.ts'
import type { AttemptLocks } from './attempt-locks-records.ts'

/** Where what is known of a mail is kept while it is sent. Each step is committed before the next begins. */
export type AttemptStore = {
  /** Marks the mail as being sent by this attempt; null where it is not due any more. */
  claim(attempt: number): Promise<Omit<Delivery, 'handingOver'> | null>
  /** Marks that from now on it may have arrived; false where another has taken the mail over meanwhile. */
  markHandedOver(attempt: number): Promise<boolean>
  settle(attempt: number, outcome: Outcome): Promise<void>
}

const SETTLE_PAUSES_MS = [100, 500, 2000, 5000, 10_000]

/**
 * Sends one mail once. Killed before the mark of handing over, the mail has not arrived and is tried again; killed
 * after it and before the outcome is kept, nobody can know, and it is never sent again unasked.
 */
export async function attemptSending(
  { locks, smtp }: { locks: AttemptLocks; smtp: Smtp },
  store: AttemptStore,
): Promise<void> {
  const attempt = await locks.hold()
  try {
    const delivery = await store.claim(attempt)
    if (!delivery) return
    const outcome = await smtp.deliver({
      ...delivery,
      handingOver: async () => {
        if (!(await store.markHandedOver(attempt)))
          throw new Error('Another worker has taken this mail over.')
      },
    })
    await settleInTheEnd(store, attempt, outcome)
  } finally {
    await locks.release(attempt)
  }
}

// What the mail server said is known here alone: a database that is away for a moment is waited for.
async function settleInTheEnd(store: AttemptStore, attempt: number, outcome: Outcome): Promise<void> {
  for (const milliseconds of SETTLE_PAUSES_MS) {
    try {
      return await store.settle(attempt, outcome)
    } catch {
      await pause(milliseconds)
    }
  }
  await store.settle(attempt, outcome)
}

const MINUTE_MS = 60_000
const LONGEST_PAUSE_MS = 240 * MINUTE_MS
export const MAX_ATTEMPTS = 16

/** How long to wait after the nth attempt: 1, 2, 4 … minutes up to 4 hours; null: that was the last, about 36 hours in. */
export function pauseAfter(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null
  return Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** (attempts - 1))
}
