import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sourceFiles } from '#testing/source-files.ts'
import { configurationVariables } from './configuration-variables.ts'
import { secretNames } from './settings/secrets.ts'

const root = join(import.meta.dirname, '..')
const ROW = /^\| `([A-Z][A-Z0-9_]*)` \| (.+?) \| .+ \|$/gm

let page: string
/** What each row of the page's tables says of a variable's default. */
let rows: Map<string, string>
/** The names outside of configurationVariables that code reads. */
let readDirectly: Set<string>

/** Names that code takes from process.env, by a property, a string or a pattern. */
function namesRead(code: string): string[] {
  const single = [...code.matchAll(/process\.env(?:\.|\[')([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name]) => name)
  const patterns = [...code.matchAll(/\{([^{}]*)\} = process\.env\b/g)].flatMap(([, inside = '']) =>
    inside
      .split(',')
      .map(part => /^\s*(\w+)/.exec(part)?.[1])
      .filter(name => name !== undefined),
  )
  return [...single, ...patterns].filter(name => name !== undefined)
}

beforeAll(async () => {
  page = await readFile(join(root, 'docs/configuration.md'), 'utf8')
  rows = new Map([...page.matchAll(ROW)].map(([, name = '', standard = '']) => [name, standard]))
  const paths = [...(await sourceFiles()), 'scripts/run.cjs', 'playwright.config.ts', 'vitest.config.ts']
  const texts = await Promise.all(paths.map(path => readFile(join(root, path), 'utf8')))
  readDirectly = new Set(texts.flatMap(namesRead))
})

test('the page has a row for every variable that the server is configured by', () => {
  expect(Object.keys(configurationVariables.shape).filter(name => !rows.has(name))).toEqual([])
})

test('the page names every variable that other code reads', () => {
  expect([...readDirectly].filter(name => !page.includes(`\`${name}\``))).toEqual([])
})

test('the page names no variable that nothing reads', () => {
  const isRead = (name: string) => name in configurationVariables.shape || readDirectly.has(name)
  expect([...rows.keys()].filter(name => !isRead(name))).toEqual([])
})

test('the page names every secret that can stand in a file, and no other', () => {
  const [, sentence = ''] = /This\s+goes for (.+?)\. A variable/s.exec(page) ?? []
  const named = [...sentence.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)
  expect(sentence).toContain('every `DATABASE_…URL`')
  expect(named).toEqual(
    expect.arrayContaining(
      secretNames(configurationVariables.shape).filter(name => !name.startsWith('DATABASE_')),
    ),
  )
  expect(named.filter(name => !secretNames(configurationVariables.shape).includes(name ?? ''))).toEqual([])
})

test('the page says each fixed default as it is', () => {
  const { properties = {} } = z.toJSONSchema(configurationVariables, { io: 'input', unrepresentable: 'any' })
  const defaults = Object.entries(properties).flatMap(([name, schema]) => {
    const standard = typeof schema === 'object' ? schema.default : undefined
    return standard === undefined || standard === '' ? [] : [[name, `\`${JSON.stringify(standard)}\``]]
  })
  expect(defaults.length).toBeGreaterThan(20)
  const said = defaults.map(([name = '']) => [name, rows.get(name)])
  expect(said).toEqual(defaults.map(([name, standard = '']) => [name, standard.replaceAll('"', '')]))
})

test('the README’s few variables are rows of the page', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const named = [...readme.matchAll(ROW)].map(([, name = '']) => name)
  expect(named).toEqual(['PORT', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL'])
  expect(named.filter(name => !rows.has(name))).toEqual([])
})
