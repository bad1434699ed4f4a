import { constants } from 'node:fs'
import { access, mkdtemp, realpath, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Room for two journeys' products and the units' database with its write-ahead log, in bytes. */
const ROOM = 4 * 1024 ** 3

/**
 * A new folder for what a test throws away: in memory where there is room, since a database on a busy disk
 * takes ten times as long to clone. Whoever sets TMPDIR decides where.
 */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  return mkdtemp(join(await temporaryParent(), prefix))
}

/** The folder that such folders lie in, without symbolic links. */
export async function temporaryParent(): Promise<string> {
  const isChosen = process.env['TMPDIR'] !== undefined
  return realpath(!isChosen && (await hasRoom(MEMORY)) ? MEMORY : tmpdir())
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
