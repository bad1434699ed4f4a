import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { glance } from './web-build.ts'

let folder: string
let paths: string[]

beforeEach(async () => {
  folder = await makeTemporaryFolder('lading-glance-')
  paths = [join(folder, 'one.ts'), join(folder, 'other.ts')]
  for (const path of paths) await writeFile(path, 'text')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('sources that nobody touched look the same, without being read', async () => {
  const before = await glance(paths)
  const { atime } = await stat(paths[0] ?? '')
  expect(await glance(paths)).toBe(before)
  expect((await stat(paths[0] ?? '')).atime).toEqual(atime)
})

test('a source that was changed, added, removed or renamed does not look the same', async () => {
  const [one = '', other = ''] = paths
  const before = await glance(paths)
  await utimes(one, 1, 1)
  const touched = await glance(paths)
  await writeFile(one, 'longer text')
  await utimes(one, 1, 1)
  const longer = await glance(paths)
  const fewer = await glance([one])
  const renamed = await glance([other, one])
  expect(new Set([before, touched, longer, fewer, renamed]).size).toBe(5)
})
