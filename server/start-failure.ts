import { WebBuildError } from './web-build.ts'
import { BackupError } from './backup/backup-error.ts'
import { componentFailure } from './component-failures.ts'
import { ConfigurationError } from './config.ts'
import { DatabaseAccessError } from './db/access-error.ts'
import { EmbeddedDatabaseError } from '#server/db/embedded/errors.ts'
import { AppError, codeFrom, errorFrom } from './errors.ts'
import { StoreProbeError } from './files/probe.ts'
import { FileStoreUnavailable } from './files/store.ts'
import { ListenError } from './listening.ts'
import { TemporaryFolderError } from './pdf/run-folder.ts'
import { SealError } from '#server/identity/store/sealing.ts'

/** Their messages say what to do. */
const EXPLAINED = [
  BackupError,
  ConfigurationError,
  DatabaseAccessError,
  EmbeddedDatabaseError,
  ListenError,
  SealError,
  StoreProbeError,
  TemporaryFolderError,
  WebBuildError,
]

const ADDRESSES = 'DATABASE_URL, DATABASE_SIGN_IN_URL and DATABASE_MIGRATION_URL'

/** Why a certificate is not trusted, in the words of OpenSSL and Node. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH)/

/** What PostgreSQL and its driver refuse a connection or the first statements with. */
const DATABASE_REFUSALS: [RegExp, (message: string) => string][] = [
  [
    // Wrong password, login not permitted, no such database.
    /^(28P01|28000|3D000)$/,
    message => `The database refuses a login (${message}). Check the addresses in ${ADDRESSES}.`,
  ],
  [
    /^42501$/,
    message =>
      `The database does not let its login do what Lading needs (${message}). DATABASE_MIGRATION_URL, or ` +
      'DATABASE_URL without it, must be the login of the owner of its tables.',
  ],
  [
    CERTIFICATE,
    message =>
      `The certificate of the database is not trusted (${message}). Put sslrootcert=FILE, the certificates that ` +
      `sign it, behind the addresses in ${ADDRESSES}, and name the server there as its certificate does.`,
  ],
  [
    /^ERR_INVALID_URL$/,
    () =>
      `An address in ${ADDRESSES} cannot be read. Special characters of a password are written as % and two digits: ` +
      '%40 for @, %23 for #, %2F for /.',
  ],
]

/** PgBouncer has one code for all of its refusals. */
const POOLER_REFUSES = '08P01'
const POOLER_WORDS = /authentication failed|no such (user|database)/i

/** Why the product or a command of it could not start: what happened and what to do, without a stack. */
export function startFailure(error: unknown): string {
  const failure = errorFrom(error)
  const { message } = failure
  const code = codeFrom(error)
  if (EXPLAINED.some(kind => error instanceof kind)) return message
  if (error instanceof FileStoreUnavailable)
    return `${message} Check S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; the bucket must exist.`
  if (error instanceof AppError && error.code === 'storage_full') return message
  if (code === 'EADDRINUSE')
    return 'The port is taken by another program. Set PORT to a free one, or stop that program.'
  if (code === 'EACCES' || code === 'EPERM')
    return `Lading may not do this as the user it runs as: ${message}.`
  if (code === POOLER_REFUSES && POOLER_WORDS.test(message))
    return (
      `The pooler before the database refuses a login (${message}). Check the addresses in ${ADDRESSES}, the list of ` +
      'logins that the pooler has, and that PostgreSQL knows each of them by the same password.'
    )
  const refusal = DATABASE_REFUSALS.find(([codes]) => codes.test(code))
  if (refusal) return refusal[1](message)
  if (message.startsWith('The server does not support SSL connections'))
    return (
      'The database server offers no encryption, and an address of it asks for that. Switch ssl on in PostgreSQL; or, ' +
      `where it runs on this machine or in a network of its own, write sslmode=disable in ${ADDRESSES}.`
    )
  const component = componentFailure(error)
  if (component?.status === 507)
    return `The disk is full (${message}). Make room on it, then start again; nothing that was saved is lost.`
  if (/EROFS|Read-only file system/.test(message))
    return `The disk can only be read (${message}). Mount it so that it can be written to, or set DATA_DIR to a folder on another disk.`
  if (component && /^The database (cannot|is busy|did not)/.test(component.message))
    return `The database cannot be reached (${message}). Check DATABASE_URL and that the server runs.`
  if (component) return `Lading could not start. ${component.message} (${message})`
  return `Lading could not start. ${wantsStack() ? (failure.stack ?? message) : `${message || failure.name} ${MORE}`}`
}

const MORE = '(LOG_LEVEL=debug shows where this happened.)'

const wantsStack = () => ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
