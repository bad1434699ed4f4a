import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { removeAbandoned } from '#testing/test-server.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { freePort } from '#testing/free-port.ts'

const root = join(import.meta.dirname, '..')

export type Product = { url: string; dataDir: string; log: string; stop: () => Promise<void> }

/**
 * Starts the built product as `npm start` does, on a free port with an empty data folder of its own,
 * and waits until it is ready. `stop` ends it and removes the folder.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await makeTemporaryFolder(`lading-e2e-${process.pid}-`)
  // As root the database runs as another user, who has to get into this folder.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(root, 'test-results', `product-${port}.log`)
  await mkdir(join(root, 'test-results'), { recursive: true })
  const output = createWriteStream(log)
  await once(output, 'open')

  // The journeys never touch the database or the provider that the caller's shell may point to.
  const { DATABASE_URL: _url, DATABASE_MIGRATION_URL: _migration, ...inherited } = process.env
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...inherited,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      // Browsers and tests share the cores with it: a page that is refused for that is not tried again.
      BUSY_AFTER_SECONDS: '300',
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', output, output],
  })
  const ended = once(child, 'exit')

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      const late = pause(20_000, 'late', { ref: false })
      if ((await Promise.race([ended, late])) === 'late') {
        child.kill('SIGKILL')
        await ended
      }
    }
    output.end()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }

  try {
    await untilReady(url, () => child.exitCode ?? child.signalCode)
  } catch (error) {
    await stop()
    const last = (await readFile(log, 'utf8')).trim().split('\n').slice(-30).join('\n')
    throw new Error(`The product did not start.\n${last}`, { cause: error })
  }
  return { url, dataDir, log, stop }
}

async function untilReady(url: string, ended: () => number | string | null): Promise<void> {
  const deadline = Date.now() + 90_000
  while (Date.now() < deadline) {
    if (ended() !== null) throw new Error(`It ended with ${ended()}.`)
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await pause(100)
  }
  throw new Error(`${url}/readyz did not answer within 90 s.`)
}

/** Playwright's global set-up; what it returns is run at the end. */
export default async function startForAllJourneys(): Promise<() => Promise<void>> {
  await removeAbandoned()
  const product = await startProduct()
  process.env['LADING_URL'] = product.url
  process.env['LADING_DATA_DIR'] = product.dataDir
  return product.stop
}
