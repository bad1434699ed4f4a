import { WebBuildError } from '#scripts/build-web.ts'
import { ConfigurationError } from './config.ts'
import { DatabaseAccessError } from './db/access-error.ts'
import { EmbeddedDatabaseError } from './db/embedded-errors.ts'
import { SealError } from './identity/sealing.ts'

/** Why the product or a command of it could not start: one line where it is known what to do. */
export function startFailure(error: unknown): string {
  const failure = error as Error & { code?: string }
  const explained = [ConfigurationError, DatabaseAccessError, EmbeddedDatabaseError, SealError, WebBuildError]
  if (explained.some(kind => error instanceof kind)) return failure.message
  if (failure.code === 'EADDRINUSE')
    return 'The port is taken by another program. Set PORT to a free one, or stop that program.'
  if (failure.code === 'ECONNREFUSED' || failure.code === 'ENOTFOUND')
    return `The database cannot be reached (${failure.message}). Check DATABASE_URL and that the server runs.`
  return `Lading could not start. ${failure.stack ?? failure.message}`
}
