import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { BARE_SCHEMA } from './tables-records.ts'
import { type StatementName, statements } from './statements.ts'

/**
 * What the product is measured beside: node:http with pg and one statement for each question, on plain tables. It
 * checks a signed token and nothing else: no companies, no roles, no validation, no versions, no history. Run as a
 * child, to which its parent sends a BareStart; it answers with its port and a token.
 */
export type BareStart = { url: string; poolSize: number }
export type BareReady = { port: number; token: string }

export type BareJob = {
  id: string
  name: string
  statusId: number
  vesselName: string
  etd: string
  eta: string
  grossWeight: number
  netWeight: number
  weightUnit: number
  volume: number
  volumeUnit: number
  numberOfPackages: number
  mbl: string
  hbl: string
  quote: {
    commodity: string
    transportMode: number
    quoteType: number
    clType: number
    loadingPortId: string
    viaPortId: string
    dischargePortId: string
    destinationPortId: string
  }
  parties: { role: number; organisation: string }[]
}

export type BareChange = {
  name: string
  statusId: number
  eta: string
  grossWeight: number
  numberOfPackages: number
  quote: { commodity: string; transportMode: number; dischargePortId: string }
  consignee: string
}

// Any will do: the token proves only that its check costs what such a check costs.
const SECRET = 'the bare server has no secrets'
const DATE = 1082

const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url')

function newToken(): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg: 'HS256' })}.${encode({ sub: 'staff', exp: Date.now() / 1000 + 86_400 })}`
  return `${body}.${sign(body)}`
}

function isSigned(header: string | undefined): boolean {
  const [head = '', body = '', signature = ''] = header?.slice('Bearer '.length).split('.') ?? []
  const expected = Buffer.from(sign(`${head}.${body}`))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false
  return (JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number }).exp > Date.now() / 1000
}

async function readBody<Body>(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Body
}

type Answer = { status: number; text: string; total?: number }

function answers(pool: pg.Pool) {
  const run = async (name: StatementName, values: unknown[] = []) =>
    (await pool.query<Record<string, unknown>>({ name, text: statements[name], values })).rows

  // Planned for its text each time: a common one and a rare one want different plans.
  const search = async (text: string): Promise<Answer> => {
    const { rows } = await pool.query<{ total: number }>(statements.search, [`%${text.toLowerCase()}%`])
    return {
      status: 200,
      text: JSON.stringify(rows.map(({ total: _, ...row }) => row)),
      total: rows[0]?.total ?? 0,
    }
  }
  const list = async (): Promise<Answer> => ({ status: 200, text: JSON.stringify(await run('list')) })
  const listWithTotal = async (): Promise<Answer> => {
    const [rows, [counted]] = await Promise.all([run('list'), run('total')])
    return { status: 200, text: JSON.stringify(rows), total: Number(counted?.['total']) }
  }
  const job = async (id: string): Promise<Answer> => {
    const [row] = await run('job', [id])
    return row ? { status: 200, text: String(row['answer']) } : { status: 404, text: '{}' }
  }
  const create = async (body: BareJob): Promise<Answer> => {
    const { quote, parties } = body
    const rows = await run('create', [
      ...[quote.commodity, quote.transportMode, quote.quoteType, quote.clType],
      ...[quote.loadingPortId, quote.viaPortId, quote.dischargePortId, quote.destinationPortId],
      ...[body.id, body.name, body.statusId, body.vesselName, body.etd, body.eta],
      ...[body.grossWeight, body.netWeight, body.weightUnit, body.volume, body.volumeUnit],
      ...[body.numberOfPackages, body.mbl, body.hbl],
      ...[parties.map(({ role }) => role), parties.map(({ organisation }) => organisation)],
    ])
    return { status: 201, text: JSON.stringify(rows[0]) }
  }
  const update = async (id: string, body: BareChange): Promise<Answer> => {
    const { quote } = body
    const rows = await run('update', [
      ...[id, body.name, body.statusId, body.eta, body.grossWeight, body.numberOfPackages],
      ...[quote.commodity, quote.transportMode, quote.dischargePortId, body.consignee],
    ])
    return { status: 200, text: JSON.stringify(rows[0]) }
  }

  return async (request: IncomingMessage): Promise<Answer> => {
    if (!isSigned(request.headers.authorization)) return { status: 401, text: '{}' }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
    const id = pathname.slice('/jobs/'.length)
    if (request.method === 'POST') return create(await readBody(request))
    if (request.method === 'PUT') return update(id, await readBody(request))
    if (id !== '') return job(id)
    const text = searchParams.get('search')
    if (text !== null) return search(text)
    return searchParams.has('total') ? listWithTotal() : list()
  }
}

function send(response: ServerResponse, { status, text, total }: Answer): void {
  const body = Buffer.from(text)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(total !== undefined && { 'x-total-count': total }),
  })
  response.end(body)
}

function listen({ url, poolSize }: BareStart): void {
  pg.types.setTypeParser(DATE, text => text)
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    min: poolSize,
    // The joins are written in the order in which they are best made, and planning them costs more than running them.
    options: `-c search_path=${BARE_SCHEMA},public -c join_collapse_limit=1 -c from_collapse_limit=1 -c max_parallel_workers_per_gather=0`,
  })
  const answer = answers(pool)
  const server = createServer((request, response) => {
    answer(request).then(
      given => send(response, given),
      (error: Error) => send(response, { status: 500, text: JSON.stringify({ error: error.message }) }),
    )
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number }
    process.send?.({ port, token: newToken() } satisfies BareReady)
  })
}

process.once('message', message => listen(message as BareStart))
// Nothing of it outlives the benchmark, however that ends.
process.once('disconnect', () => process.exit())
