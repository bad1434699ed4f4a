import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, chown, mkdir, readdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onConnection } from '#testing/own-server.ts'

export type ExternalPostgres = {
  version: string
  /** Makes a database whose owner is no superuser, and answers the owner's address of it. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'
const NOBODY = 65_534
const READY_WITHIN_MS = 60_000

/** Starts the oldest PostgreSQL of Debian's that is installed, on a folder; null where there is none. */
export async function startExternalPostgres(folder: string): Promise<ExternalPostgres | null> {
  const [version] = (await readdir(DEBIAN).catch(() => [])).toSorted(
    (one, other) => Number(one) - Number(other),
  )
  if (version === undefined) return null
  const program = (name: string) => join(DEBIAN, version, 'bin', name)
  if (
    !(await access(program('initdb')).then(
      () => true,
      () => false,
    ))
  )
    return null
  // PostgreSQL refuses root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const data = join(folder, 'external')
  await mkdir(data, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined) {
    await chmod(folder, 0o711)
    await chown(data, account.uid, account.gid)
  }
  await run(
    program('initdb'),
    ['-D', data, '-U', 'administrator', '--auth=trust', '-E', 'UTF8', '--locale=C'],
    account,
  )
  const port = await freePort()
  const server = spawn(
    program('postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { ...account, stdio: 'ignore' },
  )
  const address = (login: string, database: string) => `postgresql://${login}@127.0.0.1:${port}/${database}`
  const administrator = address('administrator', 'postgres')
  await ready(administrator)
  return {
    version,
    async createDatabase(name) {
      const owner = `${name}_owner`
      await onConnection(administrator, async client => {
        await client.query(`create role ${owner} login createrole`)
        await client.query(`create database ${name} owner ${owner}`)
      })
      return address(owner, name)
    },
    async stop() {
      const gone = once(server, 'exit')
      server.kill('SIGINT')
      await gone
    },
  }
}

async function run(program: string, args: string[], account: { uid?: number; gid?: number }): Promise<void> {
  const child = spawn(program, args, { ...account, cwd: '/', stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${program} ended with ${code}.`)
}

async function ready(address: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    try {
      return await onConnection(address, async client => void (await client.query('select 1')))
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(100)
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
