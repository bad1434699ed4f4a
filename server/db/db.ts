import { createHash } from 'node:crypto'
import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import type { Role, RoleAdjustments } from '#contract/permissions.ts'
import { AppError } from '#server/errors.ts'
import { CallerLeft } from '#server/fair-queue.ts'
import { retryingDeadlocks } from './deadlocks.ts'
import {
  openRolePool,
  type PoolTimeouts,
  DEFAULT_POOL_TIMEOUTS,
  type RolePool,
  RUNTIME_ROLE,
  SIGN_IN_ROLE,
} from './role-pool.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

/** The signed-in person, as the database knows them; holds for one transaction. */
export type Session = {
  db: Db
  accountId: string
  userId: string
  role: Role
  /** What this company's Administrators have changed of what its roles may do. */
  adjustments: RoleAdjustments
  /** Opened by an API token and not by a person's sign-in. */
  isProgram: boolean
}

/** From where a request came. */
export type Origin = { address: string; userAgent: string | undefined }

/**
 * Where `work` runs in one transaction, one that the database ends because of a deadlock is made again with it: it does
 * nothing outside of the transaction that may not be done twice.
 */
export type Database = {
  /** The product's own tables. */
  pool: RolePool
  /** The embedded sign-in's tables, which `pool` may not read. */
  signIn: RolePool
  /** Runs `work` in one transaction as nobody: sees only what has no company. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Runs `work` in one transaction as the sign-in's role, which alone reads messages with links to get in by. */
  asSignIn<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` in one transaction as the person whom the identity provider calls `subject`;
   * null where that identity belongs to no company account yet. What `readsOnly` is answered before its
   * transaction has been closed, which then cannot change anything. History keeps `origin` with each change.
   * A read sends no further statement, and throws CallerLeft, once its caller has `left`.
   */
  asUser<Result>(
    subject: string,
    work: (session: Session) => Promise<Result>,
    options?: { readsOnly?: boolean; origin?: Origin; left?: AbortSignal },
  ): Promise<Result | null>
  /**
   * Runs `work` in one transaction of a company, for work that goes on without the person who began it; what it
   * changes stands in the history under that person's name.
   */
  asAccount<Result>(
    accountId: string,
    userId: string | null,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

type PersonRow = {
  account_id: string
  user_id: string
  role: Role
  adjustments: RoleAdjustments | null
  is_active: boolean
}

const DATE_OID = 1082
const NUMERIC_OID = 1700
const BIGINT_OID = 20

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    // A calendar date has no time zone; the driver would make it a local midnight.
    if (oid === DATE_OID) return (value: string) => value
    // Columns hold at most 15 significant digits, which a JSON number carries exactly.
    if (oid === NUMERIC_OID || oid === BIGINT_OID) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

// PostgreSQL keeps a named statement as long as its connection lives, so their number is bounded.
const MAXIMUM_NAMED_STATEMENTS = 1000
const LONGEST_NAMED_STATEMENT = 20_000
const statementNames = new Map<string, string>()

function nameOf(text: string): { name?: string } {
  let name = statementNames.get(text)
  if (!name && statementNames.size < MAXIMUM_NAMED_STATEMENTS && text.length < LONGEST_NAMED_STATEMENT) {
    name = createHash('sha1').update(text).digest('base64url')
    statementNames.set(text, name)
  }
  return name ? { name } : {}
}

/** One client of the pool, and whether whoever reads by it has gone. */
type OpenClient = { db: Db; left: AbortSignal | undefined }

/** Kysely over one client of the pool, naming each statement so that PostgreSQL plans it once. */
function kyselyOn(client: pg.PoolClient): OpenClient {
  const open: OpenClient = { db: undefined as never, left: undefined }
  const named: PostgresPoolClient = {
    query: (async (text: string, values: readonly unknown[]) => {
      if (open.left?.aborted) throw new CallerLeft()
      return client.query({ ...nameOf(text), text, values: [...values], types })
    }) as never,
    release: () => undefined,
  }
  open.db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        new PostgresDriver({ pool: { connect: async () => named, end: async () => undefined } as never }),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return open
}

export type DatabaseOptions = {
  url: string
  /** Who opens the sign-in's tables; `url` by default. */
  signInUrl?: string
  poolSize?: number
  /** How long both pools wait. */
  patience?: PoolTimeouts
  onError?: (error: Error) => void
}

/** How the subjects of programs begin: no identity provider gives such a one. */
export const TOKEN_SUBJECT = 'api-token:'

// Nobody waits for these but people who are signing in.
const SIGN_IN_POOL_SIZE = 4

export function openDatabase(options: DatabaseOptions): Database {
  const {
    url,
    signInUrl = url,
    poolSize = 10,
    patience = DEFAULT_POOL_TIMEOUTS,
    onError = () => undefined,
  } = options
  const pool = openRolePool({ url, role: RUNTIME_ROLE, size: poolSize, onError, patience })
  const signIn = openRolePool({
    url: signInUrl,
    role: SIGN_IN_ROLE,
    size: SIGN_IN_POOL_SIZE,
    onError,
    patience,
  })
  const perClient = new WeakMap<pg.PoolClient, OpenClient>()

  const inTransaction = <Result>(...given: Parameters<typeof transactOnce<Result>>): Promise<Result> =>
    retryingDeadlocks(() => transactOnce(...given))

  async function transactOnce<Result>(
    of: RolePool,
    opening: string | undefined,
    work: (db: Db, firstRow: unknown) => Promise<Result>,
    { readsOnly = false, left }: { readsOnly?: boolean; left?: AbortSignal } = {},
  ): Promise<Result> {
    const { client, rows, end } = await of.begin(opening, { readsOnly })
    const open = perClient.get(client) ?? kyselyOn(client)
    perClient.set(client, open)
    open.left = readsOnly ? left : undefined
    let result: Result
    try {
      result = await work(open.db, rows[0])
    } catch (error) {
      await end('rollback', error).catch(() => undefined)
      throw error
    }
    if (readsOnly) void end('commit').catch(() => undefined)
    else await end('commit')
    return result
  }

  return {
    pool,
    signIn,
    transaction: work => inTransaction(pool, undefined, work),
    asSignIn: work => inTransaction(signIn, undefined, work),
    asUser(subject, work, options = {}) {
      // One round trip opens the transaction, finds the person and sets the account for row-level security.
      return inTransaction(
        pool,
        `select * from open_session(${pg.escapeLiteral(subject)})${originSettings(options.origin)}`,
        async (db, row) => {
          const person = row as PersonRow | undefined
          if (!person) return null
          const { account_id: accountId, user_id: userId, role, adjustments, is_active } = person
          const isProgram = subject.startsWith(TOKEN_SUBJECT)
          if (!is_active && isProgram)
            throw new AppError(
              'sign_in_required',
              'This API token no longer works: it expired, was revoked, or ended with the access of the person responsible for it. An Administrator of the company can make a new one.',
            )
          if (!is_active)
            throw new AppError(
              'not_allowed',
              'Your access to this company was removed. Ask one of its Administrators to restore it.',
            )
          return work({ db, accountId, userId, role, adjustments: adjustments ?? {}, isProgram })
        },
        options,
      )
    },
    asAccount(accountId, userId, work) {
      const opening = `select set_config('app.account_id', ${pg.escapeLiteral(accountId)}, true),
        set_config('app.user_id', ${pg.escapeLiteral(userId ?? '')}, true)`
      return inTransaction(pool, opening, db =>
        work({ db, accountId, userId: userId ?? '', role: 'staff', adjustments: {}, isProgram: false }),
      )
    },
    close: async () => {
      await Promise.all([pool.close(), signIn.close()])
    },
  }
}

// Nobody needs to know more of a browser, and a client may send what it likes.
const LONGEST_USER_AGENT = 300

const originSettings = (origin: Origin | undefined): string =>
  origin
    ? `; select set_config('app.address', ${pg.escapeLiteral(origin.address)}, true), ` +
      `set_config('app.user_agent', ${pg.escapeLiteral((origin.userAgent ?? '').slice(0, LONGEST_USER_AGENT))}, true)`
    : ''
