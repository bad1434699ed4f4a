import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runStep } from './step.ts'

/** Large packages that a start never needs: `npm ci` leaves them out, and what needs one fetches it. */
export type Tool = 'axe' | 'chromium' | 'dockerfile-utils' | 'firefox-driver' | 'icons' | 'ooxml-validator'

const FILES = ['package.json', 'package-lock.json']
const LIMIT_SECONDS = 600

/**
 * The `node_modules` that holds the packages of testing/tools/NAME, in exactly the versions of its lock file. The
 * first call fetches them into `cache`. Throws an error that says what to do where npm cannot.
 */
export async function installedTool(name: Tool, cache = join(root, '.cache/tools')): Promise<string> {
  const source = join(root, 'testing/tools', name)
  const lock = await readFile(join(source, 'package-lock.json'))
  const home = join(cache, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`)
  if (!existsSync(home)) await install(name, source, home)
  return join(home, 'node_modules')
}

// Installed beside its place and renamed, so that a run cut short leaves no half tool.
async function install(name: Tool, source: string, home: string): Promise<void> {
  await mkdir(join(home, '..'), { recursive: true })
  const fresh = await mkdtemp(`${home}-`)
  try {
    for (const file of FILES) await copyFile(join(source, file), join(fresh, file))
    console.log(`Fetching ${name}, once for this version …`)
    const { ok, output } = await npm(['ci', '--prefix', fresh, '--ignore-scripts', '--no-audit', '--no-fund'])
    if (!ok)
      throw new Error(
        `npm could not fetch the ${name} of testing/tools/${name}. Check that the npm registry can be reached, then run this again.\n${output.trim()}`,
      )
    await chmod(fresh, 0o755)
    await rename(fresh, home)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another run may have been quicker.
    if (!existsSync(home)) throw error
  }
}

function npm(args: string[]) {
  const options = { quiet: true, seconds: LIMIT_SECONDS }
  return process.platform === 'win32'
    ? runStep('cmd', ['/d', '/c', 'npm', ...args], options)
    : runStep('npm', args, options)
}
