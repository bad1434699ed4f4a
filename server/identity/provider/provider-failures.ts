import { codeFrom } from '#server/errors.ts'
import { errors } from 'oidc-provider'
import { componentFailure } from '#server/component-failures.ts'
import type { Statements } from '#server/db/role-pool.ts'
import type { AppError } from '#server/errors.ts'
import type { Pool } from '#server/identity/store/users.ts'

/** How OAuth 2 calls what will work again by itself (RFC 6749, 4.1.2.1). */
export const TEMPORARILY_UNAVAILABLE = 'temporarily_unavailable'

/** A failure of the database in the OpenID provider’s own words, which it shows instead of hiding it behind a 500. */
export class SignInUnavailable extends errors.OIDCProviderError {
  override readonly error_description: string
  override readonly expose = true

  constructor(failure: AppError) {
    super(failure.status, TEMPORARILY_UNAVAILABLE, { cause: failure })
    this.error_description = failure.message
  }
}

/** PostgreSQL's codes for a text, and for JSON, with a character that it cannot store. */
const CANNOT_BE_STORED = new Set(['22021', '22P05'])

/** A failure of the database in terms of OpenID; what is nobody's mistake but ours stays as it is. */
function explain(error: unknown): unknown {
  const failure = componentFailure(error)
  if (failure) return new SignInUnavailable(failure)
  return CANNOT_BE_STORED.has(codeFrom(error))
    ? new errors.InvalidRequest('a parameter holds a character that cannot be stored')
    : error
}

/** The pool for the OpenID provider, which knows nothing of databases. */
export function withExplainedErrors(pool: Pool): Pool {
  const explained =
    <Given extends unknown[], Result>(ask: (...given: Given) => Promise<Result>) =>
    (...given: Given) =>
      ask(...given).catch((error: unknown) => {
        throw explain(error)
      })
  const query: Statements['query'] = (text, values) => explained(() => pool.query(text, values))() as never
  return { ...pool, query, transaction: work => explained(() => pool.transaction(work))() }
}
