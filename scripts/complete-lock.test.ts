import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { entriesWithoutHash, type Lock, lockFiles, missingEntries, withoutLeftOut } from './complete-lock.ts'
import { root } from '#testing/step.ts'

const text = await readFile(join(root, 'package-lock.json'), 'utf8')
const lock = JSON.parse(text) as Lock

const all = await Promise.all(
  (await lockFiles()).map(async path => ({ path: relative(root, path), text: await readFile(path, 'utf8') })),
)

test.each(all)('$path names every optional package, so that npm ci takes it (else: npm run lock)', one => {
  expect(missingEntries(JSON.parse(one.text) as Lock)).toEqual([])
})

test.each(all)('$path has a hash of every package, by which npm checks what it is given', one => {
  expect(entriesWithoutHash(JSON.parse(one.text) as Lock)).toEqual([])
})

test.each(all)('$path has no package that its authors have given up, so that npm does not warn', one => {
  const { packages } = JSON.parse(one.text) as Lock
  expect(Object.entries(packages).filter(([, entry]) => 'deprecated' in entry)).toEqual([])
})

test.each(all)('$path names no registry', one => {
  const { packages } = JSON.parse(one.text) as Lock
  expect(Object.values(packages).filter(entry => entry.resolved)).toEqual([])
  expect(one.text).not.toContain('http://')
})

test.each(all)(
  '$path has nothing that is left out, and asks for no Node of the machine (else: npm run lock)',
  one => {
    const { packages } = JSON.parse(one.text) as Lock
    expect(packages).toEqual(withoutLeftOut({ packages }).packages)
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
  expect(withoutLeftOut({ packages })).toEqual({
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

test('a package without an entry, and one without a hash, are found', () => {
  const name = '@oxlint/binding-linux-x64-musl'
  const { [`node_modules/${name}`]: entry, ...packages } = lock.packages
  const { integrity: _, ...unchecked } = entry ?? {}
  expect(missingEntries({ packages })).toEqual([`${name}@${entry?.version}`])
  expect(entriesWithoutHash({ packages: { ...packages, [`node_modules/${name}`]: unchecked } })).toEqual([
    `${name}@${entry?.version}`,
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
