import { spawn } from 'node:child_process'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Extension = '.br' | '.gz'

/** Below this, in bytes, a compressed copy saves nothing worth a file. */
const SMALLEST = 1000
/** Far longer than a copy takes to write: the drafts of a run that was killed. */
const OLD_DRAFT_MS = 3_600_000
/** Whoever works on the same machine comes first. */
const NICENESS = 15

const hardest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const compressors: Record<Extension, (content: Buffer) => Promise<Buffer>> = {
  '.br': content => promisify(brotliCompress)(content, hardest),
  '.gz': content => promisify(gzip)(content),
}

type Asset = { path: string; size: number }

/** The scripts and styles of a folder that have no such copy yet, the smallest first. */
async function withoutCopy(folder: string, extension: Extension): Promise<Asset[]> {
  const names = new Set(await readdir(folder))
  const missing = [...names].filter(name => /\.(js|css|svg)$/.test(name) && !names.has(`${name}${extension}`))
  const assets = await Promise.all(
    missing.map(async name => {
      const path = join(folder, name)
      return { path, size: (await stat(path)).size }
    }),
  )
  return assets.filter(({ size }) => size >= SMALLEST).sort((one, other) => one.size - other.size)
}

// Under another name until it is whole: what is there may be sent at any moment.
async function writeCopy(path: string, extension: Extension): Promise<void> {
  const copy = `${path}${extension}`
  const draft = `${copy}.${process.pid}.draft`
  await writeFile(draft, await compressors[extension](await readFile(path)))
  await rename(draft, copy)
}

/** Puts a .gz beside each script and style of `folder`: quickly made, for the time until there is something smaller. */
export async function zipAssets(folder: string): Promise<void> {
  await Promise.all((await withoutCopy(folder, '.gz')).map(({ path }) => writeCopy(path, '.gz')))
}

/** Puts a .br, as small as can be, beside each script and style of `folder` that has none: seconds of work. */
export async function packAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.draft')) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > OLD_DRAFT_MS) await rm(join(folder, name))
  }
  for (const { path } of await withoutCopy(folder, '.br')) await writeCopy(path, '.br')
}

export type Packing = {
  /** Settles when all is packed, or it was stopped or failed. */
  done: Promise<void>
  stop(): Promise<void>
}

/**
 * Packs the assets of `folder` in a process of its own that leaves the processor to everybody else. Where that fails
 * it is told to `log`: browsers are then sent what was zipped.
 */
export async function packInBackground(folder: string, log: (line: string) => void): Promise<Packing> {
  const fail = (reason: string) =>
    log(`The web pages stay larger than they could be: compressing them failed (${reason.trim()}).`)
  const missing = await withoutCopy(folder, '.br').catch((error: Error) => fail(error.message))
  if (!missing?.length) return { done: Promise.resolve(), stop: () => Promise.resolve() }
  const child = spawn(process.execPath, [import.meta.filename, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  const done = new Promise<void>(resolve => {
    child.on('error', error => {
      fail(error.message)
      resolve()
    })
    child.on('close', code => {
      if (code) fail(said)
      resolve()
    })
  })
  const stop = async () => {
    child.kill()
    await done
  }
  return { done, stop }
}

if (import.meta.main) {
  setPriority(NICENESS)
  await packAssets(process.argv[2] ?? '').catch((error: Error & { code?: string }) => {
    // A newer build took the place of this one.
    if (error.code === 'ENOENT') return
    console.error(error.message)
    process.exitCode = 1
  })
}
