import { appendFile, mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from '#server/db/role-pool.ts'
import type { SmtpSettings } from '#server/mail/settings.ts'
import { partOf, startFlags } from '#testing/faults/processes.ts'
import { freePort } from '#testing/free-port.ts'

export type MachinesOptions = {
  folder: string
  /** PostgreSQL itself. */
  ownerUrl: string
  /** The same address by way of the pooler. */
  through: (url: string) => string
  /** Where people reach the servers. */
  publicUrl: string
  /** How many servers there are. */
  count: number
  smtp: SmtpSettings
  graceSeconds: number
  environment?: Record<string, string>
  say: (line: string) => void
}

/** A server or worker, as if it had a machine of its own. */
export type Machine = {
  /** host:port */
  address: string
  start(): Promise<void>
  /** As systemd or a container's host ends it. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** All that it has printed. */
  said(): Promise<string>
}

export type Machines = {
  servers: Machine[]
  worker: Machine
  /** With which an operator runs commands where the worker is. */
  workerSettings: Record<string, string>
  kill(): Promise<void>
}

/** As long as systemd waits. */
const STOPPED_WITHIN_MS = 90_000

const KEY = 'a key that all machines of this test have'

/**
 * Servers that leave background work to one worker. Only the worker has the owner's login; what they have in common is
 * PostgreSQL, by way of a pooler, and the folder of files, in the place of a bucket. Nothing is started.
 */
export async function openMachines(options: MachinesOptions): Promise<Machines> {
  const { folder, ownerUrl, through, publicUrl, smtp } = options
  const files = join(folder, 'files')
  await mkdir(files)
  const login = (role: string) => loginUrl(ownerUrl, role)
  const common = {
    DATABASE_URL: through(login(RUNTIME_ROLE)),
    DATABASE_SIGN_IN_URL: through(login(SIGN_IN_ROLE)),
    DATABASE_DIRECT_URL: login(RUNTIME_ROLE),
    DATABASE_POOLED: '1',
    PUBLIC_URL: publicUrl,
    LADING_KEY: KEY,
    SIGN_UP: 'open',
    SMTP_HOST: smtp.host,
    SMTP_PORT: String(smtp.port),
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'office@lading.example',
    MAIL_RECIPIENTS_PER_HOUR: '1000000',
    LOG_LEVEL: 'error',
    DISK_RESERVE_MB: 'none',
    SHUTDOWN_GRACE_SECONDS: String(options.graceSeconds),
    COMPANY_REQUESTS_PER_MINUTE: 'none',
    COMPANY_WORK_SECONDS_PER_HOUR: 'none',
    COMPANY_DOCUMENTS_PER_HOUR: 'none',
    ...options.environment,
  }
  const workerPort = await freePort()
  const machine = async (
    name: string,
    program: string,
    port: number,
    own: Record<string, string>,
  ): Promise<Machine> => {
    const dataDir = join(folder, name)
    await mkdir(dataDir)
    await symlink(files, join(dataDir, 'files'))
    const logFile = join(folder, `${name}.log`)
    await appendFile(logFile, '')
    const part = partOf({
      program,
      flags: await startFlags(),
      logFile,
      say: options.say,
      stoppedWithin: STOPPED_WITHIN_MS,
    })
    const said = () => readFile(logFile, 'utf8')
    const address = `127.0.0.1:${port}`
    return {
      address,
      said,
      async start() {
        await part.start({ ...common, ...own, DATA_DIR: dataDir })
        for (let tries = 0; tries < 2400; tries += 1) {
          if (!part.isRunning) throw new Error(`${name} ended while starting:\n${await said()}`)
          const reply = await fetch(`http://${address}/readyz`).catch(() => null)
          await reply?.body?.cancel()
          if (reply?.ok) return
          await pause(100)
        }
        throw new Error(`${name} was not ready within four minutes:\n${await said()}`)
      },
      stop: () => part.stop(),
      kill: () => part.kill(),
    }
  }
  const ofWorker = { DATABASE_MIGRATION_URL: ownerUrl, WORKER_PORT: String(workerPort) }
  const worker = await machine('worker', 'server/worker.ts', workerPort, ofWorker)
  const servers: Machine[] = []
  for (let number = 1; number <= options.count; number += 1) {
    const port = await freePort()
    servers.push(
      await machine(`server-${number}`, 'server/main.ts', port, {
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1',
        BACKGROUND: 'off',
        PDF_WORKERS: `http://127.0.0.1:${workerPort}`,
        SOFFICE_PATH: join(folder, 'no-office-here'),
      }),
    )
  }
  const kill = async () => {
    await Promise.all([worker, ...servers].map(one => one.kill()))
  }
  const workerSettings = { ...common, ...ofWorker, DATA_DIR: join(folder, 'worker') }
  return { servers, worker, workerSettings, kill }
}
