import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installedTool } from '#testing/installed-tool.ts'
import { sourceFiles } from '#testing/source-files.ts'
import { root, runStep } from '#testing/step.ts'

type Shapes = Record<string, [tag: string, attributes: { d?: string }][]>

/** The icons that the web imports, by the names of their components: IconMenu2. */
export async function importedIcons(): Promise<string[]> {
  const paths = (await sourceFiles()).filter(path => path.startsWith('web/'))
  const texts = await Promise.all(paths.map(path => readFile(join(root, path), 'utf8')))
  const imports = texts.flatMap(text => [
    ...text.matchAll(/import \{([^}]*)\} from '(?:#web\/ui|\.)\/icons\.ts'/g),
  ])
  const names = imports.flatMap(([, list = '']) => list.split(',').map(name => name.trim()))
  return [...new Set(names)].filter(name => name !== '').sort()
}

/** What Tabler calls it: menu-2. */
const nameOf = (component: string) =>
  component
    .replace(/^Icon/, '')
    .replace(/(?<!^)([A-Z]|\d+)/g, '-$1')
    .toLowerCase()

/** The one path that draws a whole icon. */
function linesOf(component: string, shapes: Shapes): string {
  const parts = shapes[nameOf(component)]
  if (!parts)
    throw new Error(`Tabler has no icon ${nameOf(component)} (${component}): see https://tabler.io/icons`)
  return parts
    .map(([tag, { d }]) => {
      // Joined to one path, a part that begins where the last one ended would move.
      if (tag === 'path' && d?.startsWith('M')) return d
      throw new Error(`${component} is drawn by more than paths: choose another, or teach web/ui/icon.tsx`)
    })
    .join(' ')
}

async function writeIcons(): Promise<void> {
  const tabler = join(await installedTool('icons'), '@tabler/icons')
  const { version } = JSON.parse(await readFile(join(tabler, 'package.json'), 'utf8')) as { version: string }
  const shapes = JSON.parse(await readFile(join(tabler, 'tabler-nodes-outline.json'), 'utf8')) as Shapes
  const lines = (await importedIcons()).map(name => `export const ${name} = icon('${linesOf(name, shapes)}')`)
  const path = join(root, 'web/ui/icons.ts')
  const head = `// Written by npm run icons, from @tabler/icons ${version}.\nimport { icon } from './icon.tsx'\n`
  await writeFile(path, `${[head, ...lines].join('\n')}\n`)
  await copyFile(join(tabler, 'LICENSE'), join(root, 'docs/notices/icons.txt'))
  await runStep('biome', ['format', '--write', path])
  console.log(`${lines.length} icons were written to web/ui/icons.ts.`)
}

if (import.meta.main) await writeIcons()
