import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensurePrograms } from '#testing/debian-packages.ts'
import { root } from '#testing/step.ts'

export type S3Server = { endpoint: string; stop(): Promise<void> }

const PORTS = 5
/** Longer than the script itself waits, whose reason is the better one. */
const LIMIT_MS = 660_000

/** The S3 server for the tests of the file store: one that is named, else one of our own; else the reason in words. */
export async function startS3Server(): Promise<S3Server | string> {
  const named = process.env['LADING_TEST_S3_ENDPOINT']
  if (named) return { endpoint: named, stop: async () => undefined }
  const lacking = await ensurePrograms({
    programs: ['swift-proxy-server', 'swift-object-server', 'swift-ring-builder', 'memcached', 'curl'],
    packages: [
      'swift-proxy',
      'swift-account',
      'swift-container',
      'swift-object',
      'memcached',
      'python3-memcache',
      'curl',
    ],
    what: 'an S3 server (OpenStack Swift) for the tests of the file store',
  })
  return lacking ?? start(await freePorts())
}

async function start(port: number): Promise<S3Server | string> {
  const child = spawn('sh', [join(root, 'testing/s3-server.sh'), String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => {
    child.once('close', () => resolve())
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  process.once('exit', () => child.kill('SIGTERM'))
  let said = ''
  const ready = new Promise<boolean>(resolve => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-10_000)
        if (said.includes('An S3 server listens on')) resolve(true)
      })
    void ended.then(() => resolve(false))
    setTimeout(() => resolve(false), LIMIT_MS).unref()
  })
  if (await ready) return { endpoint: `http://127.0.0.1:${port}`, stop }
  await stop()
  return `the S3 server did not start (${said.trim().split('\n').at(-1) ?? ''})`
}

/** The first of some ports in a row that nobody listens on. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const free = await Promise.all(Array.from({ length: PORTS }, (_, index) => isFree(first + index)))
    if (free.every(Boolean)) return first
  }
  throw new Error(`No ${PORTS} free ports in a row were found.`)
}

const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
