import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { releasesIn } from './changelog.ts'
import { root } from '#testing/step.ts'

const read = (name: string) => readFile(join(root, name), 'utf8')
const changelog = await read('CHANGELOG.md')
const [newest, ...earlier] = releasesIn(changelog)

test('package.json, the lock file and the changelog name the same version', async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string }
  const lock = JSON.parse(await read('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  expect(version).toBe(newest?.date ? newest.version : `${newest?.version}-dev`)
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version])
})

test('releases are in order, and of each but the newest the day and the commit are known', () => {
  expect(earlier.length).toBeGreaterThan(0)
  expect(earlier.filter(({ date, commit }) => !date || !commit)).toEqual([])
  const numbers = [newest, ...earlier].map(release => (release?.version ?? '').split('.').map(Number))
  const value = ([major = 0, minor = 0, patch = 0]: number[]) => (major * 1000 + minor) * 1000 + patch
  expect(numbers.map(value)).toEqual(numbers.map(value).toSorted((one, other) => other - one))
})

test('changes stand below the words of Keep a Changelog', () => {
  const words = [...changelog.matchAll(/^### (.+)$/gm)].map(([, word]) => word)
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  expect(words).not.toEqual([])
  expect(words.filter(word => !known.includes(word ?? ''))).toEqual([])
})

test('a heading that names no release is refused', () => {
  expect(() => releasesIn('# Changelog\n\n## Unreleased\n')).toThrow('“## Unreleased” is no release')
  expect(releasesIn('# Changelog\n\n## [0.3.0] - unreleased\n\n- New\n\n## [0.2.0] - 2026-12-01\n')).toEqual([
    { version: '0.3.0', date: undefined, commit: undefined },
    { version: '0.2.0', date: '2026-12-01', commit: undefined },
  ])
})
