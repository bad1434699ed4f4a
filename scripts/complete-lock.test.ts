import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Lock, missingEntries } from './complete-lock.ts'
import { root } from '#testing/step.ts'

const text = await readFile(join(root, 'package-lock.json'), 'utf8')
const lock = JSON.parse(text) as Lock

test('the lock file names every optional package, so that npm ci takes it (else: npm run lock)', () => {
  expect(missingEntries(lock).map(([path]) => path)).toEqual([])
})

test('the lock file names no registry', () => {
  expect(Object.values(lock.packages).filter(entry => entry.resolved)).toEqual([])
  expect(text).not.toContain('http://')
})

test('a package without an entry is found, with its platform', () => {
  const { 'node_modules/@oxlint/binding-linux-x64-musl': _left, ...packages } = lock.packages
  expect(missingEntries({ packages })).toEqual([
    [
      'node_modules/@oxlint/binding-linux-x64-musl',
      {
        version: packages['node_modules/oxlint']?.version,
        dev: true,
        optional: true,
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
      },
    ],
  ])
})

test('every dependency is named by its exact version', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Record<string, string>
  >
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})
