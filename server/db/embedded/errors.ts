import { messageFrom } from '#server/errors.ts'
/** The embedded database cannot be used; the message is one line that says what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

/** Another server process holds this data folder. */
export class ServerAlreadyRunningError extends EmbeddedDatabaseError {
  override name = 'ServerAlreadyRunningError'
  readonly pid: number | undefined

  constructor(dataDir: string, pid: number | undefined) {
    const who = pid === undefined ? 'Another server' : `Another server (process ${pid})`
    super(`${who} already uses the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`)
    this.pid = pid
  }
}

/** The code of a system or PostgreSQL error ("ENOENT", "28P01"), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function errorMessage(error: unknown): string {
  return messageFrom(error)
}

/** The program itself does not start: a C library without glibc, a wrong architecture, a lost file. */
export function cannotRun(program: string, error: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The built-in PostgreSQL does not run on this system (${program}: ${errorCode(error) ?? errorMessage(error)}): ` +
      'set DATABASE_URL to a PostgreSQL server.',
  )
}
