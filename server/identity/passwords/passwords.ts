import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/errors.ts'

export type PasswordCost = { memoryKib: number; passes: number }

export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes the same time for an unknown person (`stored` null) as for a wrong password. */
  matches(stored: string | null, password: string): Promise<boolean>
}

const STANDARD_COST: PasswordCost = { memoryKib: 64 * 1024, passes: 3 }
const AT_ONCE = 2
const WAITING = 100

/** argon2id. Cheaper costs are for tests alone. */
export function createPasswords(cost: PasswordCost = STANDARD_COST): Passwords {
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const inTurn = limitConcurrency(AT_ONCE, WAITING)
  let nobodysHash: Promise<string> | undefined

  return {
    hash: password => inTurn(() => hash(password, options)),
    async matches(stored, password) {
      nobodysHash ??= hash('nobody has this password', options)
      const known = stored ?? (await nobodysHash)
      const same = await inTurn(() => verify(known, password))
      return same && stored !== null
    },
  }
}

// Each hash takes 64 MiB and a core: many at once would starve everybody else's work.
function limitConcurrency(limit: number, queueLimit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) {
      if (waiting.length >= queueLimit)
        throw new AppError('unavailable', 'Too many people are signing in at the moment. Try again shortly.')
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** One for the whole process, so that the limit on hashes at once is one limit. */
export const standardPasswords = createPasswords()
