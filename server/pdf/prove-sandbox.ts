import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { environmentFor, insideSandbox } from './run-office.ts'
import { writeEntry, type RunFolders } from './run-folder.ts'
import {
  type FoundSandbox,
  type Confinement,
  type Sandbox,
  type SandboxPaths,
  sandboxes,
  unconfined,
} from './sandbox.ts'
import { readablePaths } from './readable-paths.ts'

export type Search = {
  program: string
  folders: RunFolders
  /** The server's own data. */
  dataDir: string
  ways: readonly Sandbox[] | undefined
}

const TRIAL_LIMIT = 20_000
// Says what it gets at; "end" shows that all was tried. bash is what speaks TCP on every machine.
const TRIAL = `
: > written && echo writes
if cat "$1" > /dev/null 2>&1; then echo files; fi
for file in "$2"/* "$2"/*/*; do if [ -f "$file" ] && [ -r "$file" ]; then echo files; break; fi; done
if cat "/proc/$4/environ" > /dev/null 2>&1; then echo files; fi
if kill -0 "$4" 2> /dev/null; then echo files; fi
if (exec 3<> "/dev/tcp/127.0.0.1/$3") 2> /dev/null; then echo network; fi
echo end`

/** Tries the ways of shutting LibreOffice off, and takes the first that holds; failing that, what holds most. */
export async function findSandbox(search: Search): Promise<FoundSandbox> {
  const { program, folders, dataDir, ways = sandboxes(process.getuid?.() === 0) } = search
  const base = await folders.base()
  const paths = { root: join(base, 'root'), shown: readablePaths(program), hidden: dataDir }
  let best: FoundSandbox = { sandbox: unconfined, holds: { files: false, network: false }, paths }
  if (ways.length === 0) return best
  const listener = await listen()
  try {
    // Where not even the open network is reached, nothing is proved by not reaching it.
    const open = await attempt(unconfined, search, paths, listener)
    for (const sandbox of ways) {
      const reached = await attempt(sandbox, search, paths, listener)
      if (reached === undefined || !(await starts(sandbox, search, paths))) continue
      const holds = {
        files: !reached.has('files'),
        network: open?.has('network') === true && !reached.has('network'),
      }
      if (weight(holds) > weight(best.holds)) best = { sandbox, holds, paths }
      if (holds.files && holds.network) break
    }
  } finally {
    listener.close()
  }
  return best
}

const weight = ({ files, network }: Confinement) => (files ? 2 : 0) + (network ? 1 : 0)

async function listen(): Promise<Server> {
  const server = createServer(socket => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return server
}

/** What a program gets at that it should not; undefined where it cannot be run, or not write to its own folder. */
async function attempt(
  sandbox: Sandbox,
  { program, folders, dataDir }: Search,
  paths: SandboxPaths,
  listener: Server,
): Promise<Set<string> | undefined> {
  const [place, other] = [await folders.open(sandbox), await folders.open(sandbox)]
  try {
    await writeEntry(other, 'planted', 'planted')
    const address = listener.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const trial = ['bash', '-c', TRIAL, 'trial', join(other.folder, 'planted'), dataDir]
    const command = [
      ...sandbox.enter(place, paths),
      ...insideSandbox([...trial, String(port), String(process.pid)]),
    ]
    const { output } = await run(command, place.folder, environmentFor(place, program))
    const said = new Set(output.split('\n').filter(line => line !== ''))
    const isWhole = said.has('end') && said.has('writes') && existsSync(join(place.folder, 'written'))
    return isWhole ? said : undefined
  } finally {
    await rm(place.folder, { recursive: true, force: true })
    await rm(other.folder, { recursive: true, force: true })
  }
}

/** Whether LibreOffice finds there what it needs to start. */
async function starts(sandbox: Sandbox, { program, folders }: Search, paths: SandboxPaths): Promise<boolean> {
  const place = await folders.open(sandbox)
  try {
    const command = [...sandbox.enter(place, paths), ...insideSandbox([program, '--version'])]
    const { code } = await run(command, place.folder, environmentFor(place, program))
    return code === 0
  } finally {
    await rm(place.folder, { recursive: true, force: true })
  }
}

async function run(
  [program = '', ...rest]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const trial = spawn(program, rest, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TRIAL_LIMIT,
    killSignal: 'SIGKILL',
  })
  try {
    const [output, [code]] = await Promise.all([text(trial.stdout), once(trial, 'exit')])
    return { code: typeof code === 'number' ? code : null, output }
  } catch {
    return { code: null, output: '' }
  }
}

/** What whoever runs the server should know of it; undefined where nothing is wanting. */
export function describe({ sandbox, holds }: FoundSandbox): string {
  if (holds.files && holds.network) {
    return `PDFs: LibreOffice is kept in a sandbox (${sandbox.name}), without files of the server and without a network.`
  }
  const reaches = [...(holds.files ? [] : ['files of the server']), ...(holds.network ? [] : ['the network'])]
  return (
    `PDFs: this machine permits no whole sandbox for LibreOffice (${sandbox.name}). A faulty document could reach ` +
    `${reaches.join(' and ')}. What to do: docs/printing-pdfs.md`
  )
}
