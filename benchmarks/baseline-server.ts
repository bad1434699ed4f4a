import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import type { Statement } from './recorder.ts'

/**
 * What the product is held against: the same transactions and SQL behind a bare node:http server with pg,
 * without routing, tokens, validation or logging. Run as a child; its parent sends the scenarios.
 */
export type BaselineScenario = {
  name: string
  statements: Statement[]
  /** Ids that the product makes afresh for each call: replaced by new ones here too. */
  fresh: string[]
  /** An id in the statements that each request names anew, in the query `id`. */
  target: string | null
}

export type BaselineStart = {
  url: string
  runtimeRole: string
  poolSize: number
  scenarios: BaselineScenario[]
}

process.once('message', (start: BaselineStart) => {
  const pool = new pg.Pool({
    connectionString: start.url,
    max: start.poolSize,
    options: `-c role=${start.runtimeRole}`,
  })
  const scenarios = new Map(start.scenarios.map(scenario => [scenario.name, scenario]))
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://baseline')
    const scenario = scenarios.get(url.pathname.slice(1))
    if (!scenario) return void response.writeHead(404).end()
    void readBody(request)
      .then(() => replay(pool, scenario, url.searchParams.get('id')))
      .then(
        rows => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
        (error: Error) => response.writeHead(500).end(error.message),
      )
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
})

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

async function replay(pool: pg.Pool, scenario: BaselineScenario, id: string | null): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    const replaced = new Map<unknown, unknown>(scenario.fresh.map(old => [old, crypto.randomUUID()]))
    if (scenario.target && id) replaced.set(scenario.target, id)
    let rows: unknown[] = []
    for (const { text, values } of scenario.statements) {
      if (values.length === 0) {
        await client.query(text)
        continue
      }
      const result = await client.query({
        name: nameOf(text),
        text,
        values: values.map(value => (replaced.has(value) ? replaced.get(value) : value)),
      })
      if (result.rows.length > 0) rows = result.rows
    }
    return rows
  } finally {
    client.release()
  }
}
