import pg from 'pg'
import { busy, errorFrom } from '#server/errors.ts'
import { type SilenceTimeouts, SilenceWatch } from '#server/silence.ts'
import { retryingDeadlocks } from './deadlocks.ts'
import { type Result, sendTogether, type Statement } from './trip.ts'

/** The role of the product's own tables. It owns nothing, so row-level security binds it. */
export const RUNTIME_ROLE = 'lading_app'

/** The role of the embedded sign-in's tables, which no other role of the product may read. */
export const SIGN_IN_ROLE = 'lading_sign_in'

/** Runs statements by themselves, or all in the one transaction that it stands for. */
export type Statements = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** Connections that act as one role, whoever logs in. */
export type RolePool = Statements & {
  /**
   * Runs `work` in one transaction; what it throws undoes all of it. A transaction that the database ends because of a
   * deadlock is made again, so `work` does nothing outside of it that may not be done twice.
   */
  transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result>
  /** Takes a client and begins a transaction on it with `then`, whose result is answered, in the same round trip. */
  begin: (then?: string, options?: { readsOnly?: boolean }) => Promise<OpenTransaction>
  /** Takes a client on which nothing has begun: `settings` have to be among the first statements of its transaction. */
  hold: () => Promise<HeldClient>
  /** The role and its limits, for the transaction that it is sent in. */
  settings: string
  /** As whoever logs in, without the role's limits. */
  connections: pg.Pool
  /** The same, on a connection of one's own as long as it is taken: for locks that outlive a transaction. */
  locks: pg.Pool
  close(): Promise<void>
}

/** A client of the pool, until its transaction ends. */
export type HeldClient = {
  client: pg.PoolClient
  /** Sends statements in one trip; rejects with the first failure, after which nothing was done. */
  send: (statements: readonly Statement[]) => Promise<readonly Result[]>
  /** Ends the transaction; the client goes back to the pool unless it still waits for an answer by `cause`. */
  end: (how: 'commit' | 'rollback', cause?: unknown) => Promise<void>
  /** For a client whose transaction has ended, or never began. */
  release: (cause?: unknown) => void
}

export type OpenTransaction = HeldClient & { rows: readonly pg.QueryResultRow[] }

export type RolePoolOptions = {
  url: string
  role: string
  size: number
  onError: (error: Error) => void
  patience?: PoolTimeouts
  /** Where `locks` are taken, if `url` leads to a pooler that hands connections out for a transaction at a time. */
  lockUrl?: string | undefined
}

const LIMITS = { statement_timeout: '30s', idle_in_transaction_session_timeout: '60s' }

/**
 * In milliseconds: for a connection, a free one of the pool included, and for the answer to a statement. `silence`: how
 * a database that hangs is found out before that; as everywhere by default.
 */
export type PoolTimeouts = { connect: number; answer: number; silence?: SilenceTimeouts }

/** So that the system notices a machine that is gone on connections where nothing is asked for a long time. */
export const TCP_KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

// A statement's limit is the server's to keep. One that keeps silent is given up a little later from here.
export const DEFAULT_POOL_TIMEOUTS: PoolTimeouts = { connect: 5_000, answer: 35_000 }

