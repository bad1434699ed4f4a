import { busy } from './errors.ts'
import { KnownCompanies } from './known-companies.ts'
import { FairQueue } from './fair-queue.ts'

declare module 'fastify' {
  interface FastifyInstance {
    shares: FairShares
  }
}

export type FairSharesSettings = {
  /** Connections of the pool that all companies share. */
  connections?: number
  /** How many calls of one company may wait for each of these. */
  waiting?: number
  /** Milliseconds that a call may wait for its turn. */
  patience?: number
}

const PATIENCE_MS = 20_000

const TOO_MANY_OF_YOURS =
  'Your company has too many calls in progress at the moment. Send this one again in a few seconds.'
const TOO_MANY =
  'The server has too many calls in progress at the moment. Send this one again in a few seconds.'

const NO_ANSWER = 'The database did not answer in time. Nothing was done; try again in a few seconds.'

/** What all companies share, and how much of it one company may use at a time. */
export class FairShares {
  /** The company that a call counts for, before the database is asked. */
  readonly companies = new KnownCompanies()
  /** Transactions: half of the connections are always left to the others. */
  readonly transactions: FairQueue
  /** Reads that keep the database and the server's thread busy: large pages, searches, history, exports. */
  readonly longReads: FairQueue
  /** Calls that hash a password, which takes a core and 64 MiB. */
  readonly passwords: FairQueue
  /** Work that blocks the server's one thread: the parsing of large bodies. */
  readonly thread: ThreadQueue

  constructor({ connections = 10, waiting = 200, patience = PATIENCE_MS }: FairSharesSettings = {}) {
    const full = (isOwn: boolean) => busy(isOwn ? TOO_MANY_OF_YOURS : TOO_MANY, 10)
    const shared = { waiting, patience, full }
    // All of these are transactions: if none has finished in that time, the database is the cause.
    const late = (isOwn: boolean, isStuck: boolean) => (isStuck ? busy(NO_ANSWER, 10) : full(isOwn))
    const ofDatabase = { ...shared, late }
    this.transactions = new FairQueue({
      ...ofDatabase,
      atOnce: connections,
      ofOneCompany: halfOf(connections),
    })
    this.longReads = new FairQueue({ ...ofDatabase, atOnce: 4, ofOneCompany: 2 })
    this.passwords = new FairQueue({ ...shared, atOnce: 4, ofOneCompany: 1 })
    this.thread = new ThreadQueue(new FairQueue({ ...shared, atOnce: 1 }))
  }
}

const halfOf = (connections: number) => Math.max(1, Math.floor(connections / 2))

/**
 * Pieces of work that nothing else can interrupt, one at a time. After each, the thread is everybody's for as long as
 * the piece took: a call that needs the thread several times does not meet a piece each time.
 */
export class ThreadQueue {
  readonly #turns: FairQueue

  constructor(turns: FairQueue) {
    this.#turns = turns
  }

  async take<Result>(company: string, piece: () => Result): Promise<Result> {
    const end = await this.#turns.begin(company)
    const began = performance.now()
    try {
      return piece()
    } finally {
      setTimeout(end, performance.now() - began)
    }
  }
}
