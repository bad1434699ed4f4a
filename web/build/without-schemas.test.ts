import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const checking = /(?<!\b(?:JSON|Date|URL))\.(?:parse|safeParse|parseAsync|safeParseAsync)\(/

/** The lines in which a schema checks something. */
const linesOf = (text: string) => text.split('\n').filter(line => checking.test(line))

test('the built application, which carries no schemas, checks nothing with one', async () => {
  const files = (await readdir(web, { recursive: true })).filter(
    name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('build'),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = await Promise.all(
    files.map(async name =>
      linesOf(await readFile(join(web, name), 'utf8')).map(line => [name, line.trim()]),
    ),
  )
  expect(found.flat()).toEqual([])
  expect(linesOf('item.schema.safeParse(text)\nJSON.parse(text)\nfields.parse(1)')).toHaveLength(2)
})
