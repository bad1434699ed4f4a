import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { codeFrom } from '#server/errors.ts'
import { CallerLeft } from '#server/fair-queue.ts'
import { SESSION_CHANGED } from './known-sessions.ts'
import { type HeldClient, requireCommit } from './role-pool.ts'
import type { DB } from './tables.ts'
import type { Result, Statement } from './trip.ts'

const LONGEST_NAMED_STATEMENT = 20_000
// What people ask for decides some of the texts, so that nobody's are kept for good.
const statementNames = new LRUCache<string, string>({ max: 1000 })

function nameOf(text: string): string | undefined {
  if (text.length >= LONGEST_NAMED_STATEMENT) return undefined
  let name = statementNames.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    statementNames.set(text, name)
  }
  return name
}

/** What has to be sent before a transaction's own statements. */
export type Opening = {
  /** Where the transaction goes on after its first trip. */
  begin: readonly Statement[]
  /** Where its first trip is all of it, which is then committed by its end. */
  whole: readonly Statement[]
}

export type TransactionOptions = {
  held: HeldClient
  /** Undefined where the transaction has been opened. */
  opening?: Opening | undefined
  /** False where something stands between here and PostgreSQL that does not keep statements for us. */
  isNaming: boolean
  /** Nothing more is asked once this one has gone. */
  left?: AbortSignal | undefined
}

type State = 'not begun' | 'begun' | 'ended'

const COMMIT: Statement = { text: 'commit' }

/**
 * How a trip ends. `goes on`: its transaction can be asked more. `committed`: the commit travels along. `committed
 * early`: the same, and what the transaction has locked is free before the disk has the commit.
 */
type TripEnd = 'goes on' | 'committed' | 'committed early'

const UNSYNCED: Statement = { text: "select set_config('synchronous_commit', 'off', true)" }

/**
 * A small transaction that commits as the database is set to: its commit lies behind the one before it, so when this is
 * answered the disk has both, and a standby that has to be waited for too.
 */
const SYNCED: Statement = { text: "select pg_logical_emit_message(true, 'lading', '')" }

/** One transaction, whose opening leaves with its first statements and whose commit may leave with its last. */
export class Transaction {
  readonly #options: TransactionOptions
  #state: State
  #isRefused = false
  #isCommitted = false

  constructor(options: TransactionOptions) {
    this.#options = options
    this.#state = options.opening ? 'not begun' : 'begun'
  }

  /** Whether anything has been sent. */
  get hasBegun(): boolean {
    return this.#state !== 'not begun'
  }