export function openRolePool(options: RolePoolOptions): RolePool {
  const { url, role, size, onError, patience = DEFAULT_POOL_TIMEOUTS, lockUrl } = options
  const connections = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'lading',
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.answer,
    ...TCP_KEEP_ALIVE,
  })
  connections.on('error', onError)
  const locks = lockUrl
    ? new pg.Pool({ ...connections.options, connectionString: lockUrl, max: 1 })
    : connections
  if (lockUrl) locks.on('error', onError)
  const watch = watchSilence(url, patience)
  // A connection may break between two statements of a transaction, when the pool does not listen: the next
  // statement fails and tells its caller; the event by itself must not end the process.
  connections.on('connect', client => {
    client.on('error', () => undefined)
    // Looked up at each call: what tests listen to on the class hears connections that were open before, too.
    type Ask = (...given: unknown[]) => unknown
    const ask: Ask = (...given) =>
      Reflect.apply(Reflect.get(pg.Client.prototype, 'query') as Ask, client, given)
    const watched = (...given: unknown[]): unknown => {
      const asked = ask(...given)
      return asked instanceof Promise ? watch.wait(() => asked) : asked
    }
    client.query = watched as typeof client.query
  })

  // In the transaction itself and not when the connection opens: a pooler in between may drop what is set there.
  const limits = Object.entries(LIMITS)
  const opening = [
    `set local role ${role}`,
    ...limits.map(([name, value]) => `set local ${name} = '${value}'`),
  ].join('; ')
  const settings = `select ${[['role', role], ...limits]
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`

  const connect = async (): Promise<pg.PoolClient> => {
    watch.requireAnswers()
    const connecting = connections.connect()
    return watch
      .wait(() => connecting, { hasBegun: false })
      .catch((error: unknown) => {
        // It may come yet, and nobody takes it.
        void connecting.then(
          client => client.release(),
          () => undefined,
        )
        throw error
      })
  }

  const hold = async (): Promise<HeldClient> => {
    const client = await connect()
    return {
      client,
      send: statements => watch.wait(() => sendTogether(client, statements)),
      end: (how, cause) => endAndRelease(client, how, cause),
      release: cause => releaseAfter(client, cause),
    }
  }

  const begin: RolePool['begin'] = async (then, { readsOnly = false } = {}) => {
    const held = await hold()
    const statements = [`begin${readsOnly ? ' read only' : ''}`, opening, ...(then ? [then] : [])]
    try {
      const results = (await held.client.query(statements.join('; '))) as unknown as pg.QueryResult[]
      return { ...held, rows: results[limits.length + 2]?.rows ?? [] }
    } catch (error) {
      await held.end('rollback', error).catch(() => undefined)
      throw error
    }
  }

  const transactOnce: RolePool['transaction'] = async work => {
    const { client, end } = await begin()
    let result
    try {
      result = await work({ query: (text, values) => client.query(text, values) })
    } catch (error) {
      await end('rollback', error).catch(() => undefined)
      throw error
    }
    await end('commit')
    return result
  }

  const transaction: RolePool['transaction'] = work => retryingDeadlocks(() => transactOnce(work))

  return {
    query: (text, values) => transaction(statements => statements.query(text, values)),
    transaction,
    begin,
    hold,
    settings,
    connections,
    locks,
    close: async () => {
      watch.close()
      await connections.end()
      if (locks !== connections) await locks.end()
    },
  }
}

/** The driver's words for a statement to which no answer came in time. */
const UNANSWERED = 'Query read timeout'

export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === UNANSWERED

const SILENT = 'The database does not answer. Nothing was done; try again in a few seconds.'

/** Asks by a connection of its own, since those of the pool all wait for an answer. */
function watchSilence(url: string, { answer, silence }: PoolTimeouts): SilenceWatch {
  return new SilenceWatch({
    ask: async stop => {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'lading silence',
        connectionTimeoutMillis: answer,
        query_timeout: answer,
      })
      client.on('error', () => undefined)
      stop.addEventListener('abort', () => client.connection.stream.destroy())
      await client.connect()
      await client.query('select 1')
      await client.end()
    },
    givenUp: () => new Error(UNANSWERED),
    refused: () => busy(SILENT, 10),
    patience: silence,
  })
}

/** A client that cannot even end its transaction is not used again. */
async function endAndRelease(
  client: pg.PoolClient,
  how: 'commit' | 'rollback',
  cause: unknown,
): Promise<void> {
  // It waits for that answer still: whatever came next would wait behind it.
  if (isStatementTimeout(cause)) return client.release(errorFrom(cause))
  try {
    const { command } = await client.query(how)
    if (how === 'commit') requireCommit(command)
    client.release()
  } catch (error) {
    client.release(errorFrom(error))
    throw error
  }
}

const releaseAfter = (client: pg.PoolClient, cause: unknown) =>
  client.release(isStatementTimeout(cause) ? errorFrom(cause) : undefined)

/** PostgreSQL rolls a transaction back where it is told to commit one in which a statement failed. */
export function requireCommit(command: string | undefined): void {
  if (command !== 'COMMIT')
    throw new Error('Nothing was saved: a statement of the transaction had failed before its commit.')
}
