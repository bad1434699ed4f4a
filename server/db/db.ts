import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Role, RoleAdjustments } from '#contract/permissions.ts'
import { AppError } from '#server/errors.ts'
import { retryingDeadlocks } from './deadlocks.ts'
import { keptOf, KnownSessions, type Origin, type PersonRow } from './known-sessions.ts'
import {
  openRolePool,
  type PoolTimeouts,
  DEFAULT_POOL_TIMEOUTS,
  type RolePool,
  type HeldClient,
  RUNTIME_ROLE,
  SIGN_IN_ROLE,
} from './role-pool.ts'
import type { DB } from './tables.ts'
import { kyselyFor, type Opening, Transaction } from './transaction.ts'
import type { Statement } from './trip.ts'

export type Db = Kysely<DB>

/** Added up: statements of one request may run side by side. The wait for a connection counts, too. */
export type DatabaseUse = { milliseconds: number }

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
  /** Of the sign-in that the call's access token was issued by, where the embedded provider did. */
  generation?: number | undefined
}

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
   * What its statements take is added to `use`. A read sends no further statement, and throws CallerLeft, once its caller has `left`.
   */
  asUser<Result>(
    subject: string,
    work: (session: Session) => Promise<Result>,
    options?: { readsOnly?: boolean; origin?: Origin; left?: AbortSignal; use?: DatabaseUse },
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

export type DatabaseOptions = {
  url: string
  /** Who opens the sign-in's tables; `url` by default. */
  signInUrl?: string
  /** Connections of `pool`; 10 by default. */
  poolSize?: number
  /** How long both pools wait. */
  patience?: PoolTimeouts
  /** False: no statement is kept by PostgreSQL for the next time, for poolers that lose them. */
  namedStatements?: boolean
  /** For locks that outlive a transaction; `url` by default. */
  lockUrl?: string | undefined
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
    namedStatements = true,
    lockUrl,
  } = options
  const pool = openRolePool({ url, role: RUNTIME_ROLE, size: poolSize, onError, patience, lockUrl })
  const signIn = openRolePool({
    url: signInUrl,
    role: SIGN_IN_ROLE,
    size: Math.min(SIGN_IN_POOL_SIZE, poolSize),
    onError,
    patience,
  })
  const known = new KnownSessions()

  const inTransaction = <Result>(...given: Parameters<typeof transactOnce<Result>>): Promise<Result> =>
    retryingDeadlocks(() => transactOnce(...given))

  async function transactOnce<Result>(
    of: RolePool,
    opening: string | undefined,
    work: (db: Db, firstRow: unknown) => Promise<Result>,
    { readsOnly = false, left, use }: TransactionSettings = {},
  ): Promise<Result> {
    const held = await measured(use, () => of.begin(opening, { readsOnly }))
    const transaction = new Transaction({
      held,
      isNaming: namedStatements,
      left: readsOnly ? left : undefined,
    })
    const db = kyselyFor(held.client, transaction)
    return workIn(transaction, () => work(db, held.rows[0]), !readsOnly)
  }

  /** `work` begins at once, as who the person was last time; PostgreSQL refuses its first trip where they changed. */
  async function transactAsKnown<Result>(
    subject: string,
    person: PersonRow,
    work: (session: Session) => Promise<Result>,
    settings: TransactionSettings & { origin?: Origin },
  ): Promise<{ result: Result } | 'changed'> {
    const { readsOnly = false, left, origin, use } = settings
    const held = await measured(use, () => pool.hold())
    const opening = openingOf(pool.settings, readsOnly, known.statement(subject, person, origin))
    const transaction = new Transaction({
      held,
      opening,
      isNaming: namedStatements,
      left: readsOnly ? left : undefined,
    })
    const session = sessionOf(subject, person, kyselyFor(held.client, transaction))
    try {
      return { result: await workIn(transaction, () => work(session), !readsOnly) }
    } catch (error) {
      const isChanged = transaction.isRefused
      if (isChanged) known.forget(subject)
      // Refusals are told by what the database knows of the person, and not by what was remembered.
      if (isChanged || (!transaction.hasBegun && !left?.aborted)) return 'changed'
      throw error
    }
  }

  return {
    pool,
    signIn,
    transaction: work => inTransaction(pool, undefined, work),
    asSignIn: work => inTransaction(signIn, undefined, work),
    async asUser(subject, work, options = {}) {
      const person = known.of(subject)
      if (person) {
        const outcome = await retryingDeadlocks(() => transactAsKnown(subject, person, work, options))
        if (outcome !== 'changed') return outcome.result
      }
      // One round trip opens the transaction, finds the person and sets the account for row-level security.
      return retryingDeadlocks(() =>
        inTransaction(
          pool,
          `select * from open_session(${pg.escapeLiteral(subject)})${originSettings(options.origin)}`,
          async (db, row) => {
            const found = row as PersonRow | undefined
            if (!found) return null
            const session = sessionOf(subject, found, db)
            requireActive(found, session)
            known.learn(subject, found)
            return work(session)
          },
          options,
        ),
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

type TransactionSettings = { readsOnly?: boolean; left?: AbortSignal; use?: DatabaseUse }

/** Adds the wait for a connection and for each answer on it to `use`. */
async function measured<Held extends HeldClient>(
  use: DatabaseUse | undefined,
  take: () => Promise<Held>,
): Promise<Held> {
  if (!use) return take()
  const add = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    const begun = performance.now()
    try {
      return await asked
    } finally {
      use.milliseconds += performance.now() - begun
    }
  }
  const held = await add(take())
  return { ...held, send: statements => add(held.send(statements)), end: (...how) => add(held.end(...how)) }
}

/** Does `work` in the transaction and ends it, either way. */
async function workIn<Result>(
  transaction: Transaction,
  work: () => Promise<Result>,
  isCommitAwaited: boolean,
): Promise<Result> {
  let result: Result
  try {
    result = await work()
    await transaction.open()
    // Its statements failed, whether the work told of it or not.
    if (transaction.isRefused) throw new Error('The session changed.')
  } catch (error) {
    await transaction.undo(error)
    throw error
  }
  await transaction.finish(isCommitAwaited)
  return result
}

/** `settings` act before the session is opened: whoever logs in need not be allowed to. */
const openingOf = (settings: string, readsOnly: boolean, session: Statement): Opening => ({
  begin: [{ text: readsOnly ? 'begin read only' : 'begin' }, { text: settings }, session],
  whole: [
    { text: readsOnly ? `${settings}, set_config('transaction_read_only', 'on', true)` : settings },
    session,
  ],
})

function sessionOf(subject: string, person: PersonRow, db: Db): Session {
  const { account_id: accountId, user_id: userId, role, adjustments } = person
  const isProgram = subject.startsWith(TOKEN_SUBJECT)
  return { db, accountId, userId, role, adjustments: adjustments ?? {}, isProgram }
}

function requireActive({ is_active }: PersonRow, { isProgram }: Session): void {
  if (is_active) return
  if (isProgram)
    throw new AppError(
      'sign_in_required',
      'This API token no longer works: it expired, was revoked, or ended with the access of the person responsible for it. An Administrator of the company can make a new one.',
    )
  throw new AppError(
    'not_allowed',
    'Your access to this company was removed. Ask one of its Administrators to restore it.',
  )
}

const originSettings = (origin: Origin | undefined): string => {
  if (!origin) return ''
  const { address, userAgent } = keptOf(origin)
  return (
    `; select set_config('app.address', ${pg.escapeLiteral(address)}, true), ` +
    `set_config('app.user_agent', ${pg.escapeLiteral(userAgent)}, true)`
  )
}
