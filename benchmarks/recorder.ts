import type pg from 'pg'
import type { Database } from '#server/db/db.ts'

export type Statement = { text: string; values: unknown[] }

type Query = (query: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => Promise<unknown>

/** Writes down every statement that a piece of the product sends, as it sends it. */
export async function record(database: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const clients = await Promise.all(
    Array.from({ length: database.pool.connections.options.max }, () => database.pool.connections.connect()),
  )
  const restore = clients.map(client => listen(client, statements))
  for (const client of clients) client.release()
  try {
    await work()
  } finally {
    for (const undo of restore) undo()
  }
  return statements
}

function listen(client: pg.PoolClient, statements: Statement[]): () => void {
  const original = client.query.bind(client) as Query
  const listening: Query = (query, ...rest) => {
    if (typeof query === 'string') statements.push({ text: query, values: [] })
    else statements.push({ text: query.text, values: query.values ?? [] })
    return original(query, ...rest)
  }
  client.query = listening as never
  return () => {
    client.query = original as never
  }
}
