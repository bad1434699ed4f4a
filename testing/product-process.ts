import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildWebIfStale } from '#server/web-build.ts'
import { freePort } from './free-port.ts'

export type ProductProcess = {
  url: string
  pid: number
  /** The most memory that the server's own process held so far, in megabytes. */
  peakMegabytes(): number
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..')

/** A benchmark asks for more than an office does, and measures how fast that is answered. */
const withoutLimits = {
  COMPANY_REQUESTS_PER_MINUTE: 'none',
  COMPANY_WORK_SECONDS_PER_HOUR: 'none',
  COMPANY_UPLOAD_MB_PER_DAY: 'none',
  COMPANY_DOCUMENTS_PER_HOUR: 'none',
  ADDRESS_REQUESTS_PER_MINUTE: 'none',
}

/**
 * Starts the product as `npm start` does, on a free port or the one that is given; with further flags for Node where
 * they are given, and other code than this where its folder is.
 */
export async function startProduct(
  environment: Record<string, string | undefined>,
  flags: readonly string[] = [],
  folder = root,
): Promise<ProductProcess> {
  // A first start would pack its pages while somebody measures.
  if (folder === root) await buildWebIfStale()
  const port = Number(environment['PORT']) || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...(await startFlags()), ...flags, 'server/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      ...withoutLimits,
      LOG_LEVEL: 'error',
      ...environment,
      PORT: String(port),
      PUBLIC_URL: url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await ready(child, url, () => said)
  let peak = 0
  const watch = setInterval(() => {
    void residentMegabytes(child.pid ?? 0).then(now => {
      peak = Math.max(peak, now)
    })
  }, 100)
  return {
    url,
    pid: child.pid ?? 0,
    peakMegabytes: () => Math.round(peak),
    stop: async () => {
      clearInterval(watch)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

// The flags of `npm start`, which cannot be spawned itself: its process would be npm's and not the server's.
async function startFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start
    .split(' ')
    .filter(word => word.startsWith('--max-'))
    .slice(0, 2)
}

async function ready(child: ChildProcess, url: string, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The product ended while starting:\n${said()}`)
    const reply = await fetch(`${url}/readyz`).catch(() => null)
    if (reply?.ok) return
    await pause(100)
  }
  throw new Error(`The product was not ready within a minute:\n${said()}`)
}

// Linux says it in /proc; elsewhere the figure is left out of the table as 0.
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
