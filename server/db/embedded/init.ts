import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Account } from './system-account.ts'
import { chooseInitAccount, asAccount } from './system-account.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { clusterExists, clusterIn, changeOwner } from './cluster.ts'
import { EmbeddedDatabaseError, cannotRun, errorCode, errorMessage } from './errors.ts'
import { isAlive } from './process.ts'

/** The superuser that owns the cluster. */
export const ownerRole = 'lading_owner'

const abandonedAfter = 10 * 60_000

type CreateOptions = { durable: boolean; onWaiting?: (() => void) | undefined }

/**
 * Makes a cluster under a temporary name and puts it in place in one step, so that a start which is killed
 * half-way leaves nothing behind that the next one could take for a database.
 */
export async function createCluster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  account: Account,
  { durable, onWaiting }: CreateOptions,
): Promise<void> {
  const draft = clusterIn(`${cluster.folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordForInit = join(draft.folder, 'initdb-password')
  const password = randomBytes(24).toString('hex')
  try {
    await mkdir(draft.folder)
    // PostgreSQL's user passes through here on its way to the cluster.
    await chmod(draft.folder, 0o711)
    await mkdir(draft.data, { mode: 0o700 })
    await writeFile(draft.password, password, { mode: 0o600, flush: durable })
    await writeFile(passwordForInit, password, { mode: 0o600 })
    await changeOwner(account, draft.data)
    await changeOwner(account, passwordForInit)
    await runInitdb(binaries, account, {
      data: draft.data,
      passwordFile: passwordForInit,
      durable,
      onWaiting,
    })
    await rm(passwordForInit)
    if (durable) await syncFolder(draft.folder)
    await rename(draft.folder, cluster.folder)
    if (durable) await syncFolder(dirname(cluster.folder))
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true })
    // Two first starts at once: the other was quicker.
    if (await clusterExists(cluster)) return
    throw explainFailure(cluster, error)
  }
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

async function runInitdb(
  binaries: PostgresBinaries,
  serverAccount: Account,
  { data, passwordFile, durable, onWaiting }: CreateOptions & { data: string; passwordFile: string },
): Promise<void> {
  const program = { path: binaries.initdb, environment: binaries.environment }
  const account = await chooseInitAccount(serverAccount, data, program)
  const [command, args] = asAccount(account, binaries.initdb, [
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
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const child = spawn(command, args, {
      ...account.identity,
      cwd: '/',
      env: binaries.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    onWaiting?.()
    child.stdout.on('data', chunk => (output += String(chunk)))
    child.stderr.on('data', chunk => (output += String(chunk)))
    child.once('error', error => reject(cannotRun(command, error)))
    child.once('close', code => {
      if (code === 0) resolve()
      else reject(new Error(findComplaint(output) ?? `initdb ended with ${code}`))
    })
  })
}

function findComplaint(output: string): string | undefined {
  return output.match(/(?:FATAL|PANIC|error|could not|cannot)\b.*/)?.[0].replace(/^[a-zA-Z]+: +/, '')
}

function explainFailure(cluster: Cluster, error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error
  if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') {
    return new EmbeddedDatabaseError(
      `${cluster.folder} holds files but no database: move them away, or set DATA_DIR to another folder.`,
    )
  }
  return new EmbeddedDatabaseError(
    `The database cannot be made in ${cluster.folder} (${errorCode(error) ?? errorMessage(error)}): ` +
      'see that this user can write there and that the disk has room, or set DATA_DIR to another folder.',
  )
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
