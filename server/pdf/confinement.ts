import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Put before a command, takes the network from it; empty where the system does not permit that. */
export type Confinement = readonly string[]

const WAYS: readonly Confinement[] = [
  ['unshare', '--net', '--'],
  // Without privileges a namespace of users of one's own comes first.
  ['unshare', '--map-root-user', '--net', '--'],
]

/** Which way of running a program without a network works on this machine. */
export async function findConfinement(ways: readonly Confinement[] = WAYS): Promise<Confinement> {
  if (process.platform !== 'linux') return []
  for (const way of ways) if (await works(way)) return way
  return []
}

async function works([program = '', ...rest]: Confinement): Promise<boolean> {
  const trial = spawn(program, [...rest, 'true'], { stdio: 'ignore', timeout: 5000 })
  try {
    const [code] = (await once(trial, 'exit')) as [number | null]
    return code === 0
  } catch {
    return false
  }
}
