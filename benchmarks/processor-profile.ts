import { fileURLToPath } from 'node:url'

/** What `node --cpu-prof` writes; times in microseconds of the system's monotonic clock. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
}

export type Share = { name: string; share: number }

export type ProcessorProfile = {
  /** Of the time in between, the share in which the thread had nothing to do. */
  idle: number
  /** Of the time in which it worked, the largest first. */
  categories: Share[]
  functions: Share[]
}

const IDLE = '(idle)'
const BY_NAME = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'engine and system calls'],
  ['(root)', 'engine and system calls'],
])

const path = (url: string) => (url.startsWith('file:') ? fileURLToPath(url) : url)

/** Whose work a function is: a package's, Node's, a folder's of the product, the engine's. */
export function categoryOf({ functionName, url }: { functionName: string; url: string }): string {
  const named = BY_NAME.get(functionName)
  if (named) return named
  if (url === '') return 'built into the engine'
  if (url.startsWith('node:')) return 'Node'
  const [, dependency] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path(url)) ?? []
  if (dependency) return dependency
  const [, folder] = /\/((?:server|contract)(?:\/[^/]+(?=\/))?)\/[^/]+(?:\/[^/]+)*$/.exec(path(url)) ?? []
  return folder ?? path(url)
}

const placeOf = ({ url, lineNumber }: { url: string; lineNumber: number }) => {
  if (url === '') return ''
  const short = path(url)
    .replace(/^.*\/node_modules\//, '')
    .replace(/^.*\/(?=(?:server|contract)\/)/, '')
  return ` (${short}:${lineNumber + 1})`
}

/** Self time by category and by function, between two moments of the profile's clock. */
export function summariseProfile(
  { nodes, samples, timeDeltas, startTime }: CpuProfile,
  { from, to }: { from: number; to: number },
): ProcessorProfile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const categories = new Map<string, number>()
  const functions = new Map<string, number>()
  let idle = 0
  let busy = 0
  let at = startTime
  for (const [index, id] of samples.entries()) {
    // What was sampled at a moment ran until the next one.
    at += timeDeltas[index] ?? 0
    const time = timeDeltas[index + 1] ?? 0
    const frame = frames.get(id)
    if (!frame || at < from || at >= to) continue
    if (frame.functionName === IDLE) {
      idle += time
      continue
    }
    busy += time
    const add = (sums: Map<string, number>, name: string) => sums.set(name, (sums.get(name) ?? 0) + time)
    add(categories, categoryOf(frame))
    add(functions, `${frame.functionName || 'anonymous'}${placeOf(frame)}`)
  }
  const shares = (sums: Map<string, number>): Share[] =>
    [...sums]
      .map(([name, time]) => ({ name, share: time / busy }))
      .sort((one, other) => other.share - one.share)
  return {
    idle: idle + busy === 0 ? 0 : idle / (idle + busy),
    categories: shares(categories),
    functions: shares(functions),
  }
}
