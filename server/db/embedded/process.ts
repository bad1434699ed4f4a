import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError, errorMessage } from './errors.ts'

const run = promisify(execFile)

/** What a running PostgreSQL writes about itself into its data folder. */
export type Postmaster = { pid: number; port: number; status: 'starting' | 'ready' | 'stopping' }

/** Reads postmaster.pid; undefined when there is none or its first line is not written yet. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map(line => line.trim())
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const status = lines[7] === 'ready' || lines[7] === 'stopping' ? lines[7] : 'starting'
  return { pid, port: Number(lines[3]), status }
}

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Whether process `pid` is the PostgreSQL of this data folder: after a kill -9 the number in postmaster.pid
 * may have gone to any other process.
 */
export async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  const folder = await realpath(data)
  if (process.platform === 'win32') {
    const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
    return stdout.toLowerCase().includes('"postgres.exe"')
  }
  if (process.platform !== 'linux') return isListedAsPostmaster(pid, folder)
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (basename(args[0] ?? '') !== 'postgres') return false
  // The arguments are readable by all; the working folder survives a move of DATA_DIR. Either will do.
  if (args[args.indexOf('-D') + 1] === folder) return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
}

/** The same question, asked of `ps`, for systems without /proc. */
export async function isListedAsPostmaster(pid: number, folder: string): Promise<boolean> {
  const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes(`postgres -D ${folder} -c `)
}

/** Stops PostgreSQL: open transactions are rolled back, everything is written. Resolves when it is gone. */
export async function stopPostmaster(pid: number, data: string, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') {
    await run(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'])
    return
  }
  // After a minute the log is left for the next start to replay.
  for (const { signal, seconds } of [
    { signal: 'SIGINT', seconds: 60 },
    { signal: 'SIGQUIT', seconds: 10 },
  ] as const) {
    if (!send(pid, signal)) return
    if (await isGone(pid, data, seconds)) return
  }
  throw new EmbeddedDatabaseError(`PostgreSQL (process ${pid}) does not stop: end it yourself.`)
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT'): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw new EmbeddedDatabaseError(`PostgreSQL (process ${pid}) cannot be stopped: ${errorMessage(error)}`)
  }
}

async function isGone(pid: number, data: string, seconds: number): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) {
    if (!(await isPostmasterOf(pid, data))) return true
    await pause(10)
  }
  return false
}
