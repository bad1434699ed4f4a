import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#testing/step.ts'
import { importedIcons } from './write-icons.ts'

test('web/ui/icons.ts has the icons that the web imports and no others (else: npm run icons)', async () => {
  const text = await readFile(join(root, 'web/ui/icons.ts'), 'utf8')
  const written = [...text.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name)
  expect(written).toEqual(await importedIcons())
  expect(written).toContain('IconTrash')
})
