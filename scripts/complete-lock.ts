import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from '#testing/step.ts'

type Entry = {
  version?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  engines?: unknown
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/** The platform that a package's name promises, e.g. oxlint's "binding-linux-arm64-musl". */
function platformOf(name: string): Entry | undefined {
  const words = name.split(/[/-]/)
  const os = words.find(word => systems.includes(word))
  const cpu = processors.find(processor => words.includes(processor))
  if (!os || !cpu) return undefined
  const c = words.at(-1) ?? ''
  const libc = c.includes('musl') ? 'musl' : c.includes('gnu') || os === 'linux' ? 'glibc' : undefined
  return { os: [os], cpu: [cpu], ...(os === 'linux' && libc && { libc: [libc] }) }
}

/** Optional packages that the lock file's own packages name and that it has no entry for. */
export function missingEntries(lock: Lock): [path: string, entry: Entry][] {
  return Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !Object.keys(lock.packages).some(path => path.endsWith(`node_modules/${name}`)))
      .map(([name, version]): [string, Entry] => [
        `node_modules/${name}`,
        { version, ...(dev && { dev }), optional: true, ...platformOf(name) },
      ]),
  )
}

/** Optional packages that nothing here uses, each with who asks for it. */
const unused: Readonly<Record<string, string>> = {
  // 35 MB for drawing PDFs without a browser. Ours are drawn in one.
  '@napi-rs/canvas': 'node_modules/pdfjs-dist',
}

/**
 * Leaves out what `unused` names, and which Node each package asks for: npm compares that with the machine's Node,
 * and everything here runs on the one that is installed along.
 */
export function withoutUnused({ packages }: Lock): Lock {
  const isUnused = (path: string) =>
    Object.keys(unused).some(
      name => path === `node_modules/${name}` || path.startsWith(`node_modules/${name}-`),
    )
  const used = Object.entries(packages).filter(([path]) => !isUnused(path))
  return {
    packages: Object.fromEntries(
      used.map(([path, { ...entry }]) => {
        if (path !== '') delete entry.engines
        for (const [name, asker] of Object.entries(unused))
          if (asker === path) delete entry.optionalDependencies?.[name]
        return [path, entry]
      }),
    ),
  }
}

/** The lock files of the project: its own, and those of the tools that are fetched when they are needed. */
export async function lockFiles(): Promise<string[]> {
  const tools = join(root, 'testing/tools')
  const names = await readdir(tools)
  return [join(root, 'package-lock.json'), ...names.map(name => join(tools, name, 'package-lock.json'))]
}

/**
 * npm leaves out of a lock file what its registry could not give, and `npm ci` then refuses the file.
 * Packages for other platforms are never fetched here, so their name and version are all that is wanted.
 */
async function completeLock(path: string): Promise<void> {
  const written = JSON.parse(await readFile(path, 'utf8')) as Lock
  const lock = { ...written, ...withoutUnused(written) }
  const added = missingEntries(lock)
  const [top, ...rest] = Object.entries(lock.packages)
  const sorted = [...rest, ...added].sort(([one], [other]) => one.localeCompare(other, 'en'))
  lock.packages = Object.fromEntries(top ? [top, ...sorted] : sorted)
  await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${added.length} packages of other platforms were added to ${relative(root, path)}.`)
}

if (import.meta.main) for (const path of await lockFiles()) await completeLock(path)
