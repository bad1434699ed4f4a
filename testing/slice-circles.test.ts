import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { circles, sliceImports, type SourceFile } from './slice-circles.ts'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

async function everyFile(): Promise<SourceFile[]> {
  const paths = await sourceFiles()
  return Promise.all(paths.map(async path => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

test.each(['server', 'web'])('no slice of the floor %s reaches itself through others', async floor => {
  const graph = sliceImports(floor, await everyFile())
  expect(graph.size).toBeGreaterThan(15)
  expect(circles(graph)).toEqual([])
})

const plantedOn = (floor: string): SourceFile[] => [
  { path: `${floor}/a/one.ts`, text: `import type { B } from '#${floor}/b/two.ts'` },
  { path: `${floor}/b/two.ts`, text: `const c = await import('../c/three.ts')` },
  { path: `${floor}/c/three.tsx`, text: `export { one } from '#${floor}/a/one.ts'` },
  { path: `${floor}/d/four.ts`, text: `import { one } from '#${floor}/a/one.ts'` },
  { path: `${floor}/a/one.test.ts`, text: `import { four } from '#${floor}/d/four.ts'` },
  { path: `${floor}/app.ts`, text: `import { one } from './a/one.ts'` },
  { path: 'testing/a/two.ts', text: `import { four } from '#${floor}/d/four.ts'` },
]

test.each(['server', 'web'])('a circle of %s is found, whichever way its files are imported', floor => {
  expect(circles(sliceImports(floor, plantedOn(floor)))).toEqual([['a', 'b', 'c']])
})

test('a circle that a lazy picker closes is found', () => {
  const planted: SourceFile[] = [
    {
      path: 'web/jobs/DashboardScreen.tsx',
      text: `const Picker = lazy(async () => ({\n  default: (await import('#web/templates/GenerationPicker.tsx')).Picker,\n}))`,
    },
    { path: 'web/templates/generation.ts', text: `import { jobQuery } from '#web/jobs/queries.ts'` },
  ]
  expect(circles(sliceImports('web', planted))).toEqual([['jobs', 'templates']])
})
