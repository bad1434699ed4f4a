import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join as joinPath, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { componentFailure } from '#server/component-failures.ts'
import type { Program } from './system-account.ts'
import { chooseAccount } from './system-account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { findPostgresBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { changeClusterOwner, clusterExists, clusterIn, readPassword } from './cluster.ts'
import { EmbeddedDatabaseError, ServerAlreadyRunningError, errorCode, errorMessage } from './errors.ts'
import { createCluster, removeAbandoned } from './init.ts'
import { capLog } from './log.ts'
import { letRolesLogIn } from './logins.ts'
import type { Postmaster } from './process.ts'
import { isAlive, isPostmasterOf, readPostmaster, stopPostmaster } from './process.ts'
import type { Role, Session } from './session.ts'
import {
  createDatabaseIfMissing,
  databaseUrl,
  findServerPid,
  joinDatabase,
  leaveDatabase,
  takeServerLock,
} from './session.ts'
import { startPostmaster } from './start.ts'

export type OpenOptions = {
  dataDir: string
  /** One server at a time has a data folder; commands (imports, workers, …) share it with the server. */
  role: Role
  log?: (line: string) => void
  /** For tests alone: nothing is forced to disk, a power cut loses the database. */
  disposable?: boolean
  /** Called when a program of PostgreSQL works and this process would only wait for it; perhaps more than once. */
  onWaiting?: () => void
}

export type Opened = {
  cluster: Cluster
  binaries: PostgresBinaries
  session: Session
  url: string
  attached: boolean
}

const applicationDatabase = 'lading'
const patience = 60_000

/** Creates, starts or joins the database of a data folder, and registers this process as its user. */
export async function openCluster(options: OpenOptions): Promise<Opened> {
  const dataDir = await enterDataDir(options.dataDir)
  const cluster = clusterIn(joinPath(dataDir, 'postgres'))
  const binaries = await findPostgresBinaries(dataDir)
  let attached = true
  // By a clock that nobody sets.
  let deadline = performance.now() + patience
  while (performance.now() < deadline) {
    if (!(await clusterExists(cluster))) await create(options, cluster, binaries)
    const running = await readPostmaster(cluster.data)
    const isOurs = running !== undefined && (await isPostmasterOf(running.pid, cluster.data))
    if (!isOurs) {
      if ((await start(options, cluster, binaries, running)) === 'started') attached = false
      else await pause(50)
      continue
    }
    if (running.status !== 'ready') {
      deadline = performance.now() + patience
      await pause(20)
      continue
    }
    const opened = await join(options, cluster, binaries, running.port).catch(async (error: unknown) => {
      // What was started for this process alone must not be left running without a user.
      if (!attached) await stopIfRunning(cluster, binaries).catch(() => undefined)
      throw error
    })
    if (opened !== undefined) return { ...opened, attached }
    await pause(20)
  }
  throw new EmbeddedDatabaseError(
    `The database in ${cluster.data} is held by a PostgreSQL that cannot be reached, ` +
      `in another container or from an earlier start: end it, then start again (its log: ${cluster.log}).`,
  )
}

/** Stops PostgreSQL; only for the last user, who has shut the door behind the others. */
export const stopCluster = ({ cluster, binaries }: Opened): Promise<void> => stopIfRunning(cluster, binaries)

async function stopIfRunning(cluster: Cluster, binaries: PostgresBinaries): Promise<void> {
  const running = await readPostmaster(cluster.data)
  if (running === undefined || !(await isPostmasterOf(running.pid, cluster.data))) return
  await stopPostmaster(running.pid, cluster.data, binaries.pgCtl)
}

async function enterDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    return await realpath(dataDir)
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${resolve(dataDir)} cannot be made or entered (${errorCode(error) ?? errorMessage(error)}): ` +
        'set DATA_DIR to a folder that this user can write to.',
    )
  }
}

async function create(options: OpenOptions, cluster: Cluster, binaries: PostgresBinaries): Promise<void> {
  const parent = dirname(cluster.folder)
  const account = await chooseAccount(parent, parent, programOf(binaries))
  await createCluster(cluster, binaries, account, {
    durable: options.disposable !== true,
    onWaiting: options.onWaiting,
  })
}

async function start(
  options: OpenOptions,
  cluster: Cluster,
  binaries: PostgresBinaries,
  recorded: Postmaster | undefined,
): Promise<'started' | 'taken'> {
  const account = await chooseAccount(cluster.data, cluster.folder, programOf(binaries))
  await changeClusterOwner(cluster, account)
  await removeAbandoned(cluster)
  await capLog(cluster.log)
  return startPostmaster({
    cluster,
    binaries,
    account,
    durable: options.disposable !== true,
    foreignPid: recorded !== undefined && isAlive(recorded.pid) ? recorded.pid : undefined,
    log: options.log ?? (() => undefined),
    onWaiting: options.onWaiting,
  })
}

function programOf(binaries: PostgresBinaries): Program {
  return { path: binaries.postgres, environment: binaries.environment }
}

async function join(
  options: OpenOptions,
  cluster: Cluster,
  binaries: PostgresBinaries,
  port: number,
): Promise<Omit<Opened, 'attached'> | undefined> {
  const password = await readPassword(cluster)
  const session = await connect(cluster, databaseUrl(password, port, 'postgres'), options.role)
  if (session === undefined) return undefined
  const opened = { cluster, binaries, session, url: databaseUrl(password, port, applicationDatabase) }
  try {
    await createDatabaseIfMissing(session, applicationDatabase)
    await letRolesLogIn(session.client, password)
    if (options.role === 'server') await becomeServer(session, dirname(cluster.folder))
    return opened
  } catch (error) {
    if (await leaveDatabase(session).catch(() => false)) await stopCluster({ ...opened, attached: true })
    await session.client.end()
    throw error
  }
}

/** Undefined when PostgreSQL is coming or going: try again. */
async function connect(cluster: Cluster, url: string, role: Role): Promise<Session | undefined> {
  try {
    return await joinDatabase(url, role)
  } catch (error) {
    if (errorCode(error) === '28P01') {
      throw new EmbeddedDatabaseError(
        `The password in ${cluster.password} is not the one of the database in ${cluster.data}: ` +
          'copy both from the same copy of DATA_DIR, or restore the last backup into a new one: ' +
          'npm run restore -- FOLDER',
      )
    }
    const trouble = troubleIn(error)
    if (trouble)
      throw new EmbeddedDatabaseError(`The database in ${cluster.data} cannot be opened: ${trouble}`)
    return undefined
  }
}

/** Why PostgreSQL, which runs and takes connections, opens none; undefined where it is only coming or going. */
function troubleIn(error: unknown): string | undefined {
  const status = componentFailure(error)?.status
  const words = errorMessage(error)
  if (status === 507) return `the disk is full (${words}). Make room on it, then start again.`
  // Its files, its memory, its own mistakes.
  const isOwn = /^(53[0-2]|58|XX|42501)/.test(errorCode(error) ?? '')
  return isOwn ? `PostgreSQL says “${words}”. Check that its disk is in order.` : undefined
}

async function becomeServer(session: Session, dataDir: string): Promise<void> {
  // PostgreSQL may need a moment to see that a killed server is gone.
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await takeServerLock(session)) return
    const pid = await findServerPid(session)
    if (pid !== undefined && isAlive(pid)) throw new ServerAlreadyRunningError(dataDir, pid)
    await pause(100)
  }
  throw new ServerAlreadyRunningError(dataDir, await findServerPid(session))
}
