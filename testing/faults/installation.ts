import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, killPostgres, postmasterPid } from '#testing/held-database.ts'
import { type DataDisk, mountPointIn, openDataDisk } from './data-disk.ts'
import { type Part, partOf, startFlags } from './processes.ts'
import { freePort } from '#testing/free-port.ts'

/** One product on its own data folder: a server, a worker beside it and the built-in database. */
export type Installation = {
  url: string
  dataDir: string
  server: Part
  worker: Part
  /** undefined: the data folder is on the machine's own disk. */
  disk: DataDisk | undefined
  /** Starts server and worker and waits until the server is ready; `further` for this start of the server alone. */
  start(further?: Record<string, string>): Promise<void>
  untilReady(): Promise<void>
  /** Starts the server where it cannot work; whether it said so, by its end or at /readyz, and ends it. */
  tryToStart(withinMs: number): Promise<{ says: string; isInWords: boolean }>
  /** Ends server and worker in order. */
  stop(): Promise<void>
  killServer(): Promise<void>
  /** Ends whatever of it runs, PostgreSQL included, at once. */
  killAll(): Promise<void>
  /** PostgreSQL's main process, and those that it started. */
  postgres(): Promise<{ main: number; children: number[] }>
  /** Whether the server had been ended on purpose and was not ready again, at some time of a call. */
  wasAway(from: number, to: number): boolean
}

const READY_WITHIN_MS = 120_000

/** Faults are to be met, and not limits; files too go on until the disk has no byte left. */
const withoutLimits = Object.fromEntries(
  [
    'COMPANY_REQUESTS_PER_MINUTE',
    'COMPANY_WORK_SECONDS_PER_HOUR',
    'COMPANY_UPLOAD_MB_PER_DAY',
    'COMPANY_DOCUMENTS_PER_HOUR',
    'COMPANY_STORAGE_MB',
    'ADDRESS_REQUESTS_PER_MINUTE',
    'DISK_RESERVE_MB',
  ].map(name => [name, 'none']),
)

type Options = {
  folder: string
  /** Whether a disk of its own is wanted. */
  withDisk: boolean
  environment: Record<string, string>
  say: (line: string) => void
}

/** `diskLacks`: why the data folder has no disk of its own, where one was wanted. */
export async function openInstallation(
  options: Options,
): Promise<Installation & { diskLacks: string | undefined }> {
  const { folder, withDisk, environment, say } = options
  await mkdir(folder, { recursive: true })
  // As root the database runs as another user, who has to get into this folder.
  await chmod(folder, 0o755)
  const logFile = join(folder, 'server.log')
  const server = partOf({ program: 'server/main.ts', flags: await startFlags(), logFile, say })
  const worker = partOf({ program: 'server/worker.ts', logFile: join(folder, 'worker.log'), say })
  // They hold the disk of its own, which is mounted anew.
  await Promise.all([server.endLeftOver(), worker.endLeftOver()])
  for (const left of [folder, mountPointIn(folder)]) await killPostgres(join(left, 'data'))
  const opened = withDisk ? await openDataDisk(folder) : undefined
  const disk = typeof opened === 'object' ? opened : undefined
  const dataDir = join(disk?.folder ?? folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shared = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...withoutLimits,
    ...environment,
  }
  const absences: { from: number; to: number }[] = []
  const leave = () => {
    if (server.isRunning) absences.push({ from: performance.now(), to: Infinity })
  }

  const untilReady = async () => {
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline) {
      if (server.ended) throw new Error(`The server did not start: ${server.ended} (${logFile}).`)
      const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined,
      )
      if (reply?.ok) return
      await pause(20)
    }
    throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s.`)
  }

  return {
    url,
    dataDir,
    server,
    worker,
    disk,
    diskLacks: typeof opened === 'string' ? opened : undefined,
    async start(further = {}) {
      if (!server.isRunning) {
        await server.start({ ...shared, ...further })
        await untilReady()
        const absence = absences.at(-1)
        if (absence) absence.to = performance.now()
      }
      if (!worker.isRunning) await worker.start(shared)
    },
    untilReady,
    async tryToStart(withinMs) {
      const from = (await stat(logFile).catch(() => ({ size: 0 }))).size
      await server.start(shared)
      const deadline = Date.now() + withinMs
      let says = ''
      while (Date.now() < deadline && says === '') {
        await pause(50)
        const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
          () => undefined,
        )
        if (reply) says = `/readyz answers ${reply.status} ${await reply.text()}`
        else if (server.ended) says = (await readFile(logFile)).subarray(from).toString().trim()
      }
      await server.kill()
      await killPostgres(dataDir)
      return { says, isInWords: says !== '' && !/(^|\\n) +at /m.test(says) }
    },
    async stop() {
      leave()
      await worker.stop()
      await server.stop()
    },
    async killServer() {
      leave()
      await server.kill()
    },
    async killAll() {
      leave()
      await Promise.all([server.kill(), worker.kill(), killPostgres(dataDir)])
    },
    async postgres() {
      const main = await postmasterPid(dataDir)
      if (main === undefined) throw new Error('PostgreSQL does not run.')
      return { main, children: await childrenOf(main) }
    },
    wasAway: (from, to) => absences.some(absence => to >= absence.from && from <= absence.to),
  }
}
