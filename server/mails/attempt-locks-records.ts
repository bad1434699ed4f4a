import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { isStatementTimeout } from '#server/db/role-pool.ts'

/** Numbers that tell, as long as this process lives and reaches the database, that an attempt is under way. */
export type AttemptLocks = {
  hold(): Promise<number>
  release(attempt: number): Promise<void>
  close(): void
}

const MOST = 2 ** 47

/**
 * Each number is an advisory lock of one connection: PostgreSQL lets go of it when the process dies, at once and
 * whatever killed it, so that others may tell a sending that goes on from one that was cut off.
 */
export function openAttemptLocks(pool: pg.Pool): AttemptLocks {
  let line: Promise<pg.PoolClient> | undefined

  const lost = new WeakSet<pg.PoolClient>()
  const letGo = (client: pg.PoolClient): void => {
    if (lost.has(client)) return
    lost.add(client)
    line = undefined
    client.release(true)
  }

  const connect = (): Promise<pg.PoolClient> => {
    const opening = pool.connect().then(client => {
      client.once('error', () => {
        if (line === opening) letGo(client)
      })
      return client
    })
    opening.catch(() => {
      if (line === opening) line = undefined
    })
    return opening
  }

  // A connection takes one statement at a time, and several attempts go on at once.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  return {
    hold: () =>
      inTurn(async () => {
        const attempt = randomInt(1, MOST)
        const client = await (line ??= connect())
        await client.query('select pg_advisory_lock($1)', [attempt]).catch((error: unknown) => {
          // Whatever is asked next would wait behind the statement that finds no answer.
          if (isStatementTimeout(error)) letGo(client)
          throw error
        })
        return attempt
      }),
    release: attempt =>
      inTurn(async () => {
        const client = await line?.catch(() => undefined)
        // With the connection the lock went.
        await client?.query('select pg_advisory_unlock($1)', [attempt]).catch(() => undefined)
      }),
    close() {
      void line?.then(letGo).catch(() => undefined)
    },
  }
}
