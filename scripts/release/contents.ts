import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#testing/step.ts'

const folders = ['contract', 'server', 'docs', 'packaging', 'dist/web']
const single = [
  ...['package.json', 'package-lock.json', 'brand.json', 'scripts/run.cjs', 'scripts/health.cjs'],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'THIRD-PARTY-NOTICES.md'],
]
/** Commands for operators that are no part of the server. */
const scripts = ['scripts/import-ports.ts']

const leftOut =
  /\.test\.ts$|\/tsconfig\.json$|^server\/files\/s3-test-server\.ts$|^docs\/(decisions|notices)\/|^dist\/web\/\.glance$/

/** The files of a release without its packages, from the project's folder and in order; the web pages have to be built. */
export async function releasedFiles(): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async folder => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
      return entries
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    }),
  )
  return [...found.flat(), ...single, ...scripts].filter(path => !leftOut.test(path)).sort()
}

type Manifest = { scripts: Record<string, string> }

/** What `./lading` and `npm run` can do in a release: the file that each command runs, and the flags of its Node. */
export async function releasedCommands(): Promise<Map<string, { file: string; flags: string[] }>> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  const commands = Object.entries(manifest.scripts).flatMap(([name, command]) => {
    const [, flags = '', file = ''] = /node((?: --\S+)*) scripts\/run\.cjs (\S+\.ts)/.exec(command) ?? []
    const isReleased = file.startsWith('server/') || scripts.includes(file)
    return isReleased ? [[name, { file, flags: flags.split(' ').filter(Boolean) }] as const] : []
  })
  return new Map(commands)
}

/** The manifest without what only sources need: its commands are those of the release. */
export async function releasedManifest(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  const commands = await releasedCommands()
  const kept = Object.entries(manifest.scripts).filter(([name]) => commands.has(name))
  return `${JSON.stringify({ ...manifest, scripts: Object.fromEntries(kept), devDependencies: undefined }, null, 2)}\n`
}

/** Of the packages: what no program reads. */
const unread =
  /^node-[^/]+\/(include|share|CHANGELOG\.md|README\.md)|^(typescript|@typescript|@types)\/|^\.package-lock\.json$|\.(d\.[cm]?ts|map)$|^@aws-sdk\/[^/]+\/dist-types\//

export const isUnread = (pathInModules: string) => unread.test(pathInModules)
