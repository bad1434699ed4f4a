import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from '#server/db/role-pool.ts'
import { freePort } from './free-port.ts'

export type PgBouncer = {
  /** `url` by way of the pooler. */
  through(url: string): string
  close(): Promise<void>
}

/** The one that docs/several-machines.md tells people to use; addresses and sizes are a test's own. */
const configuration = join(import.meta.dirname, '../packaging/pgbouncer.ini')

// Debian keeps it where not everybody's PATH leads.
const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map(folder => join(folder, 'pgbouncer'))
  .find(path => existsSync(path))

export const hasPgBouncer = program !== undefined

/**
 * A real PgBouncer in transaction mode, which hands each transaction whichever of `connections` is free and keeps no
 * statements for its clients.
 */
export async function startPgBouncer(
  ownerUrl: string,
  { connections, clients = 100 }: { connections: number; clients?: number },
): Promise<PgBouncer> {
  if (program === undefined) throw new Error('PgBouncer is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'lading-pgbouncer-'))
  const { hostname, port: target } = new URL(ownerUrl)
  const port = await freePort()
  const users = [ownerUrl, loginUrl(ownerUrl, RUNTIME_ROLE), loginUrl(ownerUrl, SIGN_IN_ROLE)].map(url => {
    const { username, password } = new URL(url)
    return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`
  })
  await writeFile(join(folder, 'users.txt'), users.join('\n'))
  const values: Record<string, string | number> = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_file: join(folder, 'users.txt'),
    default_pool_size: connections,
    max_client_conn: clients,
    query_wait_timeout: 60,
  }
  let settings = (await readFile(configuration, 'utf8')).replace(
    /^lading = .*$/m,
    `* = host=${hostname} port=${target}`,
  )
  for (const [name, value] of Object.entries(values))
    settings = settings.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`)
  // It refuses to run as root.
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    settings + (process.getuid?.() === 0 ? 'user = nobody\n' : ''),
  )
  await chmod(folder, 0o755)
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise(resolve => {
    child.once('exit', resolve)
  })
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 400 || child.exitCode !== null) throw new Error('PgBouncer did not start.')
    await pause(50)
  }
  return {
    through: url => {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.href
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
