import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const SMALLEST = 1000
const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

/** Puts a .br and a .gz beside each script and style, so that the server has nothing to compress. */
export function compressed(): Plugin {
  return {
    name: 'lading:compressed',
    apply: 'build',
    // From the files as written: Vite still fills in its preload list after the bundle is generated.
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter(name => /^assets\/.*\.(js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async name => {
          const path = join(dir, name)
          const content = await readFile(path)
          if (content.length < SMALLEST) return
          const hardest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
          await writeFile(`${path}.br`, await brotli(content, hardest))
          await writeFile(`${path}.gz`, await zipped(content, { level: 9 }))
        }),
      )
    },
  }
}
