import { expect, test } from 'vitest'
import { componentFailure } from './component-failures.ts'
import { AppError } from './errors.ts'

const failing = (code: string | undefined, message = 'x') =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

const told = (error: unknown) => {
  const failure = componentFailure(error)
  if (failure?.code === 'unavailable') expect(failure.retryAfter, failure.message).toBeGreaterThan(0)
  return failure && [failure.status, failure.message.split(/[,;.]/)[0]]
}

const DATABASE = 'The connection to the database broke'
const AWAY = 'The database cannot be reached'
const FULL = 'The server’s disk is full and nothing was saved'
const READ_ONLY = 'The server’s disk is read-only at the moment'
const FAILING = 'The server’s disk is failing'

test.each([
  // What the system says of the disk that the server writes to.
  ['ENOSPC', 'x', 507, FULL],
  ['EDQUOT', 'x', 507, FULL],
  ['EROFS', 'x', 503, READ_ONLY],
  ['EIO', 'x', 503, FAILING],
  ['EMFILE', 'x', 503, 'The server has too many files open at the moment'],
  // What PostgreSQL says of its own; it has no codes for some of them.
  ['53100', 'could not extend file "base/5/1259": No space left on device', 507, FULL],
  ['XX000', 'could not write to file "base/pgsql_tmp/1": Disk quota exceeded', 507, FULL],
  ['42501', 'could not open file "base/5/1259": Read-only file system', 503, READ_ONLY],
  ['58030', 'could not fsync file "base/5/1259": Input/output error', 503, FAILING],
  ['58030', 'could not write block', 503, FAILING],
  [
    '25006',
    'cannot execute INSERT in a read-only transaction',
    503,
    'The database accepts no changes at the moment',
  ],
  ['53300', 'sorry, too many clients already', 503, 'The database has no connection free'],
  ['57P01', 'terminating connection due to administrator command', 503, 'The database is restarting'],
  ['57P02', 'x', 503, DATABASE],
  ['57P03', 'the database system is starting up', 503, 'The database is starting'],
  ['08006', 'x', 503, DATABASE],
  ['08P01', 'server login failed', 503, DATABASE],
  // What the driver says of a connection, mostly without a code.
  [undefined, 'Connection terminated unexpectedly', 503, DATABASE],
  [undefined, 'Connection terminated', 503, DATABASE],
  [undefined, 'Client has encountered a connection error and is not queryable', 503, DATABASE],
  [undefined, 'Received unexpected commandComplete message from backend.', 503, DATABASE],
  ['ECONNRESET', 'read ECONNRESET', 503, DATABASE],
  ['EPIPE', 'write EPIPE', 503, DATABASE],
  [undefined, 'Client was closed and is not queryable', 503, AWAY],
  [undefined, 'Cannot use a pool after calling end on the pool', 503, AWAY],
  [undefined, 'Connection terminated due to connection timeout', 503, AWAY],
  [undefined, 'timeout expired', 503, AWAY],
  ['ECONNREFUSED', 'connect ECONNREFUSED', 503, AWAY],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND', 503, AWAY],
  ['EHOSTUNREACH', 'x', 503, AWAY],
  [undefined, 'timeout exceeded when trying to connect', 503, 'The database is busy or cannot be reached'],
  [undefined, 'Query read timeout', 503, 'The database did not answer in time'],
] as const)('%s “%s” is told as %i “%s”', (code, message, status, words) => {
  expect(told(failing(code, message))).toEqual([status, words])
})

test('a refusal, a bug and a failure of another name are none of them', () => {
  for (const one of [
    failing('23505', 'duplicate key'),
    failing('42501', 'permission denied for table jobs'),
    failing('XX000', 'cache lookup failed for type 7'),
    failing(undefined, 'Cannot read properties of undefined'),
    new AppError('not_found', 'x'),
    new AppError('internal', 'x'),
    'text',
  ])
    expect(told(one)).toBeNull()
})

test('what a failure was wrapped in does not hide it, and words of its own stay', () => {
  expect(told(new Error('x', { cause: failing('ENOSPC') }))).toEqual([507, FULL])
  const store = new AppError('unavailable', 'The file store does not answer.')
  expect(componentFailure(store)).toBe(store)
})
