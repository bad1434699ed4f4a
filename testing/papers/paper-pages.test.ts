import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { papersOf } from '#testing/seed/samples/sample-papers.ts'
import { samples } from '#testing/seed/samples/samples.ts'
import { pagePng, readPpm } from './page-picture.ts'
import { countPages, guideToPapers, pageName, pagesFolder, pagesGuide } from './paper-pages.ts'

const again = 'npm run sample-papers makes them again.'
const MOST_BYTES_OF_A_PAGE = 75_000
const MOST_BYTES = 8_000_000

test('each paper of each sample job stands in the guide with all its pages, and no other picture is kept', async () => {
  const wanted: string[] = []
  for (const sample of samples) {
    const pages = await countPages(sample.key)
    expect([...pages.keys()]).toEqual(papersOf(sample))
    for (const [paper, count] of pages) {
      expect(count, `${sample.key}: ${paper}. ${again}`).toBeGreaterThan(0)
      for (let page = 1; page <= count; page += 1) wanted.push(join(sample.key, pageName(paper, page)))
    }
  }
  const there = await readdir(pagesFolder, { recursive: true })
  expect(there.filter(name => name.includes('.')).toSorted(), again).toEqual(wanted.toSorted())
  expect(await readFile(pagesGuide, 'utf8'), again).toBe(await guideToPapers())
  const sizes = await Promise.all(wanted.map(async name => (await stat(join(pagesFolder, name))).size))
  expect(Math.max(...sizes)).toBeLessThan(MOST_BYTES_OF_A_PAGE)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES)
})

test('a page is drawn in few colours, white stays white', () => {
  const pixels = [...[255, 255, 255], ...[0, 0, 0], ...[255, 255, 255], ...[18, 40, 66]]
  const picture = pagePng(readPpm(Buffer.concat([Buffer.from('P6\n2 2\n255\n'), Buffer.from(pixels)])))
  const palette = picture.subarray(picture.indexOf('PLTE') + 4)
  expect([...palette.subarray(0, 3)]).toEqual([255, 255, 255])
  expect([...palette.subarray(3, 9)].toSorted((one, other) => one - other)).toEqual([0, 0, 0, 18, 40, 66])
  expect(() => readPpm(Buffer.from('P5\n2 2\n255\n'))).toThrow('no picture of the kind P6')
})
