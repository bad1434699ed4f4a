import { codeFrom, messageFrom } from '#server/errors.ts'
const TRIES = 4

const DEADLOCK = '40P01'
const DUPLICATE = '23505'
const NOT_THERE = '23503'

/** Another transaction made, or took away, a record of this id after this one had looked for it. */
export class MadeMeanwhile extends Error {
  // Thrown on where trying again did not help: then it is the refusal that the database gave.
  readonly code: string

  constructor(cause: unknown) {
    super(messageFrom(cause), { cause })
    this.code = codeFrom(cause)
    this.name = 'MadeMeanwhile'
  }
}

/** What a transaction was to answer from memory is another by now: made again, it reads it. */
export class KnownNoMore extends Error {
  constructor() {
    super('What was remembered has changed.')
    this.name = 'KnownNoMore'
  }
}

/**
 * For a statement whose ids were looked for before it: where one came into use since, or what bears it is gone, the
 * transaction is made again.
 */
export async function orMadeMeanwhile<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement
  } catch (error) {
    throw [DUPLICATE, NOT_THERE].includes(codeFrom(error)) ? new MadeMeanwhile(error) : error
  }
}

/**
 * Of two transactions that wait for each other the database undoes one, whole; it is simply made again, as one is that
 * found out too late what another had made or changed. `transact` must do all its work in one transaction.
 */
export async function retryingDeadlocks<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await transact()
    } catch (error) {
      const mayWorkNow =
        codeFrom(error) === DEADLOCK || error instanceof MadeMeanwhile || error instanceof KnownNoMore
      if (!mayWorkNow || tries === TRIES) throw error
    }
}
