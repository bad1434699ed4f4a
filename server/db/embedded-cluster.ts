import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Account } from './embedded-account.ts'
import { chooseInitAccount, underAccount } from './embedded-account.ts'
import type { PostgresBinaries } from './embedded-binaries.ts'
import { EmbeddedDatabaseError, errorCode } from './embedded-errors.ts'
import { isAlive } from './embedded-process.ts'

export const ownerRole = 'lading_owner'

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

/** True when the cluster is there; throws when it belongs to another major version. */
export async function clusterExists(cluster: Cluster): Promise<boolean> {
  let version: string
  try {
    version = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw new EmbeddedDatabaseError(
        `The database in ${cluster.data} cannot be read (${errorCode(error)}): ` +
          'start as the user it belongs to, give it to this user with chown -R, or set DATA_DIR to another folder.',
      )
    }
    return false
  }
  if (version !== majorVersion) {
    throw new EmbeddedDatabaseError(
      `The database in ${cluster.data} is of PostgreSQL ${version} and this release brings ${majorVersion}: ` +
        'use the release that wrote it, or set DATABASE_URL to a PostgreSQL server that holds its data.',
    )
  }
  return true
}

/**
 * Makes a cluster under a temporary name and puts it in place in one step, so that a start which is killed
 * half-way leaves nothing behind that the next one could take for a database.
 */
export async function createCluster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  const draft = clusterIn(`${cluster.folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordForInit = `${draft.folder}/initdb-password`
  const password = randomBytes(24).toString('hex')
  try {
    await mkdir(draft.folder, { mode: 0o711 })
    await chmod(draft.folder, 0o711)
    await mkdir(draft.data, { mode: 0o700 })
    await writeFile(draft.password, password, { mode: 0o600, flush: durable })
    await writeFile(passwordForInit, password, { mode: 0o600 })
    await giveTo(account, draft.data)
    await giveTo(account, passwordForInit)
    await runInitdb(binaries, account, draft.data, passwordForInit, durable)
    await rm(passwordForInit)
    if (durable) await syncFolder(draft.folder)
    await rename(draft.folder, cluster.folder)
    if (durable) await syncFolder(dirname(cluster.folder))
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true })
    // Two first starts at once: the other was quicker.
    if (await clusterExists(cluster)) return
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') {
      throw new EmbeddedDatabaseError(
        `${cluster.folder} holds files but no database: move them away, or set DATA_DIR to another folder.`,
      )
    }
    throw error
  }
}

/** Makes the account the owner of a cluster that was copied or restored by another user. */
export async function claimCluster(cluster: Cluster, account: Account): Promise<void> {
  if (account.owner === undefined) return
  const { uid } = await stat(cluster.data)
  if (uid === account.owner.uid >>> 0) return
  for (const entry of await readdir(cluster.data, { recursive: true })) {
    await giveTo(account, join(cluster.data, entry))
  }
  await giveTo(account, cluster.data)
}

export async function readPassword(cluster: Cluster): Promise<string> {
  try {
    return (await readFile(cluster.password, 'utf8')).trim()
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The database's password in ${cluster.password} cannot be read (${errorCode(error)}): ` +
        'start as the user it belongs to, or put the file back from a backup.',
    )
  }
}

async function giveTo(account: Account, path: string): Promise<void> {
  if (account.owner === undefined) return
  const { uid, gid } = account.owner
  if ((await lstat(path)).isSymbolicLink()) return
  try {
    await chown(path, uid >>> 0, gid >>> 0)
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `${path} cannot be given to user ${uid}, as whom PostgreSQL runs (${errorCode(error)}): ` +
        'start as an ordinary user, set DATA_DIR to a folder on a local disk, or set DATABASE_URL.',
    )
  }
}

async function runInitdb(
  binaries: PostgresBinaries,
  serverAccount: Account,
  data: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const account = await chooseInitAccount(serverAccount, data, {
    path: binaries.initdb,
    environment: binaries.environment,
  })
  const [command, args] = underAccount(account, binaries.initdb, [
    `--pgdata=${data}`,
    `--username=${ownerRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ])
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, {
      ...account.identity,
      cwd: '/',
      env: binaries.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    child.stdout.on('data', chunk => (output += String(chunk)))
    child.stderr.on('data', chunk => (output += String(chunk)))
    child.once('error', error => reject(cannotRun(command, error)))
    child.once('close', code => {
      if (code === 0) resolve()
      else
        reject(new EmbeddedDatabaseError(`PostgreSQL could not make its files: ${complaint(output, code)}`))
    })
  })
}

export function cannotRun(program: string, error: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The built-in PostgreSQL does not run on this system (${basename(program)}: ${errorCode(error) ?? String(error)}): ` +
      'set DATABASE_URL to a PostgreSQL server.',
  )
}

function complaint(output: string, code: number | null): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  const telling = lines.find(line => /error|fatal|cannot/i.test(line)) ?? lines.at(-1)
  return telling ?? `initdb ended with ${code}`
}

/** Removes what first starts that were killed half-way have left. */
export async function removeAbandoned(cluster: Cluster): Promise<void> {
  const parent = dirname(cluster.folder)
  const prefix = `${basename(cluster.folder)}.new-`
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const path = join(parent, name)
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    const made = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
    if (isAlive(pid) && Date.now() - made < abandonedAfter) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

const abandonedAfter = 10 * 60_000

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
