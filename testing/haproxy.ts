import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '..')

/** The one that docs/several-machines.md tells people to use. */
const configuration = join(root, 'packaging/haproxy.cfg')

// Debian keeps it where not everybody's PATH leads.
const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map(folder => join(folder, 'haproxy'))
  .find(path => existsSync(path))

export const hasHaproxy = program !== undefined

type Environment = Record<string, string>

function run(args: readonly string[], environment: Environment) {
  if (program === undefined) throw new Error('HAProxy is not installed.')
  return spawn(program, [...args, '-f', configuration], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What HAProxy itself says of the file; empty where nothing is wrong with it. */
export async function checkHaproxyFile(environment: Environment): Promise<string> {
  const child = run(['-c', '-q'], environment)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += String(data)))
  const code = await new Promise<number | null>(resolve => {
    child.once('close', resolve)
  })
  return code === 0 ? said : said || `it ended with ${code ?? 'a signal'}`
}

export type Haproxy = { url: string; close(): Promise<void> }

/** A port for it, which servers have to know before it starts. */
export const haproxyPort = freePort

/** In front of these servers, with the file as it stands. */
export async function startHaproxy(port: number, servers: readonly [string, string]): Promise<Haproxy> {
  const child = run([], {
    LADING_LISTEN: `127.0.0.1:${port}`,
    LADING_SERVER_1: servers[0],
    LADING_SERVER_2: servers[1],
  })
  child.stdout.resume()
  let said = ''
  child.stderr.on('data', data => (said += String(data)))
  const ended = new Promise(resolve => {
    child.once('exit', resolve)
  })
  const url = `http://127.0.0.1:${port}`
  // Until it has found the servers ready.
  for (
    let tries = 0;
    !(await fetch(`${url}/api/none`).catch(() => null))?.headers.has('x-frame-options');
    tries += 1
  ) {
    if (tries > 300 || child.exitCode !== null) throw new Error(`HAProxy found no server:\n${said}`)
    await pause(100)
  }
  return {
    url,
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
