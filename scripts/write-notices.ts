import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#testing/step.ts'

type Lock = { packages: Record<string, { version?: string; license?: string; dependencies?: object }> }
type Shipped = { name: string; version: string; license: string; text: string }

// The web's libraries stand among the development dependencies; these stay on the developer's machine.
const tools =
  /^(@biomejs|@playwright|@testing-library|@types|@vitejs)\/|^(@tanstack\/router-plugin|docxtemplater|jsdom|kysely-codegen|oxlint|oxlint-tsgolint|openid-client|pizzip|typescript|vite|vitest)$/

export const isTool = (name: string) => tools.test(name)

/** The packages whose code reaches browsers: the web's libraries, zod, and what those depend on. */
async function shippedPackages(): Promise<Shipped[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const folderOf = (name: string, from: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/')))) {
      const folder = `${at && !at.endsWith('/') ? `${at}/` : at}node_modules/${name}`
      if (lock.packages[folder]) return folder
      if (at === '') return undefined
    }
  }
  const waiting: [name: string, from: string][] = [
    ...Object.keys(manifest.devDependencies).filter(name => !isTool(name)),
    'zod',
  ].map(name => [name, ''])
  const folders = new Map<string, string>()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const folder = folderOf(...next)
    if (!folder || folders.has(folder) || isTool(next[0])) continue
    folders.set(folder, next[0])
    for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {})) waiting.push([name, folder])
  }
  return Promise.all(
    [...folders].map(async ([folder, name]) => {
      const { version = '', license = '' } = lock.packages[folder] ?? {}
      return { name, version, license, text: await licenceText(join(root, folder)) }
    }),
  )
}

async function licenceText(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter(name => /^(licen[cs]e|copying|notice)/i.test(name)).sort()
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return texts.map(text => text.trim().replace(/[ \t\r]+$/gm, '')).join('\n\n')
}

/** The whole of THIRD-PARTY-NOTICES.md, from what is installed. */
export async function notices(): Promise<string> {
  const database = await readFile(join(root, 'docs/notices/embedded-database.md'), 'utf8')
  const icons = await readFile(join(root, 'docs/notices/icons.txt'), 'utf8')
  const byText = Map.groupBy(await shippedPackages(), one => one.text || `Licence: ${one.license}`)
  const sections = [...byText]
    .map(([text, packages]) => ({
      names: packages.map(one => `${one.name} ${one.version} (${one.license})`).sort(),
      text,
    }))
    .sort((one, other) => (one.names[0] ?? '').localeCompare(other.names[0] ?? '', 'en'))
    .map(({ names, text }) => `### ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\`\n`)
  return [
    '# Third-party notices\n',
    'Lading itself is under the MIT licence (LICENSE). What it brings along keeps its own terms, which stand here. Packages that stay in `node_modules` carry their licences there. `npm run notices` writes this file.\n',
    '## The embedded database\n',
    database,
    '## What browsers are sent\n',
    `### Tabler Icons (MIT), some of them in web/ui/icons.ts\n\n\`\`\`text\n${icons.trim()}\n\`\`\`\n`,
    ...sections,
  ].join('\n')
}

if (import.meta.main) await writeFile(join(root, 'THIRD-PARTY-NOTICES.md'), await notices())
