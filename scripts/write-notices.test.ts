import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '#testing/source-files.ts'
import { root } from '#testing/step.ts'
import { isTool, notices } from './write-notices.ts'

const written = await readFile(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8')

test('the notices are those of the installed versions (otherwise: npm run notices)', async () => {
  expect(await notices()).toBe(written)
})

test('every package that the web imports is among them', async () => {
  const paths = (await sourceFiles()).filter(
    path => /^(web|contract)\//.test(path) && !path.includes('.test.'),
  )
  const texts = await Promise.all(paths.map(path => readFile(join(root, path), 'utf8')))
  const imported = texts.flatMap(text =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)[^']*'/g)].map(
      match => match[1] ?? '',
    ),
  )
  const packages = [...new Set(imported)].filter(name => !name.startsWith('node') && !isTool(name))
  expect(packages).toContain('react')
  expect(packages.filter(name => !written.includes(` ${name} `))).toEqual([])
})

test.each(['PostgreSQL', 'OpenSSL', 'ICU', 'libxml2', 'SIL OPEN FONT LICENSE'])('%s is named', name => {
  expect(written).toContain(name)
})
