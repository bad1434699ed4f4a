import { constants } from 'node:fs'
import { access, chown, lstat, readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './system-account.ts'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'

const majorVersion = '18'

/** Where the embedded database keeps what. */
export type Cluster = { folder: string; data: string; password: string; port: string; log: string }

export function clusterIn(folder: string): Cluster {
  return {
    folder,
    data: join(folder, 'cluster'),
    password: join(folder, 'password'),
    port: join(folder, 'port'),
    log: join(folder, 'server.log'),
  }
}

/** True when the cluster is there; throws when it is not this user's or of another major version. */
export async function clusterExists(cluster: Cluster): Promise<boolean> {
  let version: string
  try {
    version = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim()
    await access(cluster.folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return false
    if (code === 'EROFS')
      throw new EmbeddedDatabaseError(
        `The disk that holds the database in ${cluster.folder} can only be read (EROFS): ` +
          'mount it so that it can be written to, or set DATA_DIR to a folder on another disk.',
      )
    if (code !== 'EACCES' && code !== 'EPERM')
      throw new EmbeddedDatabaseError(
        `The database in ${cluster.folder} cannot be read (${code}): check that its disk is in order.`,
      )
    throw new EmbeddedDatabaseError(
      `The database in ${cluster.folder} belongs to another user (${code}): ` +
        'start as that user, give it to this one with chown -R, or set DATA_DIR to another folder.',
    )
  }
  if (version !== majorVersion) {
    throw new EmbeddedDatabaseError(
      `The database in ${cluster.data} is of PostgreSQL ${version} and this release brings ${majorVersion}: ` +
        'carry it over by a backup. With the release that wrote it: npm run backup -- FOLDER. Then with this one, and ' +
        'DATA_DIR set to a new folder: npm run restore -- FOLDER',
    )
  }
  return true
}

export async function readPassword(cluster: Cluster): Promise<string> {
  try {
    return (await readFile(cluster.password, 'utf8')).trim()
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The database's password in ${cluster.password} cannot be read (${errorCode(error)}): ` +
        'start as the user it belongs to, or restore the last backup into a new DATA_DIR: npm run restore -- FOLDER',
    )
  }
}

/** Makes the account the owner of a cluster that was copied or restored by another user. */
export async function changeClusterOwner(cluster: Cluster, account: Account): Promise<void> {
  if (account.owner === undefined) return
  const { uid } = await stat(cluster.data)
  if (uid === account.owner.uid >>> 0) return
  for (const entry of await readdir(cluster.data, { recursive: true })) {
    await changeOwner(account, join(cluster.data, entry))
  }
  await changeOwner(account, cluster.data)
}

/** Makes the account the owner of one file or folder. */
export async function changeOwner(account: Account, path: string): Promise<void> {
  if (account.owner === undefined || (await lstat(path)).isSymbolicLink()) return
  const { uid, gid } = account.owner
  try {
    await chown(path, uid >>> 0, gid >>> 0)
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `${path} cannot be given to user ${uid}, as whom PostgreSQL runs (${errorCode(error)}): ` +
        'start as an ordinary user, set DATA_DIR to a folder on a local disk, or set DATABASE_URL.',
    )
  }
}
