import { WebBuildError } from '#scripts/build-web.ts'
import { ConfigurationError } from './config.ts'
import { DatabaseAccessError } from './db/access-error.ts'
import { EmbeddedDatabaseError } from './db/embedded-errors.ts'
import { FileStoreUnavailable } from './files/store.ts'
import { SealError } from './identity/sealing.ts'

// Wrong password, login not permitted, no such database.
const REFUSED_LOGIN = ['28P01', '28000', '3D000']

/** Why the product or a command of it could not start: one line where it is known what to do. */
export function startFailure(error: unknown): string {
  const failure = error as Error & { code?: string }
  const explained = [ConfigurationError, DatabaseAccessError, EmbeddedDatabaseError, SealError, WebBuildError]
  if (explained.some(kind => error instanceof kind)) return failure.message
  if (error instanceof FileStoreUnavailable)
    return `${failure.message} Check S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; the bucket must exist.`
  if (failure.code === 'EADDRINUSE')
    return 'The port is taken by another program. Set PORT to a free one, or stop that program.'
  if (failure.code === 'ECONNREFUSED' || failure.code === 'ENOTFOUND')
    return `The database cannot be reached (${failure.message}). Check DATABASE_URL and that the server runs.`
  if (failure.code && REFUSED_LOGIN.includes(failure.code))
    return `The database refuses a login (${failure.message}). Check the addresses in DATABASE_URL, DATABASE_SIGN_IN_URL and DATABASE_MIGRATION_URL.`
  return `Lading could not start. ${failure.stack ?? failure.message}`
}
