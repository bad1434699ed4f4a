import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const floors = ['contract', 'server', 'web', 'testing', 'scripts', 'e2e', 'benchmarks'].filter(floor =>
  existsSync(join(root, floor)),
)

/** Every TypeScript file of the project, as paths from its root. */
export async function sourceFiles(): Promise<string[]> {
  const found = await Promise.all(
    floors.map(async floor => {
      const entries = await readdir(join(root, floor), { recursive: true, withFileTypes: true })
      return entries
        .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    }),
  )
  return found.flat().sort()
}
