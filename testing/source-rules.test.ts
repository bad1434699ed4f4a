import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')
const thisFile = 'testing/source-rules.test.ts'
const planted = 'testing/planted-imports.ts'

let files: { path: string; text: string }[]

beforeAll(async () => {
  const paths = await sourceFiles()
  const read = async (path: string) => ({ path, text: await readFile(join(root, path), 'utf8') })
  files = await Promise.all(paths.filter(path => path !== thisFile && path !== planted).map(read))
})

/** The first line of each file in which `pattern` stands, as "path:line: text". */
function linesWith(pattern: RegExp, among: (path: string) => boolean = () => true): string[] {
  return files
    .filter(({ path }) => among(path))
    .flatMap(({ path, text }) => {
      const at = text.search(pattern)
      if (at < 0) return []
      const line = text.slice(0, at).split('\n').length
      return [`${path}:${line}: ${text.split('\n')[line - 1]?.trim()}`]
    })
}

// docs/glossary.md says what to write instead. Words that have another meaning in the trade are left out.
const RETIRED =
  /\b(holes?|contact persons?|audit trails?|parted by|in some seconds|need do nothing|says something else|as it came|of then|give[ -]?part|bind[ -]?free|untold|partiesThatStand|hollow|(?:number|generation)wish)\b/i

// Kysely's own words for a query, and its template tag.
const query = /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(\.\w+)?[<`]/
const holdsSql = (path: string) =>
  /(^|[/-])records\.ts$/.test(path) ||
  path.startsWith('server/db/') ||
  /^server\/identity\/(.*\/)?(store|migrations)[^/]*\.ts$/.test(path)

describe('the source', () => {
  test('was read', () => {
    expect(files.length).toBeGreaterThan(30)
  })

  test('names no file or folder utils or helpers', () => {
    const drawer = /(^|[-._/])(utils?|helpers?)([-._/]|$)/i
    expect(files.map(({ path }) => path).filter(path => drawer.test(path))).toEqual([])
  })

  test('turns no check off', () => {
    expect(linesWith(/(oxlint|eslint|biome|prettier)-(disable|ignore)|@ts-(ignore|nocheck)/)).toEqual([])
  })

  test('runs SQL in records only', () => {
    const server = (path: string) =>
      path.startsWith('server/') && !path.endsWith('.test.ts') && !holdsSql(path)
    expect(linesWith(query, server)).toEqual([])
  })

  test('refuses outdated versions in one place', () => {
    const server = (path: string) =>
      path.startsWith('server/') && !path.endsWith('.test.ts') && path !== 'server/records/versions.ts'
    expect(linesWith(/'changed_meanwhile'/, server)).toEqual([])
  })

  test('writes times in one place', () => {
    const screens = (path: string) => path.startsWith('web/') && path !== 'web/lib/format.ts'
    expect(linesWith(/\b(timeStyle|hourCycle|hour12)\b|\.toLocale(Time)?String\(/, screens)).toEqual([])
  })

  test('has no word that the glossary has retired', () => {
    expect(linesWith(RETIRED)).toEqual([])
    for (const planted of [
      'class Hole {',
      'a hole in the text',
      'contact persons',
      'an audit trail',
      'parted by commas',
      'Try again in some seconds.',
      'You need do nothing.',
      'says something else',
      'as it came',
      'The Consignee of then',
      'await givePart(session)',
      'api.bindFree(endpoint)',
      'const untold = 1',
      'a hollow row',
      'type NumberWish = {',
    ])
      expect(planted).toMatch(RETIRED)
  })

  test('holds no file that only passes on what others export', () => {
    const barrels = files.filter(({ text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      const own = code.replace(/^(import|export)\s+[^'"`;=()]*?from\s*['"][^'"]+['"];?\s*$/gm, '')
      return /^export\s[^'"`;=()]*?from\s/m.test(code) && own.trim() === ''
    })
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  test('leaves no test out and runs none alone', () => {
    const isTest = (path: string) => /\.(test|spec|journey)\.tsx?$/.test(path)
    expect(linesWith(/\b(test|it|describe)\.(only|skip|todo|fixme)\b/, isTest)).toEqual([])
  })
})

describe('the decisions', () => {
  const folder = join(root, 'docs/decisions')
  const read = async () => {
    const names = (await readdir(folder)).filter(name => /^\d{4}-.+\.md$/.test(name)).sort()
    return Promise.all(names.map(async name => ({ name, text: await readFile(join(folder, name), 'utf8') })))
  }
  const head =
    /^# (?<number>\d{4}) (?<title>.+)\n\nStatus: (?:accepted|replaced by \[\d{4}\]\(\S+\)), (?<date>\d{4}-\d\d-\d\d)[.;]/

  test('carry their number, a status and a date', async () => {
    const records = await read()
    const without = records.filter(
      ({ name, text }) => head.exec(text)?.groups?.['number'] !== name.slice(0, 4),
    )
    expect(records.length).toBeGreaterThan(30)
    expect(without.map(({ name }) => `${name}: begin as docs/decisions/0001-one-contract.md does`)).toEqual(
      [],
    )
  })

  test('stand in the index, each once and with their own title and date', async () => {
    const index = await readFile(join(folder, 'README.md'), 'utf8')
    const rows = [...index.matchAll(/^\| \[\d{4}\]\((.+?)\) \| (.+?) \| (.+?) \|/gm)].map(row =>
      row.slice(1, 4),
    )
    const records = await read()
    expect(rows).toEqual(
      records.map(({ name, text }) => {
        const { title, date } = head.exec(text)?.groups ?? {}
        return [name, title, date]
      }),
    )
  })
})
