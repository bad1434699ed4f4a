import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Account } from '#server/db/embedded/system-account.ts'
import { asAccount } from '#server/db/embedded/system-account.ts'
import { clusterIn } from '#server/db/embedded/cluster.ts'
import { isPostmasterOf, readPostmaster } from '#server/db/embedded/process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Another process that holds the embedded database. */
export type HeldDatabase = {
  child: ChildProcess
  pid: number
  /** What it opened; rejects with its message when it was refused. */
  opened: Promise<{ ownerUrl: string; attached: boolean }>
  log: string[]
  /** Asks it to stop the way `signal` does and waits for its end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<void>
}

export type HoldOptions = { role: 'server' | 'command'; durable?: boolean; account?: Account }

export function holdDatabase(dataDir: string, options: HoldOptions): HeldDatabase {
  const program = join(import.meta.dirname, 'database-holder.ts')
  const args = [program, dataDir, options.role, options.durable === true ? 'durable' : 'disposable']
  const account = options.account ?? { prefix: [], identity: {}, owner: undefined }
  const [command, rest] = asAccount(account, process.execPath, args)
  const child = spawn(command, rest, {
    ...account.identity,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const log: string[] = []
  const ended = once(child, 'exit')
  const opened = new Promise<{ ownerUrl: string; attached: boolean }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const message = JSON.parse(line) as {
        log?: string
        refused?: string
        opened?: { ownerUrl: string; attached: boolean }
      }
      if (message.opened) resolve(message.opened)
      if (message.refused) reject(new Error(message.refused))
      if (message.log) log.push(message.log)
    })
    void ended.then(() => reject(new Error('It ended before it had opened the database.')))
  })
  // Whoever kills it on purpose does not wait for this.
  opened.catch(() => undefined)
  const end = async (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => {
    // The whole group, as Ctrl+C in a terminal does.
    process.kill(-Number(child.pid), signal)
    await ended
  }
  return { child, pid: Number(child.pid), opened, log, end }
}

/** A folder for a data folder, with a space in its path. */
export async function makeFolder(): Promise<string> {
  return makeTemporaryFolder('lading held ')
}

/** The process id of the PostgreSQL that runs in a data folder. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  return (await readPostmaster(clusterIn(join(dataDir, 'postgres')).data))?.pid
}

/** Kills PostgreSQL with all of its processes at one go. */
export async function killPostgres(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir)
  // What is left of one that has ended may name any other process.
  if (pid === undefined || !(await isPostmasterOf(pid, clusterIn(join(dataDir, 'postgres')).data))) return
  for (const victim of [pid, ...(await childrenOf(pid))]) {
    try {
      process.kill(victim, 'SIGKILL')
    } catch {
      // It went with the first.
    }
  }
}

/** The processes that this one started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const pairs = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
