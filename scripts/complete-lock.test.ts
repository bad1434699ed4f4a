import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { type Lock, lockFiles, missingEntries, withoutUnused } from './complete-lock.ts'
import { root } from '#testing/step.ts'

const text = await readFile(join(root, 'package-lock.json'), 'utf8')
const lock = JSON.parse(text) as Lock

const all = await Promise.all(
  (await lockFiles()).map(async path => ({ path: relative(root, path), text: await readFile(path, 'utf8') })),
)

test.each(all)('$path names every optional package, so that npm ci takes it (else: npm run lock)', one => {
  expect(missingEntries(JSON.parse(one.text) as Lock).map(([path]) => path)).toEqual([])
})

test.each(all)('$path names no registry', one => {
  const { packages } = JSON.parse(one.text) as Lock
  expect(Object.values(packages).filter(entry => entry.resolved)).toEqual([])
  expect(one.text).not.toContain('http://')
})

test.each(all)(
  '$path has nothing that nothing uses, and asks for no Node of the machine (else: npm run lock)',
  one => {
    const { packages } = JSON.parse(one.text) as Lock
    expect(packages).toEqual(withoutUnused({ packages }).packages)
  },
)

test('an unused optional package goes, with its own, and its name where it was asked for', () => {
  const packages = {
    '': { engines: { node: '>=20' } },
    'node_modules/@napi-rs/canvas': {
      version: '1.0.0',
      optionalDependencies: { '@napi-rs/canvas-linux-x64-gnu': '1.0.0' },
    },
    'node_modules/@napi-rs/canvas-linux-x64-gnu': { version: '1.0.0' },
    'node_modules/pdfjs-dist': {
      version: '6.0.0',
      engines: { node: '>=22' },
      optionalDependencies: { '@napi-rs/canvas': '^1.0.0' },
    },
  }
  expect(withoutUnused({ packages })).toEqual({
    packages: {
      '': { engines: { node: '>=20' } },
      'node_modules/pdfjs-dist': { version: '6.0.0', optionalDependencies: {} },
    },
  })
})

test('package.json answers for every package with an install script, so that npm does not warn', async () => {
  const { allowScripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  const asking = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && entry.hasInstallScript,
  )
  expect(asking).not.toEqual([])
  expect(
    asking.map(([path]) => path.replace('node_modules/', '')).filter(name => allowScripts[name] !== false),
  ).toEqual([])
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
  const named = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})