  /** Whether its session could not be opened, since the person is another one by now. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  /** Nothing can be asked after a trip that ends with the commit. */
  async send(statements: readonly Statement[], end: TripEnd = 'goes on'): Promise<readonly Result[]> {
    const { held, opening, left } = this.#options
    if (left?.aborted) throw new CallerLeft()
    if (this.#state === 'ended')
      throw new Error('The transaction has ended: nothing more can be asked of it.')
    const isLast = end !== 'goes on'
    const isEarly = end === 'committed early'
    const isFirst = this.#state === 'not begun'
    // Its end commits a trip that is a transaction by itself.
    const isWhole = isFirst && end === 'committed'
    this.#state = isLast ? 'ended' : 'begun'
    const opened = (isFirst && (isWhole ? opening?.whole : opening?.begin)) || []
    const before = [...opened, ...(isEarly ? [UNSYNCED] : [])]
    const after = isLast && !isWhole ? [COMMIT, ...(isEarly ? [SYNCED] : [])] : []
    const sent = [...before, ...statements, ...after].map(one => this.#named(one))
    const results = await held.send(sent).catch((error: unknown) => {
      this.#isRefused ||= codeFrom(error) === SESSION_CHANGED
      throw error
    })
    if (after.length > 0) requireCommit(results.at(-after.length)?.command)
    this.#isCommitted = isLast
    return results.slice(before.length, before.length + statements.length)
  }

  /** Sends the opening where nothing was asked: who is asking has to be looked at all the same. */
  async open(): Promise<void> {
    if (this.#state === 'not begun') await this.send([], 'committed')
  }

  /** Ends it after its work; `isAwaited`: whoever asked is answered only after the commit. */
  async finish(isAwaited: boolean): Promise<void> {
    const { held } = this.#options
    if (this.#state === 'ended') held.release()
    else if (isAwaited) await held.end('commit')
    else void held.end('commit').catch(() => undefined)
  }

  /** Ends it after a failure; never throws. */
  async undo(cause: unknown): Promise<void> {
    const { held } = this.#options
    if (this.#state === 'not begun' || this.#isCommitted) held.release()
    else await held.end('rollback', cause).catch(() => undefined)
  }

  #named(statement: Statement): Statement {
    return this.#options.isNaming ? { ...statement, name: nameOf(statement.text) } : statement
  }
}

type Db = Kysely<DB>
type OpenClient = { db: Db; transaction: Transaction | undefined }

const perClient = new WeakMap<pg.PoolClient, OpenClient>()
const perDb = new WeakMap<Db, OpenClient>()

/** Kysely over one client of the pool, for the transaction that is open on it. */
export function kyselyFor(client: pg.PoolClient, transaction: Transaction): Db {
  const known = perClient.get(client)
  if (known) {
    known.transaction = transaction
    return known.db
  }
  const open: OpenClient = { db: undefined as never, transaction }
  open.db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TransactionDriver(open),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  perClient.set(client, open)
  perDb.set(open.db, open)
  return open.db
}

const transactionOf = ({ transaction }: OpenClient): Transaction => {
  if (!transaction) throw new Error('There is no transaction on this client.')
  return transaction
}

const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({ text: sql, values: parameters })

type RowsOf<Queries extends readonly CompiledQuery[]> = {
  [Index in keyof Queries]: Queries[Index] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Asks all of these in one round trip, in their order, and answers the rows of each. Where one fails, those behind it
 * are not done.
 */
export const inOneTrip = <const Queries extends readonly CompiledQuery[]>(db: Db, queries: Queries) =>
  trip(db, queries, 'goes on')

/**
 * The same for the last statements of a transaction: its commit travels with them, so that what they lock is free again
 * without another round trip. Where one fails, nothing of the transaction was done. Nothing can be asked after it.
 */
export const inLastTrip = <const Queries extends readonly CompiledQuery[]>(db: Db, queries: Queries) =>
  trip(db, queries, 'committed')

/**
 * The same for a transaction that others wait for: they go on, and see what it wrote, before the disk has it. Whoever
 * asked is answered only when the disk does, and so is everybody whose own transaction followed.
 */
export const inLastTripForOthers = <const Queries extends readonly CompiledQuery[]>(
  db: Db,
  queries: Queries,
) => trip(db, queries, 'committed early')

async function trip<const Queries extends readonly CompiledQuery[]>(
  db: Db,
  queries: Queries,
  end: TripEnd,
): Promise<RowsOf<Queries>> {
  const open = perDb.get(db)
  if (!open) throw new Error('These statements can only be asked within a transaction of the pool.')
  const results = await transactionOf(open).send(queries.map(statementOf), end)
  return results.map(({ rows }) => rows) as RowsOf<Queries>
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Kysely's way to a transaction that others open and end. */
class TransactionDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(open: OpenClient) {
    this.#connection = {
      executeQuery: async <Row>(query: CompiledQuery) => {
        const [result] = await transactionOf(open).send([statementOf(query)])
        const { command = '', rowCount = 0, rows = [] } = result ?? {}
        return {
          rows,
          ...(CHANGING.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
        } as QueryResult<Row>
      },
      streamQuery: () => {
        throw new Error('Rows are not streamed.')
      },
    }
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('A transaction is open already.')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
