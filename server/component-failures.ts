import { isStatementTimeout } from './db/role-pool.ts'
import { AppError, busy } from './errors.ts'

const TELL = 'Tell the operator of the server'

const storageFull = () =>
  new AppError(
    'storage_full',
    `The server’s disk is full and nothing was saved. ${TELL}; try again when there is room.`,
  )
const readOnlyDisk = () =>
  new AppError(
    'unavailable',
    `The server’s disk is read-only at the moment, and nothing was saved. ${TELL}; try again once it can be written to.`,
  )
const brokenDisk = () =>
  new AppError(
    'unavailable',
    `The server’s disk is failing, and nothing was saved. ${TELL}; try again once it is repaired.`,
  )
const tooManyOpen = () => busy('The server has too many files open at the moment. Try again in a minute.')

const unreachable = () =>
  new AppError('unavailable', 'The database cannot be reached; try again in a moment.')
const broken = () =>
  new AppError(
    'unavailable',
    'The connection to the database broke. What was being saved may have been saved: check before you try again.',
  )
const unanswered = () =>
  new AppError(
    'unavailable',
    'The database did not answer in time. What was being saved may have been saved: check before you try again.',
  )
const takesNoWrites = () =>
  new AppError(
    'unavailable',
    `The database accepts no changes at the moment, and nothing was saved. ${TELL}; reading still works.`,
  )
const damaged = () =>
  new AppError('unavailable', `The database cannot read its own files. ${TELL}; a backup may be needed.`)
const unavailable = (detail: string) => () => new AppError('unavailable', detail)

/** What PostgreSQL and the system call a failure that nobody's input has caused. */
const byCode: Record<string, () => AppError> = {
  '40001': unavailable('Two changes were made at once, and this one was not saved; try again.'),
  '40P01': unavailable('Two changes were made at once, and this one was not saved; try again.'),
  '55P03': unavailable('Somebody else is saving this right now; try again.'),
  '57014': unavailable('This took too long and was stopped; narrow the search and try again.'),
  '57P01': unavailable('The database is restarting; try again in a moment.'),
  '57P02': broken,
  '57P03': unavailable('The database is starting; try again in a moment.'),
  '57P04': unreachable,
  '57P05': broken,
  '25P03': broken,
  '25P04': broken,
  '25006': takesNoWrites,
  '53000': unavailable('The database is short of resources; try again in a moment.'),
  '53100': storageFull,
  '53200': unavailable('The database is short of memory; try again in a moment.'),
  '53300': unavailable('The database has no connection free; try again in a moment.'),
  '58000': brokenDisk,
  '58030': brokenDisk,
  '58P01': damaged,
  XX001: damaged,
  XX002: damaged,
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: broken,
  EPIPE: broken,
  ETIMEDOUT: broken,
  ENOSPC: storageFull,
  EDQUOT: storageFull,
  EROFS: readOnlyDisk,
  EIO: brokenDisk,
  EMFILE: tooManyOpen,
  ENFILE: tooManyOpen,
}

// PostgreSQL has codes of its own for a few of the system's errors, and the words alone for the others.
const bySystemWords: readonly (readonly [RegExp, () => AppError])[] = [
  [/: (No space left on device|Disk quota exceeded)$/, storageFull],
  [/: Read-only file system$/, readOnlyDisk],
  [/: Input\/output error$/, brokenDisk],
]

const NO_ANSWER = /^Connection terminated due to connection timeout|^timeout expired/
const NO_CONNECTION_LEFT = /^timeout exceeded when trying to connect/

/** Whether no connection came in time, by the driver's words. */
export const isLateConnection = (error: unknown): boolean =>
  error instanceof Error && (NO_ANSWER.test(error.message) || NO_CONNECTION_LEFT.test(error.message))

// The driver's words for a connection that broke or that none was made; its errors carry no code.
const byDriverWords: readonly (readonly [RegExp, () => AppError])[] = [
  [
    /^Client has encountered a connection error|^Connection terminated unexpectedly|^Connection terminated$/,
    broken,
  ],
  [/^Client was closed|^Cannot use a pool after calling end/, unreachable],
  [NO_ANSWER, unreachable],
  [NO_CONNECTION_LEFT, unavailable('The database is busy or cannot be reached; try again in a moment.')],
  // What a connection that broke in the middle of an answer leaves behind.
  [/^Received unexpected \w+ message from backend/, broken],
]

type Failure = Error & { code?: unknown; cause?: unknown }

/**
 * What the failure of a component (database, disk, file store, a provider elsewhere) means to whoever asked: 503 or 507
 * with words that name it. Null where no component has failed; then it is a refusal by the caller's fault, or a bug.
 */
export function componentFailure(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  if (error instanceof AppError) return error.status >= 501 ? error : null
  const { code, message, cause } = error as Failure
  if (isStatementTimeout(error)) return unanswered()
  if (typeof code === 'string') return failureByCode(code, message)
  const [, known] = byDriverWords.find(([words]) => words.test(message)) ?? []
  return known?.() ?? (cause instanceof Error ? componentFailure(cause) : null)
}

function failureByCode(code: string, message: string): AppError | null {
  // Five characters are PostgreSQL's; the whole class 08 is of connections that broke or were refused.
  const isDatabase = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')
  const [, known] = (isDatabase && bySystemWords.find(([words]) => words.test(message))) || []
  if (known) return known()
  if (isDatabase && code.startsWith('08')) return broken()
  return byCode[code]?.() ?? null
}
