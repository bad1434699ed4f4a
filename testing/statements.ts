import pg from 'pg'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'
import { sentIn, type SentTrip } from './sent-statements.ts'

/**
 * The round trips that a product makes to its database while `work` runs. What it looks for once a second by itself,
 * tokens that were ended elsewhere, is left out: on a slow machine it falls into any call.
 */
export async function tripsDuring(test: TestApp, work: () => Promise<unknown>): Promise<SentTrip[]> {
  const name = new URL(test.ownerUrl).pathname.slice(1)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls
      .filter((_, index) => (query.mock.contexts[index] as unknown as { database: string }).database === name)
      .map(([given]) => sentIn(given))
      .filter(([first]) => !first?.text.startsWith('select null as uid, subject::text, sign_in_generation'))
  } finally {
    query.mockRestore()
  }
}

// What opens and closes a transaction, in one message or in several.
const AROUND =
  /^(begin|commit|select set_config\(|select continue_session\(|select pg_logical_emit_message\()/

/** Besides those that open and close the transaction. */
export const statementsIn = (trips: readonly SentTrip[]): string[] =>
  trips
    .flat()
    .map(({ text }) => text)
    .filter(text => !AROUND.test(text))

/** The fewest of three tries: what the product does by itself meanwhile falls into some of them. */
async function fewest<One>(count: () => Promise<One[]>): Promise<One[]> {
  const tries = [await count(), await count(), await count()]
  return tries.reduce((least, one) => (one.length < least.length ? one : least))
}

/** The statements of a call besides those that open and close its transaction. */
export const fewestStatements = (test: TestApp, call: () => Promise<unknown>): Promise<string[]> =>
  fewest(async () => statementsIn(await tripsDuring(test, call)))

/** The round trips of a call. */
export const fewestTrips = (test: TestApp, call: () => Promise<unknown>): Promise<SentTrip[]> =>
  fewest(() => tripsDuring(test, call))
