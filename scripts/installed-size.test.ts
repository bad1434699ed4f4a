import { readdir } from 'node:fs/promises'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#testing/step.ts'

/** On the disk, in MB of 1024 × 1024 bytes: a first start is also a download. */
const LIMIT_MB = 700

test(`npm ci installs no more than ${LIMIT_MB} MB (else: see testing/tools for what is fetched when needed)`, async () => {
  const sizes = new Map<string, number>()
  const modules = join(root, 'node_modules')
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const [scope = '', name = ''] = join(entry.parentPath.slice(modules.length + 1), entry.name).split(
      /[/\\]/,
    )
    const owner = scope.startsWith('@') ? `${scope}/${name}` : scope
    // A cache's draft may be gone by now.
    const { size = 0 } = lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }) ?? {}
    // A file takes whole blocks of 4 KB.
    sizes.set(owner, (sizes.get(owner) ?? 0) + Math.ceil(size / 4096) / 256)
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const largest = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 10)
  expect(
    total,
    largest.map(([name, size]) => `${name} ${Math.round(size)} MB`).join(', '),
  ).toBeLessThanOrEqual(LIMIT_MB)
})
