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

test('no slice of the server reaches itself through others', async () => {
  const graph = sliceImports('server', await everyFile())
  expect(graph.size).toBeGreaterThan(20)
  expect(circles(graph)).toEqual([])
})

test('a circle is found, whichever way its files are imported', () => {
  const planted: SourceFile[] = [
    { path: 'server/a/one.ts', text: `import type { B } from '#server/b/two.ts'` },
    { path: 'server/b/two.ts', text: `const c = await import('../c/three.ts')` },
    { path: 'server/c/three.ts', text: `export { one } from '#server/a/one.ts'` },
    { path: 'server/d/four.ts', text: `import { one } from '#server/a/one.ts'` },
    { path: 'server/a/one.test.ts', text: `import { four } from '#server/d/four.ts'` },
    { path: 'server/app.ts', text: `import { one } from './a/one.ts'` },
  ]
  expect(circles(sliceImports('server', planted))).toEqual([['a', 'b', 'c']])
})
