import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const STOPPED_WITHIN_MS = 30_000
const WORTH_SAYING_MS = 10_000

/** A process of the product: the server or the worker. */
export type Part = {
  readonly isRunning: boolean
  /** Starts it; resolves at once. */
  start(environment: Record<string, string>): Promise<void>
  kill(): Promise<void>
  /** Ends what an earlier harness started that was killed itself. */
  endLeftOver(): Promise<void>
  /** Asks it to end; kills it when it does not in time, and says so. */
  stop(): Promise<void>
  /** How it ended, where it ended by itself. */
  readonly ended: string | undefined
}

type PartOptions = {
  /** As of the project: server/main.ts. */
  program: string
  flags?: readonly string[]
  /** What it says goes here, and its process id beside it, by which a harness that was killed finds it again. */
  logFile: string
  say: (line: string) => void
  /** Milliseconds that it may take to end; half a minute by default. */
  stoppedWithin?: number
}

export function partOf({
  program,
  flags = [],
  logFile,
  say,
  stoppedWithin = STOPPED_WITHIN_MS,
}: PartOptions): Part {
  const pidFile = `${logFile}.pid`
  let child: ChildProcess | undefined
  let ended: string | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || !isRunning()) return
    const gone = once(child, 'exit')
    const asked = performance.now()
    child.kill(signal)
    const outcome = await Promise.race([gone, pause(stoppedWithin, 'late', { ref: false })])
    const took = performance.now() - asked
    if (took > WORTH_SAYING_MS) say(`${program} took ${(took / 1000).toFixed(1)} s to end.`)
    if (outcome !== 'late') return
    child.kill('SIGKILL')
    await gone
  }
  return {
    get isRunning() {
      return isRunning()
    },
    get ended() {
      return ended
    },
    endLeftOver: () => endLeftOver(pidFile, dirname(logFile)),
    async start(environment) {
      const log = openSync(logFile, 'a')
      const started = spawn(process.execPath, [...flags, program], {
        cwd: root,
        // Nothing of the caller's shell: no database, bucket or mail server that it may point to.
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          TMPDIR: process.env['TMPDIR'],
          // As with `npm start`: a third less work at each of many starts.
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...environment,
        },
        stdio: ['ignore', log, log],
        // Ctrl+C is for the harness, which ends them in order.
        detached: true,
      })
      closeSync(log)
      child = started
      ended = undefined
      started.once('exit', (code, signal) => {
        ended = `${program} ended with ${code ?? signal}`
      })
      await writeFile(pidFile, String(started.pid))
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Only what has its data under this folder: the number may have gone to any other process. */
async function endLeftOver(pidFile: string, folder: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''))
  const isIt = async () =>
    (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).includes(`DATA_DIR=${folder}/`)
  if (pid && (await isIt())) process.kill(pid, 'SIGKILL')
  while (pid && (await isIt())) await pause(20)
  await rm(pidFile, { force: true })
}

/** The flags of `npm start`, which cannot be spawned itself: its process would be npm's and not the server's. */
export async function startFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start
    .split(' ')
    .filter(word => word.startsWith('--max-'))
    .slice(0, 2)
}
