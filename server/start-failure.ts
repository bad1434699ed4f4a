import { WebBuildError } from './web-build.ts'
import { componentFailure } from './component-failures.ts'
import { ConfigurationError } from './config.ts'
import { DatabaseAccessError } from './db/access-error.ts'
import { EmbeddedDatabaseError } from '#server/db/embedded/errors.ts'
import { FileStoreUnavailable } from './files/store.ts'
import { SealError } from '#server/identity/store/sealing.ts'

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
  if (failure.code === 'EACCES' || failure.code === 'EPERM')
    return `Lading may not do this as the user it runs as: ${failure.message}.`
  if (failure.code && REFUSED_LOGIN.includes(failure.code))
    return `The database refuses a login (${failure.message}). Check the addresses in DATABASE_URL, DATABASE_SIGN_IN_URL and DATABASE_MIGRATION_URL.`
  const component = componentFailure(error)
  if (component?.status === 507)
    return `The disk is full (${failure.message}). Make room on it, then start again; nothing that was saved is lost.`
  if (/EROFS|Read-only file system/.test(failure.message))
    return `The disk can only be read (${failure.message}). Mount it so that it can be written to, or set DATA_DIR to a folder on another disk.`
  if (component && /^The database (cannot|is busy|did not)/.test(component.message))
    return `The database cannot be reached (${failure.message}). Check DATABASE_URL and that the server runs.`
  if (component) return `Lading could not start. ${component.message} (${failure.message})`
  return `Lading could not start. ${failure.stack ?? failure.message}`
}
