import { spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import { open, readFile, realpath, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from './system-account.ts'
import { asAccount } from './system-account.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'

import { EmbeddedDatabaseError, cannotRun } from './errors.ts'
import { readPostmaster } from './process.ts'

/** 'started': ready; 'taken': another process runs this cluster, or the last one is still ending. */
export type StartResult = 'started' | 'taken'

type Start = {
  cluster: Cluster
  binaries: PostgresBinaries
  account: Account
  durable: boolean
  /** A live process that stands in postmaster.pid and is not PostgreSQL. */
  foreignPid: number | undefined
  log: (line: string) => void
  onWaiting?: (() => void) | undefined
}

/** Starts PostgreSQL on the port it had before, or on another free one. */
export async function startPostmaster(start: Start): Promise<StartResult> {
  const before = Number(await readFile(start.cluster.port, 'utf8').catch(() => ''))
  let port = before || (await findFreePort())
  for (let attempt = 1; ; attempt++) {
    const result = await launch(start, port)
    if (result === 'started') {
      // On a full disk the file would lose what it holds.
      if (port !== before) await writeFile(start.cluster.port, `${port}\n`)
      return result
    }
    if (result === 'taken') return result
    if (attempt === 10) throw new EmbeddedDatabaseError('PostgreSQL found no free port on 127.0.0.1.')
    port = await findFreePort()
  }
}

const MEBIBYTE = 1024 * 1024

/**
 * What PostgreSQL keeps of its files itself, in MiB: a sixteenth of the machine's memory, where an office's data fits into
 * 512. It takes them only as it fills them.
 */
export const sharedMegabytes = (memoryBytes: number): number =>
  Math.min(512, Math.max(64, Math.floor(memoryBytes / 16 / MEBIBYTE)))

function settings(port: number, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: `${sharedMegabytes(totalmem())}MB`,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Rows of customers stay out of the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_line_prefix: '%m [%p] ',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
  }
  if (!durable) Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function launch(start: Start, port: number): Promise<StartResult | 'port in use'> {
  const { cluster, binaries, account, durable, foreignPid, log, onWaiting } = start
  const data = await realpath(cluster.data)
  const logFile = await open(cluster.log, 'a+', 0o600)
  try {
    const from = (await logFile.stat()).size
    const [program, ...locking] = await lockCommand(data, binaries.postgres)
    const args = [...locking, '-D', data, ...settings(port, durable)]
    const [command, rest] = asAccount(account, program, args)
    // PostgreSQL takes a pid file for stale when it names its grandparent; removing the file ourselves
    // could remove the one of a PostgreSQL that another process started this very moment.
    const stale = foreignPid === undefined ? {} : { PG_GRANDPARENT_PID: String(foreignPid) }
    // A session of its own: Ctrl+C in the terminal must reach the server first and the database last.
    const child = spawn(command, rest, {
      ...account.identity,
      cwd: '/',
      env: { ...binaries.environment, ...stale },
      stdio: ['ignore', logFile.fd, logFile.fd],
      detached: true,
      windowsHide: true,
    })
    let failure: Error | undefined
    let ended = false
    let code: number | null = null
    child.once('error', error => (failure = cannotRun(command, error)))
    child.once('exit', exitCode => {
      ended = true
      code = exitCode
    })
    child.unref()
    onWaiting?.()
    let nextNotice = performance.now() + 5_000
    while (!ended) {
      if (failure !== undefined) throw failure
      const running = await readPostmaster(data)
      if (running?.pid === child.pid && running?.status === 'ready') return 'started'
      if (performance.now() > nextNotice) {
        log(whatTakesLong(await readFrom(logFile, from)))
        nextNotice += 30_000
      }
      await pause(5)
    }
    if (code === lockedCode) return 'taken'
    const isFull = await hasNoRoom(cluster.folder)
    return explainEnd(await readFrom(logFile, from), { pid: child.pid, logName: cluster.log, isFull })
  } finally {
    await logFile.close()
  }
}

/** By what PostgreSQL has logged of this start. */
export const whatTakesLong = (said: string): string =>
  /was interrupted|not properly shut down|redo starts/.test(said)
    ? 'PostgreSQL is bringing its files up to date after an interruption; this can take a while.'
    : 'PostgreSQL is starting; while the machine or its disk has much to do, this can take a while.'

const lockedCode = 75

/**
 * A lock on the data folder that lives as long as any of PostgreSQL's processes. PostgreSQL's own lock is a
 * process id, which says nothing to another container on the same folder.
 */
async function lockCommand(data: string, program: string): Promise<[string, ...string[]]> {
  if (process.platform !== 'linux') return [program]
  const path = await realpath('/usr/bin/flock').catch(() => '')
  // Busybox answers to the same name and knows fewer options.
  if (basename(path) !== 'flock') return [program]
  return [path, '--nonblock', '--no-fork', `--conflict-exit-code=${lockedCode}`, data, program]
}

// A page of PostgreSQL, and of its log.
const LEAST_ROOM_BYTES = 8192

async function hasNoRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < LEAST_ROOM_BYTES
}

type End = { pid: number | undefined; logName: string; isFull: boolean }

function explainEnd(text: string, { pid, logName, isFull }: End): 'taken' | 'port in use' {
  const lines = text.split('\n').filter(line => line.includes(`[${pid}]`) || !/ \[\d+\] /.test(line))
  const said = (pattern: RegExp) => lines.some(line => pattern.test(line))
  if (said(/lock file "postmaster\.pid" already exists|pre-existing shared memory block/)) return 'taken'
  if (said(/could not bind|could not create any TCP\/IP sockets/)) return 'port in use'
  const telling = lines.find(line => /FATAL|PANIC|error|cannot/i.test(line)) ?? lines.at(-1) ?? 'no word'
  const reason = telling.replace(/^.* \[\d+\] (FATAL|PANIC|ERROR): +/, '').trim()
  // On a full disk the log has no room for the reason either.
  if (isFull || /No space left on device|Disk quota exceeded/.test(reason))
    throw new EmbeddedDatabaseError(
      `PostgreSQL did not start: the disk is full (its log: ${logName}). Make room on it, then start again; nothing ` +
        'that was saved is lost.',
    )
  throw new EmbeddedDatabaseError(`PostgreSQL did not start: ${reason || 'no word'} (its log: ${logName})`)
}

async function readFrom(file: FileHandle, position: number): Promise<string> {
  const length = Math.max(0, Math.min((await file.stat()).size - position, 64 * 1024))
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('utf8', 0, bytesRead)
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new EmbeddedDatabaseError('No free port on 127.0.0.1.'))
      })
    })
  })
}
