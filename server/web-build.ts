import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { packAssets, zipAssets } from './web-compression.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/web')
/** The scripts and styles of the built web pages. */
export const builtAssets = join(built, 'assets')
const stamp = join(built, '.stamp')
const glanceStamp = join(built, '.glance')
const vite = join(root, 'node_modules/vite/bin/vite.js')

/** The web pages cannot be had; the message says what to do. */
export class WebBuildError extends Error {}

export type BuildOptions = {
  signal?: AbortSignal
  log?: (line: string) => void
  /** Called when the bundler runs and this process only waits for it. */
  onWaiting?: () => void
}

const folders = ['web', 'contract', 'docs/images']
const single = ['package-lock.json', 'vite.config.ts', 'docs/templates.md']

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async folder => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
      return entries
        .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map(entry => join(entry.parentPath, entry.name))
    }),
  )
  const pages = (await readdir(root)).filter(name => name.endsWith('.html'))
  const others = [...single, ...pages].map(name => join(root, name)).filter(path => existsSync(path))
  return [...found.flat(), ...others].sort()
}

/** Exported for its test: a hash of the names, sizes and times of everything that the built web is made of: nothing is read. */
export async function glance(paths: string[]): Promise<string> {
  const stats = await Promise.all(paths.map(path => stat(path)))
  const lines = paths.map((path, index) => `${path}\0${stats[index]?.size}\0${stats[index]?.mtimeMs}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** A hash of everything that the built web is made of. */
async function fingerprint(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = await readFile(path)
    hash.update(`${path.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

// In a process of its own: the bundler's memory would otherwise stay with the server.
function build(target: string, { signal, onWaiting }: BuildOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [vite, 'build', '--logLevel', 'warn', '--outDir', target, '--emptyOutDir']
    // Keeping the compiled bundler for the next build costs the first one, which somebody waits for, half a second.
    const env = existsSync(built) ? process.env : { ...process.env, NODE_COMPILE_CACHE: undefined }
    const child = spawn(process.execPath, args, {
      ...{ cwd: root, env },
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(signal && { signal }),
    })
    onWaiting?.()
    child.on('error', reject)
    child.on('exit', (code, killedBy) => {
      if (code === 0) resolve()
      else
        reject(
          new WebBuildError(`Building the web pages failed (vite build: ${killedBy ?? `exit ${code}`}).`),
        )
    })
  })
}

const readStamp = () => readFile(stamp, 'utf8').catch(() => undefined)

// Built beside its place and moved: what is being served stays whole, and a build cut short leaves nothing.
async function buildAndReplace(wanted: string, options: BuildOptions): Promise<void> {
  await mkdir(dirname(built), { recursive: true })
  const fresh = await mkdtemp(join(dirname(built), '.web-'))
  try {
    await build(fresh, options)
    await zipAssets(join(fresh, 'assets'))
    await chmod(fresh, 0o755)
    await writeFile(join(fresh, '.stamp'), wanted)
    await rm(built, { recursive: true, force: true })
    await rename(fresh, built)
  } catch (error) {
    // Another start may have built the same meanwhile.
    if ((await readStamp()) !== wanted) throw error
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Whether the pages were there; otherwise they are now. */
async function isBuiltFrom(paths: string[], options: BuildOptions): Promise<boolean> {
  const seen = await glance(paths)
  if (existsSync(stamp) && (await readFile(glanceStamp, 'utf8').catch(() => '')) === seen) return true
  const wanted = await fingerprint(paths)
  const isCurrent = (await readStamp()) === wanted
  if (!isCurrent) {
    options.log?.('Building the web pages, once for this version …')
    await buildAndReplace(wanted, options)
  }
  // What cannot be noted is read again by the next start.
  await writeFile(glanceStamp, seen).catch(() => undefined)
  return isCurrent
}

/**
 * Builds the web pages into dist/web unless they are there already for exactly these sources.
 * Where the bundler is not installed (npm ci --omit=dev), what stands in dist/web is used as it is.
 * `packed: false` leaves compressing them as far as possible to whoever serves them: half of the time that it all takes.
 */
export async function buildWebIfStale(
  options: BuildOptions & { packed?: boolean } = {},
): Promise<'built' | 'current' | 'as it stands'> {
  if (!existsSync(vite)) {
    if (existsSync(join(built, 'app.html'))) return 'as it stands'
    throw new WebBuildError(
      'The web pages are not built and the bundler is not installed: run npm ci (without --omit=dev) and npm run build, or copy dist/web from a machine that has it.',
    )
  }
  const isCurrent = await isBuiltFrom(await sources(), options)
  if (options.packed ?? true) await packAssets(builtAssets)
  return isCurrent ? 'current' : 'built'
}
