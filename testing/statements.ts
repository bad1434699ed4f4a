import pg from 'pg'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * The texts that a product sends to its database while `work` runs. What it looks for once a second by itself,
 * tokens that were ended elsewhere, is left out: on a slow machine it falls into any call.
 */
export async function statementsDuring(test: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const name = new URL(test.ownerUrl).pathname.slice(1)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls
      .filter((_, index) => (query.mock.contexts[index] as unknown as { database: string }).database === name)
      .map(([sent]) => (typeof sent === 'string' ? sent : (sent as unknown as { text: string }).text).trim())
      .filter(text => !text.startsWith('select null as uid, subject::text, sign_in_generation'))
  } finally {
    query.mockRestore()
  }
}

/** The fewest statements of three tries at a read: what the product does by itself meanwhile falls into some of them. */
export async function fewestStatements(test: TestApp, read: () => Promise<unknown>): Promise<string[]> {
  const tries = [
    await statementsDuring(test, read),
    await statementsDuring(test, read),
    await statementsDuring(test, read),
  ]
  return tries.reduce((fewest, one) => (one.length < fewest.length ? one : fewest))
}
