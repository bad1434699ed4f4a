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
