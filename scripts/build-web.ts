import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/web')
const stamp = join(built, '.stamp')
const vite = join(root, 'node_modules/vite/bin/vite.js')

const folders = ['web', 'contract']
const single = ['package-lock.json', 'vite.config.ts', 'brand.json']

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

/** A hash of everything that the built web is made of. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of await sources()) {
    const content = await readFile(path)
    hash.update(`${path.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

// In a process of its own: the bundler's memory would otherwise stay with the server.
function build(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(signal && { signal }),
    })
    child.on('error', reject)
    child.on('exit', (code, killedBy) => {
      if (code === 0) resolve()
      else reject(new Error(`Building the web pages failed (vite build: ${killedBy ?? `exit ${code}`}).`))
    })
  })
}

/**
 * Builds the web pages into dist/web unless they are there already for exactly these sources.
 * Where the bundler is not installed (npm ci --omit=dev), what stands in dist/web is used as it is.
 */
export async function buildWebIfStale(
  options: { signal?: AbortSignal; log?: (line: string) => void } = {},
): Promise<'built' | 'current' | 'as it stands'> {
  if (!existsSync(vite)) {
    if (existsSync(join(built, 'index.html'))) return 'as it stands'
    throw new Error(
      'The web pages are not built and the bundler is not installed: run npm ci (without --omit=dev) and npm run build, or copy dist/web from a machine that has it.',
    )
  }
  const wanted = await fingerprint()
  const standing = existsSync(stamp) ? await readFile(stamp, 'utf8') : undefined
  if (standing === wanted) return 'current'
  options.log?.('Building the web pages, once for this version …')
  await build(options.signal)
  await mkdir(built, { recursive: true })
  await writeFile(stamp, wanted)
  return 'built'
}

if (import.meta.main) {
  console.log(`Web pages: ${await buildWebIfStale({ log: console.log })}.`)
}
