import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { installedTool } from './installed-tool.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

// The package's own libraries and fonts are for machines that have none.
const startScript = `#!/bin/sh
here=$(dirname "$0")
if ldd "$here/chromium" 2>&1 | grep -q 'not found'; then
  export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
if [ ! -e /etc/fonts/fonts.conf ]; then
  export FONTCONFIG_PATH="$here" XDG_CACHE_HOME="$here/cache"
fi
exec "$here/chromium" "$@"
`

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Where Chromium from npm stands unpacked, fetched by the first call (undefined where it has none for this machine). */
export async function unpackedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packed = join(await installedTool('chromium'), '@sparticuz/chromium')
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { version: string }
  const home = join(root, '.cache', `chromium-${version}`)
  if (!existsSync(home)) await unpack(packed, home)
  return join(home, 'start')
}

// Unpacked beside its place and renamed, so that a run cut short leaves no half browser.
async function unpack(packed: string, home: string): Promise<void> {
  const cache = join(home, '..')
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(`${home}-`)
  try {
    await decompress(join(packed, 'bin/chromium.br'), join(fresh, 'chromium'))
    await chmod(join(fresh, 'chromium'), 0o755)
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
      const tar = join(fresh, `${name}.tar`)
      await decompress(join(packed, `bin/${name}.tar.br`), tar)
      await run('tar', ['-xf', tar, '-C', fresh, '--no-same-owner'])
      await rm(tar)
    }
    await writeFile(join(fresh, 'fonts.conf'), fontSettings)
    await writeFile(join(fresh, 'start'), startScript, { mode: 0o755 })
    await chmod(fresh, 0o755)
    await rename(fresh, home)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another run may have been quicker.
    if (!existsSync(home)) throw error
  }
}

async function decompress(source: string, target: string): Promise<void> {
  await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target))
}
